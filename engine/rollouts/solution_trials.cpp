#include "engine/rollouts/solution_trials.h"

#include <algorithm>

#include "engine/sim/batch_rollout.h"
#include "maze/base/parallel.h"
#include "maze/base/random.h"

namespace marblemaze {
namespace {

/// Number of runs between two checks of the miss limit. It is fixed, so that the number of runs
/// does not depend on the number of threads.
constexpr int kBlock = 20;

bool reaches(const MarbleWorld& world, std::span<const MoveId> moves, double d,
             std::uint64_t seed) {
  Rng rng(seed);
  MarbleWorld run = world.placed_in(world.scheme().state(world.maze().start(), OrientationId(0)),
                                    stream_for("solution", {seed}));
  for (MoveId move : moves) {
    run.displace({rng.between(-d, d), rng.between(-d, d), rng.between(-d, d)});
    if (play_move(run, move) != Motion::settled) return false;
    if (run.is_goal(run.state())) return true;
  }
  return false;
}

}  // namespace

TrialCount try_solution(const MarbleWorld& world, std::span<const MoveId> moves,
                        const SolutionTrials& trials) {
  TrialCount count;
  while (count.runs < trials.runs && count.runs - count.reached < trials.most_misses) {
    const int runs = std::min(kBlock, trials.runs - count.runs);
    std::vector<char> reached(static_cast<std::size_t>(runs));
    parallel_for(reached.size(), trials.jobs, [&](std::size_t i) {
      const auto run = static_cast<std::uint64_t>(count.runs) + i;
      reached[i] = reaches(world, moves, trials.displacement, mixed_seed(trials.seed, run)) ? 1 : 0;
    });
    count.runs += runs;
    count.reached += static_cast<int>(std::count(reached.begin(), reached.end(), 1));
  }
  return count;
}

}  // namespace marblemaze
