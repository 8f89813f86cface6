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

/// The user's view: view options, colours, camera, and text size.
class View {
 public:
  /// Requires: the run, whose maze the camera shows, outlives the view.
  explicit View(const std::unique_ptr<MarbleRun>& marble) : marble_(marble) {}

  ViewOptions look;
  std::size_t palette = 0;
  Camera camera;
  bool follow_marble = false;
  bool reduced_motion = false;  ///< the camera moves only if the user moves it
  bool full_screen = false;
  float wanted_scale = 0;  ///< requested scale of text and panels; 0: suitable for the display
  float ui_scale = 1;      ///< current scale of text and panels
  glm::ivec2 window_size{1280, 720};  ///< pixels, most recent size

  [[nodiscard]] const Palette& colours() const { return palettes()[palette]; }
  void reset_camera();
  /// Shows the whole maze from the current direction. The camera stops following the marble in a
  /// large maze.
  void fit_maze();
  /// Adapts the camera distance to the aspect ratio of the image (width / height), so the same part
  /// of the maze stays visible; after reset_camera(), the whole maze.
  void fit_camera(float aspect);
  void look_along(Axis axis);
  void look_at_marble();
  /// Returns the distance from which the whole maze is visible, at most 20 cells while the camera
  /// follows the marble.
  [[nodiscard]] float whole_distance() const;

 private:
  const std::unique_ptr<MarbleRun>& marble_;
  float aspect_ = 1.4f;
};

/// State of a side panel. By default, it is open if the window has room for it next to the maze.
enum class Fold { as_room, open, folded };

/// Part of the timeline that is shown: all of it, or a section around a moment.
struct TimelineView {
  double zoom = 1;    ///< magnification; 1 shows all of it
  double middle = 0;  ///< centre, in steps
};

/// View of the explored state space's graph.
struct GraphEye {
  float zoom = 1;      ///< magnification; 1 shows all of it
  glm::vec2 shift{0};  ///< in units of the layout
};

/// Contents of the form for a new maze.
struct MazeRequest {
  int size = 3;  ///< cells per side
  Layers layers = Layers::all;
  std::uint64_t seed = 1;
};

/// State of the panels: visibility, selected parts, and contents of forms.
struct PanelState {
  bool show_panels = true, show_help = false, show_physics = false, large_graph = false,
       show_distances = false, show_levels = false, show_lessons = false, show_about = false,
       show_glossary = false, asks_to_quit = false;
  std::string tab;          ///< name of the mind panel's tab to bring to the front
  bool focus_next = false;  ///< the keyboard focus should move to the next panel
  /// Whether the buttons to watch, play and learn are shown, as at the first start.
  bool welcome = false;
  Fold setup_fold = Fold::as_room, mind_fold = Fold::as_room;
  /// Opens a side panel. If there is no room for both, the other one folds.
  void unfold(Fold& panel) {
    for (Fold* const fold : {&setup_fold, &mind_fold})
      if (*fold == Fold::open) *fold = Fold::as_room;
    panel = Fold::open;
  }
  TimelineView timeline;
  GraphEye graph_eye;
  MazeRequest request;
  PhysicsSettings physics;  ///< settings with which Session::use_physics() starts a run
};

/// Returns the path of a stored file of this program according to the XDG Base Directory
/// specification: in the folder of the environment variable if it is an absolute path, or in a
/// folder of the user's home directory if it is not. Empty if there is no home directory.
[[nodiscard]] std::filesystem::path kept_file(const char* variable, const char* in_home,
                                              const char* name);
/// Returns "stem.ending", or the first of "stem-2.ending", "stem-3.ending" and so on that does not
/// exist.
[[nodiscard]] std::filesystem::path unused_path(const std::string& stem, const std::string& ending);
/// Returns a path such as "marblemaze-2026-11-22.mp4" in this folder that does not exist yet.
[[nodiscard]] std::filesystem::path dated_path(const std::filesystem::path& folder,
                                               const std::string& ending);

/// A folder in the file dialog. It contains the entries that existed at the last refresh; a folder
/// that cannot be read has no entries and a reason.
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
  /// Returns the entries: folders first, each kind sorted by name. Hidden files are omitted. Files
  /// of other programs are also omitted unless `all` is set.
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  /// Returns the reason why the folder cannot be read, or an empty string.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

  /// Opens a folder.
  void go(const std::filesystem::path& folder);
  void up() { go(folder_.parent_path()); }
  void look_again();
  /// Returns the path for an entered name, which is relative to this folder unless it is absolute.
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
  struct Video {
    std::filesystem::path path;
    double time_s = 0;
  };
  /// A video of the current run from its start, created in the background. All files contain the
  /// same video.
  struct VideoExport {
    std::vector<std::filesystem::path> paths;
    bool loop = false;  ///< a short loop with the reasons of the moves, for sharing
    double part = 0;    ///< completed fraction, 0 to 1
  };
  static constexpr std::size_t kMostRecent = 8;

  bool asks = false;                ///< whether the dialog is open
  std::vector<std::string> recent;  ///< previously opened or saved files, most recent first
  FileBrowser browser;  ///< initially the working directory, later the most recently used folder
  std::string file_name;
  /// A file that would be replaced by a maze or a run (`run`). The user must confirm the
  /// replacement.
  struct Replacement {
    std::filesystem::path path;
    bool run;
  };
  std::optional<Replacement> to_replace;
  std::optional<std::filesystem::path> wanted_screenshot;
  std::optional<Video> video;
  std::optional<VideoExport> exporting;

  /// Adds a file to the history and closes the dialog.
  void remember(const std::filesystem::path& path);
  /// Returns an unused file name with the date, in the folder that the user chose last.
  [[nodiscard]] std::filesystem::path new_file(const std::string& ending) const {
    return dated_path(browser.folder(), ending);
  }
  void take_picture() { wanted_screenshot = new_file(".png"); }
  void begin_video() { video = Video{new_file(".mp4")}; }
};

}  // namespace marblemaze
