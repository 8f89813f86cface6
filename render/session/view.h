#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <glm/glm.hpp>

#include "engine/sim/physics_settings.h"
#include "maze/grid/grid.h"
#include "render/scene/camera.h"
#include "render/scene/view_options.h"
#include "render/session/run.h"

namespace marblemaze {

enum class Axis { x, y, z };

/// The user's view of the maze: view options, colours, camera and text size.
class View {
 public:
  /// Requires: `marble` outlives the view.
  explicit View(const std::unique_ptr<MarbleRun>& marble) : marble_(marble) {}

  ViewOptions look;
  std::size_t palette = 0;
  Camera camera;
  bool follow_marble = false;
  bool reduced_motion = false;  ///< the camera moves only if the user moves it
  bool full_screen = false;
  float wanted_scale = 0;             ///< requested scale of text and panels; 0: automatic
  float ui_scale = 1;                 ///< current scale of text and panels
  glm::ivec2 window_size{1280, 720};  ///< most recent size, pixels

  [[nodiscard]] const Palette& colours() const { return palettes()[palette]; }
  void reset_camera();
  /// Shows the whole maze from the current direction, and stops following the marble.
  void fit_maze();
  /// Adapts the camera distance to the aspect ratio of the image (width / height). The visible part
  /// of the maze stays the same.
  void fit_camera(float aspect);
  void look_along(Axis axis);
  void look_at_marble();
  /// Returns the camera distance at which the whole maze is visible. While the camera follows the
  /// marble, only 20 cells per side need to be visible.
  [[nodiscard]] float whole_distance() const;

 private:
  const std::unique_ptr<MarbleRun>& marble_;
  float aspect_ = 1.4f;
};

/// State of a side panel. `as_room` opens the panel if it fits next to the maze.
enum class Fold { as_room, open, folded };

/// Visible section of the timeline.
struct TimelineView {
  double zoom = 1;    ///< magnification; 1 shows everything
  double middle = 0;  ///< centre, in steps
};

/// Zoom and position of the state graph.
struct GraphEye {
  float zoom = 1;      ///< magnification; 1 shows everything
  glm::vec2 shift{0};  ///< in units of the layout
};

/// Contents of the form for a new maze.
struct MazeRequest {
  int size = 3;  ///< cells per side
  Layers layers = Layers::all;
  std::uint64_t seed = 1;
};

/// Dialogs, of which at most one is open.
enum class Dialog { none, files, lessons, levels, physics, help, glossary, about, quit };

/// State of the panels: visibility, selected tabs and form contents.
struct PanelState {
  bool show_panels = true, large_graph = false, show_distances = false;
  Dialog dialog = Dialog::none;
  std::string tab;          ///< tab of the mind panel to bring to the front
  bool focus_next = false;  ///< moves the keyboard focus to the next panel
  /// Shows the welcome panel with the buttons Watch, Play and Learn, as at the first start.
  bool welcome = false;
  Fold setup_fold = Fold::as_room, mind_fold = Fold::as_room;
  /// Opens a side panel. The other panel stays open only if both fit.
  void unfold(Fold& panel) {
    for (Fold* const fold : {&setup_fold, &mind_fold})
      if (*fold == Fold::open) *fold = Fold::as_room;
    panel = Fold::open;
  }
  TimelineView timeline;
  GraphEye graph_eye;
  MazeRequest request;
  PhysicsSettings physics;  ///< contents of the physics form; see use_physics()
};

/// Returns the path of one of this program's files according to the XDG Base Directory
/// specification. The folder is the value of the environment variable `variable` if that is an
/// absolute path, or else `in_home` in the home directory. Returns an empty path if there is no
/// home directory.
[[nodiscard]] std::filesystem::path data_file_path(const char* variable, const char* in_home,
                                                   const char* name);
/// Returns "stem.ending" if no file has this name, or the first unused name of "stem-2.ending",
/// "stem-3.ending" and so on.
[[nodiscard]] std::filesystem::path unused_path(const std::string& stem, const std::string& ending);
/// Returns an unused path in this folder that contains the date, such as
/// "marblemaze-2026-11-22.mp4".
[[nodiscard]] std::filesystem::path dated_path(const std::filesystem::path& folder,
                                               const std::string& ending);

/// Contents of a folder in the file dialog, as of the last refresh. If the folder cannot be read,
/// there are no entries, and trouble() returns the reason.
class FileBrowser {
 public:
  struct Entry {
    std::string name;
    bool folder = false;
    std::string what;  ///< "maze", "recording", "text", "JSON", or empty
  };
  static constexpr std::size_t kMaxEntries = 2000;

  explicit FileBrowser(const std::filesystem::path& folder = ".");

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  /// Returns the entries: folders first, then files, both sorted by name. Hidden files are omitted.
  /// Files of other programs are also omitted unless `all` is set.
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  /// Returns why the folder cannot be read. Empty if it can be read.
  [[nodiscard]] const std::string& trouble() const { return error_; }

  /// Opens a folder.
  void go(const std::filesystem::path& folder);
  void up() { go(folder_.parent_path()); }
  void look_again();
  /// Returns the path of an entered name, which is relative to this folder unless it is absolute.
  [[nodiscard]] std::filesystem::path path_of(const std::string& name) const;

  bool all = false;  ///< includes files of other programs; call look_again() after a change

 private:
  std::filesystem::path folder_;
  std::vector<Entry> entries_;
  std::string error_;
};

/// State of the file dialog, recent files, and pending screenshots and videos.
struct Files {
  /// Video of the window that is being recorded.
  struct Video {
    std::filesystem::path path;
    double time_s = 0;
  };
  /// Video of the current run from its start, created in the background. All files contain the same
  /// video.
  struct VideoExport {
    std::vector<std::filesystem::path> paths;
    bool loop = false;  ///< a short loop for sharing, with the reason for each move
    double part = 0;    ///< completed fraction, 0 to 1
  };
  static constexpr std::size_t kMostRecent = 8;

  std::vector<std::string> recent;  ///< recently opened or saved files, most recent first
  FileBrowser browser;  ///< initially the working directory, later the most recently used folder
  std::string file_name;
  /// Existing file that would be overwritten with a run, or with a maze if `run` is false. The user
  /// must confirm it.
  struct Replacement {
    std::filesystem::path path;
    bool run;
  };
  std::optional<Replacement> to_replace;
  std::optional<std::filesystem::path> wanted_screenshot;
  std::optional<Video> video;
  std::optional<VideoExport> exporting;

  /// Adds a file to the recent files.
  void remember(const std::filesystem::path& path);
  /// Returns an unused file name with the date, in the most recently chosen folder.
  [[nodiscard]] std::filesystem::path new_file(const std::string& ending) const {
    return dated_path(browser.folder(), ending);
  }
  void take_picture() { wanted_screenshot = new_file(".png"); }
  void begin_video() { video = Video{new_file(".mp4")}; }
};

}  // namespace marblemaze
