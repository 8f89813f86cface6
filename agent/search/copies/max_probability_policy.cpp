#include "agent/search/copies/max_probability_policy.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace marblemaze {
namespace {

constexpr double kSmallProbability = 1e-6;  // less is no chance
constexpr double kSettled = 1e-10;

[[maybe_unused]] bool is_sound(const Mdp& mdp) {
  for (const MdpNode& node : mdp)
    for (const MdpMove& move : node.moves)
      for (const MdpEnding& ending : move.endings)
        if (ending.to < 0 || static_cast<std::size_t>(ending.to) >= mdp.size() ||
            !(ending.probability > 0) || ending.probability > 1)
          return false;
  return true;
}

double probability_of(const MdpMove& move, const std::vector<double>& probability) {
  double sum = 0;
  for (const MdpEnding& ending : move.endings)
    sum += ending.probability * probability[static_cast<std::size_t>(ending.to)];
  return sum;
}

/// For each node the nodes with a move that may end in it: those of node n are
/// from[begin[n]] up to from[begin[n + 1]].
struct Predecessors {
  explicit Predecessors(const Mdp& mdp) : begin(mdp.size() + 1) {
    for_each_edge(mdp, [&](std::size_t, std::size_t to) { ++begin[to + 1]; });
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    from.resize(begin.back());
    auto next = begin;
    for_each_edge(mdp, [&](std::size_t node, std::size_t to) { from[next[to]++] = node; });
  }

  [[nodiscard]] std::span<const std::size_t> of(std::size_t node) const {
    return std::span(from).subspan(begin[node], begin[node + 1] - begin[node]);
  }

  std::vector<std::size_t> begin, from;

 private:
  template <class Edge>
  static void for_each_edge(const Mdp& mdp, Edge edge) {
    for (std::size_t node = 0; node < mdp.size(); ++node)
      for (const MdpMove& move : mdp[node].moves)
        for (const MdpEnding& ending : move.endings)
          edge(node, static_cast<std::size_t>(ending.to));
  }
};

/// Improves values node by node until a sweep changes none, and says whether it came to that. The
/// last nodes come first: in a graph numbered breadth-first they are nearest the goals. A node
/// whose successors kept their values since it was improved is passed over: it would keep its own.
template <class Improve>
[[nodiscard]] bool sweep(const Predecessors& predecessors, std::size_t nodes, int most_sweeps,
                         Improve improve) {
  std::vector<char> stale(nodes, 1);
  for (int i = 0; i < most_sweeps; ++i) {
    double most = 0;
    for (std::size_t node = nodes; node-- > 0;) {
      if (!std::exchange(stale[node], 0)) continue;
      const double change = improve(node);
      if (change == 0) continue;
      for (const std::size_t from : predecessors.of(node)) stale[from] = 1;
      most = std::max(most, change);
    }
    if (most < kSettled) return true;
  }
  return false;
}

double set(double& value, double to) { return std::abs(std::exchange(value, to) - to); }

}  // namespace

const MdpEnding& likeliest(const MdpMove& move) {
  assert(!move.endings.empty());
  return *std::max_element(
      move.endings.begin(), move.endings.end(),
      [](const auto& a, const auto& b) { return a.probability < b.probability; });
}

bool is_drawn(const MdpMove& move) {
  return move.endings.size() > 1 || (!move.endings.empty() && move.endings[0].probability < 1);
}

std::string MaxProbabilityPolicy::describe() const {
  return fmt::format("reaches the target with a chance of {:.0f} %, in {:.1f} moves{}",
                     100 * probability.front(), moves.front(),
                     converged ? "" : " (an estimate: value iteration has not converged)");
}

MaxProbabilityPolicy best_policy(const Mdp& mdp, double tolerance, int most_sweeps) {
  assert(is_sound(mdp));
  MaxProbabilityPolicy policy{std::vector<double>(mdp.size()), std::vector<double>(mdp.size()),
                              std::vector<int>(mdp.size(), -1)};
  auto& probability = policy.probability;
  const Predecessors predecessors(mdp);
  for (std::size_t node = 0; node < mdp.size(); ++node) probability[node] = mdp[node].goal ? 1 : 0;
  // From 0 upwards: the least fixed point, so that going round in circles is
  // no way to reach anything.
  const bool reached = sweep(predecessors, mdp.size(), most_sweeps, [&](std::size_t node) {
    double best = probability[node];
    for (const MdpMove& move : mdp[node].moves)
      best = std::max(best, probability_of(move, probability));
    return set(probability[node], best);
  });
  // Expected moves of the runs that succeed: each ending weighs as much as its chance to do so.
  const bool counted = sweep(predecessors, mdp.size(), most_sweeps, [&](std::size_t node) {
    if (mdp[node].goal || probability[node] < kSmallProbability) return 0.0;
    double fewest = HUGE_VAL;
    for (std::size_t i = 0; i < mdp[node].moves.size(); ++i) {
      const MdpMove& move = mdp[node].moves[i];
      const double reaches = probability_of(move, probability);
      if (reaches < probability[node] - tolerance || reaches < kSmallProbability) continue;
      double left = 0;
      for (const MdpEnding& ending : move.endings) {
        const auto to = static_cast<std::size_t>(ending.to);
        left += ending.probability * probability[to] * policy.moves[to];
      }
      if (1 + left / reaches >= fewest) continue;
      fewest = 1 + left / reaches;
      policy.best[node] = static_cast<int>(i);
    }
    return fewest == HUGE_VAL ? 0.0 : set(policy.moves[node], fewest);
  });
  policy.converged = reached && counted;
  return policy;
}

}  // namespace marblemaze
