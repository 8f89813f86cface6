#pragma once

#include <vector>

#include "maze/world/world.h"

namespace marblemaze {

/// A policy for a noisy world, found by sampling, and its results in new runs.
struct SampledPolicy {
  double chance = 0;          ///< estimated probability of reaching the goal, from the samples
  double moves = 0;           ///< expected number of moves in runs that reach the goal
  int runs = 0;               ///< new runs played by the policy
  int reached = 0;            ///< number of new runs that reached the goal
  long moves_of_reached = 0;  ///< total number of moves in these runs
  /// Lower bound on the fraction of runs that no policy can bring to the goal, derived from the
  /// optimistic policy. 0 if unknown, as in older results.
  double out_of_reach = 0;

  bool operator==(const SampledPolicy&) const = default;
};

/// Reference solution of a world: how well the world can be solved at all, found by trying moves in
/// copies of it.
struct GroundTruth {
  /// Whether a path to the goal was found. If the search was not complete, false proves nothing.
  bool solvable = false;
  /// Shortest known sequence of moves from the first resting state to the goal; empty if no path
  /// was found. Played from the start of a noise-free world, it reaches the goal. In a noisy world,
  /// it lists the moves of the policy if each move has its most likely result, and it proves
  /// nothing.
  std::vector<MoveId> solution;
  /// Whether the search tried every pose that it distinguishes, so that no shorter path exists
  /// among these poses. An agent can still find a shorter path through a pose that differs from a
  /// tried pose by less than kPoseResolution. False if the budget was too small; in that case, the
  /// solution is the shortest solution found.
  bool complete = false;
  long tried = 0;  ///< number of moves played in copies
  /// Policy of a noisy world, in which no sequence of moves is certain to reach the goal. In other
  /// worlds, its number of runs is 0.
  SampledPolicy policy{};

  /// Returns whether the world is noisy, so that the result comes from new runs of a policy.
  [[nodiscard]] bool uncertain() const { return policy.runs > 0; }
  /// Returns the probability of reaching the goal. In a noisy world, it is the fraction of new runs
  /// that reached the goal.
  [[nodiscard]] double chance() const;
  /// Return the lower and upper bound on the highest success probability of any policy. In a noisy
  /// world, the new runs of the policy give the lower bound, and the optimistic policy gives the
  /// upper bound; each bound is wrong with a probability of at most kTruthError. In other worlds,
  /// both are exact if the search is complete.
  [[nodiscard]] double chance_low() const;
  [[nodiscard]] double chance_high() const;
  /// Returns the number of moves of the solution or, in a noisy world, the mean over the runs of
  /// the policy that reached the goal. Requires: chance() > 0.
  [[nodiscard]] double expected_moves() const;

  bool operator==(const GroundTruth&) const = default;
};

/// Default budget of one search, in moves. A search takes at most half a minute of CPU time.
constexpr long kTruthBudget = 40'000;
/// Samples of each move in a noisy world, and number of new runs that test the resulting policy.
constexpr int kTruthSamples = 30;
constexpr int kTruthRuns = 1000;
/// Number of new runs of a policy that almost never fails. If all of them reach the goal, they
/// prove a success probability of at least 99 %.
constexpr int kSureRuns = 400;
/// Maximum number of samples of a move that affects the upper bound.
constexpr int kMostTruthSamples = 1000;
constexpr double kTruthError = 0.025;

/// Computes the reference solution of a world by playing moves in copies of it. Resets the world.
///
/// In a noise-free world, two breadth-first searches run. The first is fast and expands each state
/// once, from the first pose in which it was reached. The second expands each state from all of its
/// poses that differ by kPoseResolution, and it looks only for solutions that are shorter than the
/// first search's. Only the second search can prove that a solution is the shortest. Each search
/// may try `budget` moves. With `recovery`, a marble that froze in a balanced state continues from
/// there.
///
/// In a noisy world, no solution is certain. The search first looks for an almost certain policy: a
/// few samples of each move suggest one, its states are sampled more often, and kSureRuns new runs
/// must confirm it. If there is no such policy, each move of each reachable state is sampled
/// kTruthSamples times, from poses that the marble reached, with new noise. If even the optimistic
/// policy (optimistic_policy()) loses runs, all moves are sampled again to find results that have
/// not occurred yet. While the optimistic policy promises more than the observed frequencies, its
/// moves are sampled more often. The policy with the highest success probability, and among equal
/// policies the one with the fewest expected moves, is then played in kTruthRuns new runs of at
/// most 2,000 moves each. The samples may use ten times the budget.
///
/// Requires: the world can be copied, and `budget` is positive.
[[nodiscard]] GroundTruth find_ground_truth(World& world, bool recovery = false,
                                            long budget = kTruthBudget);

}  // namespace marblemaze
