#include "agent/search/reach_policy.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace marblemaze {
namespace {

constexpr int kMostSweeps = 20'000;
constexpr double kSmallChance = 1e-6;  // less is no chance
constexpr double kSettled = 1e-10;

double chance_of(const ChanceMove& move, const std::vector<double>& chance) {
  double sum = 0;
  for (const ChanceEnding& ending : move.endings)
    sum += ending.share * chance[static_cast<std::size_t>(ending.to)];
  return sum;
}

/// Improves values node by node until a sweep changes none. The last nodes come first: in a graph
/// numbered breadth-first they are nearest the goals.
template <class Improve>
void sweep(std::size_t nodes, Improve improve) {
  for (int i = 0; i < kMostSweeps; ++i) {
    double change = 0;
    for (std::size_t node = nodes; node-- > 0;) change = std::max(change, improve(node));
    if (change < kSettled) return;
  }
}

double set(double& value, double to) { return std::abs(std::exchange(value, to) - to); }

}  // namespace

ReachPolicy best_policy(const ChanceGraph& graph, double tolerance) {
  ReachPolicy policy{std::vector<double>(graph.size()), std::vector<double>(graph.size()),
                     std::vector<int>(graph.size(), -1)};
  auto& chance = policy.chance;
  for (std::size_t node = 0; node < graph.size(); ++node) chance[node] = graph[node].goal ? 1 : 0;
  // From 0 upwards: the least fixed point, so that going round in circles is
  // no way to reach anything.
  sweep(graph.size(), [&](std::size_t node) {
    double best = chance[node];
    for (const ChanceMove& move : graph[node].moves) best = std::max(best, chance_of(move, chance));
    return set(chance[node], best);
  });
  // Expected moves of the runs that succeed: each ending weighs as much as its chance to do so.
  sweep(graph.size(), [&](std::size_t node) {
    if (graph[node].goal || chance[node] < kSmallChance) return 0.0;
    double fewest = HUGE_VAL;
    for (std::size_t i = 0; i < graph[node].moves.size(); ++i) {
      const ChanceMove& move = graph[node].moves[i];
      const double reached = chance_of(move, chance);
      if (reached < chance[node] - tolerance || reached < kSmallChance) continue;
      double left = 0;
      for (const ChanceEnding& ending : move.endings) {
        const auto to = static_cast<std::size_t>(ending.to);
        left += ending.share * chance[to] * policy.moves[to];
      }
      if (1 + left / reached >= fewest) continue;
      fewest = 1 + left / reached;
      policy.best[node] = static_cast<int>(i);
    }
    return fewest == HUGE_VAL ? 0.0 : set(policy.moves[node], fewest);
  });
  return policy;
}

}  // namespace marblemaze
