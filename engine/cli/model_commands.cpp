// Commands that show the outcomes of moves in a model: predict and map.
#include <fmt/format.h>

#include "agent/analysis/state_map.h"
#include "engine/cli/commands.h"
#include "engine/cli/common/options.h"
#include "engine/cli/common/print.h"
#include "engine/sim/marble_worlds.h"
#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/base/parallel.h"
#include "maze/base/text.h"
#include "maze/grid/resting.h"

namespace marblemaze {
namespace {

struct PredictOptions {
  SetupChoice setup;
  std::optional<int> state;
  std::optional<int> move;
};

std::vector<StateId> states_to_predict(const PredictOptions& options, const Maze& maze,
                                       const OrientationScheme& scheme) {
  const int bound = maze.grid().box_cells() * scheme.orientations();
  std::vector<StateId> states;
  for (StateId state(0); state.index < bound; ++state.index)
    if (can_rest(maze, scheme, state) && options.state.value_or(state.index) == state.index)
      states.push_back(state);
  if (states.empty())
    throw BadInput(
        "--state", std::to_string(*options.state),
        fmt::format("one of 0 to {} in which three walls can hold the marble", bound - 1));
  return states;
}

Finding predict(const PredictOptions& options) {
  const Setup setup = options.setup.make();
  const auto scheme = setup.scheme();
  if (options.move && (*options.move < 0 || *options.move >= scheme->moves()))
    throw BadInput("--move", std::to_string(*options.move),
                   fmt::format("0 to {}", scheme->moves() - 1));
  const PathPredictor predictor = setup.predictor();
  Finding all;
  Json predictions = Json::array();
  for (StateId state : states_to_predict(options, *setup.maze, *scheme))
    for (MoveId move : scheme->move_ids()) {
      if (options.move.value_or(move.index) != move.index) continue;
      const Prediction prediction = predictor.predict(state, move);
      const int to = prediction.guesses.front().to->index;
      std::vector<int> path;
      for (CellId cell : prediction.path) path.push_back(cell_number(cell));
      all.text += fmt::format("state {:>5} move {}  cells {}  -> state {}\n", state.index,
                              move.index, fmt::join(path, " "), to);
      predictions.push_back(
          {{"state", state.index}, {"move", move.index}, {"path", path}, {"to", to}});
    }
  all.document["predictions"] = predictions;
  return all;
}

/// Largest displacement of the marble with --knife-edge, in cells.
constexpr double kDisplacement = 1e-4;

struct MapOptions {
  SetupChoice setup;
  bool knife_edge = false;
  int trials = 20;
  int jobs = 0;
  bool json = false;
};

MazeMap make_map(const MapOptions& options) {
  const Setup setup = options.setup.make();
  const Traits traits = marble_world_kind(setup.kind, "model").traits(setup.settings);
  const bool several = options.knife_edge || !traits.deterministic;
  const auto model =
      setup.model({several ? options.trials : 1, options.knife_edge ? kDisplacement : 0, 1});
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
    print_out("{} of moves can differ from run to run, because the actuator has noise\n",
              counted(edges, "outcome"));
  print_out("{}\n", counted(map.traps().size(), "dead-end region"));
  if (!map.solvable()) {
    print_out("unsolvable: no move leads to the target from any of them\n");
    return;
  }
  print_out("solvable in {} moves, {}:\n", *map.optimum(),
            counted(map.shortest_solutions(), "shortest solution"));
  const OrientationScheme& scheme = *mapped.scheme;
  for (const MapArc& arc : map.solution())
    print_out("  {:<17} cell {:>3} -> {}\n",
              scheme.move_name(scheme.orientation(arc.from), arc.move),
              cell_number(scheme.cell(arc.from)), cell_number(scheme.cell(*arc.to)));
}

}  // namespace

void add_predict_command(CLI::App& app) {
  auto options = std::make_shared<PredictOptions>();
  CLI::App* command = app.add_subcommand(
      "predict", "Show where the thesis's path predictor expects each move to end");
  options->setup.maze.add_to(*command, true);
  options->setup.settings.add_to(*command, false);
  options->setup.add_orientations_to(*command);
  command->add_option("--state", options->state,
                      "Only this state; its number is (cell - 1) * orientations + orientation");
  command->add_option("--move", options->move, "Only this move");
  answers(*command, [options] { return predict(*options); });
}

void add_map_command(CLI::App& app) {
  auto options = std::make_shared<MapOptions>();
  CLI::App* command =
      app.add_subcommand("map",
                         "Try every move in every reachable state: can the maze be solved, in how "
                         "many moves, and with which dead-end regions?");
  options->setup.maze.add_to(*command, true);
  options->setup.settings.add_to(*command);
  add_world_option(*command, "--model", options->setup.kind);
  options->setup.add_orientations_to(*command);
  command->add_flag("--knife-edge", options->knife_edge,
                    "Find sensitive moves: try each several times with the marble moved a little");
  command
      ->add_option("--trials", options->trials,
                   "Runs of each move with --knife-edge or with actuator noise")
      ->check(within(2, 10'000));
  add_jobs_option(*command, options->jobs);
  command->add_flag("--json", options->json, "One JSON document");
  set_action(*command, [options] {
    const MazeMap mapped = make_map(*options);
    if (options->json)
      print_out("{}", to_json(mapped));
    else
      print_summary(mapped, options->knife_edge);
  });
}

}  // namespace marblemaze
