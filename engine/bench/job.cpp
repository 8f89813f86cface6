#include "engine/bench/job.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "engine/sim/marble_world_kinds.h"
#include "maze/base/errors.h"
#include "maze/base/lists.h"
#include "maze/base/parallel.h"
#include "maze/base/stop.h"
#include "maze/grid/generator.h"
#include "maze/grid/maze.h"

namespace marblemaze {
namespace {

/// Returns an upper bound on the number of states in which the marble can rest.
double possible_states(const RowSpec& row) {
  return static_cast<double>(Grid(row.size, row.layers).maze_cells()) *
         orientations_of(row.control);
}

double clock_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Returns the clock for timing an agent's decisions. Built-in agents are timed in CPU time of this
/// thread, which is independent of the system load. External agents run in separate processes and
/// are timed in wall-clock time.
template <class Row>
auto time_for(const Registry<Row>& known, const std::string& agent) {
  return find_by_name(known.built_in(), agent) ? thread_cpu_s : clock_s;
}

}  // namespace

ResultRow play_run(const RunSpec& spec) {
  const std::string& agent = spec.agent();
  const auto now_s = spec.tilt ? time_for(tilt_policies(), agent) : time_for(planners(), agent);
  Episode episode(spec);
  // Times the whole tick if the agent decides in it, because the simulation step takes only a small
  // fraction of such a tick.
  double thinking_s = 0;
  while (episode.outcome() == Outcome::running) {
    check_stop();
    const bool timed = episode.decides();
    const double began = timed ? now_s() : 0;
    episode.tick();
    if (timed) thinking_s += now_s() - began;
  }
  const EpisodeResult result = episode.result();
  return {.outcome = result.outcome,
          .counters = result.counters,
          .ticks = result.ticks,
          .effort_ms = std::llround(1e3 * result.effort_s),
          .thinking_us = static_cast<std::int64_t>(1e6 * thinking_s),
          .fault = result.fault};
}

std::vector<RowSpec> thesis_suite() {
  std::vector<RowSpec> rows;
  for (const auto& [layers, size] : {std::pair(Layers::outer, 5), std::pair(Layers::all, 3)}) {
    for (const char* agent : {"depth-first", "breadth-first", "heuristic", "improved-heuristic",
                              "single-move-prediction", "complete-solution-prediction"})
      rows.push_back({agent, ControlScheme::cube_8, layers, size});
    rows.push_back({"complete-solution-prediction", ControlScheme::cube_24, layers, size});
  }
  return rows;
}

std::vector<RowSpec> truth_rows(const std::vector<RowSpec>& rows) {
  std::vector<RowSpec> truths;
  for (const RowSpec& row : rows)
    if (std::find(truths.begin(), truths.end(), row.truth_row()) == truths.end())
      truths.push_back(row.truth_row());
  return truths;
}

double expected_cost(const Job& job) {
  // These rough factors only affect the job order. Agents that simulate spend far more time on
  // planning than on moves. Agents without prior knowledge make the most moves.
  constexpr double kSimulates = 20, kKnowsNothing = 2;
  if (job.row.is_tilt()) return job.row.size;
  if (job.type() == JobType::reference) return possible_states(job.row);
  const PlannerEntry& agent = planners().at(job.row.agent);
  const double share = agent.simulates                           ? kSimulates
                       : agent.access == AccessFlags::experience ? kKnowsNothing
                                                                 : 1;
  return share * possible_states(job.row);
}

JobList::JobList(const std::vector<JobBlock>& blocks, const Shard& shard) {
  constexpr std::uint64_t kMaxRuns = 100'000'000;
  std::uint64_t number = 0;
  for (const auto& [first, seeds, runs] : blocks) {
    if (seeds > kMaxRuns / runs)
      throw BadInput("number of runs", fmt::format("{} x {}", seeds, runs),
                     fmt::format("at most {} per row", kMaxRuns));
    Group& group = groups_.emplace_back(Group{first});
    group.runs.reserve(seeds * runs / shard.of + 1);
    for (std::uint64_t seed = 0; seed < seeds; ++seed)
      for (std::uint64_t run = 0; run < runs; ++run)
        if (number++ % shard.of == shard.number - 1)
          group.runs.emplace_back(first.seed + seed, first.run + run);
  }
}

std::uint64_t JobList::size() const {
  std::uint64_t size = 0;
  for (const Group& group : groups_) size += group.runs.size();
  return size;
}

Job JobList::operator[](std::uint64_t index) const {
  auto group = groups_.begin();
  for (; index >= group->runs.size(); ++group) index -= group->runs.size();
  Job job = group->job;
  std::tie(job.seed, job.run) = group->runs[index];
  return job;
}

double expected_cost(const JobList& jobs) {
  double cost = 0;
  for (const JobList::Group& group : jobs.groups())
    cost += static_cast<double>(group.runs.size()) * expected_cost(group.job);
  return cost;
}

Job MazeSource::job(const RowSpec& row, std::uint64_t number, int run) const {
  Job made{row, number, name, hash};
  made.run = static_cast<std::uint64_t>(run);
  return made;
}

std::vector<JobBlock> MazeSource::jobs(const std::vector<RowSpec>& rows, const SeedRange& numbers,
                                       int runs) const {
  std::vector<JobBlock> blocks;
  for (const RowSpec& row : rows)
    blocks.push_back({job(row, numbers.first), numbers.count(), static_cast<std::uint64_t>(runs)});
  return blocks;
}

RunPairs pair_runs(const std::vector<ResultRow>& runs, const RowSpec& first,
                   const RowSpec& second) {
  std::map<Job, const ResultRow*> of_second;
  for (const ResultRow& run : runs) {
    if (run.job.row != second) continue;
    Job job = run.job;
    job.row = first;
    of_second[job] = &run;
  }
  RunPairs pairs;
  for (const ResultRow& run : runs)
    if (const auto other = of_second.find(run.job); other != of_second.end())
      pairs[run.job.seed].emplace_back(&run, other->second);
  return pairs;
}

MazeSource generated_mazes(const std::string& world, const PhysicsSettings& settings) {
  const auto setup = [world, settings](const RowSpec& row, std::uint64_t seed) {
    auto maze = std::make_shared<const Maze>(generate_kruskal(row.size, row.layers, seed));
    return Setup{world, std::move(maze), row.control, settings};
  };
  const auto describe = [](const Job& job) {
    if (job.row.is_tilt()) return fmt::format("continuous control, seed {}", job.seed);
    return fmt::format("{} orientations, seed {}", job.row.control, job.seed);
  };
  return {world, settings_hash(settings), to_json(settings), kDefaultMoveLimit, setup, describe};
}

ResultRow run_job(const Job& job, const MazeSource& source) {
  assert(job.world == source.name && job.settings == source.hash);
  const double began = thread_cpu_s();
  const RowSpec& asked = job.row;
  RunSpec spec{.setup = source.setup(asked, job.seed),
               .player = {.agent = asked.agent,
                          .move_limit = asked.move_limit > 0 ? asked.move_limit : source.move_limit,
                          .recovery = asked.recovery,
                          .stream = source.same_agent_seed ? 1 : job.run},
               .run = job.run};
  if (asked.is_tilt()) spec.tilt = TiltSpec{asked.agent, asked.rest, source.time_limit_s};
  ResultRow row;
  if (job.type() == JobType::reference) {
    assert(!spec.tilt);
    row.truth = find_ground_truth(*spec.setup.make_world(), asked.recovery);
  } else {
    row = play_run(spec);
    const Maze& maze = *spec.setup.maze;
    row.path_cells = TheoreticalPaths(maze).length(maze.start());
  }
  row.job = job;
  row.cpu_us = static_cast<std::int64_t>(1e6 * (thread_cpu_s() - began));
  return row;
}

}  // namespace marblemaze
