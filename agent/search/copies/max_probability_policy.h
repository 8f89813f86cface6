#pragma once

#include <string>
#include <vector>

#include "maze/grid/ids.h"

namespace marblemaze {

/// One way in which a move may end. Where the endings of a move add up to less than 1, the rest are
/// lost runs.
struct MdpEnding {
  int to;              ///< node
  double probability;  ///< in (0, 1]
};
struct MdpMove {
  MoveId move;
  std::vector<MdpEnding> endings;
};
/// Of several the first. Needs a move with endings; asserts it.
[[nodiscard]] const MdpEnding& likeliest(const MdpMove& move);
/// Does it end in several ways, or in lost runs, too?
[[nodiscard]] bool is_drawn(const MdpMove& move);
/// A node without moves that is no goal is a dead end.
struct MdpNode {
  bool goal = false;
  std::vector<MdpMove> moves{};
  StateId state{};  ///< of the world; the solver does not look at it
};
/// A Markov decision process: what may be done in each node, and where it may end.
using Mdp = std::vector<MdpNode>;

/// What is best done in each node.
struct MaxProbabilityPolicy {
  /// Of ever reaching a goal: the highest there is.
  std::vector<double> probability;
  /// Expected until the goal, in runs that reach it; 0 where the probability is 0.
  std::vector<double> moves;
  /// Index into the node's moves; -1 at goals and without a chance.
  std::vector<int> best;
  /// Did the values settle? If not, the sweeps gave out, and all three are only near the best.
  bool converged = true;

  /// The first node's chance and moves in words: "reaches the target with a chance of 75 %, in 8.0
  /// moves".
  [[nodiscard]] std::string describe() const;
};

/// Sweeps over all nodes before the search gives up.
inline constexpr int kMostSweeps = 20'000;

/// The highest probability of reaching a goal first, the fewest expected moves second, by value
/// iteration (Puterman, Markov Decision Processes, chapter 7). Moves whose probability is within
/// `tolerance` of the best count as equally good. Needs endings that lead to nodes of the process,
/// with probabilities in (0, 1]; asserts it.
[[nodiscard]] MaxProbabilityPolicy best_policy(const Mdp& mdp, double tolerance = 1e-9,
                                               int most_sweeps = kMostSweeps);

}  // namespace marblemaze
