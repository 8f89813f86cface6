#pragma once

#include <deque>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "agent/contracts/move_source.h"
#include "maze/world/pose_key.h"

namespace marblemaze {

/// A later pose of a state that was met before, which may roll elsewhere, is a twin. What becomes
/// of it in a CopyTree:
enum class Twins {
  dropped,   ///< each state is taken up once, from the pose in which it was met first
  in_line,   ///< taken up in its turn, as a state of its own would be
  put_aside  ///< taken up when nothing else is left
};

/// All that was reached from a resting world by playing moves in copies of it, breadth-first: nodes
/// are taken up in the order in which they were met, so that the first way found to the goal has
/// the fewest moves of those that the treatment of twins allows. Whoever uses the tree keeps its
/// own budget:
///
///   while ((node = tree.take(true)) >= 0) {
///     for (MoveId move : tree.world(node).moves(tree.state(node)))
///       if ((goal = tree.try_move(node, move)) >= 0) return tree.way_to(goal);
///     tree.release(node);
///   }
class CopyTree {
 public:
  /// The root is node 0. Needs a world at rest that can be copied. With `recovery` a marble that
  /// froze in a balanced state goes on from there.
  CopyTree(std::shared_ptr<const World> root, Twins twins, bool recovery);

  /// The next node from which to try moves; -1 where there is none. Twins that were put aside are
  /// handed out only with `twins_too`.
  [[nodiscard]] int take(bool twins_too = false);

  /// Tries a move in a copy of the node's world. The new node if it reaches the goal, else -1.
  /// Needs a node that was not released.
  [[nodiscard]] int try_move(int node, MoveId move);

  /// Lets a node's copy go: nobody needs it once all its moves were tried.
  void release(int node) { at(node).world = nullptr; }

  [[nodiscard]] StateId state(int node) const { return at(node).state; }
  /// At rest. Needs a node that was not released.
  [[nodiscard]] const std::shared_ptr<const World>& world(int node) const;
  /// Moves from the root.
  [[nodiscard]] int depth(int node) const { return at(node).depth; }
  [[nodiscard]] bool is_twin(int node) const { return at(node).twin; }
  /// Met, but not taken yet; twins that were put aside are not among them.
  [[nodiscard]] const std::deque<int>& waiting() const { return waiting_; }
  [[nodiscard]] std::size_t states() const { return met_.size(); }
  /// The moves from the root to the node and where each ended.
  [[nodiscard]] std::vector<PlannedMove> way_to(int node) const;

 private:
  struct Node {
    StateId state;
    std::shared_ptr<const World> world;
    int parent;
    MoveId by;
    int depth;
    bool twin;
  };
  [[nodiscard]] Node& at(int node) { return nodes_[static_cast<std::size_t>(node)]; }
  [[nodiscard]] const Node& at(int node) const { return nodes_[static_cast<std::size_t>(node)]; }
  [[nodiscard]] bool pose_is_new(const World& world);

  Twins twins_;
  bool recovery_;
  std::vector<Node> nodes_;
  std::deque<int> waiting_{0}, aside_;
  std::set<StateId> met_;
  std::set<std::pair<StateId, PoseKey>> poses_;
};

}  // namespace marblemaze
