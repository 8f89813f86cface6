#pragma once

#include <string>
#include <vector>

#include "engine/cli/common/options.h"
#include "engine/run/setup.h"
#include "render/session/session.h"

namespace marblemaze {

/// Command-line options of the viewer.
struct ViewerOptions {
  MazeChoice maze;
  SettingsChoice settings;
  std::string agent;  ///< empty: default agent
  AgentCommandChoice own_agent;
  std::string second_agent;  ///< agent of a second run, shown next to the first run
  int second_orientations = 0;
  int orientations = 0;  ///< 0: default scheme of the maze
  std::string world = "bullet";
  std::string lesson;
  int level = 0;             ///< 1-based; 0: no level
  bool show_levels = false;  ///< show the level selection
  int lesson_step = 1;       ///< 1-based step at which the lesson starts
  bool by_hand = false;
  bool tilt = false, rest = false;  ///< continuous control; `agent` is the tilt policy
  std::uint64_t run = 1;
  bool recovery = false;
  bool automaton = false;         ///< show the cellular automaton that fills dead ends
  bool life = false;              ///< show the Game of Life
  std::optional<int> elementary;  ///< show the elementary automaton with this rule number
  bool all_solutions = false;     ///< show all shortest solutions of a number board at once
  int solution = 0;               ///< 1-based solution of the logic maze to show; 0: play a game
  /// Whether searches run in a background thread, so that they do not block the window.
  bool background = false;
  std::string screenshot, record, save_run;
  std::string poses;  ///< output for poses from standard input: "pictures" or "window"; empty: none
  int at_move = 0;    ///< move after which the screenshot is taken; 0: during the first move
  double at_time = -1;     ///< simulated time of the screenshot, s; overrides at_move
  std::string resolution;  ///< empty: default resolution
  bool panels = false;     ///< show panels in screenshots and videos; hidden by default
  bool no_panels = false;  ///< hide the panels of the window
  double seconds = 20;     ///< maximum length of a video, s
  double speed = 1;
  int frames_a_second = 30;
  float ui_scale = 0;  ///< 0: stored scale, or the scale of the display
  // An empty value selects the stored setting, or the default if there is none.
  std::optional<std::size_t> theme;  ///< palette index
  std::optional<Style> style;
  std::optional<EdgeMode> edges;
  std::optional<WallColour> walls;
  std::optional<ReferenceFrame> frame;
  std::optional<QualityLevel> quality;  ///< empty: measured for windows, finest for images
  std::string camera;                   ///< "YAW,PITCH[,ZOOM]" in degrees, or "x", "y" or "z"
  bool orientation_points = false, turn_vectors = false, contacts = false, large_graph = false,
       help_overlay = false;
  float explode = 0, mesh_thickness = 0.16f;
  int layers_shown = 0;
  std::vector<std::string> slices;  ///< visible layers along an axis, such as "x=2:3"
  bool distances = false;           ///< show distances to the goal on a number board
  bool list_keys = false;
  bool benchmark = false, visibility = false, json = false;
};

/// Creates the session for the options. Throws BadInput if they are invalid.
[[nodiscard]] std::unique_ptr<Session> make_session(const ViewerOptions& options);
/// Applies the camera, style and visibility options. Requires: all runs of the session exist.
void apply_view(Session& session, const ViewerOptions& options);
/// Restores the settings of the previous session, then applies the options on top.
void restore_view(Session& session, const ViewerOptions& options);
/// Parses a resolution such as "1280x720". Throws BadInput if it is malformed.
[[nodiscard]] glm::ivec2 parse_resolution(const std::string& text);

/// Runs the `marblemaze-viewer` program. Returns its exit status.
int run_viewer(int argc, char** argv);

/// Write a screenshot or a video. They need no display.
void take_screenshot(const ViewerOptions& options);
void record_video(const ViewerOptions& options);
/// Draws each pose from standard input, to standard output or in a window.
void draw_poses(const ViewerOptions& options);
/// Plays to the end or to at_move, then saves a recording.
void save_run(const ViewerOptions& options);
void run_benchmark(const ViewerOptions& options);
/// Prints the visibility of the marble. Returns false if it is too low.
[[nodiscard]] bool report_visibility(const ViewerOptions& options);

}  // namespace marblemaze
