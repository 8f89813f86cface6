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

struct GraphNode {
  StateId state;
  std::size_t known_since = 0;  ///< number of moves until the state was known
  glm::vec2 place{0};           ///< position; the typical arc length is 1
  glm::vec2 speed{0};
};

struct GraphArc {
  std::size_t from, to;
  MoveId move;
  std::size_t known_since = 0;
  bool certain = false;                ///< result known without trying the move (thesis 4.7)
  std::size_t known_until = kCurrent;  ///< number of moves until another arc replaced this arc

  static constexpr std::size_t kCurrent = static_cast<std::size_t>(-1);
  [[nodiscard]] bool is_current() const { return known_until == kCurrent; }
  /// Returns true if the arc was in the graph after `moves` moves.
  [[nodiscard]] bool known_at(std::size_t moves) const {
    return known_since <= moves && moves < known_until;
  }
};

struct GraphInput {
  StateId first;  ///< initial state; invalid if the run began under another control scheme
  std::span<const RecordedMove> moves;     ///< moves under all control schemes
  ControlScheme scheme;                    ///< control scheme of the drawn states
  const KnowledgeEngine* knowledge;        ///< source of certain move results; may be null
  std::function<int(StateId)> moves_from;  ///< number of legal moves in a state
};

inline constexpr int kGraphRounds = 12;

/// Layout of the explored state graph. Small graphs use a spring layout. Large graphs use columns,
/// ordered by the number of moves from the start. The layout is deterministic for a given sequence
/// of frames.
class GraphLayout {
 public:
  /// Adds new states and arcs, or restarts the layout if the control scheme has changed.
  void update(const GraphInput& input);
  /// Relaxes the springs by up to `rounds` rounds. Large graphs get fewer rounds, so that frames
  /// stay short.
  void relax(int rounds);
  /// Returns the control scheme of the drawn states, or `none` before the first update().
  [[nodiscard]] ControlScheme scheme() const { return scheme_; }
  /// Returns true if the layout has converged.
  [[nodiscard]] bool has_converged() const;

  [[nodiscard]] const std::vector<GraphNode>& nodes() const { return nodes_; }
  /// Returns all arcs in order of discovery, including replaced arcs.
  [[nodiscard]] const std::vector<GraphArc>& arcs() const { return arcs_; }
  [[nodiscard]] std::optional<std::size_t> find(StateId state) const;

 private:
  std::size_t find_or_add(StateId state, std::optional<std::size_t> neighbour,
                          std::size_t known_since);
  void add_arc(std::size_t from, std::size_t to, MoveId move, std::size_t known_since,
               bool certain);
  void add_certain(const StateGraph& graph);
  void relax_once();
  /// Returns the minimum number of moves to each node from the first node of its connected
  /// component.
  [[nodiscard]] std::vector<std::size_t> depths() const;
  void arrange_in_columns();

  ControlScheme scheme_ = ControlScheme::none;
  std::size_t moves_processed_ = 0, states_processed_ = 0;
  std::unordered_map<StateId, std::size_t> index_;
  std::vector<GraphNode> nodes_;
  std::vector<GraphArc> arcs_;
  /// Indices of the current arcs, by node and move.
  std::map<std::pair<std::size_t, int>, std::size_t> current_arcs_;
  double temperature_ = 1;
  std::size_t layered_nodes_ =
      0;  ///< number of nodes at the last column layout; 0 for a spring layout
};

}  // namespace marblemaze
