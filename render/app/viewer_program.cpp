#include <algorithm>

#include <fmt/format.h>

#include "engine/cli/common/numbers.h"
#include "engine/cli/common/print.h"
#include "engine/run/families/world_registry.h"
#include "engine/world/marble_worlds.h"
#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "render/app/viewer_options.h"
#include "render/app/window.h"
#include "render/panels/shortcuts.h"
#include "render/session/lessons.h"
#include "render/session/settings_file.h"

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
  app.add_option("--agent", o.agent,
                 "the agent that plays (marblemaze agents lists them); with --free the controller "
                 "(agents --free)");
  o.own_agent.add_to(app, {"agent"});
  app.add_option("--orientations", o.orientations, "4 for a flat maze, 8 or 24 for a cube");
  app.add_option("--world", o.world, fmt::format("{}", fmt::join(world_names(), ", ")));
  app.add_flag("--automaton", o.automaton,
               "instead of a run: a cellular automaton that fills the dead ends of the maze");
  within(1, 1e6,
         app.add_option("--solution", o.solution,
                        "instead of a game in a logic maze: show solution 1 (the shortest), 2, 3 "
                        "... (found depth-first)"));
  app.add_flag("--all-solutions", o.all_solutions,
               "instead of a game on a number board: show all shortest solutions at once");
  app.add_flag("--life", o.life, "show the Game of Life; the seed chooses the first cells");
  within(0, 255,
         app.add_option("--elementary", o.elementary,
                        "show the elementary automaton with this rule number"));
  app.add_option("--lesson", o.lesson,
                 fmt::format("start a lesson: {}", fmt::join(lesson_names(), ", ")))
      ->offers(lesson_names());
  within(1, 1000, app.add_option("--level", o.level, "play this level by hand, from 1"));
  app.add_flag("--levels", o.show_levels, "show the card with all levels");
  within(1, 100,
         app.add_option("--lesson-step", o.lesson_step,
                        "begin the lesson with this step, or with its last"));
  app.add_option("--beside", o.second_agent,
                 "show a second agent in the same maze, beside the first");
  app.add_option("--beside-orientations", o.second_orientations,
                 "control scheme of the run beside the first");
  app.add_flag("--by-hand", o.by_hand, "you choose the moves");
  app.add_flag("--recovery", o.recovery,
               "go on when the marble freezes: the agent may tip the maze again");
  add_free_flags(app, o.free, o.rest,
                 {"orientations", "beside", "beside-orientations", "recovery", "agent-command"});
  add_run_option(app, o.run);
}

void add_view(Command& app, ViewerOptions& o) {
  const std::size_t before = app.options().size();
  app.add_option("--theme", o.theme, "dark, light, colour-blind (default: as last used)")
      ->offers({"dark", "light", "colour-blind"});
  app.add_option("--style", o.style, "glass, thesis, collision-mesh (default: as last used)")
      ->offers({"glass", "thesis", "collision-mesh"});
  app.add_option(
         "--quality", o.quality,
         "how finely the glass style is drawn: fast, balanced, fine (default: in the window "
         "the finest that runs smoothly here; in pictures and films fine)")
      ->offers({"fast", "balanced", "fine"});
  app.add_option("--edges", o.edges, "selective, all, none (default: as last used)")
      ->offers({"selective", "all", "none"});
  app.add_option("--walls", o.walls, "plain, visited, axis (default: as last used)")
      ->offers({"plain", "visited", "axis"});
  app.add_option("--frame", o.frame, "what stands still: world or maze (default: as last used)")
      ->offers({"world", "maze"});
  app.add_option("--camera", o.camera,
                 "look along x, y or z, or from YAW,PITCH[,NEARNESS]; angles in degrees");
  app.add_flag("--orientation-points", o.orientation_points,
               "mark the orientations and moves of the control scheme on the cube");
  app.add_flag("--turn-vectors", o.turn_vectors,
               "draw each move as in Figure 22 of the thesis: the vertex that was at the top "
               "(green), the one that will be (red), the axis of the turn (blue)");
  app.add_flag("--contacts", o.contacts, "mark where the marble touches walls");
  within(0, 10, app.add_option("--explode", o.explode, "gap to draw between layers, in cells"));
  within(1, kLargestSide,
         app.add_option("--show-layers", o.layers_shown,
                        "draw only this many layers, from the lowest up"));
  app.add_option("--slice", o.slices, "draw only these layers along an axis, as in x=2:3");
  app.add_flag("--distances", o.distances,
               "write the fewest moves to the goal into each square of a number board");
  within(0.01, 0.5,
         app.add_option("--mesh-thickness", o.mesh_thickness,
                        "thickness of walls with --style collision-mesh, in cells"));
  within(
      0.5, 4,
      app.add_option("--ui-scale", o.ui_scale,
                     "size of text and panels (default: as last used, else as the display needs)"));
  app.add_flag("--large-graph", o.large_graph,
               "draw the explored state space large; a picture needs --panels for it");
  app.add_flag("--help-overlay", o.help_overlay, "show the table of keys");
  app.add_option("--resolution", o.resolution,
                 "size of the window, picture or film as WIDTHxHEIGHT, in pixels (default: of a "
                 "window as last used, else 1280x720)");
  for (std::size_t i = before; i < app.options().size(); ++i)
    app.options()[i]->acts_on({"a picture, a film or a window", [&o] {
                                 return o.save_run.empty() || !o.screenshot.empty() ||
                                        !o.record.empty();
                               }});
}

