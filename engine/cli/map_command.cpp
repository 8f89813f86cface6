
#include "agent/analysis/maze_map.h"
#include "engine/cli/common/command_line.h"
#include "engine/cli/common/numbers.h"
#include "engine/cli/common/print.h"
#include "engine/run/world_factory.h"
#include "maze/base/parallel.h"
#include "maze/base/words.h"

namespace marblemaze {
namespace {

struct MapOptions {
  SetupChoice setup;
  bool knife_edge = false;
  int trials = 20;
  double displacement = 1e-4;
  int jobs = 0;
  bool json = false, dot = false, graphml = false;
};

MazeMap make_map(const MapOptions& options) {
  const Setup setup = options.setup.make();
  const Traits traits = marble_world_kind(setup.kind, "model").traits(setup.settings);
  const bool several = options.knife_edge || !traits.deterministic;
  const auto model = setup.model(
      {several ? options.trials : 1, options.knife_edge ? options.displacement : 0, 1}, "a map");
  return {
      explore(*model, *setup.advice().rules, setup.predicted_start(), threads_for(options.jobs)),
      setup.scheme()};
}

void print_summary(const MazeMap& mapped, bool knife_edge) {
  const StateMap& map = mapped.map;
  long frozen = 0, tried = 0, edges = 0;
  for (const MapArc& arc : map.arcs()) {
    frozen += !arc.to;
    tried += !arc.certain;
    edges += arc.probability < 1;
  }
  print_out("{} states can be reached; {} moves tried, {} of them freeze the marble\n",
            map.states().size(), tried, frozen);
  if (knife_edge)
    print_out("{} moves are sensitive: a tiny displacement changes where they end\n", edges);
  else if (edges > 0)
    print_out("{} endings of moves are random: the actuator has noise\n", edges);
  print_out("{}\n", counted(map.traps().size(), "dead-end region"));
  if (!map.solvable()) {
    print_out("unsolvable: no move leads to the target from any of them\n");
    return;
  }
  print_out("solvable in {} moves, in {}:\n", *map.optimum(),
            counted(map.shortest_solutions(), "way"));
  const OrientationScheme& scheme = *mapped.scheme;
  for (const MapArc& arc : map.solution())
    print_out("  {:<17} cell {:>3} -> {}\n",
              scheme.move_name(scheme.orientation(arc.from), arc.move),
              cell_number(scheme.cell(arc.from)), cell_number(scheme.cell(*arc.to)));
}

void run_map(const MapOptions& options) {
  const MazeMap mapped = make_map(options);
  const auto label = [&](StateId state) { return mapped.label(state); };
  if (options.dot)
    print_out("{}", to_dot(mapped.map, label));
  else if (options.graphml)
    print_out("{}", to_graphml(mapped));
  else if (options.json)
    print_out("{}", to_json(mapped));
  else
    print_summary(mapped, options.knife_edge);
}

}  // namespace

void add_map_command(Command& app) {
  auto options = std::make_shared<MapOptions>();
  Command* command =
      app.add_subcommand("map",
                         "Try every move of every state that can be reached: can the "
                         "maze be solved, in how many moves, with which dead-end regions?");
  options->setup.maze.add_to(*command, true);
  options->setup.settings.add_to(*command)->acts_on(physics_in(options->setup.kind));
  command->add_option("--model", options->setup.kind, marble_world_names({}, true));
  options->setup.add_scheme_to(*command);
  command
      ->add_flag("--knife-edge", options->knife_edge,
                 "Find sensitive moves: try each several times with the marble moved a little")
      ->acts_on(physics_in(options->setup.kind));
  const Subject chance = chance_in(options->setup.kind, options->setup.settings);
  within(
      2, 10'000,
      command->add_option("--trials", options->trials,
                          "Runs of each move with --knife-edge, or where the actuator has noise"))
      ->acts_on({"--knife-edge or " + chance.words,
                 [options, chance] { return options->knife_edge || chance.there(); }});
  // Farther the marble would lie in a wall.
  within(0, 0.1,
         command->add_option("--displacement", options->displacement,
                             "With --knife-edge: how far the marble is moved at most, in cells"))
      ->needs({"knife-edge"});
  add_jobs_option(*command, options->jobs);
  Command* form = command->add_option_group("Form");
  form->add_flag("--json", options->json, "One JSON document");
  form->add_flag("--dot", options->dot, "Graphviz");
  form->add_flag("--graphml", options->graphml, "GraphML");
  form->require_option(0, 1);
  command->callback([options] { run_map(*options); });
}

}  // namespace marblemaze
