#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/session/commands.h"
#include "render/session/file_browser.h"
#include "render/session/file_names.h"

namespace marblemaze {

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
  std::optional<WindowCommand> to_replace;  ///< asked before an older file goes
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
