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

/// Of the chance of an ending.
struct Ends {
  double low, high;
};

/// One ending of a move, the lost run among them, within its limits.
struct Bounded {
  double value;
  Ends ends;
  double* chance;  // null of the lost run
};

/// As much as their limits allow for the endings of the highest values, and the least for others.
void favour(std::span<Bounded> endings) {
  std::sort(endings.begin(), endings.end(),
            [](const Bounded& a, const Bounded& b) { return a.value > b.value; });
  double spare = 1;
  for (const Bounded& ending : endings) spare -= ending.ends.low;
  for (const Bounded& ending : endings) {
    const double more = std::clamp(spare, 0.0, ending.ends.high - ending.ends.low);
    spare -= more;
    if (ending.chance != nullptr) *ending.chance = ending.ends.low + more;
  }
}

/// The limits of all moves that were seen to end in several ways.
class Limits {
 public:
  Limits(const Mdp& counted, const Tries& tries, double error) : counted_(counted) {
    double ends = 0;
    for_each_drawn(counted, [&](const MdpMove& move, auto...) {
      ends += 2 * static_cast<double>(move.endings.size() + 1);
    });
    const double error_of_one = error / std::max(ends, 1.0);
    for_each_drawn(counted, [&](const MdpMove& move, std::size_t node, std::size_t number) {
      const int of = tries[node][number];
      std::vector<Ends>& limits = limits_.emplace_back();
      const auto add = [&](int hits) {
        limits.push_back({chance_limit(Limit::low, hits, of, error_of_one),
                          chance_limit(Limit::high, hits, of, error_of_one)});
      };
      int lost = of;
      for (const MdpEnding& ending : move.endings) {
        const int hits = static_cast<int>(std::lround(ending.probability * of));
        lost -= hits;
        add(hits);
      }
      if (lost > 0) add(lost);
    });
  }

  /// The process at its best for whoever values its nodes so.
  [[nodiscard]] Mdp favouring(const std::vector<double>& values) const {
    Mdp favoured = counted_;
    auto limits = limits_.begin();
    for_each_drawn(favoured, [&](MdpMove& move, auto...) {
      std::vector<Bounded> bounded;
      for (std::size_t i = 0; i < limits->size(); ++i) {
        MdpEnding* const ending = i < move.endings.size() ? &move.endings[i] : nullptr;
        bounded.push_back({ending ? values[static_cast<std::size_t>(ending->to)] : 0, (*limits)[i],
                           ending ? &ending->probability : nullptr});
      }
      favour(bounded);
      ++limits;
    });
    return favoured;
  }

 private:
  /// `see` gets a move, its node and its number.
  template <class Process, class See>
  static void for_each_drawn(Process& process, See see) {
    for (std::size_t node = 0; node < process.size(); ++node)
      for (std::size_t move = 0; move < process[node].moves.size(); ++move)
        if (is_drawn(process[node].moves[move])) see(process[node].moves[move], node, move);
  }

  const Mdp& counted_;
  std::vector<std::vector<Ends>> limits_;  // of each drawn move in turn: its endings, lost runs
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
