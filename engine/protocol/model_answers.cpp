#include "engine/protocol/model_answers.h"

#include <algorithm>

#include <fmt/format.h>

#include "maze/base/numbers.h"
#include "maze/grid/maze.h"

namespace marblemaze {

const ForwardModel* ModelAnswers::model(std::string_view name) {
  if (name == "first-cell") return advice_.first_cell().get();
  if (name == "predictor") return advice_.predictor().get();
  if (name != "imagination" || !advice_.imagination()) return nullptr;
  if (!imagination_) imagination_ = advice_.imagination()(1);
  return imagination_.get();
}

std::string ModelAnswers::opening() const {
  if (!may_ask_) return "";
  std::string line = "models";
  if (advice_.first_cell()) line += " first-cell";
  if (advice_.predictor()) line += " predictor";
  if (advice_.imagination()) line += " imagination";
  return line + "\n";
}

// A settled state of a maze says itself what it is. Of other worlds, and of balanced states, only
// those are known that the world has been in or a model has told.
bool ModelAnswers::can_be_asked_of(StateId state) const {
  if (told_.contains(state)) return true;
  const Maze* const maze = advice_.maze().get();
  return maze != nullptr && state.index >= 0 &&
         maze->grid().in_maze(CellId(state.index / advice_.orientations()));
}

std::optional<std::string> ModelAnswers::answer(const std::vector<std::string_view>& words) {
  if (!may_ask_ || words.size() != 4) return std::nullopt;
  const auto state = number_from<std::int32_t>(words[2]),
             move = number_from<std::int32_t>(words[3]);
  if (!state || !move || !can_be_asked_of(StateId(*state))) return std::nullopt;
  const auto moves = advice_.rules()->moves(StateId(*state));
  if (std::find(moves.begin(), moves.end(), MoveId(*move)) == moves.end()) return std::nullopt;
  const ForwardModel* const asked = model(words[1]);
  if (asked == nullptr) return std::nullopt;
  std::string line = "told";
  for (const Guess& guess : asked->predict(StateId(*state), MoveId(*move)).guesses) {
    line += guess.to ? fmt::format(" {} settled {:.6g}", guess.to->index, guess.probability)
                     : fmt::format(" -1 frozen {:.6g}", guess.probability);
    if (guess.to) tell(*guess.to);
  }
  return line + "\n";
}

}  // namespace marblemaze
