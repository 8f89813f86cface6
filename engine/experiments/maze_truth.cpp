#include "engine/experiments/maze_truth.h"

#include <set>

#include "engine/run/world_factory.h"
#include "maze/base/cpu_clock.h"

namespace marblemaze {

ProblemKind problem_kind(const RowSpec& row) {
  return {row.layers, row.size, row.orientations, row.recovery};
}

std::vector<Problem> problems_of(const std::vector<Task>& tasks) {
  std::set<Problem> met;
  std::vector<Problem> problems;
  for (const Task& task : tasks) {
    const Problem problem{problem_kind(task.row), task.seed};
    if (met.insert(problem).second) problems.push_back(problem);
  }
  return problems;
}

double expected_cost(const Problem& problem) {
  return possible_states(problem.kind.layers, problem.kind.size, problem.kind.orientations);
}

TruthRow find_truth(const Problem& problem, const std::string& world,
                    const PhysicsSettings& settings) {
  require_truth(world, settings);
  const double began = thread_cpu_s();
  const ProblemKind& kind = problem.kind;
  const Setup setup{world, bench_maze(kind.layers, kind.size, problem.seed), kind.orientations,
                    settings};
  TruthRow row{problem, world, find_ground_truth(*setup.world(), kind.recovery), 0};
  row.cpu_us = static_cast<std::int64_t>(1e6 * (thread_cpu_s() - began));
  return row;
}

void require_truth(const std::string& world, const PhysicsSettings& settings) {
  require_copies("the truth", marble_world_kind(world).traits(settings));
}

}  // namespace marblemaze
