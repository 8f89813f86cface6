#include "agent/search/copies/optimism.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>

#include "maze/base/arithmetic/transcendental.h"

namespace marblemaze {
namespace {

constexpr int kHalvings = 40;
constexpr int kMostRounds = 100;
constexpr double kSameValue = 1e-9;

double divergence_part(double p, double q) { return p > 0 ? p * binary_logarithm(p / q) : 0; }
/// Of a coin with chance q from one with p, in bits.
double divergence(double p, double q) {
  return divergence_part(p, q) + divergence_part(1 - p, 1 - q);
}

/// One ending of a move, the lost run among them, within its limits.
struct Bounded {
  double value;
  double low, high;
  double* chance;  // null of the lost run
};

/// As much as their limits allow for the endings of the highest values, and the least for others.
void favour(std::span<Bounded> endings) {
  std::sort(endings.begin(), endings.end(),
            [](const Bounded& a, const Bounded& b) { return a.value > b.value; });
  double spare = 1;
  for (const Bounded& ending : endings) spare -= ending.low;
  for (const Bounded& ending : endings) {
    const double more = std::clamp(spare, 0.0, ending.high - ending.low);
    spare -= more;
    if (ending.chance != nullptr) *ending.chance = ending.low + more;
  }
}

/// The limits of all moves that were seen to end in several ways.
class Limits {
 public:
  Limits(const Mdp& counted, const Tries& tries, double error) : counted_(counted), tries_(tries) {
    double endings = 0;
    for_each_drawn([&](std::size_t node, std::size_t move) {
      endings += static_cast<double>(counted[node].moves[move].endings.size()) + 1;
    });
    error_ = error / std::max(2 * endings, 1.0);  // each has two ends
  }

  /// The process at its best for whoever values its nodes so.
  [[nodiscard]] Mdp favouring(const std::vector<double>& values) const {
    Mdp favoured = counted_;
    for_each_drawn([&](std::size_t node, std::size_t move) {
      const int tries = tries_[node][move];
      std::vector<Bounded> bounded;
      int lost = tries;
      const auto add = [&](double value, int hits, double* chance) {
        bounded.push_back({value, chance_limit(Limit::low, hits, tries, error_),
                           chance_limit(Limit::high, hits, tries, error_), chance});
      };
      for (MdpEnding& ending : favoured[node].moves[move].endings) {
        const int hits = static_cast<int>(std::lround(ending.probability * tries));
        lost -= hits;
        add(values[static_cast<std::size_t>(ending.to)], hits, &ending.probability);
      }
      if (lost > 0) add(0, lost, nullptr);
      favour(bounded);
    });
    return favoured;
  }

 private:
  template <class See>
  void for_each_drawn(See see) const {
    for (std::size_t node = 0; node < counted_.size(); ++node)
      for (std::size_t move = 0; move < counted_[node].moves.size(); ++move)
        if (is_drawn(counted_[node].moves[move])) see(node, move);
  }

  const Mdp& counted_;
  const Tries& tries_;
  double error_;
};

}  // namespace

double chance_limit(Limit limit, int hits, int tries, double error) {
  assert(0 <= hits && hits <= tries && tries > 0 && error > 0);
  const double seen = static_cast<double>(hits) / tries;
  const double most = -binary_logarithm(error) / tries;
  double inside = seen, outside = limit == Limit::high ? 1 : 0;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (inside + outside) / 2;
    (divergence(seen, middle) <= most ? inside : outside) = middle;
  }
  return outside;
}

MaxProbabilityPolicy optimistic_policy(const Mdp& counted, const Tries& tries, double error) {
  const Limits limits(counted, tries, error);
  MaxProbabilityPolicy policy = best_policy(counted);
  // Chances that favour the values of a policy make better ones, until none changes: the policy
  // iteration of whoever chooses both.
  for (int round = 0; round < kMostRounds; ++round) {
    MaxProbabilityPolicy better = best_policy(limits.favouring(policy.probability));
    double change = 0;
    for (std::size_t node = 0; node < counted.size(); ++node)
      change = std::max(change, better.probability[node] - policy.probability[node]);
    policy = std::move(better);
    if (change < kSameValue) break;
  }
  return policy;
}

}  // namespace marblemaze
