#include "agent/search/copies/tree_search.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>

#include "maze/base/arithmetic/transcendental.h"
#include "maze/base/stop.h"

namespace marblemaze {
namespace {

constexpr double kExploration = 0.5;  // of UCB1; worths lie between 0 and 1

using Tried = TreeSearchResult::Tried;

class Playouts {
 public:
  Playouts(const Mdp& mdp, Rng& rng, int most_moves)
      : mdp_(mdp), rng_(rng), most_moves_(most_moves) {
    for (const MdpNode& node : mdp) tried_.emplace_back(node.moves.size());
  }

  /// Did it reach a goal?
  bool play() {
    way_.clear();
    int node = 0;
    while (node >= 0 && !at(node).goal && static_cast<int>(way_.size()) < most_moves_) {
      if (at(node).moves.empty()) break;
      const std::size_t move = choose(tried_[static_cast<std::size_t>(node)]);
      ++tried_[static_cast<std::size_t>(node)][move].times;
      way_.push_back({node, move});
      node = ending(at(node).moves[move]);
    }
    const bool reached = node >= 0 && at(node).goal;
    learn(reached ? 1 : 0);
    return reached;
  }

  [[nodiscard]] const std::vector<Tried>& tried() const { return tried_.front(); }

 private:
  struct Step {
    int node;
    std::size_t move;
  };

  [[nodiscard]] const MdpNode& at(int node) const { return mdp_[static_cast<std::size_t>(node)]; }

  [[nodiscard]] std::size_t choose(std::span<const Tried> moves) {
    int visits = 0;
    std::vector<std::size_t> untried;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      visits += moves[i].times;
      if (moves[i].times == 0) untried.push_back(i);
    }
    if (!untried.empty()) return untried[rng_.below(untried.size())];
    const double log_visits = binary_logarithm(visits);
    const auto bound = [&](const Tried& move) {
      return move.worth() + kExploration * std::sqrt(log_visits / move.times);
    };
    const auto best =
        std::max_element(moves.begin(), moves.end(),
                         [&](const auto& a, const auto& b) { return bound(a) < bound(b); });
    return static_cast<std::size_t>(best - moves.begin());
  }

  /// -1 for a lost run.
  [[nodiscard]] int ending(const MdpMove& move) {
    double draw = rng_.unit();
    for (const MdpEnding& ending : move.endings)
      if ((draw -= ending.probability) < 0) return ending.to;
    return -1;
  }

  /// Each move of the way takes part with what was left to be won when it was made.
  void learn(double worth) {
    for (std::size_t i = way_.size(); i-- > 0;) {
      worth *= kWorthOfMove;
      tried_[static_cast<std::size_t>(way_[i].node)][way_[i].move].won += worth;
    }
  }

  const Mdp& mdp_;
  Rng& rng_;
  int most_moves_;
  std::vector<std::vector<Tried>> tried_;  // by node and move
  std::vector<Step> way_;
};

}  // namespace

int TreeSearchResult::best() const {
  if (reached == 0) return -1;
  const auto most = std::max_element(
      moves.begin(), moves.end(), [](const auto& a, const auto& b) { return a.times < b.times; });
  return static_cast<int>(most - moves.begin());
}

TreeSearchResult tree_search(const Mdp& mdp, Rng& rng, int playouts, int most_moves) {
  assert(playouts > 0 && most_moves > 0 && !mdp.empty() && !mdp.front().moves.empty());
  Playouts played(mdp, rng, most_moves);
  TreeSearchResult result;
  for (int i = 0; i < playouts; ++i) {
    stop_point();
    result.reached += played.play();
  }
  result.moves = played.tried();
  return result;
}

}  // namespace marblemaze