void add_output(Command& app, ViewerOptions& o) {
  app.add_option("--screenshot", o.screenshot, "save a picture and end; needs no display")
      ->writes_file();
  app.add_option("--record", o.record, "save a film (.mp4, .webm, .gif) and end; needs no display")
      ->writes_file();
  app.add_option("--save-run", o.save_run,
                 "play to the end or to --at-move, save a recording and end; needs no display")
      ->writes_file();
  app.add_option("--poses", o.poses,
                 "draw the poses that come on standard input, as pictures (RGB, on standard "
                 "output) or in a window; docs/reference/python.md uses it")
      ->offers({"pictures", "window"});
  within(1, 1e6,
         app.add_option("--at-move", o.at_move,
                        "take the picture when this move (or iteration) has ended; if the run is "
                        "shorter, at its end"));
  within(
      0, 1e6,
      app.add_option("--at-time", o.at_time, "take the picture after this many simulated seconds"));
  app.add_flag("--no-panels", o.no_panels, "a window without panels; Tab shows them");
  app.add_flag("--panels", o.panels, "draw the panels in pictures and films, too");
  within(0.1, 3600, app.add_option("--seconds", o.seconds, "longest film, in seconds"));
  within(0.1, 100,
         app.add_option("--speed", o.speed,
                        "simulated seconds in a second of the film or window, 0.1 to 100"));
  within(1, 120, app.add_option("--fps", o.frames_a_second, "frames in a second of the film"));
  app.add_flag("--benchmark", o.benchmark,
               "measure how long frames take (300, or those of 20 s), with and without panels");
  app.add_flag("--visibility", o.visibility, "measure how well the marble is seen, from 12 sides");
  app.add_flag("--list-keys", o.list_keys, "list the keys, as F1 shows them");
  app.add_flag("--json", o.json, "print results as one JSON document");
}

bool opens_window(const ViewerOptions& o) {
  return o.screenshot.empty() && o.record.empty() && o.save_run.empty() && !o.benchmark &&
         !o.visibility;
}

/// Of what is asked for, one thing is shown.
void say_what_shows_what(const Command& app, const ViewerOptions& o) {
  const auto kind = [&o] { return marble_kind(o); };
  const std::vector<std::string> instead = {"automaton", "life", "elementary", "lesson", "level"};
  for (std::size_t i = 1; i < instead.size(); ++i)
    app.option(instead[i])
        ->excludes({instead.begin(), instead.begin() + static_cast<std::ptrdiff_t>(i)});
  for (const char* of_runs : {"agent", "agent-command", "orientations", "beside",
                              "beside-orientations", "run", "recovery", "settings", "exact"})
    app.option(of_runs)->excludes(instead);
  for (const char* of_mazes : {"FILE", "size", "dims", "layers", "world"})
    app.option(of_mazes)->excludes({"life", "elementary", "lesson", "level"});
  app.option("seed")->excludes({"elementary", "lesson", "level"});
  app.option("lesson-step")->needs({"lesson"});
  const std::vector<std::string> solutions = {"solution", "all-solutions"};
  app.option("all-solutions")->excludes({"solution"});
  for (const char* of_games : {"agent", "agent-command"}) app.option(of_games)->excludes(solutions);
  app.act_on({"a world that takes any maze", [&o] { return is_marble_world_kind(o.world); }},
             {"size", "dims", "layers"});
  app.act_on({"a run that is not a recording", [&o] { return !shows_recording(o); }},
             {"agent", "agent-command", "world"});
  app.act_on({"a marble maze to run", [kind] { return kind() != nullptr; }},
             {"orientations", "beside", "beside-orientations", "settings", "free"});
  app.act_on({"a marble maze to run with physics",
              [kind] { return kind() != nullptr && kind()->traits({}).posed; }},
             {"exact", "recovery"});
  app.option("run")->acts_on({"an actuator with noise", [&o, kind] {
                                return kind() != nullptr &&
                                       !kind()->traits(o.settings.make()).deterministic;
                              }});
}

