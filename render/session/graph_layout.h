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
#include "maze/grid/ids.h"

namespace marblemaze {

/// An explored state in the drawing.
struct GraphNode {
  StateId state;
  std::size_t known_since = 0;  ///< index of the move that led there first; 0 for the first state
  glm::vec2 place{0};           ///< arcs are about one unit long
  glm::vec2 speed{0};
};

/// A move between two states.
struct GraphArc {
  std::size_t from, to;  ///< nodes
  MoveId move;
  std::size_t known_since = 0;
  bool certain = false;                   ///< known without trying (thesis 4.7)
  std::size_t known_until = kStillHolds;  ///< from then on another arc tells where the move ends

  static constexpr std::size_t kStillHolds = static_cast<std::size_t>(-1);
  [[nodiscard]] bool holds() const { return known_until == kStillHolds; }
  /// Is it what was known of the move when so many moves had been made?
  [[nodiscard]] bool known_at(std::size_t moves) const {
    return known_since <= moves && moves < known_until;
  }
};

/// What the drawing of an explored state space is made from.
struct GraphStory {
  StateId first;                           ///< none where the run began in another scheme
  std::span<const RecordedMove> moves;     ///< those of all schemes
  ControlScheme scheme;                    ///< whose states are drawn
  const KnowledgeEngine* knowledge;        ///< for what is certain without trying; may be null
  std::function<int(StateId)> moves_from;  ///< how many a state has, tried or not
};

/// How much a drawing comes to rest in a frame.
inline constexpr int kGraphRounds = 12;

/// Where explored states lie in the drawing: springs along arcs, repulsion
/// between all; in a large graph in columns by the fewest known moves from the start.
/// Deterministic: the same run laid out in the same frames gives the same drawing.
class GraphLayout {
 public:
  /// Takes in what was learned since; starts anew for another scheme.
  void update(const GraphStory& story);
  /// Lets the springs work a little; less for large graphs, so that a frame stays short.
  void relax(int rounds);
  /// Returns the scheme whose states are drawn; none before update().
  [[nodiscard]] ControlScheme scheme() const { return scheme_; }
  /// Will another frame change nothing?
  [[nodiscard]] bool rests() const;

  [[nodiscard]] const std::vector<GraphNode>& nodes() const { return nodes_; }
  /// In the order in which they became known, with those that hold no more.
  [[nodiscard]] const std::vector<GraphArc>& arcs() const { return arcs_; }
  [[nodiscard]] std::optional<std::size_t> find(StateId state) const;

 private:
  std::size_t node_for(StateId state, std::optional<std::size_t> beside, std::size_t known_since);
  void add_arc(std::size_t from, std::size_t to, MoveId move, std::size_t known_since,
               bool certain);
  void add_certain(const StateGraph& graph);
  void relax_once();
  /// Fewest known moves to each node from the start of its part of the graph.
  [[nodiscard]] std::vector<std::size_t> depths() const;
  void layer();

  ControlScheme scheme_ = ControlScheme::none;
  std::size_t moves_seen_ = 0, states_seen_ = 0;  ///< states of the knowledge
  std::unordered_map<StateId, std::size_t> index_;
  std::vector<GraphNode> nodes_;
  std::vector<GraphArc> arcs_;
  std::map<std::pair<std::size_t, int>, std::size_t> holding_;  ///< arcs, by node and move
  double heat_ = 1;
  std::size_t layered_ = 0;  ///< nodes when they were put in columns; 0: springs
};

}  // namespace marblemaze
