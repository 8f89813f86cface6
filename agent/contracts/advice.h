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

struct Guess {
  std::optional<StateId> to;  ///< nullopt if the marble freezes
  double probability = 1;     ///< in (0, 1]
};

/// Predicted results of a move. A deterministic model returns a single guess with probability 1. If
/// the probabilities sum to less than 1, the remainder is the probability of an unknown result.
struct Prediction {
  std::vector<Guess> guesses;  ///< sorted by probability, most likely first
  std::vector<CellId> path;    ///< cells along the most likely path; empty if unknown

  [[nodiscard]] std::optional<StateId> most_likely() const {
    return guesses.empty() ? std::nullopt : guesses.front().to;
  }
};

using StateMove = std::pair<StateId, MoveId>;

/// Predicts the results of moves, so that an agent can look ahead without acting on the world.
/// Predictions may be wrong. Implementations predict the next cell (thesis 4.4), predict the whole
/// path (4.5), or run a simulation (4.6).
///
/// Predictions do not depend on previous calls. Each class documents whether it is thread-safe.
/// Subclasses implement the do_ functions. No function throws.
class ForwardModel {
 public:
  virtual ~ForwardModel() = default;

  /// Predicts the results of a move. The marble starts in the canonical resting pose of the state,
  /// in the lowest corner of the cell. The list of guesses is empty if the model cannot predict the
  /// move. Requires: the state and the move are valid, and the state has the move.
  [[nodiscard]] Prediction predict(StateId from, MoveId move) const;

  [[nodiscard]] std::vector<Prediction> predict_all(std::span<const StateMove> moves) const;

  /// Returns the most likely resulting state. Returns nullopt if the marble will probably freeze or
  /// if the model cannot predict the move. Requires: the state and the move are valid, and the
  /// state has the move.
  [[nodiscard]] std::optional<StateId> most_likely(StateId from, MoveId move) const;

 protected:
  [[nodiscard]] virtual Prediction do_predict(StateId from, MoveId move) const = 0;
  [[nodiscard]] virtual std::vector<Prediction> do_predict_all(
      std::span<const StateMove> moves) const;
  /// Override this function if the most likely state is cheaper to compute than a full prediction.
  /// Without the override of PathPredictor, which avoids the list of cells, runs of
  /// complete-solution-prediction in the world "predicted" take 13 % more CPU time.
  [[nodiscard]] virtual std::optional<StateId> do_most_likely(StateId from, MoveId move) const;
};

/// Creates the agent's own simulation, which predicts results with probabilities. `parameter_error`
/// scales the error of the simulation's physical parameters. Creating a simulation is slow.
using MakePlanningModel =
    std::function<std::shared_ptr<const ForwardModel>(double parameter_error)>;

class Maze;

/// Bit mask of the information that a planner receives in addition to the agent's own experience.
enum class AccessFlags : unsigned {
  experience = 0,
  distances = 1 << 0,    ///< thesis 4.3, distance from a state to the goal
  first_cell = 1 << 1,   ///< thesis 4.4, the next adjacent cell
  predictor = 1 << 2,    ///< thesis 4.5, the whole path of a move
  rules = 1 << 3,        ///< thesis 4.6, goal, moves and certain results of unvisited states
  copies = 1 << 4,       ///< exact copies of the world for trying moves
  imagination = 1 << 5,  ///< the agent's own simulation
  walls = 1 << 6,
};
[[nodiscard]] constexpr AccessFlags operator|(AccessFlags a, AccessFlags b) {
  return static_cast<AccessFlags>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
[[nodiscard]] constexpr bool includes(AccessFlags mask, AccessFlags part) {
  return (static_cast<unsigned>(mask) & static_cast<unsigned>(part)) == static_cast<unsigned>(part);
}

/// Distance from a state to the goal (thesis 4.3). In a marble maze, the distance is the number of
/// cells on the theoretical path. The distance at the goal is 1.
using GoalDistance = std::function<double(StateId)>;

class GrantedAdvice;

/// Information about a world beyond the agent's own experience. A planner receives only the part
/// that restricted_to() grants. Members that a world cannot provide are null, except the rules.
struct Advice {
  std::shared_ptr<const Rules> rules;  ///< never null
  GoalDistance distance;
  std::shared_ptr<const ForwardModel> first_cell;
  std::shared_ptr<const ForwardModel> predictor;
  MakePlanningModel make_planning_model;        ///< null if the predictor is the only model
  std::shared_ptr<const Maze> maze;             ///< null in a world without walls
  ControlScheme control = ControlScheme::none;  ///< determines how states are numbered
  std::string world = {};  ///< world type on the command line, such as "bullet"
  bool recovery = false;   ///< true if runs continue from balanced states
  /// Seed for randomised agents. By default, all runs in a maze use the same seed.
  std::uint64_t seed = 1;

  [[nodiscard]] GrantedAdvice restricted_to(AccessFlags mask) const;
};

/// Thrown if a planner's constructor requests information outside the planner's access level, which
/// is a programming error. The message names the requested information.
struct ForbiddenAccess : std::logic_error {
  using std::logic_error::logic_error;
};

/// Advice restricted to one access level. Requests outside the access level throw ForbiddenAccess.
/// A granted member may still be null if the world cannot provide it.
class GrantedAdvice {
 public:
  GrantedAdvice(Advice advice, AccessFlags mask) : advice_(std::move(advice)), mask_(mask) {}

  [[nodiscard]] const GoalDistance& distance() const {
    return granted(advice_.distance, AccessFlags::distances, "theoretical distances");
  }
  [[nodiscard]] const std::shared_ptr<const ForwardModel>& first_cell() const {
    return granted(advice_.first_cell, AccessFlags::first_cell, "the next cell");
  }
  [[nodiscard]] const std::shared_ptr<const ForwardModel>& predictor() const {
    return granted(advice_.predictor, AccessFlags::predictor, "the path predictor");
  }
  [[nodiscard]] const std::shared_ptr<const Rules>& rules() const {
    return granted(advice_.rules, AccessFlags::rules, "the rules of unvisited states");
  }
  [[nodiscard]] const MakePlanningModel& imagination() const {
    return granted(advice_.make_planning_model, AccessFlags::imagination,
                   "a simulation of its own");
  }
  [[nodiscard]] const std::shared_ptr<const Maze>& maze() const {
    return granted(advice_.maze, AccessFlags::walls, "the walls");
  }
  /// Throws ForbiddenAccess unless the access level includes copies of the world.
  void require_copies() const { require(AccessFlags::copies, "copies of the world"); }
  [[nodiscard]] int orientations() const { return orientations_of(advice_.control); }
  [[nodiscard]] const std::string& world() const { return advice_.world; }
  [[nodiscard]] bool recovery() const { return advice_.recovery; }
  [[nodiscard]] std::uint64_t seed() const { return advice_.seed; }

 private:
  void require(AccessFlags part, const char* name) const;
  template <class T>
  [[nodiscard]] const T& granted(const T& of, AccessFlags part, const char* name) const {
    require(part, name);
    return of;
  }

  Advice advice_;
  AccessFlags mask_;
};

struct AgentSettings {
  /// Speed above which the predicted marble rolls across a hole. Each straight cell adds the
  /// projection of unit gravity on the direction of travel to the speed, so one cell of vertical
  /// fall adds 1.
  double predictor_threshold = 0.65;  // dimensionless

  bool operator==(const AgentSettings&) const = default;
};

}  // namespace marblemaze
