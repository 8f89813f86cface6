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

/// Kind of job: a run of an agent, or the reference solution of a maze.
enum class JobType { run, reference };
inline constexpr std::array kJobTypes{JobType::run, JobType::reference};

/// Row of a results table: one agent in one kind of maze.
struct RowSpec {
  std::string agent;  ///< name in planners(), or empty for a reference solution
  ControlScheme control = ControlScheme::cube_8;  ///< `none` for continuous control
  Layers layers = Layers::all;
  int size = 3;           ///< cells per side
  bool recovery = false;  ///< continue frozen runs from balanced states
  bool rest = false;      ///< continuous control: the marble must come to rest in the target
  int move_limit = 0;     ///< runs are truncated after this many moves; 0 for Source::move_cap

  auto operator<=>(const RowSpec&) const = default;

  /// Returns true if the row is for continuous control.
  [[nodiscard]] bool continuous() const { return control == ControlScheme::none; }
  /// Returns the row of another agent for the same mazes.
  [[nodiscard]] RowSpec with_agent(const std::string& other) const {
    RowSpec row = *this;
    row.agent = other;
    return row;
  }
  /// Returns the row of the reference solutions for the same mazes.
  [[nodiscard]] RowSpec truth() const { return {"", control, layers, size, recovery, rest}; }
};

/// Returns the 14 rows of the thesis's Tables 7 and 8, in their order.
[[nodiscard]] std::vector<RowSpec> thesis_suite();

/// Returns the rows of the reference solutions for `rows`, without duplicates.
[[nodiscard]] std::vector<RowSpec> truth_rows(const std::vector<RowSpec>& rows);

/// A run or a reference solution, with all inputs that determine its result. It is the key of the
/// result's row.
struct Job {
  RowSpec row;
  std::uint64_t seed = 0;        ///< index of the maze in its source
  std::string world = "bullet";  ///< name of the source: a kind of world, or a benchmark set
  std::string settings = {};     ///< hash of the source
  std::string version = program_version();
  std::uint64_t run = 1;  ///< repetition in the same maze, with other random numbers

  auto operator<=>(const Job&) const = default;

  [[nodiscard]] JobType type() const {
    return row.agent.empty() ? JobType::reference : JobType::run;
  }
  /// Returns the job of the maze's reference solution.
  [[nodiscard]] Job truth() const { return {row.truth(), seed, world, settings, version}; }
};

/// Estimates the duration of a job in arbitrary units, from the number of states and the agent's
/// access level. Long jobs are started first, so that all threads finish at about the same time.
[[nodiscard]] double expected_cost(const Job& job);

/// Range of jobs that differ only in seed and run, ordered by seed and then by run.
struct JobBlock {
  Job first;  ///< job with the smallest seed and run
  std::uint64_t seeds = 1, runs = 1;
};

/// Part of a job list. Jobs are distributed round-robin, so that every shard gets some of the
/// expensive jobs.
struct Shard {
  std::uint64_t number = 1, of = 1;  ///< index from 1, and number of shards
};

/// Compact list of jobs. It stores 16 bytes per job, because a list can contain millions of jobs.
class JobList {
 public:
  /// Jobs that differ only in seed and run.
  struct Group {
    Job job;                                                         ///< with any seed and run
    std::vector<std::pair<std::uint64_t, std::uint64_t>> runs = {};  ///< seed and run of each job
  };

  JobList() = default;
  /// Creates the jobs of the shard, in the order of the blocks.
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

/// Result of a job: one row of a results file. The job determines all values except thinking_us and
/// cpu_us.
struct ResultRow {
  Job job = {};
  Outcome outcome = Outcome::running;
  Counters counters = {};  ///< counters of the thesis: moves, repeated, unrepeatable, predictions
  long ticks = 0;          ///< fixed steps of the world
  int path_cells = 0;      ///< cells of the theoretical path from start to target
  std::int64_t effort_ms = 0;    ///< EpisodeResult::effort_s
  std::int64_t thinking_us = 0;  ///< time of all decisions
  std::int64_t cpu_us = 0;       ///< CPU time, including the creation of the maze
  GroundTruth truth = {};        ///< only for JobType::reference: the reference solution
  std::string fault = {};        ///< EpisodeResult::fault; not stored

  [[nodiscard]] bool solved() const { return outcome == Outcome::solved; }
};

/// Pairs of runs of two agents with the same noise in the same maze, keyed by maze seed.
using RunPair = std::pair<const ResultRow*, const ResultRow*>;
using RunPairs = std::map<std::uint64_t, std::vector<RunPair>>;
/// Pairs the runs of two table rows. The runs must outlive the pairs.
[[nodiscard]] RunPairs pair_runs(const std::vector<ResultRow>& runs, const RowSpec& first,
                                 const RowSpec& second);

/// Plays a run to its end. Throws BadInput like Episode, and Interrupted if a stop is requested
/// (maze/base/stop.h).
[[nodiscard]] ResultRow play_run(const RunSpec& spec);

/// Source of numbered mazes: mazes generated from seeds, or the problems of a benchmark
/// (source_of() in engine/bench/marblebench.h).
struct Source {
  std::string name;
  std::string hash;         ///< hash of all inputs that affect the mazes and their physics
  std::string text;         ///< JSON text from which the hash is computed
  int move_cap = kMoveCap;  ///< move limit of rows that do not set one
  /// Returns the setup for a row in the maze with this number. Throws BadInput if the kind of
  /// world, the size or the scheme does not exist.
  std::function<Setup(const RowSpec& row, std::uint64_t number)> setup;
  /// Returns a description of a job's maze, such as "8 orientations, seed 3".
  std::function<std::string(const Job&)> describe;
  /// Time limit of runs under continuous control, in simulated seconds.
  double time_limit_s = 60;
  /// Gives all runs in a maze the same agent seed, so that they differ only in actuator noise.
  /// Benchmarks set it.
  bool same_agent_seed = false;

  [[nodiscard]] Job job(const RowSpec& row, std::uint64_t number, int run = 1) const;
  /// Returns `runs` jobs for each row and maze, ordered by row.
  [[nodiscard]] std::vector<JobBlock> jobs(const std::vector<RowSpec>& rows,
                                           const SeedRange& numbers, int runs = 1) const;
};

/// Returns a source of generated mazes in this kind of world.
[[nodiscard]] Source generated_mazes(const std::string& world, const PhysicsSettings& settings);

/// Runs a job: plays its run to the end, or computes its reference solution. Throws BadInput like
/// the source, and if the agent does not exist. Throws Interrupted if a stop is requested.
/// Requires: the job comes from this source; reference solutions are not for continuous control.
[[nodiscard]] ResultRow run_job(const Job& job, const Source& source);

}  // namespace marblemaze
