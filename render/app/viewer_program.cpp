#include <algorithm>
#include <cstdio>
#include <exception>

#include <fmt/format.h>

#include "engine/cli/common/numbers.h"
#include "engine/cli/common/output_files.h"
#include "engine/run/world_registry.h"
#include "maze/base/errors.h"
#include "render/app/viewer_options.h"
#include "render/app/window.h"
#include "render/panels/shortcuts.h"

namespace marblemaze {
namespace {

// What a marble maze can be run in, and all other worlds there are.
std::vector<std::string_view> world_names() {
  std::vector<std::string_view> names;
  for (const MarbleWorldKind& kind : marble_world_kinds()) names.push_back(kind.name);
  for (const WorldEntry& entry : world_registry())
    if (!is_marble_world_kind(entry.name)) names.push_back(entry.name);
  return names;
}

void add_what_runs(Command& app, ViewerOptions& o) {
  o.maze.size = 3;
  o.maze.add_to(app, true);
  o.settings.add_to(app);
  app.add_option("--agent", o.agent, "who searches (marblemaze agents lists them)")
      ->capture_default_str();
  app.add_option("--orientations", o.orientations, "4 for a flat maze, 8 or 24 for a cube");
  app.add_option("--world", o.world, fmt::format("{}", fmt::join(world_names(), ", ")))
      ->capture_default_str();
  app.add_flag("--automaton", o.automaton,
               "a cellular automaton fills the maze's dead ends, instead of the marble's run");
  within(1, 1e6,
         app.add_option(
             "--solution", o.solution,
             "of a logic maze, instead of a game: 1 the shortest, from 2 on found depth-first"));
  app.add_flag("--all-solutions", o.all_solutions,
               "of a number board, instead of a game: all shortest ones at once");
  app.add_flag("--life", o.life, "the Game of Life, from random cells of the seed");
  within(
      0, 255,
      app.add_option("--elementary", o.elementary, "an elementary automaton: the rule's number"));
  app.add_option("--lesson", o.lesson, "frozen, no-undo, unsolvable, prediction, 8-and-24");
  app.add_option("--beside", o.second_agent, "a second agent beside the first");
  app.add_option("--beside-orientations", o.second_orientations, "its control scheme");
  app.add_flag("--by-hand", o.by_hand, "a person chooses the moves");
  add_run_option(app, o.run);
  app.add_flag("--recovery", o.recovery,
               "a frozen marble is not the end: the maze can be tipped out of it");
}

void add_view(Command& app, ViewerOptions& o) {
  app.add_option("--theme", o.theme, "dark, light, colour-blind; as left last, without it");
  app.add_option("--style", o.style, "glass, thesis, collision-mesh; so, too");
  app.add_option("--edges", o.edges, "selective, all, none; so, too");
  app.add_option("--walls", o.walls, "plain, visited, axis; so, too");
  app.add_option("--frame", o.frame, "world or maze stands still; so, too");
  app.add_option("--camera", o.camera, "x, y, z or YAW,PITCH[,NEARNESS] in degrees");
  app.add_flag("--orientation-points", o.orientation_points,
               "the scheme's orientations and moves on the cube");
  app.add_flag("--contacts", o.contacts, "where the marble presses");
  within(0, 10, app.add_option("--explode", o.explode, "gap between layers, cells"));
  within(1, kLargestSide,
         app.add_option("--show-layers", o.layers_shown, "only the lowest so many"));
  app.add_option("--slice", o.slices, "only these layers along an axis, as in x=2:3");
  app.add_flag("--distances", o.distances, "on a number board, the fewest moves to the goal");
  within(0.01, 0.5,
         app.add_option("--mesh-thickness", o.mesh_thickness, "of the collision mesh, cells")
             ->capture_default_str());
  within(0.5, 4,
         app.add_option("--ui-scale", o.ui_scale,
                        "size of text and panels; as left last, else as the display asks"));
  app.add_flag("--large-graph", o.large_graph,
               "the state graph in the middle; in a picture with --panels");
  app.add_flag("--help-overlay", o.help_overlay, "the table of keys");
}

void add_output(Command& app, ViewerOptions& o) {
  app.add_option("--screenshot", o.screenshot, "save a picture and end; needs no display");
  app.add_option("--record", o.record, "save a film (.mp4, .webm, .gif) and end; needs no display");
  app.add_option("--save-run", o.save_run,
                 "play to the end, or to --at-move, save a recording and end; needs no display");
  within(1, 1e6,
         app.add_option("--at-move", o.at_move,
                        "the picture is taken when this move, or iteration, has ended; of a "
                        "shorter run, at its end"));
  within(0, 1e6, app.add_option("--at-time", o.at_time, "or after so many simulated seconds"));
  app.add_option("--resolution", o.resolution, "WIDTHxHEIGHT")->capture_default_str();
  app.add_flag("--panels,!--no-panels", o.panels, "with the panels, in pictures and films");
  within(
      0.1, 3600,
      app.add_option("--seconds", o.seconds, "length of the film, at most")->capture_default_str());
  within(0.1, 100,
         app.add_option("--speed", o.speed, "simulated seconds a second, 0.1 to 100")
             ->capture_default_str());
  within(1, 120,
         app.add_option("--fps", o.frames_a_second, "frames a second of the film")
             ->capture_default_str());
  app.add_flag("--benchmark", o.benchmark, "median time of 300 frames, with and without panels");
  app.add_flag("--visibility", o.visibility, "how well the marble is seen, over 12 camera poses");
  app.add_flag("--list-keys", o.list_keys, "the keys, as F1 shows them");
  app.add_flag("--json", o.json, "results as JSON");
}

void list_keys() {
  for (const Shortcut& shortcut : shortcuts())
    if (*shortcut.meaning != '\0') fmt::print("{:<12}{}\n", shortcut.keys, shortcut.meaning);
}

int run(const ViewerOptions& options) {
  if (options.list_keys) return list_keys(), 0;
  expect_outputs(options.maze.file, {{"--screenshot", options.screenshot},
                                     {"--record", options.record},
                                     {"--save-run", options.save_run}});
  if (!options.screenshot.empty() && !options.screenshot.ends_with(".png"))
    throw BadInput("--screenshot", "'" + options.screenshot + "'", "a name that ends in .png");
  if (options.benchmark) return run_benchmark(options), 0;
  if (options.visibility) return report_visibility(options) ? 0 : 1;
  if (!options.screenshot.empty()) take_screenshot(options);
  if (!options.record.empty()) record_film(options);
  if (!options.save_run.empty()) save_run(options);
  if (!options.screenshot.empty() || !options.record.empty() || !options.save_run.empty()) return 0;
  ViewerOptions watched = options;
  watched.background = true;
  const auto bench = make_bench(watched);
  apply_kept_view(*bench, options);
  run_window(*bench, parse_resolution(options.resolution));
  return 0;
}

}  // namespace

int run_viewer(int argc, char** argv) {
  CommandLineProgram program(
      "marblemaze-viewer",
      "Watch an agent solve a marble maze, or play it by hand. F1 in the window lists keys and "
      "mouse.");
  ViewerOptions options;
  add_what_runs(program.root(), options);
  add_view(program.root(), options);
  add_output(program.root(), options);
  return program.run(argc, argv, [&] { return run(options); });
}

}  // namespace marblemaze
