#pragma once

#include <memory>
#include <vector>

#include "maze/world/world.h"

namespace marblemaze {

/// Where the agent stands. `exact` is a copy of the settled world where one is to be had; null
/// means the canonical resting pose of the state.
struct Situation {
  StateId state;
  std::shared_ptr<const World> exact;
};

/// One way a move could end. `ending` is settled or frozen; `state` is meaningless when frozen.
struct Guess {
  Situation to;
  Motion ending = Motion::settled;
  double share = 1;  ///< probability in (0, 1]
};

/// What a move would do: the possible endings, likeliest first, and the cells passed in the
/// likeliest (empty where a model cannot tell).
struct Prediction {
  std::vector<Guess> guesses;
  std::vector<CellId> path;
};

/// A guess at the consequence of moves, from "only the next cell" to a cloned simulation.
class ForwardModel {
 public:
  virtual ~ForwardModel() = default;
  [[nodiscard]] virtual Prediction predict(const Situation& from, MoveId move) const = 0;

  /// The state held likeliest, or nothing where the marble is expected to freeze. A model that can
  /// tell it without building the whole prediction overrides this: searches
  /// ask it thousands of times.
  [[nodiscard]] virtual std::optional<StateId> likeliest(const Situation& from, MoveId move) const {
    const Prediction prediction = predict(from, move);
    if (prediction.guesses.empty() || prediction.guesses.front().ending != Motion::settled)
      return std::nullopt;
    return prediction.guesses.front().to.state;
  }
};

}  // namespace marblemaze
