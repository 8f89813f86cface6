#include "agent/search/mdp.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "maze/base/arithmetic/transcendental.h"
#include "maze/base/stop.h"

namespace marblemaze {
namespace {

constexpr double kSmallProbability = 1e-6;  // smaller probabilities count as 0
constexpr double kSettled = 1e-10;

[[maybe_unused]] bool is_sound(const Mdp& mdp) {
  for (const MdpNode& node : mdp)
    for (const MdpMove& move : node.moves)
      for (const MdpResult& result : move.results)
        if (result.to < 0 || static_cast<std::size_t>(result.to) >= mdp.size() ||
            !(result.probability > 0) || result.probability > 1)
          return false;
  return true;
}

/// Usable moves of all nodes, stored contiguously in sweep order.
class Moves {
 public:
  struct WeightedResult {
    int to, from;
    double weight;
  };
  struct Move {
    std::size_t last_result;  ///< one past the last result
    int number;
    double reaches;
  };

  /// reaches(node, move) returns the success probability of a move, or nullopt if the move is not
  /// usable. weigh(result) returns the weight of a result.
  Moves(const Mdp& mdp, const auto& reaches, const auto& weigh) {
    std::size_t max_moves = 0, max_results = 0;
    for (const MdpNode& node : mdp) {
      max_moves += node.moves.size();
      for (const MdpMove& move : node.moves) max_results += move.results.size();
    }
    moves_.reserve(max_moves);
    results_.reserve(max_results);
    last_move_.reserve(mdp.size());
    for (std::size_t node = 0; node < mdp.size(); ++node) {
      for (std::size_t i = 0; i < mdp[node].moves.size(); ++i) {
        const MdpMove& move = mdp[node].moves[i];
        const std::optional<double> chance = reaches(node, move);
        if (!chance) continue;
        for (const MdpResult& result : move.results)
          results_.push_back({result.to, static_cast<int>(node), weigh(result)});
        moves_.push_back({results_.size(), static_cast<int>(i), *chance});
      }
      last_move_.push_back(moves_.size());
    }
    find_predecessors();
  }

  [[nodiscard]] std::size_t nodes() const { return last_move_.size(); }
  /// Calls see(move, value) for each move of a node. The value of a move is the weighted sum of the
  /// values of its results.
  void for_each(std::size_t node, const std::vector<double>& values, auto see) const {
    std::size_t move = node == 0 ? 0 : last_move_[node - 1];
    std::size_t result = move == 0 ? 0 : moves_[move - 1].last_result;
    for (; move < last_move_[node]; ++move) {
      double sum = 0;
      for (; result < moves_[move].last_result; ++result)
        sum += results_[result].weight * values[results_[result].to];
      see(moves_[move], sum);
    }
  }
  /// Returns the nodes with a move to this node. A node occurs once per result.
  [[nodiscard]] std::span<const std::size_t> predecessors(std::size_t node) const {
    return std::span(from_).subspan(first_from_[node], first_from_[node + 1] - first_from_[node]);
  }

 private:
  /// Builds the predecessor lists by counting sort. The counts are offset by one node, because
  /// filling a list moves the start of the list to its end.
  void find_predecessors() {
    first_from_.resize(nodes() + 2);
    for (const WeightedResult& result : results_)
      ++first_from_[static_cast<std::size_t>(result.to) + 2];
    std::partial_sum(first_from_.begin(), first_from_.end(), first_from_.begin());
    from_.resize(results_.size());
    for (const WeightedResult& result : results_)
      from_[first_from_[static_cast<std::size_t>(result.to) + 1]++] =
          static_cast<std::size_t>(result.from);
  }

