#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "maze/world/world.h"

namespace marblemaze {

/// Where the agent stands. `exact` is a copy of the settled world where one is to be had; null
/// means the canonical resting pose of the state.
struct Situation {
  StateId state;
  std::shared_ptr<const World> exact;  ///< at rest in `state`
};

/// One way a move could end. `ending` is settled or frozen; `state` is meaningless when frozen.
struct Guess {
  Situation to;
  Motion ending = Motion::settled;
  double probability = 1;  ///< in (0, 1]
};

/// What a move would do.
struct Prediction {
  std::vector<Guess> guesses;  ///< likeliest first; their probabilities add up to 1 at most
  std::vector<CellId> path;    ///< cells passed in the likeliest; empty where a model cannot tell
};

/// A guess at the consequence of moves, from "only the next cell" to a cloned simulation. Asking
/// changes no answer. A model implements the do_ functions; both public ones assert what they need
/// and what they promise.
class ForwardModel {
 public:
  virtual ~ForwardModel() = default;

  /// Needs a valid state, a copy that rests in it where there is one, and a move that the state
  /// has. The guesses are as Prediction says.
  [[nodiscard]] Prediction predict(const Situation& from, MoveId move) const;

  /// The state held likeliest, or nothing where the marble is expected to freeze. Needs the same.
  [[nodiscard]] std::optional<StateId> likeliest(const Situation& from, MoveId move) const;

 protected:
  [[nodiscard]] virtual Prediction do_predict(const Situation& from, MoveId move) const = 0;
  /// A model that can tell it without building the whole prediction overrides this: searches ask it
  /// thousands of times.
  [[nodiscard]] virtual std::optional<StateId> do_likeliest(const Situation& from,
                                                            MoveId move) const;
};

}  // namespace marblemaze
