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

/// Question about a maze: how an agent plays in it, or its reference solution.
enum class Question { run, truth };
inline constexpr std::array kQuestions{Question::run, Question::truth};

/// A row of the tables: one agent in one kind of maze.
struct RowSpec {
  std::string agent;  ///< one of planners(); empty for a reference solution
  ControlScheme control = ControlScheme::cube_8;  ///< none: continuous control
  Layers layers = Layers::all;
  int size = 3;           ///< cells per side
  bool recovery = false;  ///< whether frozen runs continue from balanced states
  bool rest = false;      ///< continuous control: whether the marble must rest in the target
  int move_limit = 0;     ///< moves after which a run is truncated; 0: Source::move_cap

  auto operator<=>(const RowSpec&) const = default;

  /// Returns whether it is a row for continuous control.
  [[nodiscard]] bool continuous() const { return control == ControlScheme::none; }
  /// Returns the row of another agent in the same mazes.
  [[nodiscard]] RowSpec of(const std::string& other) const {
    RowSpec row = *this;
    row.agent = other;
    return row;
  }
  /// Returns the row of the reference solutions of its mazes.
  [[nodiscard]] RowSpec truth() const { return {"", control, layers, size, recovery, rest}; }
};

/// Returns the 14 rows of the thesis's Tables 7 and 8, in their order.
[[nodiscard]] std::vector<RowSpec> thesis_suite();

/// Returns the rows of the reference solutions for `rows`, without duplicates.
[[nodiscard]] std::vector<RowSpec> truths_of(const std::vector<RowSpec>& rows);

/// A question about one maze, with everything on which the answer depends. It is the key of the
/// answer's row.
struct Job {
  RowSpec row;
  std::uint64_t seed = 0;        ///< index of the maze in its source
  std::string world = "bullet";  ///< name of the source: a kind of world, or a benchmark set
  std::string settings = {};     ///< hash of the source
  std::string version = program_version();
  std::uint64_t run = 1;  ///< repetition in the same maze, with its own noise and agent seed

  auto operator<=>(const Job&) const = default;

  [[nodiscard]] Question question() const {
    return row.agent.empty() ? Question::truth : Question::run;
  }
  /// Returns the job of the maze's reference solution.
  [[nodiscard]] Job truth() const { return {row.truth(), seed, world, settings, version}; }
};

/// Estimates how long an answer takes, in arbitrary units, from the number of states and from the
/// agent's access level. The longest jobs come first, so no thread waits for a long job at the end.
[[nodiscard]] double expected_cost(const Job& job);

/// Jobs that differ only in seed and run, in that order.
struct JobBlock {
  Job first;  ///< job with the smallest seed and run
  std::uint64_t seeds = 1, runs = 1;
};

/// Part of a list of jobs, assigned in turn, so each shard gets its share of expensive jobs.
struct Shard {
  std::uint64_t number = 1, of = 1;  ///< index from 1, and number of shards
};

/// A list of jobs. It stores 16 bytes per job, because a million mazes make millions of jobs.
class JobList {
 public:
  /// Jobs that differ only in seed and run.
  struct Kind {
    Job job;                                                         ///< with any seed and run
    std::vector<std::pair<std::uint64_t, std::uint64_t>> runs = {};  ///< seed and run of each job
  };

  JobList() = default;
  /// Creates the shard's jobs in these blocks, in their order.
  explicit JobList(const std::vector<JobBlock>& blocks, const Shard& shard = {});
  explicit JobList(std::vector<Kind> kinds) : kinds_(std::move(kinds)) {}

  [[nodiscard]] const std::vector<Kind>& kinds() const { return kinds_; }
  [[nodiscard]] std::uint64_t size() const;
  /// Requires: index < size().
  [[nodiscard]] Job operator[](std::uint64_t index) const;

 private:
  std::vector<Kind> kinds_;
};
[[nodiscard]] double expected_cost(const JobList& jobs);

/// Result of one run, or the reference solution of one maze: one row of a results file. Everything
/// except thinking_us and cpu_us is determined by the job.
struct ResultRow {
  Job job = {};
  Outcome outcome = Outcome::running;
  Counters counters = {};  ///< counters of the thesis: moves, repeated, unrepeatable, predictions
  long ticks = 0;          ///< fixed steps of the world
  int path_cells = 0;      ///< cells of the theoretical path from start to target
  std::int64_t effort_ms = 0;    ///< EpisodeResult::effort_s
  std::int64_t thinking_us = 0;  ///< time of all decisions
  std::int64_t cpu_us = 0;       ///< CPU time, including the creation of the maze
  GroundTruth truth = {};        ///< reference solution; the members above are then unused
  std::string fault = {};        ///< EpisodeResult::fault; not stored

  [[nodiscard]] bool solved() const { return outcome == Outcome::solved; }
};

/// Runs of two agents with the same noise in the same maze, by maze.
using RunPair = std::pair<const ResultRow*, const ResultRow*>;
using RunPairs = std::map<std::uint64_t, std::vector<RunPair>>;
/// Pairs the runs of two rows of the tables. The runs must outlive the pairs.
[[nodiscard]] RunPairs pairs_of(const std::vector<ResultRow>& runs, const RowSpec& first,
                                const RowSpec& second);

/// Plays a run to its end. Throws BadInput like Episode, and Interrupted if a stop is requested
/// (maze/base/stop.h).
[[nodiscard]] ResultRow played(const RunSpec& spec);

/// Indexed mazes: mazes of one kind of world, generated from seeds, or the problems of a benchmark
/// (source_of() in engine/bench/marblebench.h).
struct Source {
  std::string name;
  std::string hash;         ///< hash of everything on which its mazes and their physics depend
  std::string text;         ///< JSON text from which the hash is computed
  int move_cap = kMoveCap;  ///< moves after which a run is truncated, unless its row has a limit
  /// Returns the world and the player of a row in the maze with this index. Throws BadInput for
  /// kinds of world, sizes and schemes that do not exist.
  std::function<Setup(const RowSpec& row, std::uint64_t number)> setup;
  /// Describes the maze of a job: "8 orientations, seed 3".
  std::function<std::string(const Job&)> place;
  /// Simulated time after which a run under continuous control is truncated.
  double time_limit_s = 60;
  /// In a benchmark, the runs of a randomised agent differ only in the actuator noise.
  bool same_agent_seed = false;

  [[nodiscard]] Job job(const RowSpec& row, std::uint64_t number, int run = 1) const;
  /// Returns the job of each row in each maze, `runs` times, row by row.
  [[nodiscard]] std::vector<JobBlock> jobs(const std::vector<RowSpec>& rows,
                                           const SeedRange& numbers, int runs = 1) const;
};

/// Returns the generator's mazes in a kind of world.
[[nodiscard]] Source seeded(const std::string& world, const PhysicsSettings& settings);

/// Plays the job's run to its end, or computes the reference solution. Throws BadInput like the
/// source and for agents that do not exist, and Interrupted if a stop is requested. Requires: the
/// job belongs to the source, and a reference solution is not for continuous control.
[[nodiscard]] ResultRow answer(const Job& job, const Source& source);

}  // namespace marblemaze