  std::vector<WeightedResult> results_;
  std::vector<Move> moves_;
  std::vector<std::size_t> last_move_;  // by node: one past its last move
  // Predecessors of all nodes. `first_from_` contains the index of the first predecessor by node,
  // followed by the total.
  std::vector<std::size_t> from_, first_from_;
};

/// Improves the node values until a sweep changes none of them. Returns false if the values have
/// not converged after `max_sweeps` sweeps. Sweeps start with the last nodes, which are nearest the
/// goals in breadth-first order. Skips nodes whose successors have not changed.
template <class Improve>
[[nodiscard]] bool sweep(const Moves& moves, int max_sweeps, Improve improve) {
  std::vector<char> stale(moves.nodes(), 1);
  for (int i = 0; i < max_sweeps; ++i) {
    check_stop();
    double most = 0;
    for (std::size_t node = moves.nodes(); node-- > 0;) {
      if (!std::exchange(stale[node], 0)) continue;
      const double change = improve(node);
      if (change == 0) continue;
      for (const std::size_t from : moves.predecessors(node)) stale[from] = 1;
      most = std::max(most, change);
    }
    if (most < kSettled) return true;
  }
  return false;
}

double set(double& value, double to) { return std::abs(std::exchange(value, to) - to); }

/// Computes the highest probability of reaching a goal. Returns false if the values have not
/// converged.
bool find_probabilities(const Mdp& mdp, int max_sweeps, std::vector<double>& probability) {
  const Moves moves(
      mdp, [](std::size_t, const MdpMove&) { return std::optional(0.0); },
      [](const MdpResult& result) { return result.probability; });
  for (std::size_t node = 0; node < mdp.size(); ++node) probability[node] = mdp[node].goal ? 1 : 0;
  // Starting from 0 yields the least fixed point, in which cycles have the value 0.
  return sweep(moves, max_sweeps, [&](std::size_t node) {
    double best = probability[node];
    moves.for_each(node, probability,
                   [&](const Moves::Move&, double chance) { best = std::max(best, chance); });
    return set(probability[node], best);
  });
}

/// Computes the minimum expected number of moves of successful runs. Considers only moves with the
/// best success probability. Returns false if the values have not converged.
bool count_moves(const Mdp& mdp, double tolerance, int max_sweeps, MdpPolicy& policy) {
  const auto weigh = [&](const MdpResult& result) {
    return result.probability * policy.probability[result.to];
  };
  const auto reaches = [&](std::size_t node, const MdpMove& move) -> std::optional<double> {
    const double best = policy.probability[node];
    if (mdp[node].goal || best < kSmallProbability) return std::nullopt;
    double chance = 0;
    for (const MdpResult& result : move.results) chance += weigh(result);
    if (chance < best - tolerance || chance < kSmallProbability) return std::nullopt;
    return chance;
  };
  const Moves good(mdp, reaches, weigh);
  return sweep(good, max_sweeps, [&](std::size_t node) {
    double fewest = HUGE_VAL;
    good.for_each(node, policy.moves, [&](const Moves::Move& move, double left) {
      if (1 + left / move.reaches >= fewest) return;
      fewest = 1 + left / move.reaches;
      policy.best[node] = move.number;
    });
    return fewest == HUGE_VAL ? 0.0 : set(policy.moves[node], fewest);
  });
}

constexpr int kHalvings = 40;
constexpr int kMaxRounds = 100;
constexpr double kSameValue = 1e-9;

double divergence_part(double p, double q) { return p > 0 ? p * binary_logarithm(p / q) : 0; }
/// Returns the Kullback-Leibler divergence between Bernoulli distributions with probabilities p and
/// q, in bits.
double divergence(double p, double q) {
  return divergence_part(p, q) + divergence_part(1 - p, 1 - q);
}

struct Bounds {
  double low, high;
};

/// Result of a move with probability bounds. Losing the run is also a result.
struct BoundedResult {
  double value;
  Bounds bounds;
  double* chance;  // null for a lost run
};

/// Assigns as much probability as possible to the results with the highest values.
void assign_most_favourable(std::span<BoundedResult> results) {
  std::sort(results.begin(), results.end(),
            [](const BoundedResult& a, const BoundedResult& b) { return a.value > b.value; });
  double spare = 1;
  for (const BoundedResult& result : results) spare -= result.bounds.low;
  for (const BoundedResult& result : results) {
    const double more = std::clamp(spare, 0.0, result.bounds.high - result.bounds.low);
    spare -= more;
    if (result.chance != nullptr) *result.chance = result.bounds.low + more;
  }
}

class MoveBounds {
 public:
  MoveBounds(const Mdp& counted, const TryCounts& tries, double error) : counted_(counted) {
    double bounds = 0;
    for_each_uncertain(counted, [&](const MdpMove& move, auto...) {
      bounds += 2 * static_cast<double>(move.results.size() + 1);
    });
    const double error_of_one = error / std::max(bounds, 1.0);
    for_each_uncertain(counted, [&](const MdpMove& move, std::size_t node, std::size_t number) {
      const int of = tries[node][number];
      std::vector<Bounds>& limits = limits_.emplace_back();
      const auto add = [&](int hits) {
        limits.push_back({probability_bound(Bound::lower, hits, of, error_of_one),
                          probability_bound(Bound::upper, hits, of, error_of_one)});
      };
      int lost = of;
      for (const MdpResult& result : move.results) {
        const int hits = static_cast<int>(std::lround(result.probability * of));
        lost -= hits;
        add(hits);
      }
      if (lost > 0) add(lost);
    });
  }

