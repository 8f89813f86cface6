#pragma once

#include <vector>

#include "agent/search/copies/max_probability_policy.h"
#include "maze/base/rng.h"

namespace marblemaze {

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
