#pragma once

#include <string>
#include <vector>

#include "engine/cli/common/options.h"
#include "engine/run/setup.h"
#include "render/session/session.h"

namespace marblemaze {

struct ViewerOptions {
  MazeOptions maze;
  SettingsOptions settings;
  std::string agent;  ///< empty selects the default agent
  ExternalAgentOptions own_agent;
  std::string second_agent;  ///< agent of a second run, next to the first run
  int second_orientations = 0;
  int orientations = 0;  ///< 0 selects the default scheme of the maze
  std::string world = "bullet";
  std::string lesson;
  int level = 0;  ///< 1-based; 0 for no level
  bool show_levels = false;
  int lesson_step = 1;  ///< 1-based step at which the lesson starts
  bool by_hand = false;
  bool tilt = false, rest = false;  ///< `agent` is the tilt policy under continuous control
  std::uint64_t run = 1;
  bool recovery = false;
  bool automaton = false;
  bool life = false;
  std::optional<int> elementary;  ///< rule number of an elementary automaton
  bool all_solutions = false;
  int solution = 0;  ///< 1-based solution of the logic maze; 0 to play a game
  bool background = false;
  std::string screenshot, record, save_run;
  std::string poses;       ///< output format for poses from standard input: "pictures", "window" or
                           ///< empty
  int at_move = 0;         ///< move after which the screenshot is taken; 0 for the first move
  double at_time = -1;     ///< simulated time of the screenshot, s; overrides at_move
  std::string resolution;  ///< empty selects the default resolution
  std::optional<bool> panels;  ///< empty: panels appear in the window, but not in images
  double seconds = 20;         ///< maximum length of a video (s)
  double speed = 1;
  int frames_a_second = 30;
  float ui_scale = 0;  ///< 0 selects the stored scale or the display scale
  // Empty options select the stored setting, or the default if no setting is stored.
  std::optional<std::size_t> theme;
  std::optional<Style> style;
  std::optional<EdgeMode> edges;
  std::optional<WallColour> walls;
  std::optional<ReferenceFrame> frame;
  std::optional<QualityLevel> quality;  ///< empty: measured for windows, finest for images
  std::string camera;                   ///< "YAW,PITCH[,ZOOM]" in degrees, or "x", "y" or "z"
  bool orientation_points = false, turn_vectors = false, contacts = false, large_graph = false;
  float explode = 0;
  std::vector<std::string> slices;  ///< visible layers along an axis, for example "x=2:3"
  bool distances = false;
  bool list_keys = false;
  bool visibility = false, json = false;
};

/// Throws BadInput if the options are invalid.
[[nodiscard]] std::unique_ptr<Session> make_session(const ViewerOptions& options);
/// Requires: all runs of the session exist.
void apply_view(Session& session, const ViewerOptions& options);
/// Restores the settings of the previous session, then applies the options.
void restore_view(Session& session, const ViewerOptions& options);
/// Parses a resolution, for example "1280x720". Throws BadInput if the text is malformed.
[[nodiscard]] glm::ivec2 parse_resolution(const std::string& text);

int run_viewer(int argc, char** argv);

void take_screenshot(const ViewerOptions& options);
void record_video(const ViewerOptions& options);
/// Draws each pose from standard input in a window, or writes its image to standard output.
void draw_poses(const ViewerOptions& options);
/// Plays until the end or at_move, then saves a recording.
void save_run(const ViewerOptions& options);
/// Prints how well the marble is visible. Returns false if the visibility is too low.
[[nodiscard]] bool report_visibility(const ViewerOptions& options);

}  // namespace marblemaze