  /// Returns the decision process with the most favourable probabilities for these node values.
  [[nodiscard]] Mdp most_favourable(const std::vector<double>& values) const {
    Mdp favoured = counted_;
    auto limits = limits_.begin();
    for_each_uncertain(favoured, [&](MdpMove& move, auto...) {
      std::vector<BoundedResult> bounded;
      for (std::size_t i = 0; i < limits->size(); ++i) {
        MdpResult* const result = i < move.results.size() ? &move.results[i] : nullptr;
        bounded.push_back({result ? values[result->to] : 0, (*limits)[i],
                           result ? &result->probability : nullptr});
      }
      assign_most_favourable(bounded);
      ++limits;
    });
    return favoured;
  }

 private:
  template <class Process, class See>
  static void for_each_uncertain(Process& process, See see) {
    for (std::size_t node = 0; node < process.size(); ++node)
      for (std::size_t move = 0; move < process[node].moves.size(); ++move)
        if (is_uncertain(process[node].moves[move])) see(process[node].moves[move], node, move);
  }

  const Mdp& counted_;
  // Bounds of each result of each uncertain move, followed by the bounds of a lost run.
  std::vector<std::vector<Bounds>> limits_;
};

constexpr double kExploration = 0.5;  // exploration constant of UCB1, for values between 0 and 1

using MoveStatistics = TreeSearchResult::MoveStatistics;

class Playouts {
 public:
  Playouts(const Mdp& mdp, Rng& rng, int max_moves) : mdp_(mdp), rng_(rng), max_moves_(max_moves) {
    for (const MdpNode& node : mdp) tried_.emplace_back(node.moves.size());
  }

  bool play() {
    path_.clear();
    int node = 0;
    while (node >= 0 && !at(node).goal && static_cast<int>(path_.size()) < max_moves_) {
      if (at(node).moves.empty()) break;
      const std::size_t move = choose(tried_[node]);
      ++tried_[node][move].times;
      path_.push_back({node, move});
      node = result(at(node).moves[move]);
    }
    const bool reached = node >= 0 && at(node).goal;
    back_up(reached ? 1 : 0);
    return reached;
  }

  [[nodiscard]] const std::vector<MoveStatistics>& tried() const { return tried_.front(); }

 private:
  struct Step {
    int node;
    std::size_t move;
  };

  [[nodiscard]] const MdpNode& at(int node) const { return mdp_[node]; }

  [[nodiscard]] std::size_t choose(std::span<const MoveStatistics> moves) {
    int visits = 0;
    std::vector<std::size_t> untried;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      visits += moves[i].times;
      if (moves[i].times == 0) untried.push_back(i);
    }
    if (!untried.empty()) return untried[rng_.uniform_int(untried.size())];
    const double log_visits = binary_logarithm(visits);
    const auto bound = [&](const MoveStatistics& move) {
      return move.mean_value() + kExploration * std::sqrt(log_visits / move.times);
    };
    const auto best =
        std::max_element(moves.begin(), moves.end(),
                         [&](const auto& a, const auto& b) { return bound(a) < bound(b); });
    return static_cast<std::size_t>(best - moves.begin());
  }

