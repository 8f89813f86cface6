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

/// Question on a maze: how an agent plays in it, or its reference solution.
enum class Question { run, truth };
inline constexpr std::array kQuestions{Question::run, Question::truth};

/// A row of the tables: one agent in one kind of maze.
struct RowSpec {
  std::string agent;  ///< one of planners(); empty in a reference solution
  ControlScheme control = ControlScheme::cube_8;  ///< none: continuous control
  Layers layers = Layers::all;
  int size = 3;           ///< cells along each edge
  bool recovery = false;  ///< frozen runs continue if the agent tips the maze
  bool rest = false;      ///< continuous control: the marble must rest in the target
  int move_limit = 0;     ///< moves after which a run is capped; 0: Source::move_cap

  auto operator<=>(const RowSpec&) const = default;

  /// Returns whether it is a row of continuous control.
  [[nodiscard]] bool continuous() const { return control == ControlScheme::none; }
  /// Returns the row of another agent in the same mazes.
  [[nodiscard]] RowSpec of(const std::string& other) const {
    RowSpec row = *this;
    row.agent = other;
    return row;
  }
  /// Row of the reference solutions of its mazes.
  [[nodiscard]] RowSpec truth() const { return {"", control, layers, size, recovery, rest}; }
};

/// Returns the 14 rows of the thesis's Tables 7 and 8, in their order.
[[nodiscard]] std::vector<RowSpec> thesis_suite();

/// Returns the rows of the reference solutions behind `rows`, each once.
[[nodiscard]] std::vector<RowSpec> truths_of(const std::vector<RowSpec>& rows);

/// A question on one maze, with everything on which the answer depends. It is the key of the
/// answer's row.
struct Job {
  RowSpec row;
  std::uint64_t seed = 0;        ///< number of the maze in its source
  std::string world = "bullet";  ///< the source's name: a kind of world, or a benchmark's set
  std::string settings = {};     ///< the source's hash
  std::string version = program_version();
  std::uint64_t run = 1;  ///< repetition in the same maze, with other noise and another agent seed

  auto operator<=>(const Job&) const = default;

  [[nodiscard]] Question question() const {
    return row.agent.empty() ? Question::truth : Question::run;
  }
  /// Returns the job of the maze's reference solution.
  [[nodiscard]] Job truth() const { return {row.truth(), seed, world, settings, version}; }
};

/// Estimates how long an answer takes, in no particular unit, from the number of states and from
/// what the agent knows. Jobs begin with the longest, so that no thread waits for one at the end.
[[nodiscard]] double expected_cost(const Job& job);

/// Jobs that differ only in seed and run, in that order.
struct JobBlock {
  Job first;  ///< job with the smallest seed and run
  std::uint64_t seeds = 1, runs = 1;
};

/// Part of a list of jobs, dealt out in turn, so that each shard gets its part of expensive jobs.
struct Shard {
  std::uint64_t number = 1, of = 1;  ///< number from 1
};

/// A shard's part of the jobs in some blocks, in their order. Makes each job when it is needed:
/// millions of jobs would take seconds and gigabytes.
class JobList {
 public:
  /// Part of a block: every step-th of its jobs from `offset` on, without those left out.
  struct Part {
    JobBlock block;
    std::uint64_t offset = 0, step = 1, count = 0;  ///< count: with the jobs left out
    std::vector<std::uint64_t> left_out = {};       ///< sorted, numbers of jobs in the part

    [[nodiscard]] std::uint64_t size() const { return count - left_out.size(); }
    /// Returns the number of a job in the part, or nothing if the part does not have it.
    [[nodiscard]] std::optional<std::uint64_t> number_of(std::uint64_t seed,
                                                         std::uint64_t run) const;
    [[nodiscard]] Job job(std::uint64_t index) const;
  };

  JobList() = default;
  explicit JobList(const std::vector<JobBlock>& blocks, const Shard& shard = {});
  explicit JobList(std::vector<Part> parts);

  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
  [[nodiscard]] std::uint64_t size() const { return ends_.empty() ? 0 : ends_.back(); }
  /// Requires: index < size().
  [[nodiscard]] Job operator[](std::uint64_t index) const;

 private:
  std::vector<Part> parts_;
  std::vector<std::uint64_t> ends_;  // number of jobs in each part and those before it
};
[[nodiscard]] double expected_cost(const JobList& jobs);

/// What one run produced, or the reference solution of one maze: one row of a results file.
/// Everything but thinking_us and cpu_us follows from the job.
struct ResultRow {
  Job job = {};
  Outcome outcome = Outcome::running;
  Counters counters = {};        ///< the thesis's: moves, repeated, unrepeatable, predictions
  long ticks = 0;                ///< fixed steps of the world
  int path_cells = 0;            ///< cells of the theoretical path from start to target
  std::int64_t effort_ms = 0;    ///< EpisodeResult::effort_s
  std::int64_t thinking_us = 0;  ///< time of all decisions
  std::int64_t cpu_us = 0;       ///< processor time, that of making the maze included
  GroundTruth truth = {};        ///< of a reference solution; the others above are unused then
  std::string fault = {};        ///< EpisodeResult::fault; not stored

  [[nodiscard]] bool solved() const { return outcome == Outcome::solved; }
};

/// Two agents' runs with the same noise in the same maze, by maze.
using RunPair = std::pair<const ResultRow*, const ResultRow*>;
using RunPairs = std::map<std::uint64_t, std::vector<RunPair>>;
/// Pairs the runs of two rows of the tables. The runs must outlive the pairs.
[[nodiscard]] RunPairs pairs_of(const std::vector<ResultRow>& runs, const RowSpec& first,
                                const RowSpec& second);

/// Plays a run to its end. Throws BadInput as Episode does, and Interrupted when its work is to
/// stop (maze/base/stop.h).
[[nodiscard]] ResultRow played(const RunSpec& spec);

/// Mazes by number: those of one kind of world, made from seeds, or the problems of a benchmark
/// (source_of() in engine/bench/marblebench.h).
struct Source {
  std::string name;
  std::string hash;         ///< hash of everything on which its mazes and their physics depend
  std::string text;         ///< JSON text from which the hash is computed
  int move_cap = kMoveCap;  ///< moves after which a run is capped, unless its row has a limit
  /// Returns the world and the player of a row in the maze with this number. Throws BadInput for
  /// kinds of world, sizes and schemes that do not exist.
  std::function<Setup(const RowSpec& row, std::uint64_t number)> setup;
  /// Describes the maze of a job: "8 orientations, seed 3".
  std::function<std::string(const Job&)> place;
  double time_limit_s = 60;  ///< simulated, after which a run of continuous control is capped
  /// In a benchmark, the runs of a randomised agent differ only in the noise of the actuator.
  bool same_agent_seed = false;

  [[nodiscard]] Job job(const RowSpec& row, std::uint64_t number, int run = 1) const;
  /// Returns the job of each row in each maze, `runs` times, row by row.
  [[nodiscard]] std::vector<JobBlock> jobs(const std::vector<RowSpec>& rows,
                                           const SeedRange& numbers, int runs = 1) const;
};

/// Returns the generator's mazes in a kind of world.
[[nodiscard]] Source seeded(const std::string& world, const PhysicsSettings& settings);

/// Plays the job's run to its end, or finds the reference solution. Throws BadInput as the source
/// does and for agents that do not exist, and Interrupted when its work is to stop. Requires: the
/// job is one of the source, and a reference solution is not of continuous control.
[[nodiscard]] ResultRow answer(const Job& job, const Source& source);

}  // namespace marblemaze
