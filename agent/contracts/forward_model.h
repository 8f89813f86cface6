#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "maze/grid/ids.h"

namespace marblemaze {

/// One way a move could end.
struct Guess {
  std::optional<StateId> to;  ///< empty: the marble freezes
  double probability = 1;     ///< in (0, 1]
};

/// What a move would do. A model that is certain gives one guess with the probability 1. What the
/// probabilities lack of 1 is what the model cannot say anything about.
struct Prediction {
  std::vector<Guess> guesses;  ///< likeliest first; their probabilities add up to 1 at most
  std::vector<CellId> path;    ///< cells passed in the likeliest; empty where a model cannot tell
};

/// A move from a state: in the field's words a state-action pair.
using StateMove = std::pair<StateId, MoveId>;

/// A guess at the consequence of moves, from "only the next cell" (thesis 4.4) over the path
/// predictor (4.5) to a cloned simulation (4.6, as an idea). It is how an agent looks ahead without
/// touching its world, and it may be wrong.
///
/// Asking changes no answer, and equal questions get equal answers, be it in another order. Whether
/// several threads may ask at once is a matter of the model; explore() in
/// agent/analysis/state_map.h needs one that allows it.
///
/// A model implements the do_ functions; both public ones assert what they need and what they
/// promise. None throws.
class ForwardModel {
 public:
  virtual ~ForwardModel() = default;

  /// All that the model can say of a move from the canonical resting pose of a state, with the
  /// marble in the lowest corner of its cell. Needs a valid state and a valid move, which must be
  /// one that the state has. The guesses are as Prediction says; without any the model has no idea.
  [[nodiscard]] Prediction predict(StateId from, MoveId move) const;

  /// predict() for each of several moves: the same answers, sooner where the model can work on them
  /// side by side.
  [[nodiscard]] std::vector<Prediction> predict_all(std::span<const StateMove> moves) const;

  /// The state held likeliest, or nothing where the marble is expected to freeze or nothing is
  /// expected at all. Needs the same. Agrees with the first guess of predict().
  [[nodiscard]] std::optional<StateId> likeliest(StateId from, MoveId move) const;

 protected:
  /// May rely on what predict() needs.
  [[nodiscard]] virtual Prediction do_predict(StateId from, MoveId move) const = 0;
  [[nodiscard]] virtual std::vector<Prediction> do_predict_all(
      std::span<const StateMove> moves) const;
  /// A model that can tell it without building the whole prediction overrides this: searches ask it
  /// thousands of times.
  [[nodiscard]] virtual std::optional<StateId> do_likeliest(StateId from, MoveId move) const;
};

/// Makes the agent's own simulation, which tells the endings of a move with their probabilities.
/// `parameter_error` says how far its physics may be off: 1 is its usual error. Making it takes a
/// while, so only who imagines asks.
using Imagining = std::function<std::shared_ptr<const ForwardModel>(double parameter_error)>;

}  // namespace marblemaze
