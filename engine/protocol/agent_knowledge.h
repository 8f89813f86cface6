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

/// Access level that an external agent can request.
struct AccessLevelEntry {
  std::string_view name;  ///< name in the agent's introduction: "blind"
  AccessLevel knowledge;
  std::string_view knows;  ///< description
};
/// Returns all levels in ascending order. Each level includes the previous levels.
[[nodiscard]] std::span<const AccessLevelEntry> access_levels();
/// Returns the level with this name, or null.
[[nodiscard]] const AccessLevelEntry* access_level_named(std::string_view name);
/// Returns the lowest level that includes this knowledge. Knowledge that is derived from the maze
/// or a simulation counts as the maze or the simulation. For example, a simulation with errors
/// counts as a simulation.
[[nodiscard]] const AccessLevelEntry& access_level_entry(AccessLevel knowledge);

/// Properties of a state that are sent to an agent.
struct KnownState {
  StateId state;
  std::size_t moves;
  int cell = -1, orientation = -1;  ///< -1 in a logic maze
  bool balanced = false;
  std::optional<double> distance = {};  ///< distance to the goal, if the access level includes it
};

/// Move and its most recent result.
struct KnownArc {
  StateId from;
  std::size_t move;
  StateId to;
};

/// Knowledge of an external agent, which is a process or a set of C functions. Records the facts
/// that were sent to the agent, and answers its queries within its access level.
class AgentKnowledge {
 public:
  /// Requires: `advice` is restricted to `level`.
  AgentKnowledge(GrantedAdvice advice, AccessLevel level)
      : advice_(std::move(advice)), level_(level) {}

  struct News {
    std::vector<KnownState> states;
    std::vector<KnownArc> arcs;
  };
  /// Returns the part of the graph that has not been sent to the agent yet.
  [[nodiscard]] News news(const StateGraph& graph);

  [[nodiscard]] bool may(AccessLevel part) const { return includes(level_, part); }
  [[nodiscard]] const GrantedAdvice& advice() const { return advice_; }
  /// Returns the maze, or null in a logic maze or if the access level does not include the maze.
  [[nodiscard]] std::shared_ptr<const Maze> maze() const;

  /// Returns the names of the forward models that the agent may query.
  [[nodiscard]] std::vector<std::string_view> models() const;
  /// Returns the model with this name, or null for any other name.
  [[nodiscard]] const ForwardModel* model(std::string_view name);
  /// Returns true if the agent may query the state: it is a settled state of the maze, or it was
  /// sent to the agent.
  [[nodiscard]] bool may_ask_about(StateId state) const;
  /// Returns the results that a model predicts for a move. The agent may query these states from
  /// now on. Requires: the agent may query `from`, and the move is available there.
  [[nodiscard]] std::vector<Guess> ask(const ForwardModel& model, StateId from, MoveId move);

 private:
  GrantedAdvice advice_;
  AccessLevel level_;
  std::shared_ptr<const ForwardModel> imagination_;  // created when it is first queried
  // Results of each state's moves that were sent to the agent. A move without a known result has an
  // invalid state.
  std::unordered_map<StateId, std::vector<StateId>> sent_results_;
  std::unordered_set<StateId> predicted_;
};

/// Theoretical path from the marble to the target, for tilt policies whose access level includes
/// it.
struct PathAhead {
  double length;         ///< distance to the centre of the target, cells
  glm::dvec3 direction;  ///< direction of the path in the marble's cell; 0 in the target
};
/// Returns the path ahead, or nullopt if the marble is outside the maze.
[[nodiscard]] std::optional<PathAhead> path_ahead(const PathToTarget& path, glm::dvec3 marble);

}  // namespace marblemaze
