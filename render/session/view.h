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

class View {
 public:
  /// Requires: `marble` outlives the view.
  explicit View(const std::unique_ptr<MarbleRun>& marble) : marble_(marble) {}

  ViewOptions look;
  /// Quality measured for this machine, which applies if `look.quality` is automatic. Empty before
  /// the measurement, and in sessions without a window.
  std::optional<QualityLevel> measured_quality;
  std::size_t palette = 0;
  Camera camera;
  bool follow_marble = false;
  bool reduced_motion = false;  ///< only the user moves the camera
  bool full_screen = false;
  float requested_scale = 0;  ///< requested UI scale; 0 for automatic
  float ui_scale = 1;
  glm::ivec2 window_size{1280, 720};  ///< most recent size (pixels)

  [[nodiscard]] const Palette& colours() const { return palettes()[palette]; }
  /// Returns the quality to draw with, by default the finest.
  [[nodiscard]] Quality quality() const {
    return quality_of(look.quality.value_or(measured_quality.value_or(QualityLevel::fine)));
  }
  void reset_camera();
  /// Fits the whole maze in the view, and stops following the marble.
  void fit_maze();
  /// Adjusts the camera distance to a new aspect ratio (width / height), so that the same part of
  /// the maze stays visible.
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

/// State of a side panel. `automatic` opens the panel if there is room next to the maze.
enum class Fold { automatic, open, folded };

struct TimelineView {
  double zoom = 1;    ///< magnification; 1 shows everything
  double middle = 0;  ///< centre, in steps
};

struct GraphZoom {
  float zoom = 1;      ///< magnification; 1 shows everything
  glm::vec2 shift{0};  ///< layout units
};

struct MazeRequest {
  int size = 3;  ///< cells per side
  Layers layers = Layers::all;
  std::uint64_t seed = 1;
};

enum class Dialog { none, files, lessons, levels, help, glossary, about, quit };

struct PanelState {
  bool show_panels = true, large_graph = false, show_distances = false;
  bool show_physics = false;  ///< independent of `dialog`
  Dialog dialog = Dialog::none;
  /// Closes this dialog if it is open.
  void close(Dialog closed) {
    if (dialog == closed) dialog = Dialog::none;
  }
  std::string tab;          ///< tab of the agent panel to bring to the front
  bool focus_next = false;  ///< move the keyboard focus to the next panel
  bool welcome = false;
  Fold setup_fold = Fold::automatic, agent_fold = Fold::automatic;
  /// Opens a side panel. The other side panel stays open only if both panels fit.
  void open_panel(Fold& panel) {
    for (Fold* const fold : {&setup_fold, &agent_fold})
      if (*fold == Fold::open) *fold = Fold::automatic;
    panel = Fold::open;
  }
  TimelineView timeline;
  GraphZoom graph_zoom;
  MazeRequest request;
  PhysicsSettings physics;  ///< contents of the physics form
};

/// Returns the path of a user file according to the XDG Base Directory specification. The folder is
/// the absolute path in the environment variable `variable`, or else `in_home` in the home
/// directory. Returns an empty path if there is no home directory.
[[nodiscard]] std::filesystem::path data_file_path(const char* variable, const char* in_home,
                                                   const char* name);
/// Returns "stem.ending" if no file has this name, or else the first unused name of
/// "stem-2.ending", "stem-3.ending" and so on.
[[nodiscard]] std::filesystem::path unused_path(const std::string& stem, const std::string& ending);
/// Returns an unused path that contains the date, such as "marblemaze-2026-11-22.mp4".
[[nodiscard]] std::filesystem::path dated_path(const std::filesystem::path& folder,
                                               const std::string& ending);

/// Contents of a folder in the file dialog, as of the last refresh.
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
  /// Returns the folders, followed by the files, each sorted by name. Omits hidden files, and files
  /// of other programs unless `all` is set.
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  /// Returns the reason why the folder cannot be read, or an empty string.
  [[nodiscard]] const std::string& trouble() const { return error_; }

  void go(const std::filesystem::path& folder);
  void up() { go(folder_.parent_path()); }
  void refresh();
  /// Returns the path of an entered name, relative to this folder unless the name is absolute.
  [[nodiscard]] std::filesystem::path path_of(const std::string& name) const;

  bool all = false;  ///< include files of other programs; call refresh() after a change

 private:
  std::filesystem::path folder_;
  std::vector<Entry> entries_;
  std::string error_;
};

struct Files {
  /// Window video that is being recorded.
  struct Video {
    std::filesystem::path path;
    double time_s = 0;
  };
  /// Background export of a run as a video. All paths receive the same video.
  struct VideoExport {
    std::vector<std::filesystem::path> paths;
    bool loop = false;  ///< export a short loop for sharing
    double part = 0;    ///< completed fraction, 0 to 1
  };
  static constexpr std::size_t kMaxRecent = 8;

  std::vector<std::string> recent;  ///< most recent first
  FileBrowser browser;  ///< initially the working directory, later the most recent folder
  std::string file_name;
  /// Existing file to overwrite after confirmation. `run` is true for a run and false for a maze.
  struct Replacement {
    std::filesystem::path path;
    bool run;
  };
  std::optional<Replacement> to_replace;
  std::optional<std::filesystem::path> pending_screenshot;
  std::optional<Video> video;
  std::optional<VideoExport> exporting;

  void remember(const std::filesystem::path& path);
  [[nodiscard]] std::filesystem::path new_file(const std::string& ending) const {
    return dated_path(browser.folder(), ending);
  }
  void request_screenshot() { pending_screenshot = new_file(".png"); }
  void start_recording() { video = Video{new_file(".mp4")}; }
};

}  // namespace marblemaze
