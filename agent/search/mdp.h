#pragma once

#include <string>
#include <vector>

#include "maze/base/random.h"
#include "maze/grid/grid.h"

namespace marblemaze {

/// Possible result of a move. The probabilities of a move may sum to less than 1. The remainder is
/// the probability of losing the run.
struct MdpResult {
  int to;              ///< node index
  double probability;  ///< in (0, 1]
};
struct MdpMove {
  MoveId move;
  std::vector<MdpResult> results;
};
/// Returns the most likely result. The first result wins ties. Requires: the move has results.
[[nodiscard]] const MdpResult& most_likely(const MdpMove& move);
/// Returns true if the move has several results or can lose the run.
[[nodiscard]] bool is_uncertain(const MdpMove& move);
/// Node of a Markov decision process. A node without moves is a dead end unless it is a goal.
struct MdpNode {
  bool goal = false;
  std::vector<MdpMove> moves{};
  StateId state{};  ///< state of the world, not used by the solver
};
using Mdp = std::vector<MdpNode>;

struct MdpPolicy {
  /// Highest probability of reaching a goal, by node.
  std::vector<double> probability;
  /// Expected number of moves in successful runs, by node. 0 if the probability is 0.
  std::vector<double> moves;
  /// Index of the best move, by node. -1 at goals and in nodes with probability 0.
  std::vector<int> best;
  /// True if value iteration converged. Otherwise, the other members are approximations.
  bool converged = true;

  /// Describes the first node, for example "reaches the target with a chance of 75 %, in 8.0
  /// moves".
  [[nodiscard]] std::string describe() const;
};

inline constexpr int kMaxSweeps = 20'000;

/// Computes the policy with the highest probability of reaching a goal, by value iteration
/// (Puterman, Markov Decision Processes, chapter 7). Moves within `tolerance` of the best
/// probability count as equal. The fewest expected moves break ties. Requires: results lead to
/// nodes of the process and have probabilities in (0, 1].
[[nodiscard]] MdpPolicy best_policy(const Mdp& mdp, double tolerance = 1e-9,
                                    int max_sweeps = kMaxSweeps);

enum class Bound { lower, upper };
/// Returns a confidence bound on the probability of an event that occurred `hits` times in `tries`
/// trials. The bound is wrong with a probability of at most `error`, for any number of trials
/// (Chernoff bound with the Kullback-Leibler divergence; Garivier and Cappé 2011). Requires: 0 <=
/// hits <= tries and tries > 0.
[[nodiscard]] double probability_bound(Bound bound, int hits, int tries, double error);

/// Number of tries, by node and move.
using TryCounts = std::vector<std::vector<int>>;

/// Computes the best policy under the most favourable probabilities that are consistent with the
/// sample counts (Givan, Leach and Dean, Bounded-parameter Markov decision processes, 2000). With a
/// probability of at least 1 - `error`, no policy on these states has a higher success probability.
/// Results that have never occurred are ignored, because a run could wait for one of them forever.
[[nodiscard]] MdpPolicy optimistic_policy(const Mdp& counted, const TryCounts& tries, double error);

/// Playout statistics for the first node of a decision process.
struct TreeSearchResult {
  struct MoveStatistics {
    int times = 0;           ///< number of times that playouts made the move
    double total_value = 0;  ///< sum of the values of these playouts

    [[nodiscard]] double mean_value() const {
      return times > 0 ? total_value / times : 0;
    }  ///< 0 to 1
  };
  std::vector<MoveStatistics> moves;  ///< moves of the first node
  int reached = 0;                    ///< playouts that reached a goal

  /// Returns the move that was made most often, or -1 if no playout reached a goal.
  [[nodiscard]] int best() const;
};

/// Runs UCT (Kocsis and Szepesvari 2006) on a graph in which several paths may lead to the same
/// state. A playout ends at a goal, in a dead end or after `max_moves` moves. In each node, the
/// playout makes an untried move or else the move with the highest upper confidence bound (UCB1). A
/// move counts as a loss until the playout ends, so that playouts do not run in circles. A playout
/// that reaches a goal after n moves has the value kDiscount^n. Other playouts have the value 0.
/// Requires: the results satisfy the requirements of best_policy(), the first node has moves, and
/// the limits are positive.
[[nodiscard]] TreeSearchResult tree_search(const Mdp& mdp, Rng& rng, int playouts, int max_moves);

/// Discount factor per move.
inline constexpr double kDiscount = 0.99;

}  // namespace marblemaze
