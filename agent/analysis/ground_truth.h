#pragma once

#include <vector>

#include "maze/world/world.h"

namespace marblemaze {

/// Policy that was computed from samples of a noisy world and tested in new runs.
struct PolicyStatistics {
  double chance = 0;  ///< estimated success probability from the samples
  double moves = 0;   ///< expected number of moves in successful runs
  int runs = 0;
  int reached = 0;
  long moves_of_reached = 0;  ///< total number of moves in successful test runs
  /// Lower bound on the fraction of runs that no policy can solve. 0 if unknown, as in older
  /// results.
  double out_of_reach = 0;

  bool operator==(const PolicyStatistics&) const = default;
};

/// Reference solution of a world, computed by playing moves in copies of the world.
struct GroundTruth {
  /// True if a path to the goal was found. False means that the world is unsolvable only if
  /// `complete` is true.
  bool solvable = false;
  /// Shortest known sequence of moves from the first resting state to the goal. Empty if no path
  /// was found. In a noisy world, the most likely path of the policy, which may miss the goal.
  std::vector<MoveId> solution;
  /// True if the search tried all poses that differ by at least kPoseResolution, so no shorter path
  /// through these poses exists. False if the budget was too small.
  bool complete = false;
  long tried = 0;  ///< number of moves played in copies
  /// Policy for a noisy world. In a noise-free world, the number of test runs is 0.
  PolicyStatistics policy{};

  [[nodiscard]] bool uncertain() const { return policy.runs > 0; }
  /// Returns the success probability. In a noisy world, returns the fraction of successful test
  /// runs.
  [[nodiscard]] double chance() const;
  /// Return bounds on the success probability of the best policy. In a noisy world, the lower bound
  /// comes from the test runs, and the upper bound comes from optimistic_policy(). Each bound is
  /// wrong with a probability of at most kTruthError. In a noise-free world, both bounds are exact
  /// if the search is complete.
  [[nodiscard]] double chance_low() const;
  [[nodiscard]] double chance_high() const;
  /// Returns the number of moves of the solution. In a noisy world, returns the mean number of
  /// moves in successful test runs. Requires: chance() > 0.
  [[nodiscard]] double expected_moves() const;

  bool operator==(const GroundTruth&) const = default;
};

/// Default budget of a search, in moves. A search takes at most 30 seconds of CPU time.
constexpr long kTruthBudget = 40'000;
/// Number of samples per move and number of test runs in a noisy world.
constexpr int kTruthSamples = 30;
constexpr int kTruthRuns = 1000;
/// Number of test runs of an almost certain policy. If all test runs succeed, the success
/// probability is at least 99%.
constexpr int kConfirmingRuns = 400;
/// Maximum number of samples of a move that affects the upper bound.
constexpr int kMaxTruthSamples = 1000;
constexpr double kTruthError = 0.025;

/// Computes the reference solution of a world by playing moves in copies of the world. Resets the
/// world.
///
/// In a noise-free world, two breadth-first searches run. The first search expands each state once,
/// from the first pose reached. The second search expands each state from all poses that differ by
/// kPoseResolution, and looks only for shorter solutions. Each search may try `budget` moves. With
/// `recovery`, a marble that froze in a balanced state continues from there.
///
/// In a noisy world, the function takes at most 10 * `budget` samples:
///
///   1. It computes a policy from a few samples of each move. If this policy seems almost certain
///   to
///      succeed, it must succeed in kConfirmingRuns test runs.
///   2. Without an almost certain policy, it samples each move kTruthSamples times. It samples
///   moves
///      again to find results that have not occurred yet, and while the policy of
///      optimistic_policy() is better than the observed frequencies.
///   3. It tests the policy with the highest success probability in kTruthRuns runs of at most
///      2,000 moves. The fewest expected moves break ties between policies.
///
/// Requires: the world can be copied, and `budget` is positive.
[[nodiscard]] GroundTruth find_ground_truth(World& world, bool recovery = false,
                                            long budget = kTruthBudget);

}  // namespace marblemaze
