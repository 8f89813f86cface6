#include "engine/experiments/job.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "engine/run/free_episode.h"
#include "engine/run/world_factory.h"
#include "maze/base/cpu_clock.h"
#include "maze/grid/kruskal_generator.h"
#include "maze/grid/theoretical_path.h"

namespace marblemaze {
namespace {

constexpr const char* kTruth = "a search for the optimum";  // who needs copies of a world

/// The states in which a marble can rest, at most. A logic maze takes no time.
double possible_states(const RowSpec& row) {
  if (row.size == 0) return 0;
  return static_cast<double>(Grid(row.size, row.layers).maze_cells()) * row.orientations;
}

GroundTruth truth_in(const Setup& setup, bool recovery) {
  const std::unique_ptr<World> world = setup.world();
  require_copies(kTruth, world->traits());
  return find_ground_truth(*world, recovery);
}

bool is_built_in(const std::string& agent) {
  const auto& rows = planners().built_in();
  return std::any_of(rows.begin(), rows.end(),
                     [&](const PlannerEntry& row) { return row.name == agent; });
}

double clock_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Plays to the end; false where `stop` asked before. Adds up how long all decisions took, s: each
/// is made in the tick that follows a moment of rest, of which the world's own step is a small
/// part. Of an agent of the program it is the processor time of this thread, which other programs
/// do not disturb. An agent from outside thinks in a process of its own, so that only the clock
/// tells.
bool play_timed(Episode& episode, const StopToken& stop, double& thinking_s) {
  episode.set_stop_token(stop);
  double (*const now_s)() = is_built_in(episode.spec().player.agent) ? thread_cpu_s : clock_s;
  while (episode.outcome() == Outcome::running) {
    const bool decides = episode.at_rest();
    const double began = decides ? now_s() : 0;
    episode.tick();
    if (decides) thinking_s += now_s() - began;
    if (stop.stop_requested()) return false;
  }
  return true;
}

std::optional<RunFigures> run_in(const Setup& setup, PlayerSpec player, const StopToken& stop) {
  RunFigures run;
  if (setup.maze) run.path_cells = TheoreticalPaths(*setup.maze).length(setup.maze->start());
  Episode episode({.setup = setup, .player = std::move(player)});
  double thinking_s = 0;
  if (!play_timed(episode, stop, thinking_s)) return std::nullopt;
  const EpisodeResult result = episode.result();
  run.outcome = result.outcome;
  run.counters = result.counters;
  run.ticks = result.ticks;
  run.fault = result.fault;
  run.thinking_us = static_cast<std::int64_t>(1e6 * thinking_s);
  return run;
}

/// The same of a controller's run.
std::optional<RunFigures> free_run_in(const Setup& setup, const RowSpec& row,
                                      const StopToken& stop) {
  RunFigures run;
  run.path_cells = TheoreticalPaths(*setup.maze).length(setup.maze->start());
  FreeEpisode episode({.setup = setup, .controller = row.agent, .rest = row.rest});
  double thinking_s = 0;
  while (episode.result().outcome == Outcome::running) {
    if (stop.stop_requested()) return std::nullopt;
    const bool decides = episode.decides();
    const double began = decides ? thread_cpu_s() : 0;
    episode.tick();
    if (decides) thinking_s += thread_cpu_s() - began;
  }
  const FreeResult& result = episode.result();
  run.outcome = result.outcome;
  run.counters.moves = result.wishes;
  run.ticks = result.ticks;
  run.effort_ms = std::llround(1e3 * result.effort_s);
  run.fault = result.fault;
  run.thinking_us = static_cast<std::int64_t>(1e6 * thinking_s);
  return run;
}

}  // namespace

std::string program_version() { return MARBLEMAZE_VERSION; }

std::vector<RowSpec> thesis_suite() {
  std::vector<RowSpec> rows;
  for (const auto& [layers, size] : {std::pair(Layers::outer, 5), std::pair(Layers::all, 3)}) {
    for (const char* agent : {"depth-first", "breadth-first", "heuristic", "improved-heuristic",
                              "single-move-prediction", "complete-solution-prediction"})
      rows.push_back({agent, 8, layers, size});
    rows.push_back({"complete-solution-prediction", 24, layers, size});
  }
  return rows;
}

std::vector<RowSpec> truths_of(const std::vector<RowSpec>& rows) {
  std::vector<RowSpec> truths;
  for (const RowSpec& row : rows)
    if (std::find(truths.begin(), truths.end(), row.truth()) == truths.end())
      truths.push_back(row.truth());
  return truths;
}

double expected_cost(const Job& job) {
  // Rough guesses that decide nothing but an order: an agent that simulates computes far more than
  // it moves, and one that knows nothing beforehand has to try the most moves.
  constexpr double kSimulates = 20, kKnowsNothing = 2;
  if (job.question() == Question::truth) return possible_states(job.row);
  if (job.row.turns_freely()) return job.row.size;
  const PlannerEntry& agent = planners().entry(job.row.agent);
  const double share = agent.simulates                            ? kSimulates
                       : agent.knowledge == Knowledge::experience ? kKnowsNothing
                                                                  : 1;
  return share * possible_states(job.row);
}

std::vector<Job> Source::jobs(const std::vector<RowSpec>& rows, const SeedRange& numbers) const {
  std::vector<Job> jobs;
  for (const RowSpec& row : rows)
    for (std::uint64_t i = 0; i < numbers.count(); ++i) jobs.push_back(job(row, numbers.first + i));
  return jobs;
}

Source seeded(const std::string& world, const PhysicsSettings& settings) {
  const auto setup = [world, settings](const RowSpec& row, std::uint64_t seed) {
    auto maze = std::make_shared<const Maze>(generate_kruskal(row.size, row.layers, seed));
    return Setup{world, std::move(maze), row.orientations, settings};
  };
  const auto place = [](const Job& job) {
    if (job.row.turns_freely()) return fmt::format("turned freely, seed {}", job.seed);
    return fmt::format("{} orientations, seed {}", job.row.orientations, job.seed);
  };
  return {world, settings_hash(settings), to_json(settings), kMoveCap, setup, place};
}

std::optional<ResultRow> answer(const Job& job, const Source& source, const StopToken& stop) {
  assert(job.world == source.name && job.settings == source.hash);
  const double began = thread_cpu_s();
  const Setup setup = source.setup(job.row, job.seed);
  ResultRow row{job};
  if (job.question() == Question::truth) {
    row.truth = truth_in(setup, job.row.recovery);
  } else {
    auto run = job.row.turns_freely() ? free_run_in(setup, job.row, stop)
                                      : run_in(setup,
                                               {.agent = job.row.agent,
                                                .move_cap = source.move_cap,
                                                .recovery = job.row.recovery},
                                               stop);
    if (!run) return std::nullopt;
    row.run = std::move(*run);
  }
  row.cpu_us = static_cast<std::int64_t>(1e6 * (thread_cpu_s() - began));
  return row;
}

void require_truth(const std::string& world, const PhysicsSettings& settings) {
  require_copies(kTruth, marble_world_kind(world).traits(settings));
}

}  // namespace marblemaze
