#pragma once

#include <string>
#include <vector>

#include "maze/base/random.h"
#include "maze/grid/grid.h"

namespace marblemaze {

/// One possible result of a move. If the probabilities of a move's results sum to less than 1, the
/// remainder is the probability that the run is lost.
struct MdpResult {
  int to;              ///< index of the resulting node
  double probability;  ///< in (0, 1]
};
struct MdpMove {
  MoveId move;
  std::vector<MdpResult> results;
};
/// Returns the most likely result; ties are resolved in favour of the first. Requires: the move has
/// results.
[[nodiscard]] const MdpResult& most_likely(const MdpMove& move);
/// Returns whether the move has several results or can lose the run.
[[nodiscard]] bool is_drawn(const MdpMove& move);
/// A node of the process. A node without moves that is not a goal is a dead end.
struct MdpNode {
  bool goal = false;
  std::vector<MdpMove> moves{};
  StateId state{};  ///< state of the world; the solver does not use it
};
/// A Markov decision process: the moves of each node and their results.
using Mdp = std::vector<MdpNode>;

/// Best move in each node.
struct MaxProbabilityPolicy {
  /// Highest possible probability of reaching a goal.
  std::vector<double> probability;
  /// Expected number of moves to the goal in runs that reach it; 0 if the probability is 0.
  std::vector<double> moves;
  /// Index of the best move of the node; -1 at goals and in nodes with probability 0.
  std::vector<int> best;
  /// Whether value iteration converged. If not, it reached the maximum number of sweeps and the
  /// other members are approximations.
  bool converged = true;

  /// Returns the probability and the moves of the first node as text: "reaches the target with a
  /// chance of 75 %, in 8.0 moves".
  [[nodiscard]] std::string describe() const;
};

/// Default maximum number of sweeps over all nodes.
inline constexpr int kMostSweeps = 20'000;

/// Computes the policy with the highest probability of reaching a goal, and among equal policies
/// the one with the fewest expected moves, by value iteration (Puterman, Markov Decision Processes,
/// chapter 7). Moves whose probability is within `tolerance` of the best probability count as
/// equal. Requires: results lead to nodes of the process and have probabilities in (0, 1].
[[nodiscard]] MaxProbabilityPolicy best_policy(const Mdp& mdp, double tolerance = 1e-9,
                                               int most_sweeps = kMostSweeps);

/// Selects the lower or the upper bound.
enum class Limit { low, high };
/// Returns a bound on the probability of an event that occurred `hits` times in `tries` trials. The
/// true probability lies beyond the bound with a probability of at most `error`, for any number of
/// trials (Chernoff bound with the Kullback-Leibler divergence; Garivier and Cappé 2011). Requires:
/// 0 <= hits <= tries and tries > 0.
[[nodiscard]] double probability_bound(Limit limit, int hits, int tries, double error);

/// Sample counts by node and move, in the order of the process.
using Tries = std::vector<std::vector<int>>;

/// Computes the best policy under the most favourable probabilities that are consistent with the
/// counts: value iteration over probabilities within their bounds (Givan, Leach and Dean,
/// Bounded-parameter Markov decision processes, 2000; the optimism of UCRL2 and MBIE). All true
/// probabilities lie within their bounds with a probability of at least 1 - `error`; in this case,
/// no policy on these states reaches a goal with a higher probability. Results that have never
/// occurred are not considered, because a run could wait for one of them forever.
[[nodiscard]] MaxProbabilityPolicy optimistic_policy(const Mdp& counted, const Tries& tries,
                                                     double error);

/// Statistics of the playouts for the first node of a decision process.
struct TreeSearchResult {
  struct Tried {
    int times = 0;   ///< number of times the move was made in the playouts
    double won = 0;  ///< sum of the values of these playouts

    [[nodiscard]] double worth() const { return times > 0 ? won / times : 0; }  ///< 0 to 1
  };
  std::vector<Tried> moves;  ///< moves of the first node by index
  int reached = 0;           ///< number of playouts that reached a goal

  /// Returns the move that was made most often, or -1 if no playout reached a goal.
  [[nodiscard]] int best() const;
};

/// Runs UCT (Kocsis and Szepesvari 2006) on a graph in which several paths may lead to the same
/// state. Each playout makes moves from the first node until it reaches a goal, a dead end or
/// `most_moves`. In each node, it prefers moves that have never been made, then the move with the
/// highest upper confidence bound (UCB1). A move is counted, first as a loss, as soon as it is
/// chosen, so that a playout does not run in circles. A playout that reaches a goal has the value
/// kWorthOfMove to the power of its moves; other playouts have the value 0. Requires: results as in
/// best_policy(), a first node with moves, and positive numbers.
[[nodiscard]] TreeSearchResult tree_search(const Mdp& mdp, Rng& rng, int playouts, int most_moves);

/// Discount of the value per move, so a shorter path has a higher value.
inline constexpr double kWorthOfMove = 0.99;

}  // namespace marblemaze
