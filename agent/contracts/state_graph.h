#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "maze/grid/ids.h"

namespace marblemaze {

/// What is known of one move from one state.
struct Arc {
  std::optional<StateId> to;  ///< empty: never tried, shown as "?"
  int tries = 0;  ///< physical moves along it; 0 with `to` set: known without trying (4.7)
  std::vector<std::pair<StateId, int>> results{};  ///< of the tries: where they ended, how often
};

/// What recording one physical move did to the knowledge.
enum class Learned { new_state, known_state, repeated, unrepeatable };

/// The explored state space (thesis 3.4, 4.1): states met so far, the moves from each, and where
/// the tried ones led. Directed, with loops, known only in part; the untried arcs are its frontier.
class StateGraph {
 public:
  /// Adds a state with all its moves unknown; nothing happens if it is there already. True if new.
  bool add(StateId state, std::span<const MoveId> moves);

  /// Records the result of a physical move between two known states and keeps the latest one. Needs
  /// has(from, move) and knows(to). `to_is_new` says whether `to` was met by this move.
  Learned record(StateId from, MoveId move, StateId to, bool to_is_new);

  /// Enters a result that is certain without trying. A tried arc is left as it is. Needs has(from,
  /// move).
  void assume(StateId from, MoveId move, StateId to);

  [[nodiscard]] bool knows(StateId state) const { return nodes_.contains(state); }
  /// Does it know the state, and does that have the move?
  [[nodiscard]] bool has(StateId state, MoveId move) const {
    return knows(state) && move.valid() &&
           static_cast<std::size_t>(move.index) < nodes_.at(state).size();
  }
  /// Arcs by move index. The state must be known.
  [[nodiscard]] std::span<const Arc> arcs(StateId state) const { return nodes_.at(state); }
  /// Needs has(state, move).
  [[nodiscard]] const Arc& arc(StateId state, MoveId move) const {
    assert(has(state, move));
    return nodes_.at(state)[static_cast<std::size_t>(move.index)];
  }
  /// Physical moves made from a state: how often it was left again. The state must be known.
  [[nodiscard]] int departures(StateId state) const;
  /// Physical moves made in all.
  [[nodiscard]] std::uint64_t moves_made() const;
  /// In the order in which they were met.
  [[nodiscard]] std::span<const StateId> states() const { return order_; }

 private:
  std::unordered_map<StateId, std::vector<Arc>> nodes_;
  std::vector<StateId> order_;
};

}  // namespace marblemaze
