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

#include "maze/grid/grid.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/world/world.h"

namespace marblemaze {

/// One possible result of a move.
struct Guess {
  std::optional<StateId> to;  ///< empty if the marble freezes
  double probability = 1;     ///< in (0, 1]
};

/// Predicted results of a move. A model that is certain returns one guess with probability 1.
/// Probabilities may sum to less than 1; the remainder is the probability of an unknown result.
struct Prediction {
  std::vector<Guess> guesses;  ///< most likely first; their probabilities sum to at most 1
  std::vector<CellId> path;    ///< cells on the most likely path; empty if the model has no path
};

/// A state and a move from it: a state-action pair.
using StateMove = std::pair<StateId, MoveId>;

/// A model that predicts the results of moves, so an agent can look ahead without acting on its
/// world. A model may be wrong. The models range from "only the next cell" (thesis 4.4) through the
/// path predictor (4.5) to a cloned simulation (4.6, mentioned as an idea).
///
/// Predictions do not depend on earlier calls or their order. The documentation of each model
/// states whether several threads may call it at the same time, which explore() in
/// agent/analysis/state_map.h requires.
///
/// A model implements the do_ functions. The public functions assert the preconditions and the
/// postconditions. No function throws.
class ForwardModel {
 public:
  virtual ~ForwardModel() = default;

  /// Predicts the results of a move from the canonical resting pose of a state, in which the marble
  /// lies in the lowest corner of its cell. An empty list of guesses means that the model cannot
  /// predict this move. Requires: the state and the move are valid, and the state has the move.
  [[nodiscard]] Prediction predict(StateId from, MoveId move) const;

  /// Returns predict() for each of several moves. A model may compute them together faster.
  [[nodiscard]] std::vector<Prediction> predict_all(std::span<const StateMove> moves) const;

  /// Returns the most likely resulting state, or nullopt if the marble will probably freeze or the
  /// model cannot predict this move. Equals the first guess of predict() and has the same
  /// requirements.
  [[nodiscard]] std::optional<StateId> most_likely(StateId from, MoveId move) const;