  /// Samples a result. Returns -1 for a lost run.
  [[nodiscard]] int result(const MdpMove& move) {
    double draw = rng_.uniform();
    for (const MdpResult& result : move.results)
      if ((draw -= result.probability) < 0) return result.to;
    return -1;
  }

  /// Credits each move of the path with the discounted value of the playout.
  void back_up(double value) {
    for (std::size_t i = path_.size(); i-- > 0;) {
      value *= kDiscount;
      tried_[path_[i].node][path_[i].move].total_value += value;
    }
  }

  const Mdp& mdp_;
  Rng& rng_;
  int max_moves_;
  std::vector<std::vector<MoveStatistics>> tried_;
  std::vector<Step> path_;
};

}  // namespace

const MdpResult& most_likely(const MdpMove& move) {
  assert(!move.results.empty());
  return *std::max_element(
      move.results.begin(), move.results.end(),
      [](const auto& a, const auto& b) { return a.probability < b.probability; });
}

bool is_uncertain(const MdpMove& move) {
  return move.results.size() > 1 || (!move.results.empty() && move.results[0].probability < 1);
}

std::string MdpPolicy::describe() const {
  return fmt::format("reaches the target with a chance of {:.0f} %, in {:.1f} moves{}",
                     100 * probability.front(), moves.front(),
                     converged ? "" : " (an estimate: value iteration has not converged)");
}

MdpPolicy best_policy(const Mdp& mdp, double tolerance, int max_sweeps) {
  assert(is_sound(mdp));
  MdpPolicy policy{std::vector<double>(mdp.size()), std::vector<double>(mdp.size()),
                   std::vector<int>(mdp.size(), -1)};
  const bool reached = find_probabilities(mdp, max_sweeps, policy.probability);
  const bool counted = count_moves(mdp, tolerance, max_sweeps, policy);
  policy.converged = reached && counted;
  return policy;
}

double probability_bound(Bound bound, int hits, int tries, double error) {
  assert(0 <= hits && hits <= tries && tries > 0 && error > 0);
  const double seen = static_cast<double>(hits) / tries;
  const double most = -binary_logarithm(error) / tries;
  double inside = seen, outside = bound == Bound::upper ? 1 : 0;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (inside + outside) / 2;
    (divergence(seen, middle) <= most ? inside : outside) = middle;
  }
  return outside;
}

MdpPolicy optimistic_policy(const Mdp& counted, const TryCounts& tries, double error) {
  const MoveBounds limits(counted, tries, error);
  MdpPolicy policy = best_policy(counted);
  // Policy iteration over both moves and probabilities.
  for (int round = 0; round < kMaxRounds; ++round) {
    MdpPolicy better = best_policy(limits.most_favourable(policy.probability));
    double change = 0;
    for (std::size_t node = 0; node < counted.size(); ++node)
      change = std::max(change, better.probability[node] - policy.probability[node]);
    policy = std::move(better);
    if (change < kSameValue) break;
  }
  return policy;
}

int TreeSearchResult::best() const {
  if (reached == 0) return -1;
  const auto most = std::max_element(
      moves.begin(), moves.end(), [](const auto& a, const auto& b) { return a.times < b.times; });
  return static_cast<int>(most - moves.begin());
}

TreeSearchResult tree_search(const Mdp& mdp, Rng& rng, int playouts, int max_moves) {
  assert(playouts > 0 && max_moves > 0 && !mdp.empty() && !mdp.front().moves.empty());
  Playouts played(mdp, rng, max_moves);
  TreeSearchResult result;
  for (int i = 0; i < playouts; ++i) {
    check_stop();
    result.reached += played.play();
  }
  result.moves = played.tried();
  return result;
}

}  // namespace marblemaze
