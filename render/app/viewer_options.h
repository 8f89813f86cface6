#pragma once

#include <string>
#include <vector>

#include "engine/cli/common/options.h"
#include "engine/run/setup.h"
#include "engine/sim/marble_worlds.h"
#include "render/session/session.h"

namespace marblemaze {

/// The viewer's command line.
struct ViewerOptions {
  MazeChoice maze;
  SettingsChoice settings;
  std::string agent;  ///< empty: the usual one
  AgentCommandChoice own_agent;
  std::string second_agent;  ///< side by side
  int second_orientations = 0;
  int orientations = 0;  ///< 0: what the maze has
  std::string world = "bullet";
  std::string lesson;
  int level = 0;             ///< from 1; 0: none
  bool show_levels = false;  ///< the card with all of them
  int lesson_step = 1;       ///< with which it begins
  bool by_hand = false;
  bool free = false, rest = false;  ///< the maze is turned freely, by the controller of that name
  std::uint64_t run = 1;
  bool recovery = false;
  bool automaton = false;         ///< the cellular automaton instead of the marble's run
  bool life = false;              ///< or the Game of Life
  std::optional<int> elementary;  ///< or an elementary automaton of that number
  bool all_solutions = false;     ///< of a number board, the shortest ones at once
  int solution = 0;               ///< of a logic maze, from 1, instead of a game; 0: the game
  /// Searches think in a thread: for a window, whose frames must not wait.
  bool background = false;
  std::string screenshot, record, save_run;
  std::string poses;    ///< of standard input: to "pictures" or a "window"; empty: none
  int at_move = 0;      ///< the picture is taken when this move has ended; 0: while the first turns
  double at_time = -1;  ///< s; instead of at_move
  std::string resolution;  ///< empty: as usual
  bool panels = false;     ///< in pictures and films, which have none otherwise
  bool no_panels = false;  ///< in the window, which has them otherwise
  double seconds = 20;     ///< length of a film, at most
  double speed = 1;
  int frames_a_second = 30;
  float ui_scale = 0;  ///< 0: as kept, else as the display asks
  // Empty: as kept from the last start, else the first of those there are.
  std::string theme, style, edges, walls, frame;
  std::string quality;  ///< empty: in the window as measured, in pictures the finest
  std::string camera;   ///< "yaw,pitch[,nearness]" in degrees, or x, y, z
  bool orientation_points = false, turn_vectors = false, contacts = false, large_graph = false,
       help_overlay = false;
  float explode = 0, mesh_thickness = 0.16f;
  int layers_shown = 0;
  std::vector<std::string> slices;  ///< "x=2:3": only these layers along an axis
  bool distances = false;           ///< on a number board, to the goal
  bool list_keys = false;
  bool benchmark = false, visibility = false, json = false;
};

/// What the marble maze that is to run is made of: null for a logic maze, and for a recording.
/// These throw BadInput where there is no such file or world.
[[nodiscard]] const MarbleWorldKind* marble_kind(const ViewerOptions& options);
[[nodiscard]] bool shows_recording(const ViewerOptions& options);
/// The session that the options ask for. Throws BadInput.
[[nodiscard]] std::unique_ptr<Session> make_bench(const ViewerOptions& options);
/// Sets camera, style and what else is seen, as far as the options say; after the runs stand.
void apply_view(Session& session, const ViewerOptions& options);
/// The same over what was kept from the last start: what the options say wins.
void apply_kept_view(Session& session, const ViewerOptions& options);
/// "1280x720". Throws BadInput.
[[nodiscard]] glm::ivec2 parse_resolution(const std::string& text);

/// The `marblemaze-viewer` program.
int run_viewer(int argc, char** argv);

/// Without a display.
void take_screenshot(const ViewerOptions& options);
void record_film(const ViewerOptions& options);
/// Of each pose on standard input, on standard output or in a window.
void draw_poses(const ViewerOptions& options);
/// Plays to the end, or to at_move, and keeps the run as a recording.
void save_run(const ViewerOptions& options);
void run_benchmark(const ViewerOptions& options);
/// False when the marble is seen less well than it must be.
[[nodiscard]] bool report_visibility(const ViewerOptions& options);

}  // namespace marblemaze
