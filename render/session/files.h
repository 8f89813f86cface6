#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace marblemaze {

/// A file of this program that is kept from one start to the next. It lies where the XDG Base
/// Directory specification says: under what the variable names, where that is an absolute path,
/// else under a folder of the user's home. Empty where there is no home, either.
[[nodiscard]] std::filesystem::path kept_file(const char* variable, const char* in_home,
                                              const char* name);
/// "stem.ending", or the first of "stem-2.ending", "stem-3.ending" and so on that does not exist.
[[nodiscard]] std::filesystem::path unused_path(const std::string& stem, const std::string& ending);
/// "marblemaze-2026-11-22.mp4" in this folder, or the first that does not exist.
[[nodiscard]] std::filesystem::path dated_path(const std::filesystem::path& folder,
                                               const std::string& ending);

/// The folder that a person looks through for a file. Holds what was there when it was last looked
/// at; a folder that cannot be read is empty and says why.
class FileBrowser {
 public:
  struct Entry {
    std::string name;
    bool folder = false;
    std::string what;  ///< "maze", "recording", "puzzle", or empty
  };
  static constexpr std::size_t kMostEntries = 2000;

  explicit FileBrowser(const std::filesystem::path& folder = ".");

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  /// Folders first, each kind by name; without hidden files, and those that look like ours alone
  /// unless `all` is set.
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  /// Why nothing can be seen here; empty where something can.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

  /// Into a folder of the entries, or any other.
  void go(const std::filesystem::path& folder);
  void up() { go(folder_.parent_path()); }
  void look_again();
  /// A name as a person writes it: in this folder unless it is absolute.
  [[nodiscard]] std::filesystem::path path_of(const std::string& name) const;

  bool all = false;  ///< files of other kinds, too; look_again() after a change

 private:
  std::filesystem::path folder_;
  std::vector<Entry> entries_;
  std::string trouble_;
};

/// What a person opens and saves: the dialogue, what it was used for before, and the pictures and
/// films that whoever draws the window shall keep.
struct Files {
  /// What shall be kept of the window, and how far it is.
  struct Film {
    std::filesystem::path path;
    double time_s = 0;
  };
  /// A film of the run shown, from its start, that is made beside the window: the same in each
  /// file.
  struct FilmExport {
    std::vector<std::filesystem::path> paths;
    bool loop = false;  ///< short enough to share, with the reasons of the moves
    double part = 0;    ///< of it that is made, 0 to 1
  };
  static constexpr std::size_t kMostRecent = 8;

  bool asks = false;                ///< the dialogue is open
  std::vector<std::string> recent;  ///< opened or saved before, the last one first
  FileBrowser browser;  ///< at first where the program was started, then where it was left
  std::string file_name;
  /// File that a maze or a run would replace, and which of the two. A person is asked first.
  struct Replacement {
    std::filesystem::path path;
    bool run;
  };
  std::optional<Replacement> to_replace;
  std::optional<std::filesystem::path> wanted_screenshot;
  std::optional<Film> film;
  std::optional<FilmExport> exporting;

  /// A file that was opened or saved, which ends the dialogue.
  void remember(const std::filesystem::path& path);
  /// A name with the date that no file has, in the folder that a person chose last.
  [[nodiscard]] std::filesystem::path new_file(const std::string& ending) const {
    return dated_path(browser.folder(), ending);
  }
  void take_picture() { wanted_screenshot = new_file(".png"); }
  void begin_film() { film = Film{new_file(".mp4")}; }
};

}  // namespace marblemaze
