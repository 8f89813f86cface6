#include "agent/analysis/ground_truth.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <climits>
#include <functional>
#include <optional>
#include <unordered_map>

#include "agent/search/copies/world_copies.h"
#include "maze/base/stop.h"

namespace marblemaze {
namespace {

constexpr long kSampledBudget = 10;  // budget multiplier in a noisy world
constexpr double kTruthResolution =
    0.5 / kTruthSamples;  // tolerance of probabilities, half a sample

struct Search {
  std::vector<PlannedMove> path;
  long tried = 0;
  bool out_of_budget = false;
};

/// Finds the shortest path to the goal with fewer than `bound` moves. Requires: the world is at
/// rest and not at the goal.
Search search(const World& start, OtherPoses other_poses, bool recovery, long budget, int bound) {
  Search result;
  CopyTree tree(start.clone(), other_poses, recovery);
  for (int node = tree.take(); node >= 0 && tree.depth(node) + 1 < bound; node = tree.take()) {
    for (MoveId move : start.moves(tree.state(node))) {
      result.out_of_budget = result.tried == budget;
      if (result.out_of_budget) return result;
      check_stop(result.tried, budget);
      ++result.tried;
      if (const int goal = tree.try_move(node, move); goal >= 0) {
        result.path = tree.path_to(goal);
        return result;
      }
    }
    tree.release(node);
  }
  return result;
}

constexpr std::uint64_t kSampleStream = std::uint64_t{1}
                                        << 32;  // random streams that agents do not use
constexpr std::uint64_t kRunStream = std::uint64_t{1} << 48;
constexpr int kMaxMovesOfRun = 2000;

/// Plays one run with a policy. Returns the number of moves, or nullopt if the run did not reach
/// the goal.
std::optional<int> play_policy(World& world, const std::unordered_map<StateId, MoveId>& policy,
                               bool recovery) {
  for (int moves = 0; moves <= kMaxMovesOfRun; ++moves) {
    if (world.is_goal(world.state())) return moves;
    const auto choice = policy.find(world.state());
    if (choice == policy.end()) return std::nullopt;
    world.begin(choice->second);
    const Motion result = tick_to_rest(world, [](Motion) { check_stop(); });
    if (!can_continue(world, result, recovery)) return std::nullopt;
  }
  return std::nullopt;
}

std::unordered_map<StateId, MoveId> choices(const Mdp& mdp, const MdpPolicy& policy) {
  std::unordered_map<StateId, MoveId> chosen;
  for (std::size_t node = 0; node < mdp.size(); ++node)
    if (policy.best[node] >= 0)
      chosen.emplace(mdp[node].state, mdp[node].moves[policy.best[node]].move);
  return chosen;
}

constexpr std::array kLevels{120, 480, kMaxTruthSamples, kMaxTruthSamples};
constexpr int kBoundChecks = 2 * (kLevels.size() + 2);
// Sampling stops when the optimistic success probability exceeds the observed one by less than
// this.
constexpr double kNegligibleGain = 0.01;
// Maximum number of samples for finding results that have not occurred yet.
constexpr long kUnseenBudget = 60'000;

// Number of samples per move in the search for an almost certain policy.
constexpr int kInitialSamples = 3;
constexpr double kPromising =
    0.8;  // minimum estimated success probability of an almost certain policy

TransitionSampler sampler(int samples, bool recovery, long budget) {
  TransitionSampler world(samples, recovery, kSampleStream,
                          [budget](long left) { check_stop(budget - left, budget); });
  world.set_budget(budget);
  return world;
}

std::vector<StateId> reachable_states(const Mdp& mdp, const MdpPolicy& policy) {
  std::vector<bool> reached(mdp.size(), false);
  std::vector<std::size_t> queue{0};
  reached[0] = true;
  std::vector<StateId> states;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const MdpNode& node = mdp[queue[i]];
    states.push_back(node.state);
    const int best = policy.best[queue[i]];
    if (best < 0) continue;
    for (const MdpResult& result : node.moves[best].results) {
      const auto to = static_cast<std::size_t>(result.to);
      if (!reached[to]) queue.push_back(to);
      reached[to] = true;
    }
  }
  return states;
}

/// Samples all moves of the states in which even the optimistic policy loses runs, because these
/// moves may have results that have not occurred yet.
void sample_unseen_results(TransitionSampler& samples, const Mdp& mdp,
                           const MdpPolicy& optimistic) {
  std::vector<StateId> losing;
  long moves = 0;
  for (std::size_t node = 0; node < mdp.size(); ++node) {
    if (mdp[node].goal || optimistic.probability[node] > 1 - kNegligibleGain) continue;
    losing.push_back(mdp[node].state);
    moves += static_cast<long>(mdp[node].moves.size());
  }
  if (optimistic.probability.front() > 1 - kNegligibleGain || moves == 0) return;
  const long tries = std::min<long>(kMaxTruthSamples, kTruthSamples + kUnseenBudget / moves);
  samples.sample_again(losing, MovesToSample::all, static_cast<int>(tries));
}

/// Samples moves until the optimistic policy is hardly better than the observed frequencies.
/// Returns the fraction of runs that the optimistic policy loses.
double sample_until_certain(TransitionSampler& samples,
                            const std::shared_ptr<const Snapshot>& start) {
  samples.explore(start);
  for (std::size_t level = 0;; ++level) {
    if (!samples.complete()) return 0;
    const Mdp mdp = samples.mdp();
    const MdpPolicy optimistic =
        optimistic_policy(mdp, samples.tries(), kTruthError / kBoundChecks);
    const double gain = optimistic.probability.front() - best_policy(mdp).probability.front();
    if (level > 0 && (gain < kNegligibleGain || level > kLevels.size()))
      return std::max(0.0, 1 - optimistic.probability.front());
    if (level > 0)
      samples.sample_again(reachable_states(mdp, optimistic), MovesToSample::uncertain,
                           kLevels[level - 1]);
    else
      sample_unseen_results(samples, mdp, optimistic);
    samples.explore(start);
  }
}

struct BestPolicy {
  Mdp mdp;
  MdpPolicy policy;

