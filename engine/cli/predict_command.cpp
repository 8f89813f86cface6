
#include <fmt/format.h>

#include "engine/cli/common/command_line.h"
#include "engine/cli/common/print.h"
#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/grid/resting.h"

namespace marblemaze {
namespace {

struct PredictOptions {
  SetupChoice setup;
  std::optional<int> state;
  std::optional<int> move;
  bool json = false;
};

struct Predicted {
  StateId state;
  MoveId move;
  std::vector<int> path;
  StateId to;
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
        "state", std::to_string(*options.state),
        fmt::format("one of 0 to {} in which three walls can hold the marble", bound - 1));
  return states;
}

std::vector<Predicted> predict_all(const PredictOptions& options) {
  const Setup setup = options.setup.make();
  const auto scheme = setup.scheme();
  if (options.move && (*options.move < 0 || *options.move >= scheme->moves()))
    throw BadInput("move", std::to_string(*options.move),
                   fmt::format("0 to {}", scheme->moves() - 1));
  const PathPredictor predictor = setup.predictor();
  std::vector<Predicted> all;
  for (StateId state : states_to_predict(options, *setup.maze, *scheme))
    for (MoveId move : scheme->move_ids()) {
      if (options.move.value_or(move.index) != move.index) continue;
      const Prediction prediction = predictor.predict(state, move);
      Predicted entry{state, move, {}, *prediction.guesses.front().to};
      for (CellId cell : prediction.path) entry.path.push_back(cell_number(cell));
      all.push_back(std::move(entry));
    }
  return all;
}

void print_predictions(const std::vector<Predicted>& predictions, bool json) {
  if (!json) {
    for (const Predicted& p : predictions)
      print_out("state {:>5} move {}  cells {}  -> state {}\n", p.state.index, p.move.index,
                fmt::join(p.path, " "), p.to.index);
    return;
  }
  const auto predicted = [](const Predicted& p) -> Json {
    return {{"state", p.state.index}, {"move", p.move.index}, {"path", p.path}, {"to", p.to.index}};
  };
  print_out("{}\n", Json{{"predictions", Json::list(predictions, predicted)}}.dump());
}

}  // namespace

void add_predict_command(Command& app) {
  auto options = std::make_shared<PredictOptions>();
  Command* command = app.add_subcommand(
      "predict", "Show where the thesis's path predictor expects each move to end");
  options->setup.maze.add_to(*command, true);
  options->setup.settings.add_file_to(*command);
  options->setup.add_scheme_to(*command);
  command->add_option("--state", options->state,
                      "Only this state; its number is (cell - 1) * orientations + orientation");
  command->add_option("--move", options->move, "Only this move");
  command->add_flag("--json", options->json, "One JSON document");
  command->callback([options] { print_predictions(predict_all(*options), options->json); });
}

}  // namespace marblemaze
