#include <algorithm>

#include <fmt/format.h>

#include "engine/cli/common/print.h"
#include "engine/run/families/world_families.h"
#include "engine/sim/marble_world_kinds.h"
#include "engine/version.h"
#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "render/app/viewer_options.h"
#include "render/app/window.h"
#include "render/panels/actions.h"
#include "render/session/lessons.h"
#include "render/session/session.h"

namespace marblemaze {
namespace {

std::vector<std::string> world_names() {
  std::vector<std::string> names;
  for (const MarbleWorldKind& kind : marble_world_kinds()) names.emplace_back(kind.name);
  for (const WorldFamily& entry : world_families())
    if (!is_marble_world_kind(entry.name)) names.emplace_back(entry.name);
  return names;
}

void add_what_runs(CLI::App& app, ViewerOptions& o) {
  o.maze.size = 3;
  o.maze.add_to(app, true);
  o.settings.add_to(app);
  CLI::Option* const agent = app.add_option("--agent", o.agent,
                                            "the agent (see marblemaze agents), or with --tilt the "
                                            "tilt policy (see marblemaze agents --tilt)");
  o.own_agent.add_to(app)->excludes(agent);
  app.add_option("--orientations", o.orientations, "4 for a flat maze, 8 or 24 for a cube")
      ->check(one_of({"4", "8", "24"}));
  app.add_option("--world", o.world, "the world to show")->check(one_of(world_names()));
  exclude_each_other(
      {app.add_flag(
           "--automaton", o.automaton,
           "instead of a run, show a cellular automaton that fills the dead ends of the maze"),
       app.add_flag("--life", o.life, "show the Game of Life; the seed chooses the first cells"),
       app.add_option("--elementary", o.elementary,
                      "show the elementary automaton with this rule number")
           ->check(within(0, 255)),
       app.add_option("--lesson", o.lesson, "start a lesson")->check(one_of(lesson_names())),
       app.add_option("--level", o.level, "play this level by hand; levels are numbered from 1")
           ->check(within(1, 1000))});
  app.add_option(
         "--solution", o.solution,
         "instead of a game in a logic maze, show solution 1 (the shortest) or another solution "
         "(2, 3, ..., shortest first)")
      ->check(within(1, 1'000'000));
  app.add_flag("--all-solutions", o.all_solutions,
               "instead of a game on a number board, show all shortest solutions at once")
      ->excludes(app.get_option("--solution"));
  app.add_flag("--levels", o.show_levels, "show the card with all levels");
  app.add_option("--lesson-step", o.lesson_step,
                 "begin the lesson at this step, or at its last step if it is shorter")
      ->check(within(1, 100))
      ->needs(app.get_option("--lesson"));
  app.add_option("--beside", o.second_agent,
                 "show a second agent in the same maze next to the first");
  app.add_option("--beside-orientations", o.second_orientations, "control scheme of the second run")
      ->check(one_of({"4", "8", "24"}));
  app.add_flag("--by-hand", o.by_hand, "you choose the moves");
  add_recovery_option(app, o.recovery);
  add_tilt_options(
      app, o.tilt, o.rest,
      {"--orientations", "--beside", "--beside-orientations", "--recovery", "--agent-command"});
  add_run_option(app, o.run);
}

// `names` are in enum order.
template <class Choice>
void add_choice(CLI::App& app, const char* flag, std::optional<Choice>& choice,
                const std::vector<std::string>& names, const char* meaning) {
  const auto choose = [&choice, names](const std::string& name) {
    choice = static_cast<Choice>(std::ranges::find(names, name) - names.begin());
  };
  app.add_option_function<std::string>(flag, choose, meaning)->check(one_of(names));
}

void add_view(CLI::App& app, ViewerOptions& o) {
  add_choice(app, "--theme", o.theme, {"dark", "light", "colour-blind", "high-contrast"},
             "colours (default: the last used value)");
  add_choice(app, "--style", o.style, {"glass", "thesis", "collision-mesh"},
             "how the maze is drawn (default: the last used value)");
  add_choice(app, "--quality", o.quality, {"fast", "balanced", "fine"},
             "quality of the glass style (default: fine in images and videos; in the window, the "
             "finest quality that runs smoothly on this machine)");
  add_choice(app, "--edges", o.edges, {"selective", "all", "none"},
             "edges of walls to draw (default: the last used value)");
  add_choice(app, "--walls", o.walls, {"plain", "visited", "axis"},
             "colours of walls (default: the last used value)");
  add_choice(app, "--frame", o.frame, {"world", "maze"},
             "frame of reference that is fixed in the image (default: the last used value)");
  app.add_option("--camera", o.camera,
                 "look along x, y or z, or from YAW,PITCH[,ZOOM]; angles in degrees");
  app.add_flag("--orientation-points", o.orientation_points,
               "mark the orientations and moves of the control scheme on the cube");
  app.add_flag(
      "--turn-vectors", o.turn_vectors,
      "draw each move as in Figure 22 of the thesis: the vertex that was at the top (green), the "
      "vertex that will be at the top (red), and the axis of the turn (blue)");
  app.add_flag("--contacts", o.contacts, "mark where the marble touches walls");
  app.add_option("--explode", o.explode, "gap to draw between layers, in cells")
      ->check(within(0.0, 10.0));
  app.add_option("--slice", o.slices, "draw only these layers along an axis, such as x=2:3");
  app.add_flag("--distances", o.distances,
               "write the minimum number of moves to the goal into each square of a number board");
  app.add_option(
         "--ui-scale", o.ui_scale,
         "size of text and panels (default: as last used, or else suitable for the display)")
      ->check(within(0.5, 4.0));
  app.add_flag("--large-graph", o.large_graph,
               "enlarge the explored state space; in an image, this option requires --panels");
  app.add_option("--resolution", o.resolution,
                 "size of the window, image or video as WIDTHxHEIGHT, in pixels (default: for a "
                 "window, as last used, or else 1280x720)");
}

void add_output(CLI::App& app, ViewerOptions& o) {
  CLI::Option* const screenshot =
      app.add_option("--screenshot", o.screenshot, "save an image and exit; needs no display")
          ->type_name(kOutput);
  CLI::Option* const record =
      app.add_option("--record", o.record,
                     "save a video (.mp4, .webm, .gif) and exit; needs no display")
          ->type_name(kOutput);
  CLI::Option* const save_run =
      app.add_option("--save-run", o.save_run,
                     "play to the end or to --at-move, save a recording and exit; needs no display")
          ->type_name(kOutput);
  app.add_option("--poses", o.poses,
                 "draw the poses that are read from standard input, as images (RGB, on standard "
                 "output) or in a window; the Python package uses this option")
      ->check(one_of({"pictures", "window"}));
  app.add_option(
         "--at-move", o.at_move,
         "save the image when this move (or iteration) has ended, or at the end of a shorter run")
      ->check(within(1, 1'000'000));
  app.add_option("--at-time", o.at_time, "save the image after this many simulated seconds")
      ->check(within(0.0, 1e6));
  app.add_flag_callback(
      "--no-panels", [&o] { o.panels = false; }, "open the window without panels; Tab shows them");
  app.add_flag_callback(
      "--panels", [&o] { o.panels = true; }, "also draw the panels in images and videos");
  app.add_option("--seconds", o.seconds, "maximum length of the video, in seconds")
      ->check(within(0.1, 3600.0))
      ->needs(record);
  app.add_option("--speed", o.speed,
                 "simulated seconds per second of the video or window, 0.1 to 100")
      ->check(within(0.1, 100.0));
  app.add_option("--fps", o.frames_a_second, "frames per second of the video")
      ->check(within(1, 120))
      ->needs(record);
  CLI::Option* const visibility = app.add_flag(
      "--visibility", o.visibility, "measure how well the marble is visible from 12 sides");
  for (CLI::Option* file : {screenshot, record, save_run}) file->excludes(visibility);
  app.add_flag("--list-keys", o.list_keys, "list the keys that F1 shows");
  app.add_flag("--json", o.json,
               "print the results of --visibility or --list-keys as one JSON document");
}

bool opens_window(const ViewerOptions& o) {
  return o.screenshot.empty() && o.record.empty() && o.save_run.empty() && !o.visibility;
}

void exclude_other_subjects(CLI::App& app) {
  for (const char* other : {"--automaton", "--life", "--elementary", "--lesson", "--level"})
    for (const char* of_runs : {"--agent", "--agent-command", "--orientations", "--beside"})
      app.get_option(other)->excludes(app.get_option(of_runs));
  for (const char* other : {"--life", "--elementary", "--lesson", "--level"})
    for (const char* of_mazes : {"FILE", "--size", "--dims", "--layers", "--world"})
      app.get_option(other)->excludes(app.get_option(of_mazes));
  for (const char* other : {"--elementary", "--lesson", "--level"})
    app.get_option(other)->excludes(app.get_option("--seed"));
}

void list_keys(bool json) {
  Json list = Json::array();
  for (const Action& action : actions()) {
    if (*action.keys == '\0') continue;
    if (json)
      list.push_back({{"keys", action.keys}, {"meaning", action.meaning}});
    else
      print_out("{:<12}{}\n", action.keys, action.meaning);
  }
  if (json) print_out("{}\n", Json{{"keys", list}}.dump());
}

// Restores the most recent run if the command line selects nothing to play (`plain`).
Exit run(const ViewerOptions& options, bool plain) {
  if (options.list_keys) {
    list_keys(options.json);
    return Exit::done;
  }
  if (!options.screenshot.empty() && !options.screenshot.ends_with(".png"))
    throw BadInput("--screenshot", "'" + options.screenshot + "'", "a name that ends in .png");
  if (!options.poses.empty()) {
    draw_poses(options);
    return Exit::done;
  }
  if (options.visibility) return report_visibility(options) ? Exit::done : Exit::not_reached;
  if (!options.screenshot.empty()) take_screenshot(options);
  if (!options.record.empty()) record_video(options);
  if (!options.save_run.empty()) save_run(options);
  if (!opens_window(options)) return Exit::done;
  ViewerOptions watched = options;
  watched.background = true;
  const auto session = make_session(watched);
  if (plain) load_played(*session);
  restore_view(*session, options);
  if (!plain) session->panels.welcome = false;
  if (session->played().by_hand()) session->act(&Session::play_by_hand, true);
  if (!options.resolution.empty()) session->view.window_size = parse_resolution(options.resolution);
  run_window(*session);
  return Exit::done;
}

}  // namespace

int run_viewer(int argc, char** argv) {
  const auto program = make_program("marblemaze-viewer",
                                    "Watch an agent solve a marble maze, or play it by hand. Press "
                                    "F1 in the window for help on keys and mouse.");
  CLI::App& app = *program;
  ViewerOptions options;
  add_what_runs(app, options);
  const std::vector<CLI::Option*> of_runs = app.get_options();
  add_view(app, options);
  add_output(app, options);
  exclude_other_subjects(app);
  set_action(app, [&] {
    return run(options, std::ranges::none_of(of_runs, [](const CLI::Option* option) {
                 return option->count() > 0 && option->get_name() != "--by-hand";
               }));
  });
  return static_cast<int>(run_command_line(app, program_version(), argc, argv));
}

}  // namespace marblemaze
