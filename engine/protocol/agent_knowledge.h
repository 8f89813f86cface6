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

struct AccessLevel {
  std::string_view name;  ///< name in the agent's introduction, such as "blind"
  AccessFlags access;
  std::string_view knows;
};
/// Returns all levels in ascending order. Each level includes the previous levels.
[[nodiscard]] std::span<const AccessLevel> access_levels();
/// Returns null if there is no level with this name.
[[nodiscard]] const AccessLevel* access_level_named(std::string_view name);
/// Returns the lowest access level that includes this knowledge. Knowledge derived from the maze or
/// from a simulation counts as the maze or the simulation itself, so a simulation with errors
/// counts as a simulation.
[[nodiscard]] const AccessLevel& access_level_of(AccessFlags access);

struct KnownState {
  StateId state;
  std::size_t moves;
  int cell = -1, orientation = -1;  ///< -1 in a logic maze
  bool balanced = false;
  std::optional<double> distance = {};  ///< distance to the goal, if the access level includes it
};

struct KnownArc {
  StateId from;
  std::size_t move;
  StateId to;
};

/// Knowledge of an external agent, which is a process or a set of C functions. Records the facts
/// sent to the agent, and answers queries within the agent's access level.
class AgentKnowledge {
 public:
  /// Requires: `advice` is restricted to `level`.
  AgentKnowledge(GrantedAdvice advice, AccessFlags level)
      : advice_(std::move(advice)), level_(level) {}

  struct News {
    std::vector<KnownState> states;
    std::vector<KnownArc> arcs;
  };
  [[nodiscard]] News news(const StateGraph& graph);

  [[nodiscard]] bool may(AccessFlags part) const { return includes(level_, part); }
  [[nodiscard]] const GrantedAdvice& advice() const { return advice_; }
  /// Returns null in a logic maze or if the access level does not include the maze.
  [[nodiscard]] std::shared_ptr<const Maze> maze() const;

  [[nodiscard]] std::vector<std::string_view> models() const;
  /// Returns null if there is no forward model with this name.
  [[nodiscard]] const ForwardModel* model(std::string_view name);
  /// An agent may query settled states of the maze and states that were sent to the agent.
  [[nodiscard]] bool may_query(StateId state) const;
  /// Returns the results that a model predicts for a move. The agent may query the predicted states
  /// from now on. Requires: the agent may query `from`, and the move is available there.
  [[nodiscard]] std::vector<Guess> ask(const ForwardModel& model, StateId from, MoveId move);

 private:
  GrantedAdvice advice_;
  AccessFlags level_;
  std::shared_ptr<const ForwardModel> imagination_;  // created when it is first queried
  // Results of each state's moves that were sent to the agent. A move without a known result has an
  // invalid state.
  std::unordered_map<StateId, std::vector<StateId>> sent_results_;
  std::unordered_set<StateId> predicted_;
};

/// Theoretical path from the marble to the target, for tilt policies with access to the path.
struct PathAhead {
  double length;         ///< distance to the centre of the target (cells)
  glm::dvec3 direction;  ///< path direction in the marble's cell; 0 in the target
};
/// Returns nullopt if the marble is outside the maze.
[[nodiscard]] std::optional<PathAhead> path_ahead(const PathToTarget& path, glm::dvec3 marble);

}  // namespace marblemaze
