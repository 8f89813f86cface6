#pragma once

#include <string>
#include <vector>

#include "maze/base/random.h"
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

/// Which of two ends of a chance is asked for.
enum class Limit { low, high };
/// The end of the chance of what came `hits` times in `tries`: the real one is beyond it with a
/// probability of `error` at most, for any number of tries (Chernoff's bound in its form with the
/// Kullback-Leibler divergence; Garivier and Cappé 2011). Needs 0 <= hits <= tries, tries > 0.
[[nodiscard]] double chance_limit(Limit limit, int hits, int tries, double error);

/// How often each move of each node was tried, in the order of the process.
using Tries = std::vector<std::vector<int>>;

/// What would be best if of all endings that were counted the good ones were as likely, and the bad
/// ones as rare, as the counts allow: value iteration over the chances within their limits (Givan,
/// Leach and Dean, Bounded-parameter Markov decision processes, 2000; the optimism of UCRL2 and
/// MBIE). The real chances lie within all limits at once but for a probability of `error`. Then no
/// policy of the states reaches a goal with a higher chance than this one. It does not allow for
/// endings that were never counted: with each of them a run might go on for ever until one comes.
[[nodiscard]] MaxProbabilityPolicy optimistic_policy(const Mdp& counted, const Tries& tries,
                                                     double error);

/// What playouts tell of the first node of a decision process.
struct TreeSearchResult {
  struct Tried {
    int times = 0;   ///< that it was made in the playouts
    double won = 0;  ///< summed over them

    [[nodiscard]] double worth() const { return times > 0 ? won / times : 0; }  ///< 0 to 1
  };
  std::vector<Tried> moves;  ///< of the first node, by their index
  int reached = 0;           ///< playouts that came to a goal

  /// The move that was made most often; -1 where no playout reached a goal.
  [[nodiscard]] int best() const;
};

/// UCT (Kocsis and Szepesvari 2006) over states that several ways may lead to: each playout makes
/// moves from the first node on until a goal, a dead end or `most_moves`, choosing in each node the
/// move of the highest upper confidence bound (UCB1), and one that was never made before all
/// others. A move counts as made, and as lost, as soon as it is chosen, or a playout would go round
/// in a circle to its end. A playout is worth kWorthOfMove to the power of its moves where it
/// reaches a goal, else nothing. Needs endings as best_policy() does, a first node with moves, and
/// positive numbers.
[[nodiscard]] TreeSearchResult tree_search(const Mdp& mdp, Rng& rng, int playouts, int most_moves);

/// How much of what can be won is left after each move, so that a shorter way is worth more.
inline constexpr double kWorthOfMove = 0.99;

}  // namespace marblemaze