 protected:
  [[nodiscard]] virtual Prediction do_predict(StateId from, MoveId move) const = 0;
  [[nodiscard]] virtual std::vector<Prediction> do_predict_all(
      std::span<const StateMove> moves) const;
  /// Override this function if the most likely state can be found without the whole prediction,
  /// because searches call it thousands of times.
  [[nodiscard]] virtual std::optional<StateId> do_most_likely(StateId from, MoveId move) const;
};

/// Creates the agent's own simulation, which predicts the results of a move with their
/// probabilities. `parameter_error` scales the error of its physical parameters; 1 is the default
/// error. The call is slow, so only planners that use the simulation create one.
using MakePlanningModel =
    std::function<std::shared_ptr<const ForwardModel>(double parameter_error)>;

class Maze;

/// Access level as a bit mask: what a planner may use in addition to the agent's own experience,
/// which is available to every planner. Each row of agent/search/searches.cpp contains a level.
enum class AccessLevel : unsigned {
  experience = 0,      ///< nothing in addition
  distances = 1 << 0,  ///< 4.3: distance from the position of a state to the goal
  next_cell = 1 << 1,  ///< 4.4: the next adjacent cell
  predictor = 1 << 2,  ///< 4.5: the whole path of a move
  rules = 1 << 3,   ///< 4.6: goal, moves and certain results of states that have not been visited
  copies = 1 << 4,  ///< exact copies of the world in which moves can be tried
  imagination = 1 << 5,  ///< the agent's own simulation
  walls = 1 << 6,        ///< the maze itself
};
[[nodiscard]] constexpr AccessLevel operator|(AccessLevel a, AccessLevel b) {
  return static_cast<AccessLevel>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
/// Returns whether the mask contains all of `part`.
[[nodiscard]] constexpr bool includes(AccessLevel mask, AccessLevel part) {
  return (static_cast<unsigned>(mask) & static_cast<unsigned>(part)) == static_cast<unsigned>(part);
}

/// Distance from the position of a state to the goal (thesis 4.3): the number of cells of the
/// theoretical path in a marble maze. Smaller is better; at the goal, it is 1.
using GoalDistance = std::function<double(StateId)>;

class GrantedAdvice;

/// Everything that an agent could learn about a world in addition to its own experience. The code
/// that creates a world also creates its advice; a planner receives only the part that
/// restricted_to() grants. Members that a world cannot provide are null, except the rules.
struct Advice {
  std::shared_ptr<const Rules> rules;              ///< never null
  GoalDistance distance;                           ///< 4.3: theoretical path length
  std::shared_ptr<const ForwardModel> first_cell;  ///< 4.4: the next adjacent cell
  std::shared_ptr<const ForwardModel> predictor;   ///< 4.5: the whole path of a move
  MakePlanningModel imagination;     ///< null if the world has no model besides the predictor
  std::shared_ptr<const Maze> maze;  ///< null in a world without walls
  ControlScheme control = ControlScheme::none;  ///< a state is cell * orientations + orientation
  std::string world = {};  ///< kind of the world as on the command line, for example "bullet"
  bool recovery = false;   ///< whether the run continues from balanced states
  /// Seed of a randomised agent; by default the same in all runs of a maze.
  std::uint64_t seed = 1;

  [[nodiscard]] GrantedAdvice restricted_to(AccessLevel mask) const;
};

/// Exception that a planner's constructor throws if it requests something outside its access level.
/// This is a programming error in the planner or in its row of the registry. The message states
/// what the planner requested.
struct ForbiddenAccess : std::logic_error {
  using std::logic_error::logic_error;
};

/// The part of the advice that one access level grants. It does not contain the rest, and
/// requesting the rest throws ForbiddenAccess. A granted member may still be null if the world
/// cannot provide it (see Advice).
class GrantedAdvice {
 public:
  /// Stores the part of `advice` that is in the mask.
  GrantedAdvice(Advice advice, AccessLevel mask);

  [[nodiscard]] const GoalDistance& distance() const {
    return granted(advice_.distance, AccessLevel::distances, "theoretical distances");
  }
  [[nodiscard]] const std::shared_ptr<const ForwardModel>& first_cell() const {
    return granted(advice_.first_cell, AccessLevel::next_cell, "the next cell");
  }
  [[nodiscard]] const std::shared_ptr<const ForwardModel>& predictor() const {
    return granted(advice_.predictor, AccessLevel::predictor, "the path predictor");
  }
  [[nodiscard]] const std::shared_ptr<const Rules>& rules() const {
    return granted(advice_.rules, AccessLevel::rules, "the rules of unvisited states");
  }
  [[nodiscard]] const MakePlanningModel& imagination() const {
    return granted(advice_.imagination, AccessLevel::imagination, "a simulation of its own");
  }
  [[nodiscard]] const std::shared_ptr<const Maze>& maze() const {
    return granted(advice_.maze, AccessLevel::walls, "the walls");
  }
  /// Throws ForbiddenAccess unless the level grants copies of the world, in which case each
  /// Situation contains one.
  void require_copies() const { require(AccessLevel::copies, "copies of the world"); }
  /// Facts that every planner knows: how states are numbered and which kind of world it acts in.
  [[nodiscard]] int orientations() const { return orientations_of(advice_.control); }
  [[nodiscard]] const std::string& world() const { return advice_.world; }
  [[nodiscard]] bool recovery() const { return advice_.recovery; }
  [[nodiscard]] std::uint64_t seed() const { return advice_.seed; }

 private:
  void require(AccessLevel part, const char* name) const;
  template <class T>
  [[nodiscard]] const T& granted(const T& of, AccessLevel part, const char* name) const {
    require(part, name);
    return of;
  }

  Advice advice_;
  AccessLevel mask_;
};

/// Parameters of agents, as opposed to parameters of the world.
struct AgentSettings {
  /// Speed above which the predicted marble crosses a hole. The unit is one straight cell of
  /// vertical fall: each straight step adds the projection of unit gravity on its direction
  /// (PathPredictor).
  double predictor_threshold = 0.65;  // 1

  bool operator==(const AgentSettings&) const = default;
};

}  // namespace marblemaze
