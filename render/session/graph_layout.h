#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <glm/glm.hpp>

#include "agent/play/knowledge_engine.h"
#include "engine/recording/recording.h"
#include "maze/grid/grid.h"

namespace marblemaze {

/// An explored state in the drawing.
struct GraphNode {
  StateId state;
  std::size_t known_since = 0;  ///< index of the move that first reached it; 0 for the first state
  glm::vec2 place{0};           ///< unit: about the length of an arc
  glm::vec2 speed{0};
};

/// A move between two states.
struct GraphArc {
  std::size_t from, to;  ///< indices of nodes
  MoveId move;
  std::size_t known_since = 0;
  bool certain = false;                   ///< known without trying (thesis 4.7)
  std::size_t known_until = kStillHolds;  ///< index of the move after which another arc replaces it

  static constexpr std::size_t kStillHolds = static_cast<std::size_t>(-1);
  [[nodiscard]] bool holds() const { return known_until == kStillHolds; }
  /// Returns whether this arc was known after this number of moves.
  [[nodiscard]] bool known_at(std::size_t moves) const {
    return known_since <= moves && moves < known_until;
  }
};

/// Input for drawing an explored state space.
struct GraphStory {
  StateId first;                        ///< empty if the run began in a different scheme
  std::span<const RecordedMove> moves;  ///< moves of all schemes
  ControlScheme scheme;                 ///< scheme whose states are drawn
  const KnowledgeEngine* knowledge;  ///< for results that are certain without a trial; may be null
  std::function<int(StateId)> moves_from;  ///< number of moves of a state, including untried moves
};

/// Default number of rounds of relax() per frame.
inline constexpr int kGraphRounds = 12;

/// Positions of explored states in the drawing: springs along arcs and repulsion between all states
/// or, in a large graph, columns by the minimum number of known moves from the start.
/// Deterministic: the same run with the same frames always gives the same drawing.
class GraphLayout {
 public:
  /// Adds new knowledge. Starts over if the scheme has changed.
  void update(const GraphStory& story);
  /// Relaxes the springs by this number of rounds, or by fewer rounds in large graphs, so that
  /// frames stay short.
  void relax(int rounds);
  /// Returns the scheme whose states are drawn; empty before update().
  [[nodiscard]] ControlScheme scheme() const { return scheme_; }
  /// Returns whether another frame would change nothing.
  [[nodiscard]] bool rests() const;

  [[nodiscard]] const std::vector<GraphNode>& nodes() const { return nodes_; }
  /// Returns the arcs in the order in which they became known, including replaced ones.
  [[nodiscard]] const std::vector<GraphArc>& arcs() const { return arcs_; }
  [[nodiscard]] std::optional<std::size_t> find(StateId state) const;

 private:
  std::size_t node_for(StateId state, std::optional<std::size_t> beside, std::size_t known_since);
  void add_arc(std::size_t from, std::size_t to, MoveId move, std::size_t known_since,
               bool certain);
  void add_certain(const StateGraph& graph);
  void relax_once();
  /// Returns the minimum number of known moves to each node from the start of its part of the
  /// graph.
  [[nodiscard]] std::vector<std::size_t> depths() const;
  void layer();

  ControlScheme scheme_ = ControlScheme::none;
  std::size_t moves_seen_ = 0, states_seen_ = 0;  ///< number of known states
  std::unordered_map<StateId, std::size_t> index_;
  std::vector<GraphNode> nodes_;
  std::vector<GraphArc> arcs_;
  /// Current arcs, indexed by node and move.
  std::map<std::pair<std::size_t, int>, std::size_t> holding_;
  double heat_ = 1;
  std::size_t layered_ = 0;  ///< number of nodes when the layers were computed; 0: springs are used
};

}  // namespace marblemaze
