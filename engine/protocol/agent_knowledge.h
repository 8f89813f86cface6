#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "agent/contracts/advice.h"
#include "agent/contracts/planner.h"
#include "agent/tilt/tilt_policy.h"

namespace marblemaze {

/// Access level of an agent that is not part of the program.
struct AccessLevelEntry {
  std::string_view name;  ///< name in the agent's introduction: "blind"
  AccessLevel knowledge;
  std::string_view knows;  ///< description
};
/// Returns all levels; each level includes the previous levels.
[[nodiscard]] std::span<const AccessLevelEntry> access_levels();
/// Returns the level with this name, or null.
[[nodiscard]] const AccessLevelEntry* access_level_named(std::string_view name);
/// Returns the lowest level that includes this knowledge. Knowledge derived from the maze or a
/// simulation, such as a layout without walls or a simulation with errors, counts as the maze or
/// the simulation.
[[nodiscard]] const AccessLevelEntry& access_level_entry(AccessLevel knowledge);

/// Facts about a state that an agent receives.
struct KnownState {
  StateId state;
  std::size_t moves;
  int cell = -1, orientation = -1;  ///< -1 in a logic maze
  bool balanced = false;
  std::optional<double> distance = {};  ///< distance from the goal, if the access level includes it
};

/// A move and the state to which it led most recently.
struct KnownArc {
  StateId from;
  std::size_t move;
  StateId to;
};

/// Knowledge of an agent that is not part of the program: a process, or C functions. It stores what
/// the agent has received, and answers its questions as far as its access level permits.
class AgentKnowledge {
 public:
  /// Requires: `advice` is the part that the level grants.
  AgentKnowledge(GrantedAdvice advice, AccessLevel level)
      : advice_(std::move(advice)), level_(level) {}

  struct News {
    std::vector<KnownState> states;
    std::vector<KnownArc> arcs;
  };
  /// Returns the part of the graph that the agent has not received yet.
  [[nodiscard]] News news(const StateGraph& graph);

  [[nodiscard]] bool may(AccessLevel part) const { return includes(level_, part); }
  [[nodiscard]] const GrantedAdvice& advice() const { return advice_; }
  /// Returns the maze, or null in a logic maze and if the access level does not include it.
  [[nodiscard]] std::shared_ptr<const Maze> maze() const;

  /// Returns the names of the forward models that the agent may query.
  [[nodiscard]] std::vector<std::string_view> models() const;
  /// Returns the model with this name, or null for any other name.
  [[nodiscard]] const ForwardModel* model(std::string_view name);
  /// Returns whether the agent may ask about a state: a settled state of the maze, or a state that
  /// was sent to it.
  [[nodiscard]] bool may_ask_about(StateId state) const;
  /// Returns a model's predicted results of a move; the agent may ask about these states as well.
  /// Requires: the agent may ask about `from`, which has the move.
  [[nodiscard]] std::vector<Guess> ask(const ForwardModel& model, StateId from, MoveId move);

 private:
  GrantedAdvice advice_;
  AccessLevel level_;
  std::shared_ptr<const ForwardModel> imagination_;  // created when it is first queried
  // Known results of each move, or an invalid state.
  std::unordered_map<StateId, std::vector<StateId>> told_;
  std::unordered_set<StateId> guessed_;
};

/// Theoretical path ahead of a marble, for tilt policies whose access level includes it.
struct PathAhead {
  double length;         ///< distance to the centre of the target, cells
  glm::dvec3 direction;  ///< direction out of the marble's cell; 0 in the target
};
/// Returns the path ahead, or nullopt outside the maze.
[[nodiscard]] std::optional<PathAhead> path_ahead(const PathToTarget& path, glm::dvec3 marble);

}  // namespace marblemaze
