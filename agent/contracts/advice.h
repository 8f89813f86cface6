#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "maze/grid/ids.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/world/rules.h"

namespace marblemaze {

/// One way a move could end.
struct Guess {
  std::optional<StateId> to;  ///< empty: the marble freezes
  double probability = 1;     ///< in (0, 1]
};

/// Predicted results of a move. A model that is certain gives one guess with probability 1.
/// Probabilities may sum to less than 1; the remainder is the probability of an unknown result.
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

class Maze;

/// An information set as a bit mask: what a planner may use beside the agent's own experience,
/// which every planner has. Rows of agent/search/planner_registry.cpp name theirs.
enum class Knowledge : unsigned {
  experience = 0,        ///< nothing more
  distances = 1 << 0,    ///< 4.3: how far a state's place is from the goal
  next_cell = 1 << 1,    ///< 4.4: the next adjacent cell
  predictor = 1 << 2,    ///< 4.5: the whole path of a move
  rules = 1 << 3,        ///< 4.6: goal, moves and certain results of states never met
  copies = 1 << 4,       ///< exact copies of the world, to try moves in
  imagination = 1 << 5,  ///< a simulation of its own
  walls = 1 << 6,        ///< the maze itself
};
[[nodiscard]] constexpr Knowledge operator|(Knowledge a, Knowledge b) {
  return static_cast<Knowledge>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
/// Is all of `part` in the mask?
[[nodiscard]] constexpr bool includes(Knowledge mask, Knowledge part) {
  return (static_cast<unsigned>(mask) & static_cast<unsigned>(part)) == static_cast<unsigned>(part);
}

/// How far a state's place is from the goal (thesis 4.3): cells of the theoretical path in a marble
/// maze. Smaller is better; 1 at the goal.
using GoalDistance = std::function<double(StateId)>;

class GrantedAdvice;

/// Everything an agent could be told about a world beside its own experience. Whoever makes a world
/// makes its advice; a planner is handed only what restricted_to() leaves of it. What a world
/// cannot offer is null, all but the rules.
struct Advice {
  std::shared_ptr<const Rules> rules;              ///< never null
  GoalDistance distance;                           ///< 4.3: theoretical path length
  std::shared_ptr<const ForwardModel> first_cell;  ///< 4.4: the next adjacent cell
  std::shared_ptr<const ForwardModel> predictor;   ///< 4.5: the whole path of a move
  Imagining imagination;                           ///< null: the predictor is all there is
  std::shared_ptr<const Maze> maze;                ///< null in a world without walls
  ControlScheme control = ControlScheme::none;     ///< a state is cell * orientations + orientation
  std::string world = {};  ///< its kind, as the command line knows it: "bullet"
  bool recovery = false;   ///< of the run: balanced states are no end
  std::uint64_t seed = 1;  ///< of a randomised agent: by default the same in every run of a maze

  [[nodiscard]] GrantedAdvice restricted_to(Knowledge mask) const;
};

/// Thrown by a planner's constructor that asks for knowledge outside its class: a programmer's
/// mistake in a planner or in its row of the registry. The message names what was asked for.
struct ForbiddenKnowledge : std::logic_error {
  using std::logic_error::logic_error;
};

/// The advice that one information set grants. It does not hold the rest, and asking for the
/// rest throws ForbiddenKnowledge. What is granted may still be null where the world cannot offer
/// it (see Advice).
class GrantedAdvice {
 public:
  /// The part of `advice` that is in the mask.
  GrantedAdvice(Advice advice, Knowledge mask);

  [[nodiscard]] const GoalDistance& distance() const {
    return granted(advice_.distance, Knowledge::distances, "theoretical distances");
  }
  [[nodiscard]] const std::shared_ptr<const ForwardModel>& first_cell() const {
    return granted(advice_.first_cell, Knowledge::next_cell, "the next cell");
  }
  [[nodiscard]] const std::shared_ptr<const ForwardModel>& predictor() const {
    return granted(advice_.predictor, Knowledge::predictor, "the path predictor");
  }
  [[nodiscard]] const std::shared_ptr<const Rules>& rules() const {
    return granted(advice_.rules, Knowledge::rules, "the rules of states never met");
  }
  [[nodiscard]] const Imagining& imagination() const {
    return granted(advice_.imagination, Knowledge::imagination, "a simulation of its own");
  }
  [[nodiscard]] const std::shared_ptr<const Maze>& maze() const {
    return granted(advice_.maze, Knowledge::walls, "the walls");
  }
  /// Asks for copies of the world, which come with each Situation.
  void require_copies() const { require(Knowledge::copies, "copies of the world"); }
  /// Everybody knows what the numbers of states say, and what kind of world it is.
  [[nodiscard]] int orientations() const { return orientations_of(advice_.control); }
  [[nodiscard]] const std::string& world() const { return advice_.world; }
  [[nodiscard]] bool recovery() const { return advice_.recovery; }
  [[nodiscard]] std::uint64_t seed() const { return advice_.seed; }

 private:
  void require(Knowledge part, const char* name) const;
  template <class T>
  [[nodiscard]] const T& granted(const T& of, Knowledge part, const char* name) const {
    require(part, name);
    return of;
  }

  Advice advice_;
  Knowledge mask_;
};

}  // namespace marblemaze
