#include "agent/analysis/ground_truth.h"

#include <cassert>
#include <climits>
#include <optional>
#include <unordered_map>

#include "agent/search/copies/copy_tree.h"
#include "agent/search/copies/sampled_world.h"
#include "maze/base/interruption.h"

namespace marblemaze {
namespace {

constexpr long kSampledBudget = 10;              // times the budget of an exact world
constexpr double kAsGood = 0.5 / kTruthSamples;  // chances that so few samples cannot tell apart

/// What one breadth-first search found.
struct Pass {
  std::vector<PlannedMove> way;  // empty without one
  long tried = 0;
  bool gave_out = false;
};

/// The fewest moves to the goal if they are less than `bound`. The world is at rest, not at the
/// goal.
Pass search(const World& start, Twins twins, bool recovery, long budget, int bound) {
  Pass pass;
  CopyTree tree(start.clone(), twins, recovery);
  for (int node = tree.take(); node >= 0 && tree.depth(node) + 1 < bound; node = tree.take()) {
    for (MoveId move : start.moves(tree.state(node))) {
      pass.gave_out = pass.tried == budget;
      if (pass.gave_out) return pass;
      interruption_point(pass.tried, budget);
      ++pass.tried;
      if (const int goal = tree.try_move(node, move); goal >= 0) {
        pass.way = tree.way_to(goal);
        return pass;
      }
    }
    tree.release(node);
  }
  return pass;
}

constexpr std::uint64_t kSampleStream = std::uint64_t{1} << 32;  // apart from those of agents
constexpr std::uint64_t kRunStream = std::uint64_t{1} << 48;
constexpr int kMostMovesOfARun = 2000;

/// One new run by a policy, its moves until the goal; nothing where it did not get there. Where a
/// run comes to a state of which the samples knew nothing, the policy knows no move.
std::optional<int> play_policy(World& world, const std::unordered_map<StateId, MoveId>& policy,
                               bool recovery) {
  for (int moves = 0; moves <= kMostMovesOfARun; ++moves) {
    if (world.is_goal(world.state())) return moves;
    const auto choice = policy.find(world.state());
    if (choice == policy.end()) return std::nullopt;
    world.begin(choice->second);
    if (!goes_on(world, tick_to_rest(world), recovery)) return std::nullopt;
  }
  return std::nullopt;
}

std::unordered_map<StateId, MoveId> choices(const Mdp& mdp, const MaxProbabilityPolicy& policy) {
  std::unordered_map<StateId, MoveId> chosen;
  for (std::size_t node = 0; node < mdp.size(); ++node)
    if (policy.best[node] >= 0)
      chosen.emplace(mdp[node].state,
                     mdp[node].moves[static_cast<std::size_t>(policy.best[node])].move);
  return chosen;
}

/// Of a world that draws, at rest at its start.
GroundTruth find_policy(const World& start, bool recovery, long budget) {
  const auto snapshot = Snapshot::of(start);
  SampledWorld samples(kTruthSamples, recovery, kSampleStream);
  samples.explore(snapshot, budget, {},
                  [&](long left) { interruption_point(budget - left, budget); });
  const Mdp mdp = samples.mdp();
  const MaxProbabilityPolicy policy = best_policy(mdp, kAsGood);
  GroundTruth truth;
  truth.complete = samples.complete();
  truth.solvable = policy.probability.front() > 0;
  for (const PlannedMove& planned : likeliest_way(mdp, policy))
    truth.solution.push_back(planned.move);
  PolicyTruth& tested = truth.policy;
  tested.chance = policy.probability.front();
  tested.moves = policy.moves.front();
  const auto chosen = choices(mdp, policy);
  for (; truth.solvable && tested.runs < kTruthRuns; ++tested.runs) {
    interruption_point(tested.runs, kTruthRuns);
    const auto world = snapshot->world(kRunStream + static_cast<std::uint64_t>(tested.runs));
    const auto moves = play_policy(*world, chosen, recovery);
    tested.reached += moves.has_value();
    tested.moves_of_reached += moves.value_or(0);
  }
  truth.tried = samples.tried();
  return truth;
}

}  // namespace

double GroundTruth::chance() const {
  if (policy.runs > 0) return static_cast<double>(policy.reached) / policy.runs;
  return solvable ? 1 : 0;
}

double GroundTruth::expected_moves() const {
  assert(chance() > 0);
  if (policy.runs > 0) return static_cast<double>(policy.moves_of_reached) / policy.reached;
  return static_cast<double>(solution.size());
}

GroundTruth find_ground_truth(World& world, bool recovery, long budget) {
  assert(world.traits().cloneable && budget > 0);
  GroundTruth truth;
  truth.complete = true;
  world.reset();
  if (!goes_on(world, tick_to_rest(world), recovery)) return truth;
  truth.solvable = world.is_goal(world.state());
  if (truth.solvable) return truth;
  if (!world.traits().deterministic) return find_policy(world, recovery, kSampledBudget * budget);
  int bound = INT_MAX;
  for (Twins twins : {Twins::dropped, Twins::in_line}) {
    const Pass pass = search(world, twins, recovery, budget, bound);
    if (!pass.way.empty()) {
      truth.solvable = true;
      truth.solution.clear();
      for (const PlannedMove& planned : pass.way) truth.solution.push_back(planned.move);
      bound = static_cast<int>(pass.way.size());
    }
    truth.tried += pass.tried;
    truth.complete = !pass.gave_out;
  }
  return truth;
}

}  // namespace marblemaze
