#pragma once

#include <vector>

#include "maze/world/world.h"

namespace marblemaze {

/// Policy for a noisy world, computed from samples, and its results in new runs.
struct SampledPolicy {
  double chance = 0;          ///< estimated success probability from the samples
  double moves = 0;           ///< expected number of moves in successful runs
  int runs = 0;               ///< number of new runs
  int reached = 0;            ///< number of successful new runs
  long moves_of_reached = 0;  ///< total number of moves in successful new runs
  /// Lower bound on the fraction of runs that no policy can solve, derived from the optimistic
  /// policy. 0 if unknown, as in older results.
  double out_of_reach = 0;

  bool operator==(const SampledPolicy&) const = default;
};

/// Reference solution of a world, computed by trying moves in copies of the world.
struct GroundTruth {
  /// True if a path to the goal was found. False proves nothing unless the search was complete.
  bool solvable = false;
  /// Shortest known sequence of moves from the first resting state to the goal. Empty if no path
  /// was found. In a noise-free world, the sequence reaches the goal. In a noisy world, it is the
  /// most likely path of the policy and proves nothing.
  std::vector<MoveId> solution;
  /// True if the search tried every pose that it distinguishes. There is then no shorter path
  /// through these poses. An agent can still find a shorter path through poses that differ by less
  /// than kPoseResolution. False if the budget was too small. The solution is then the shortest
  /// solution found so far.
  bool complete = false;
  long tried = 0;  ///< number of moves played in copies
  /// Policy for a noisy world, in which no sequence of moves is certain to reach the goal. In a
  /// noise-free world, its number of runs is 0.
  SampledPolicy policy{};

  /// Returns true if the world is noisy and the result is based on new runs of a policy.
  [[nodiscard]] bool uncertain() const { return policy.runs > 0; }
  /// Returns the success probability. In a noisy world, this is the fraction of new runs that
  /// succeeded.
  [[nodiscard]] double chance() const;
  /// Return the lower and upper bounds on the success probability of the best policy. In a noisy
  /// world, the lower bound comes from the new runs and the upper bound from the optimistic policy.
  /// Each bound is wrong with a probability of at most kTruthError. In a noise-free world, both are
  /// exact if the search is complete.
  [[nodiscard]] double chance_low() const;
  [[nodiscard]] double chance_high() const;
  /// Returns the number of moves of the solution. In a noisy world, returns the mean over
  /// successful runs of the policy. Requires: chance() > 0.
  [[nodiscard]] double expected_moves() const;

  bool operator==(const GroundTruth&) const = default;
};

/// Default budget of a search, in moves. A search takes at most 30 seconds of CPU time.
constexpr long kTruthBudget = 40'000;
/// Samples per move in a noisy world, and number of new runs that test the resulting policy.
constexpr int kTruthSamples = 30;
constexpr int kTruthRuns = 1000;
/// Number of new runs that must confirm an almost certain policy. If all of them succeed, the
/// success probability is at least 99%.
constexpr int kConfirmingRuns = 400;
/// Maximum number of samples of a move that affects the upper bound.
constexpr int kMaxTruthSamples = 1000;
constexpr double kTruthError = 0.025;

/// Computes the reference solution of a world by playing moves in copies of it. Resets the world.
///
/// In a noise-free world, two breadth-first searches run. The first search is fast: it expands each
/// state once, from the first pose reached. The second search expands each state from all poses
/// that differ by kPoseResolution, and looks only for shorter solutions. Only the second search can
/// prove that a solution is the shortest. Each search may try `budget` moves. With `recovery`, a
/// marble that froze in a balanced state continues from there.
///
/// In a noisy world, no solution is certain. The samples may use ten times the budget:
///
///   1. A few samples of each move suggest a policy. If it seems almost certain, its states are
///      sampled more often, and kConfirmingRuns new runs must confirm it.
///   2. Without an almost certain policy, each move of each reachable state is sampled
///   kTruthSamples
///      times, with new noise, from poses that the marble reached. If even the optimistic policy
///      (optimistic_policy()) loses runs, all moves are sampled again to find unseen results. While
///      the optimistic policy is better than the observed frequencies, its moves are sampled again.
///   3. The policy with the highest success probability plays kTruthRuns new runs of at most 2,000
///      moves. Among equal policies, it is the one with the fewest expected moves.
///
/// Requires: the world can be copied, and `budget` is positive.
[[nodiscard]] GroundTruth find_ground_truth(World& world, bool recovery = false,
                                            long budget = kTruthBudget);

}  // namespace marblemaze
