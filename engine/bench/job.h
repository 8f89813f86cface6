#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "agent/analysis/ground_truth.h"
#include "engine/run/episode.h"
#include "engine/version.h"
#include "maze/base/random.h"

namespace marblemaze {

enum class JobType { run, reference };
inline constexpr std::array kJobTypes{JobType::run, JobType::reference};

/// Row of a results table: one agent in one kind of maze.
struct RowSpec {
  std::string agent;  ///< name in planners(); empty for a reference solution
  ControlScheme control = ControlScheme::cube_8;  ///< `none` for continuous control
  Layers layers = Layers::all;
  int size = 3;           ///< cells per side
  bool recovery = false;  ///< continue a frozen run from its balanced state
  bool rest = false;      ///< continuous control: the marble must come to rest in the target
  int move_limit = 0;     ///< maximum number of moves; 0 for MazeSource::move_limit

  auto operator<=>(const RowSpec&) const = default;

  [[nodiscard]] bool is_tilt() const { return control == ControlScheme::none; }
  [[nodiscard]] RowSpec with_agent(const std::string& other) const {
    RowSpec row = *this;
    row.agent = other;
    return row;
  }
  [[nodiscard]] RowSpec truth_row() const { return {"", control, layers, size, recovery, rest}; }
};

/// Returns the 14 rows of the thesis's Tables 7 and 8 in thesis order.
[[nodiscard]] std::vector<RowSpec> thesis_suite();

[[nodiscard]] std::vector<RowSpec> truth_rows(const std::vector<RowSpec>& rows);

/// Run or reference solution, with every input that determines the result. Each row of a results
/// file has a unique job.
struct Job {
  RowSpec row;
  std::uint64_t seed = 0;        ///< index of the maze in its source
  std::string world = "bullet";  ///< kind of world, or name of a benchmark set
  std::string settings = {};     ///< MazeSource::hash
  std::string version = program_version();
  std::uint64_t run = 1;  ///< repetition in the same maze with different noise

  auto operator<=>(const Job&) const = default;

  [[nodiscard]] JobType type() const {
    return row.agent.empty() ? JobType::reference : JobType::run;
  }
  [[nodiscard]] Job truth_job() const { return {row.truth_row(), seed, world, settings, version}; }
};

/// Estimates a duration in arbitrary units. The longest jobs are started first, so that all threads
/// finish at about the same time.
[[nodiscard]] double expected_cost(const Job& job);

/// Jobs that differ only in seed and run, ordered by seed and then by run.
struct JobBlock {
  Job first;
  std::uint64_t seeds = 1, runs = 1;
};

/// Part of a job list. Jobs are distributed round-robin, so that every shard gets some of the
/// expensive jobs.
struct Shard {
  std::uint64_t number = 1, of = 1;  ///< index from 1, and number of shards
};

/// Takes only 16 bytes per job, because a job list can contain millions of jobs.
class JobList {
 public:
  struct Group {
    Job job;  ///< seed and run are ignored
    std::vector<std::pair<std::uint64_t, std::uint64_t>> runs = {};
  };

  JobList() = default;
  explicit JobList(const std::vector<JobBlock>& blocks, const Shard& shard = {});
  explicit JobList(std::vector<Group> groups) : groups_(std::move(groups)) {}

  [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }
  [[nodiscard]] std::uint64_t size() const;
  /// Requires: index < size().
  [[nodiscard]] Job operator[](std::uint64_t index) const;

 private:
  std::vector<Group> groups_;
};
[[nodiscard]] double expected_cost(const JobList& jobs);

/// Result of a job. The job determines every member except thinking_us and cpu_us.
struct ResultRow {
  Job job = {};
  Outcome outcome = Outcome::running;
  Counters counters = {};
  long ticks = 0;
  int path_cells = 0;  ///< number of cells on the theoretical path from start to target
  std::int64_t effort_ms = 0;
  std::int64_t thinking_us = 0;  ///< total decision time
  std::int64_t cpu_us = 0;       ///< CPU time, including maze generation
  GroundTruth truth = {};        ///< reference solution; only set for JobType::reference
  std::string fault = {};        ///< not stored

  [[nodiscard]] bool solved() const { return outcome == Outcome::solved; }
};

/// Runs of two agents with the same noise in the same maze, keyed by maze seed.
using RunPair = std::pair<const ResultRow*, const ResultRow*>;
using RunPairs = std::map<std::uint64_t, std::vector<RunPair>>;
/// The runs must outlive the pairs.
[[nodiscard]] RunPairs pair_runs(const std::vector<ResultRow>& runs, const RowSpec& first,
                                 const RowSpec& second);

/// Plays a run to the end. Throws BadInput like Episode, and Interrupted if a stop is requested
/// (maze/base/stop.h).
[[nodiscard]] ResultRow play_run(const RunSpec& spec);

/// Source of numbered mazes: mazes generated from seeds, or the problems of a benchmark set.
struct MazeSource {
  std::string name;
  std::string hash;  ///< hash of all inputs that affect the mazes and the physics
  std::string text;
  int move_limit = kDefaultMoveLimit;  ///< default for rows without a move limit
  /// Returns the setup of a maze. Throws BadInput if the kind of world, the maze size or the
  /// control scheme does not exist.
  std::function<Setup(const RowSpec& row, std::uint64_t number)> setup;
  /// Returns a maze description such as "8 orientations, seed 3".
  std::function<std::string(const Job&)> describe;
  /// Time limit under continuous control, in simulated seconds.
  double time_limit_s = 60;
  /// Benchmarks give all runs in a maze the same agent seed, so that the runs differ only in
  /// actuator noise.
  bool same_agent_seed = false;

  [[nodiscard]] Job job(const RowSpec& row, std::uint64_t number, int run = 1) const;
  [[nodiscard]] std::vector<JobBlock> jobs(const std::vector<RowSpec>& rows,
                                           const SeedRange& numbers, int runs = 1) const;
};

[[nodiscard]] MazeSource generated_mazes(const std::string& world, const PhysicsSettings& settings);

/// Plays a run to the end or computes a reference solution. Throws BadInput if the agent does not
/// exist or the source has no such maze, and Interrupted if a stop is requested. Requires: the job
/// comes from this source; reference solutions are not for continuous control.
[[nodiscard]] ResultRow run_job(const Job& job, const MazeSource& source);

}  // namespace marblemaze
