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

/// Node of an explored state.
struct GraphNode {
  StateId state;
  std::size_t known_since = 0;  ///< number of moves after which the state is known
  glm::vec2 place{0};           ///< position; an arc has a length of about 1
  glm::vec2 speed{0};
};

/// Arc of a move from one state to another.
struct GraphArc {
  std::size_t from, to;  ///< indices of nodes
  MoveId move;
  std::size_t known_since = 0;
  bool certain = false;                ///< known without a trial (thesis 4.7)
  std::size_t known_until = kCurrent;  ///< number of moves after which another arc replaces it

  static constexpr std::size_t kCurrent = static_cast<std::size_t>(-1);
  [[nodiscard]] bool is_current() const { return known_until == kCurrent; }
  /// Returns true if the arc was valid after this number of moves.
  [[nodiscard]] bool known_at(std::size_t moves) const {
    return known_since <= moves && moves < known_until;
  }
};

/// Input of the graph layout.
struct GraphInput {
  StateId first;                           ///< invalid if the run began in a different scheme
  std::span<const RecordedMove> moves;     ///< moves under all schemes
  ControlScheme scheme;                    ///< scheme whose states are laid out
  const KnowledgeEngine* knowledge;        ///< source of certain results; may be null
  std::function<int(StateId)> moves_from;  ///< number of legal moves from a state
};

/// Number of relaxation rounds per frame.
inline constexpr int kGraphRounds = 12;

/// Layout of the explored state graph. Small graphs use springs along arcs and repulsion between
/// all nodes. Large graphs use columns, which are ordered by the number of known moves from the
/// start. The same run with the same frames always has the same layout.
class GraphLayout {
 public:
  /// Adds new knowledge. Starts over if the scheme has changed.
  void update(const GraphInput& input);
  /// Relaxes the springs by this number of rounds. Large graphs get fewer rounds, so that frames
  /// stay short.
  void relax(int rounds);
  /// Returns the scheme whose states are laid out, or `none` before update().
  [[nodiscard]] ControlScheme scheme() const { return scheme_; }
  /// Returns true if another frame would not change the layout.
  [[nodiscard]] bool rests() const;

  [[nodiscard]] const std::vector<GraphNode>& nodes() const { return nodes_; }
  /// Returns the arcs in the order in which they became known, including replaced arcs.
  [[nodiscard]] const std::vector<GraphArc>& arcs() const { return arcs_; }
  [[nodiscard]] std::optional<std::size_t> find(StateId state) const;

 private:
  std::size_t find_or_add(StateId state, std::optional<std::size_t> neighbour,
                          std::size_t known_since);
  void add_arc(std::size_t from, std::size_t to, MoveId move, std::size_t known_since,
               bool certain);
  void add_certain(const StateGraph& graph);
  void relax_once();
  /// Returns the minimum number of known moves to each node from the start of its connected part.
  [[nodiscard]] std::vector<std::size_t> depths() const;
  void arrange_in_columns();

  ControlScheme scheme_ = ControlScheme::none;
  std::size_t moves_processed_ = 0, states_processed_ = 0;  ///< number of known states
  std::unordered_map<StateId, std::size_t> index_;
  std::vector<GraphNode> nodes_;
  std::vector<GraphArc> arcs_;
  /// Current arcs, indexed by node and move.
  std::map<std::pair<std::size_t, int>, std::size_t> current_arcs_;
  double temperature_ = 1;
  std::size_t layered_nodes_ = 0;  ///< number of nodes at the last layering; 0 if springs are used
};

}  // namespace marblemaze
