#pragma once

#include <vector>

#include "maze/grid/ids.h"

namespace marblemaze {

/// One way in which a move may end. Endings of a move that are missing to a
/// share of 1 are lost runs.
struct ChanceEnding {
  int to;  ///< node
  double share;
};
struct ChanceMove {
  MoveId move;
  std::vector<ChanceEnding> endings;
};
/// A Markov decision process: what may be done in each node. A node without moves that is no goal
/// is a dead end.
struct ChanceNode {
  bool goal = false;
  std::vector<ChanceMove> moves{};
};
using ChanceGraph = std::vector<ChanceNode>;

/// What is best done in each node.
struct ReachPolicy {
  std::vector<double> chance;  ///< of ever reaching a goal: the highest there is
  std::vector<double>
      moves;              ///< expected until the goal, in runs that reach it; 0 where chance is 0
  std::vector<int> best;  ///< index into the node's moves; -1 at goals and without a chance
};

/// The highest chance of reaching a goal first, the fewest expected moves second, by value
/// iteration (Puterman, Markov Decision Processes, chapter 7). Moves whose chance is within
/// `tolerance` of the best count as equally good.
[[nodiscard]] ReachPolicy best_policy(const ChanceGraph& graph, double tolerance = 1e-9);

}  // namespace marblemaze
