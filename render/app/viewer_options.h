#pragma once

#include <string>
#include <vector>

#include "engine/cli/common/options.h"
#include "engine/run/setup.h"
#include "render/session/session.h"

namespace marblemaze {

/// Command line of the viewer.
struct ViewerOptions {
  MazeChoice maze;
  SettingsChoice settings;
  std::string agent;  ///< empty: the default agent
  AgentCommandChoice own_agent;
  std::string second_agent;  ///< agent of a second run, which is shown next to the first run
  int second_orientations = 0;
  int orientations = 0;  ///< 0: the default scheme of the maze
  std::string world = "bullet";
  std::string lesson;
  int level = 0;             ///< number of the level, from 1; 0: none
  bool show_levels = false;  ///< shows the list of levels
  int lesson_step = 1;       ///< first step of the lesson
  bool by_hand = false;
  bool tilt = false, rest = false;  ///< continuous control, with the tilt policy named by `agent`
  std::uint64_t run = 1;
  bool recovery = false;
  bool automaton = false;         ///< shows the cellular automaton instead of a run
  bool life = false;              ///< shows the Game of Life
  std::optional<int> elementary;  ///< shows the elementary automaton with this number
  bool all_solutions = false;     ///< shows all shortest solutions of a number board at once
  int solution = 0;  ///< 1-based number of the logic maze's solution to show; 0: a game
  /// Whether searches run in a background thread, so that the frames of a window need not wait.
  bool background = false;
  std::string screenshot, record, save_run;
  std::string poses;  ///< draws poses from standard input to "pictures" or a "window"; empty: none
  int at_move = 0;    ///< takes the screenshot after this move; 0: during the first turn
  double at_time = -1;     ///< takes the screenshot at this time, s; replaces at_move
  std::string resolution;  ///< empty: default size
  bool panels = false;     ///< shows panels in screenshots and videos, which have none by default
  bool no_panels = false;  ///< hides the panels of the window, which are shown by default
  double seconds = 20;     ///< maximum length of a video
  double speed = 1;
  int frames_a_second = 30;
  float ui_scale = 0;  ///< 0: the stored scale, or the scale of the display
  // Empty: the stored value, or the first available value.
  std::optional<std::size_t> theme;  ///< index of the palette
  std::optional<Style> style;
  std::optional<EdgeMode> edges;
  std::optional<WallColour> walls;
  std::optional<ReferenceFrame> frame;
  std::optional<QualityLevel> quality;  ///< empty: measured for windows, the finest for images
  std::string camera;                   ///< "yaw,pitch[,nearness]" in degrees, or x, y, z
  bool orientation_points = false, turn_vectors = false, contacts = false, large_graph = false,
       help_overlay = false;
  float explode = 0, mesh_thickness = 0.16f;
  int layers_shown = 0;
  std::vector<std::string> slices;  ///< "x=2:3": shows only these layers along an axis
  bool distances = false;           ///< shows distances to the goal on a number board
  bool list_keys = false;
  bool benchmark = false, visibility = false, json = false;
};

/// Throws BadInput if the file does not exist.
[[nodiscard]] bool shows_recording(const ViewerOptions& options);
/// Creates the session for the options. Throws BadInput.
[[nodiscard]] std::unique_ptr<Session> make_bench(const ViewerOptions& options);
/// Applies the options for camera, style and visible objects. Call it after the runs are created.
void apply_view(Session& session, const ViewerOptions& options);
/// Applies the view options on top of the stored settings of the last session. The options take
/// precedence.
void apply_kept_view(Session& session, const ViewerOptions& options);
/// Parses a text such as "1280x720". Throws BadInput.
[[nodiscard]] glm::ivec2 parse_resolution(const std::string& text);

/// Runs the `marblemaze-viewer` program.
int run_viewer(int argc, char** argv);

/// Write a screenshot or a video without a display.
void take_screenshot(const ViewerOptions& options);
void record_video(const ViewerOptions& options);
/// Draws each pose from standard input to standard output or to a window.
void draw_poses(const ViewerOptions& options);
/// Plays to the end, or to at_move, and saves a recording.
void save_run(const ViewerOptions& options);
void run_benchmark(const ViewerOptions& options);
/// Returns false if the marble is not visible enough.
[[nodiscard]] bool report_visibility(const ViewerOptions& options);

}  // namespace marblemaze
