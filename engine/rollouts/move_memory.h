#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "agent/contracts/forward_model.h"

namespace marblemaze {

/// What a move came to know of the walls, in the order in which it asked.
struct WallAnswer {
  int question;
  std::uint8_t answer;
};

/// Outcomes of moves tried in other mazes, for search among mazes that differ in a wall or two.
///
/// A simulation is deterministic and learns of the maze only by asking for walls near the marble.
/// So the outcomes of one move from one state, over all mazes, form a decision tree: each node asks
/// for the walls that the marble meets next, each answer leads to another node, and at the leaves
/// stand the outcomes. Whoever gets the same answers gets the same outcome, bit for bit; a memory
/// never changes a result, only its cost. Safe to use from many threads.
class MoveMemory {
 public:
  /// `answer(question)` tells of the maze at hand.
  template <class Answer>
  [[nodiscard]] std::optional<Prediction> recall(StateId state, MoveId move,
                                                 Answer&& answer) const {
    const Shelf& shelf = shelves_[shelf_of(state, move)];
    const std::lock_guard lock(shelf.mutex);
    const auto tree = shelf.trees.find(key(state, move));
    if (tree == shelf.trees.end()) return std::nullopt;
    int node = 0;
    while (tree->second[static_cast<std::size_t>(node)].question >= 0) {
      const Node& here = tree->second[static_cast<std::size_t>(node)];
      node = here.next(answer(here.question));
      if (node < 0) return std::nullopt;
    }
    return tree->second[static_cast<std::size_t>(node)].outcome;
  }

  /// No question may occur twice.
  void remember(StateId state, MoveId move, const std::vector<WallAnswer>& answers,
                Prediction outcome);

 private:
  static constexpr std::size_t kShelves = 61;  // so many threads rarely want the same

  struct Node {
    int question = -1;  // none: a leaf
    std::vector<std::pair<std::uint8_t, int>> branches;
    Prediction outcome;

    [[nodiscard]] int next(std::uint8_t answer) const {
      for (const auto& [given, node] : branches)
        if (given == answer) return node;
      return -1;
    }
  };
  using Tree = std::vector<Node>;
  struct Shelf {
    mutable std::mutex mutex;
    std::unordered_map<std::int64_t, Tree> trees;
  };

  static std::int64_t key(StateId state, MoveId move) {
    return std::int64_t{state.index} * 64 + move.index;
  }
  static std::size_t shelf_of(StateId state, MoveId move) {
    return static_cast<std::size_t>(key(state, move)) % kShelves;
  }

  std::array<Shelf, kShelves> shelves_;
};

}  // namespace marblemaze
