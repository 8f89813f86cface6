#include "agent/search/copies/max_probability_policy.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "maze/base/stop.h"

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

/// The moves of a process that count, as sweeps read them: one after the other in memory.
class Moves {
 public:
  struct Ending {
    int to, from;  ///< nodes
    double weight;
  };
  struct Move {
    std::size_t last_ending;  ///< past it
    int number;               ///< among all of the node's
    double reaches;           ///< a goal, with this chance
  };

  /// `reaches(node, move)` is nothing for a move that does not count. `weigh` weighs an ending.
  Moves(const Mdp& mdp, const auto& reaches, const auto& weigh) {
    std::size_t most_moves = 0, most_endings = 0;
    for (const MdpNode& node : mdp) {
      most_moves += node.moves.size();
      for (const MdpMove& move : node.moves) most_endings += move.endings.size();
    }
    moves_.reserve(most_moves);
    endings_.reserve(most_endings);
    last_move_.reserve(mdp.size());
    for (std::size_t node = 0; node < mdp.size(); ++node) {
      for (std::size_t i = 0; i < mdp[node].moves.size(); ++i) {
        const MdpMove& move = mdp[node].moves[i];
        const std::optional<double> chance = reaches(node, move);
        if (!chance) continue;
        for (const MdpEnding& ending : move.endings)
          endings_.push_back({ending.to, static_cast<int>(node), weigh(ending)});
        moves_.push_back({endings_.size(), static_cast<int>(i), *chance});
      }
      last_move_.push_back(moves_.size());
    }
    find_predecessors();
  }

  [[nodiscard]] std::size_t nodes() const { return last_move_.size(); }
  /// Calls `see(move, value)` with the weighted values of the endings of each move of a node.
  void for_each(std::size_t node, const std::vector<double>& values, auto see) const {
    std::size_t move = node == 0 ? 0 : last_move_[node - 1];
    std::size_t ending = move == 0 ? 0 : moves_[move - 1].last_ending;
    for (; move < last_move_[node]; ++move) {
      double sum = 0;
      for (; ending < moves_[move].last_ending; ++ending)
        sum += endings_[ending].weight * values[static_cast<std::size_t>(endings_[ending].to)];
      see(moves_[move], sum);
    }
  }
  /// The nodes with a move that may end in this one, one for each such ending.
  [[nodiscard]] std::span<const std::size_t> predecessors(std::size_t node) const {
    return std::span(from_).subspan(first_from_[node], first_from_[node + 1] - first_from_[node]);
  }

 private:
  /// Counts one node further: filling a node's part moves its begin to where the next begins.
  void find_predecessors() {
    first_from_.resize(nodes() + 2);
    for (const Ending& ending : endings_) ++first_from_[static_cast<std::size_t>(ending.to) + 2];
    std::partial_sum(first_from_.begin(), first_from_.end(), first_from_.begin());
    from_.resize(endings_.size());
    for (const Ending& ending : endings_)
      from_[first_from_[static_cast<std::size_t>(ending.to) + 1]++] =
          static_cast<std::size_t>(ending.from);
  }

  std::vector<Ending> endings_;
  std::vector<Move> moves_;
  std::vector<std::size_t> last_move_;          // of each node, past it
  std::vector<std::size_t> from_, first_from_;  // of all nodes; by node, and the end of the last
};

/// Improves values node by node until a sweep changes none, and says whether it came to that. The
/// last nodes come first: in a graph numbered breadth-first they are nearest the goals. A node
/// whose successors kept their values since it was improved is passed over: it would keep its own.
template <class Improve>
[[nodiscard]] bool sweep(const Moves& moves, int most_sweeps, Improve improve) {
  std::vector<char> stale(moves.nodes(), 1);
  for (int i = 0; i < most_sweeps; ++i) {
    stop_point();
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

/// The highest chance there is of reaching a goal. False where the sweeps give out.
bool find_chances(const Mdp& mdp, int most_sweeps, std::vector<double>& probability) {
  const Moves moves(
      mdp, [](std::size_t, const MdpMove&) { return std::optional(0.0); },
      [](const MdpEnding& ending) { return ending.probability; });
  for (std::size_t node = 0; node < mdp.size(); ++node) probability[node] = mdp[node].goal ? 1 : 0;
  // From 0 upwards: the least fixed point, so that going round in circles is
  // no way to reach anything.
  return sweep(moves, most_sweeps, [&](std::size_t node) {
    double best = probability[node];
    moves.for_each(node, probability,
                   [&](const Moves::Move&, double chance) { best = std::max(best, chance); });
    return set(probability[node], best);
  });
}

/// The fewest expected moves of the runs that succeed, by moves that are as good as the best: each
/// ending weighs as much as its chance to do so.
bool count_moves(const Mdp& mdp, double tolerance, int most_sweeps, MaxProbabilityPolicy& policy) {
  const auto weigh = [&](const MdpEnding& ending) {
    return ending.probability * policy.probability[static_cast<std::size_t>(ending.to)];
  };
  const auto reaches = [&](std::size_t node, const MdpMove& move) -> std::optional<double> {
    const double best = policy.probability[node];
    if (mdp[node].goal || best < kSmallProbability) return std::nullopt;
    double chance = 0;
    for (const MdpEnding& ending : move.endings) chance += weigh(ending);
    if (chance < best - tolerance || chance < kSmallProbability) return std::nullopt;
    return chance;
  };
  const Moves good(mdp, reaches, weigh);
  return sweep(good, most_sweeps, [&](std::size_t node) {
    double fewest = HUGE_VAL;
    good.for_each(node, policy.moves, [&](const Moves::Move& move, double left) {
      if (1 + left / move.reaches >= fewest) return;
      fewest = 1 + left / move.reaches;
      policy.best[node] = move.number;
    });
    return fewest == HUGE_VAL ? 0.0 : set(policy.moves[node], fewest);
  });
}

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
  const bool reached = find_chances(mdp, most_sweeps, policy.probability);
  const bool counted = count_moves(mdp, tolerance, most_sweeps, policy);
  policy.converged = reached && counted;
  return policy;
}

}  // namespace marblemaze
