#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "agent/contracts/move_source.h"
#include "agent/search/mdp.h"
#include "maze/world/world.h"

namespace marblemaze {

/// Treatment of a known state that CopyTree reaches in a different pose, from which the marble may
/// roll differently.
enum class OtherPoses {
  skipped,   ///< expand each state once, from the first pose reached
  in_order,  ///< expand other poses in order, like separate states
  deferred   ///< expand other poses when nothing else is left
};

/// Breadth-first tree of the states that can be reached from a resting world, explored by playing
/// moves in copies. The first path to the goal has the fewest moves that the treatment of other
/// poses allows. The caller enforces the budget:
///
///   while ((node = tree.take(true)) >= 0) {
///     for (MoveId move : tree.world(node).moves(tree.state(node)))
///       if ((goal = tree.try_move(node, move)) >= 0) return tree.path_to(goal);
///     tree.release(node);
///   }
class CopyTree {
 public:
  /// Creates a tree with the root as node 0. With `recovery`, a marble that froze in a balanced
  /// state continues from there. Requires: the world is at rest and can be copied.
  CopyTree(std::shared_ptr<const World> root, OtherPoses other_poses, bool recovery);

  /// Returns the next node to expand, or -1 if there is none. Returns deferred poses only if
  /// `and_other_poses` is true.
  [[nodiscard]] int take(bool and_other_poses = false);

  /// Tries a move in a copy of the node's world. Returns the new node if the marble rests at the
  /// goal, or -1 otherwise. Requires: the node has not been released.
  [[nodiscard]] int try_move(int node, MoveId move);

  /// Frees the world of a node after all moves of the node have been tried.
  void release(int node) { nodes_[node].world = nullptr; }

  [[nodiscard]] StateId state(int node) const { return at(node).state; }
  /// Requires: the node has not been released.
  [[nodiscard]] const std::shared_ptr<const World>& world(int node) const;
  [[nodiscard]] int depth(int node) const { return at(node).depth; }
  [[nodiscard]] bool is_other_pose(int node) const { return at(node).other_pose; }
  /// Returns the nodes that were reached but not taken, excluding deferred poses.
  [[nodiscard]] const std::deque<int>& waiting() const { return waiting_; }
  [[nodiscard]] std::size_t states() const { return reached_.size(); }
  [[nodiscard]] std::vector<PlannedMove> path_to(int node) const;

 private:
  struct Node {
    StateId state;
    std::shared_ptr<const World> world;
    int parent;
    MoveId by;
    int depth;
    bool other_pose;
  };
  [[nodiscard]] const Node& at(int node) const { return nodes_[node]; }
  bool add_pose(const World& world);

  OtherPoses other_poses_;
  bool recovery_;
  std::vector<Node> nodes_;
  std::deque<int> waiting_{0}, deferred_;
  std::set<StateId> reached_;
  std::set<std::pair<StateId, PoseKey>> poses_;
};

/// Moves to sample again. `uncertain` means moves with several observed results.
enum class MovesToSample { uncertain, all };

/// Samples the results of moves in a noisy world by playing copies with new noise. Each try starts
/// from a pose in which an earlier copy came to rest, because the pose affects the result (thesis
/// 3.6). Not thread-safe.
class TransitionSampler {
 public:
  /// Creates a sampler that tries each move `samples` times. Snapshots use the random streams
  /// `first_stream`, `first_stream` + 1 and so on. With `recovery`, a marble that froze in a
  /// balanced state continues from there. `watch` is called before each try with the number of
  /// remaining tries. Requires: `samples` is at least 1, and `watch` is not null.
  TransitionSampler(int samples, bool recovery, std::uint64_t first_stream,
                    std::function<void(long left)> watch);

  void set_budget(long tries) { limit_ = tried_ + tries; }

  /// Samples the moves of the root and of all states that can be reached from the root,
  /// breadth-first, within the budget. Skips states that were sampled earlier, except the root.
  /// Requires: the root is not null.
  void explore(std::shared_ptr<const Snapshot> root);

  /// Samples moves of these states, within the budget, until each move has been tried `tries`
  /// times.
  void sample_again(const std::vector<StateId>& states, MovesToSample which, int tries);

  /// Returns the reached states, starting with the root of the last explore(), and the counted
  /// results of their moves. A state without tried moves is a dead end.
  [[nodiscard]] Mdp mdp() const;
  [[nodiscard]] const std::vector<StateId>& states() const { return states_; }
  /// Returns the number of tries per move, in mdp() order.
  [[nodiscard]] TryCounts tries() const;
  [[nodiscard]] bool complete() const { return complete_; }
  [[nodiscard]] long tried() const { return tried_; }
  [[nodiscard]] bool sampled(StateId state) const { return known_.at(state).sampled; }

 private:
  struct Move {
    MoveId move;
    int tries = 0;
    // Counts by resulting state, excluding tries that ended without a resting state.
    std::map<StateId, int> results;

    [[nodiscard]] bool uncertain() const {
      return tries > 0 && !results.empty() && results.begin()->second < tries;
    }
  };
  struct State {
    bool goal = false;
    bool sampled = false;
    std::vector<std::shared_ptr<const Snapshot>> poses;  // few if every move has a single result
    std::vector<Move> moves;
  };

  /// Returns false if the budget is too small.
  bool sample(State& state);
  void try_once(const Snapshot& pose, Move& move);

  int samples_;
  bool recovery_;
  std::uint64_t stream_;
  std::function<void(long left)> watch_;
  std::unordered_map<StateId, State> known_;
  std::vector<StateId> states_;
  bool complete_ = false;
  long tried_ = 0, limit_ = 0;
};

/// Returns the most likely path of a policy from the first state. Empty if the success probability
/// of the first state is 0.
[[nodiscard]] std::vector<PlannedMove> most_likely_path(const Mdp& mdp, const MdpPolicy& policy);

}  // namespace marblemaze