  explicit BestPolicy(const TransitionSampler& samples)
      : mdp(samples.mdp()), policy(best_policy(mdp, kTruthResolution)) {}
};

/// Tests a policy in up to `runs` new runs. Stops early after more than `may_fail` failures.
GroundTruth test_policy(const BestPolicy& best, const TransitionSampler& samples,
                        const Snapshot& start, bool recovery, int runs, int may_fail) {
  const auto& [mdp, policy] = best;
  GroundTruth truth;
  truth.complete = samples.complete();
  truth.tried = samples.tried();
  truth.solvable = policy.probability.front() > 0;
  for (const PlannedMove& planned : most_likely_path(mdp, policy))
    truth.solution.push_back(planned.move);
  PolicyStatistics& tests = truth.policy;
  tests.chance = policy.probability.front();
  tests.moves = policy.moves.front();
  const auto chosen = choices(mdp, policy);
  while (truth.solvable && tests.runs < runs && tests.runs - tests.reached <= may_fail) {
    check_stop(tests.runs, runs);
    const auto world = start.world(kRunStream + static_cast<std::uint64_t>(tests.runs++));
    const auto moves = play_policy(*world, chosen, recovery);
    tests.reached += moves.has_value();
    tests.moves_of_reached += moves.value_or(0);
  }
  return truth;
}

/// Returns the reference solution of a world whose best policy almost never fails. A few samples of
/// most moves are enough, because no policy is better than certain success. Returns nullopt if test
/// runs do not confirm the policy.
std::optional<GroundTruth> find_certain_policy(const std::shared_ptr<const Snapshot>& start,
                                               bool recovery, long budget) {
  TransitionSampler samples = sampler(kInitialSamples, recovery, budget);
  for (;;) {
    samples.explore(start);
    const BestPolicy best(samples);
    if (!samples.complete() || best.policy.probability.front() < kPromising) return std::nullopt;
    const long before = samples.tried();
    samples.sample_again(reachable_states(best.mdp, best.policy), MovesToSample::all,
                         kTruthSamples);
    if (samples.tried() > before) continue;
    const int may_fail = static_cast<int>(kNegligibleGain * kConfirmingRuns);
    GroundTruth truth = test_policy(best, samples, *start, recovery, kConfirmingRuns, may_fail);
    if (truth.policy.runs - truth.policy.reached > may_fail) return std::nullopt;
    return truth;
  }
}

/// Computes the reference solution of a noisy world. Requires: the world is at rest at its start.
GroundTruth find_policy(const World& start, bool recovery, long budget) {
  const auto snapshot = Snapshot::of(start);
  if (const auto certain = find_certain_policy(snapshot, recovery, budget)) return *certain;
  TransitionSampler samples = sampler(kTruthSamples, recovery, budget);
  const double out_of_reach = sample_until_certain(samples, snapshot);
  GroundTruth truth =
      test_policy(BestPolicy(samples), samples, *snapshot, recovery, kTruthRuns, kTruthRuns);
  truth.policy.out_of_reach = out_of_reach;
  return truth;
}

}  // namespace

double GroundTruth::chance() const {
  if (policy.runs > 0) return static_cast<double>(policy.reached) / policy.runs;
  return solvable ? 1 : 0;
}

double GroundTruth::chance_low() const {
  if (!uncertain()) return chance();
  return probability_bound(Bound::lower, policy.reached, policy.runs, kTruthError);
}

double GroundTruth::chance_high() const {
  if (!solvable && complete) return 0;
  return std::max(chance_low(), 1 - policy.out_of_reach);
}

double GroundTruth::expected_moves() const {
  assert(chance() > 0);
  if (policy.runs > 0) return static_cast<double>(policy.moves_of_reached) / policy.reached;
  return static_cast<double>(solution.size());
}

GroundTruth find_ground_truth(World& world, bool recovery, long budget) {
  assert(budget > 0);
  GroundTruth truth;
  truth.complete = true;
  world.reset();
  if (!can_continue(world, tick_to_rest(world), recovery)) return truth;
  truth.solvable = world.is_goal(world.state());
  if (truth.solvable) return truth;
  if (!world.traits().deterministic) return find_policy(world, recovery, kSampledBudget * budget);
  int bound = INT_MAX;
  for (OtherPoses other_poses : {OtherPoses::skipped, OtherPoses::in_order}) {
    const Search result = search(world, other_poses, recovery, budget, bound);
    if (!result.path.empty()) {
      truth.solvable = true;
      truth.solution.clear();
      for (const PlannedMove& planned : result.path) truth.solution.push_back(planned.move);
      bound = static_cast<int>(result.path.size());
    }
    truth.tried += result.tried;
    truth.complete = !result.out_of_budget;
  }
  return truth;
}

}  // namespace marblemaze
