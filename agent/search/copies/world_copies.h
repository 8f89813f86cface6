#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "agent/contracts/move_source.h"
#include "agent/search/copies/mdp.h"
#include "maze/world/snapshot.h"
#include "maze/world/world.h"

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

/// Which moves are worth more trials.
enum class Doubtful { drawn_moves, all_moves };

/// What the moves of a world that draws may do, as counted in copies of it whose draws are new.
/// Moves are tried from poses in which copies really came to rest, because a pose decides a part of
/// what follows (thesis 3.6). Not for several threads at once.
class SampledWorld {
 public:
  /// Each move is tried `samples` times, at least once. The draws are those of the streams
  /// `first_stream`, `first_stream` + 1 ... of snapshots. With `recovery` a marble that froze in a
  /// balanced state goes on from there.
  SampledWorld(int samples, bool recovery, std::uint64_t first_stream);

  /// Tries the moves of the root, from this very pose, and of all states that can be reached from
  /// it, breadth-first, in so many trials at most. States that were sampled before are not sampled
  /// again, but for the root. `watch`, if any, is told before
  /// each trial how many are left. Needs a snapshot.
  void explore(std::shared_ptr<const Snapshot> root, long budget,
               const std::function<void(long left)>& watch = {});

  /// Tries moves of these states on, each until it was tried `tries` times: all, or those that were
  /// seen to end in several ways, which are likelier to turn out otherwise. States that are met
  /// anew are sampled by the next explore(). Within a budget, watched as there.
  void deepen(const std::vector<StateId>& states, Doubtful which, int tries, long& budget,
              const std::function<void(long left)>& watch = {});

  /// The states met, the root of the last explore() first, and what may happen in each. A state
  /// whose moves were not tried is a dead end there.
  [[nodiscard]] Mdp mdp() const;
  /// Those states.
  [[nodiscard]] const std::vector<StateId>& states() const { return states_; }
  /// How often each move was tried, in the order of mdp().
  [[nodiscard]] Tries tries() const;
  /// Was every state tried that was met from the last root?
  [[nodiscard]] bool complete() const { return complete_; }
  /// Trials of all explorations.
  [[nodiscard]] long tried() const { return tried_; }
  [[nodiscard]] bool sampled(StateId state) const { return known_.at(state).sampled; }

 private:
  struct Move {
    MoveId move;
    int tries = 0;
    std::map<StateId, int> endings;  // how often; the rest came to rest nowhere

    [[nodiscard]] bool drawn() const {
      return tries > 0 && !endings.empty() && endings.begin()->second < tries;
    }
  };
  struct State {
    bool goal = false;
    bool sampled = false;
    std::vector<std::shared_ptr<const Snapshot>> poses;  // few where no move draws
    std::vector<Move> moves;
  };

  /// False where the budget does not allow for it.
  bool sample(State& state, long& budget, const std::function<void(long left)>& watch);
  void try_once(const Snapshot& pose, Move& move);

  int samples_;
  bool recovery_;
  std::uint64_t stream_;
  std::unordered_map<StateId, State> known_;
  std::vector<StateId> states_;
  bool complete_ = false;
  long tried_ = 0;
};

/// The moves of the policy from the first state on, as long as each ends as is likeliest. Empty
/// where the policy has no chance there.
[[nodiscard]] std::vector<PlannedMove> likeliest_way(const Mdp& mdp,
                                                     const MaxProbabilityPolicy& policy);

}  // namespace marblemaze
