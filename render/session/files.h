#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace marblemaze {

/// Returns the path of a stored file of this program according to the XDG Base Directory
/// specification: in the folder of the environment variable if it is an absolute path, or else in a
/// folder of the user's home. Empty if there is no home.
[[nodiscard]] std::filesystem::path kept_file(const char* variable, const char* in_home,
                                              const char* name);
/// Returns "stem.ending", or the first of "stem-2.ending", "stem-3.ending" and so on that does not
/// exist.
[[nodiscard]] std::filesystem::path unused_path(const std::string& stem, const std::string& ending);
/// Returns a path such as "marblemaze-2026-11-22.mp4" in this folder that does not exist yet.
[[nodiscard]] std::filesystem::path dated_path(const std::filesystem::path& folder,
                                               const std::string& ending);

/// A folder in the file dialog. It contains the entries at the time of the last look; a folder that
/// cannot be read has no entries and a reason.
class FileBrowser {
 public:
  struct Entry {
    std::string name;
    bool folder = false;
    std::string what;  ///< "maze", "recording", "text", "JSON", or empty
  };
  static constexpr std::size_t kMostEntries = 2000;

  explicit FileBrowser(const std::filesystem::path& folder = ".");

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  /// Returns the entries: folders first, each kind sorted by name. Hidden files are omitted, and
  /// unless `all` is set, also files of other programs.
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  /// Returns the reason why the folder cannot be read, or an empty text.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

  /// Opens a folder.
  void go(const std::filesystem::path& folder);
  void up() { go(folder_.parent_path()); }
  void look_again();
  /// Returns the path for a typed name, which is relative to this folder unless it is absolute.
  [[nodiscard]] std::filesystem::path path_of(const std::string& name) const;

  bool all = false;  ///< includes files of other kinds; call look_again() after a change

 private:
  std::filesystem::path folder_;
  std::vector<Entry> entries_;
  std::string trouble_;
};

/// State of opening and saving files: the dialog, its history, and the images and videos that the
/// window must save.
struct Files {
  /// A video of the window, with its progress.
  struct Film {
    std::filesystem::path path;
    double time_s = 0;
  };
  /// A video of the shown run from its start, created in the background. All files get the same
  /// video.
  struct FilmExport {
    std::vector<std::filesystem::path> paths;
    bool loop = false;  ///< a short loop with the reasons of the moves, for sharing
    double part = 0;    ///< completed fraction, 0 to 1
  };
  static constexpr std::size_t kMostRecent = 8;

  bool asks = false;                ///< whether the dialog is open
  std::vector<std::string> recent;  ///< previously opened or saved files, the latest first
  FileBrowser browser;  ///< at first the working directory, later the folder of the last use
  std::string file_name;
  /// A file that would be replaced by a maze or a run (`run`), about which the person is asked
  /// first.
  struct Replacement {
    std::filesystem::path path;
    bool run;
  };
  std::optional<Replacement> to_replace;
  std::optional<std::filesystem::path> wanted_screenshot;
  std::optional<Film> film;
  std::optional<FilmExport> exporting;

  /// Adds a file to the history and closes the dialog.
  void remember(const std::filesystem::path& path);
  /// Returns an unused file name with the date, in the folder that the person chose last.
  [[nodiscard]] std::filesystem::path new_file(const std::string& ending) const {
    return dated_path(browser.folder(), ending);
  }
  void take_picture() { wanted_screenshot = new_file(".png"); }
  void begin_film() { film = Film{new_file(".mp4")}; }
};

}  // namespace marblemaze