/// And it goes to one place: a window, pictures and films, a recording, or figures.
void say_what_goes_where(const Command& app, const ViewerOptions& o) {
  app.option("list-keys")->stands_alone_but_for({"json"});
  app.option("poses")->stands_alone_but_for({"theme", "resolution"});
  app.option("json")->needs({"benchmark", "visibility", "list-keys"});
  app.option("visibility")->excludes({"benchmark"});
  for (const char* file : {"screenshot", "record", "save-run"})
    app.option(file)->excludes({"benchmark", "visibility"});
  app.option("mesh-thickness")->acts_on({"--style collision-mesh or a window", [&o] {
                                           return o.style == "collision-mesh" || opens_window(o);
                                         }});
  app.option("large-graph")->acts_on({"--panels or a window", [&o] {
                                        return o.panels || o.benchmark || opens_window(o);
                                      }});
  for (const char* chosen_there : {"camera", "quality"})
    app.option(chosen_there)->excludes({"visibility"});
  app.option("speed")->acts_on({"a film, a window, --benchmark or --at-time", [&o] {
                                  return !o.record.empty() || o.benchmark || o.at_time >= 0 ||
                                         opens_window(o);
                                }});
  app.option("panels")->needs({"screenshot", "record"});
  app.option("no-panels")->acts_on({"a window", [&o] { return opens_window(o); }});
  for (const char* of_films : {"seconds", "fps"}) app.option(of_films)->needs({"record"});
  app.option("at-time")->needs({"screenshot", "visibility"});
  app.option("at-move")
      ->needs({"screenshot", "save-run", "visibility"})
      ->acts_on({"--save-run or a picture without --at-time",
                 [&o] { return !o.save_run.empty() || o.at_time < 0; }});
}

void list_keys(bool json) {
  Json list = Json::array();
  for (const Shortcut& shortcut : shortcuts()) {
    if (*shortcut.meaning == '\0') continue;
    if (json)
      list.push_back({{"keys", shortcut.keys}, {"meaning", shortcut.meaning}});
    else
      print_out("{:<12}{}\n", shortcut.keys, shortcut.meaning);
  }
  if (json) print_out("{}\n", Json{{"keys", list}}.dump());
}

// `plain`: nothing was said of what is to be shown, so that it is what was shown last.
Exit run(const ViewerOptions& options, bool plain) {
  if (options.list_keys) return list_keys(options.json), Exit::done;
  if (!options.screenshot.empty() && !options.screenshot.ends_with(".png"))
    throw BadInput("--screenshot", "'" + options.screenshot + "'", "a name that ends in .png");
  if (!options.poses.empty()) return draw_poses(options), Exit::done;
  if (options.benchmark) return run_benchmark(options), Exit::done;
  if (options.visibility) return report_visibility(options) ? Exit::done : Exit::not_reached;
  if (!options.screenshot.empty()) take_screenshot(options);
  if (!options.record.empty()) record_film(options);
  if (!options.save_run.empty()) save_run(options);
  if (!opens_window(options)) return Exit::done;
  ViewerOptions watched = options;
  watched.background = true;
  const auto bench = make_bench(watched);
  if (plain) load_played(*bench);
  apply_kept_view(*bench, options);
  if (bench->played().by_hand()) bench->ask({Act::play_by_hand, 1});  // which says how to play
  if (!options.resolution.empty()) bench->view.window_size = parse_resolution(options.resolution);
  run_window(*bench);
  return Exit::done;
}

}  // namespace

int run_viewer(int argc, char** argv) {
  CommandLineProgram program(
      "marblemaze-viewer",
      "Watch an agent solve a marble maze, or play it by hand. F1 in the window explains keys and "
      "mouse.");
  ViewerOptions options;
  add_what_runs(program.root(), options);
  const std::size_t of_runs = program.root().options().size();
  add_view(program.root(), options);
  add_output(program.root(), options);
  say_what_shows_what(program.root(), options);
  say_what_goes_where(program.root(), options);
  program.root().callback([&] {
    const auto& all = program.root().options();
    return run(options, std::none_of(all.begin(), all.begin() + static_cast<long>(of_runs),
                                     [](const auto& option) {
                                       return option->given() && option->name() != "by-hand";
                                     }));
  });
  return static_cast<int>(program.run(argc, argv));
}

}  // namespace marblemaze
