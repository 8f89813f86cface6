#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "agent/analysis/ground_truth.h"
#include "engine/run/episode.h"
#include "engine/version.h"
#include "maze/base/random.h"

namespace marblemaze {

/// What can be asked of a maze: how an agent plays in it, or what is possible in it at all.
enum class Question { run, truth };
inline constexpr std::array kQuestions{Question::run, Question::truth};

/// One row of a table: a question on one kind of maze under a control scheme.
struct RowSpec {
  std::string agent;  ///< one of planners(); empty where the truth is asked for
  /// Of a scheme that such a maze has: 4, 8 or 24; 0 where a controller turns the maze freely.
  int orientations = 8;
  Layers layers = Layers::all;
  int size = 3;           ///< cells a side
  bool recovery = false;  ///< of frozen runs, which may open ways; the thesis had none
  bool rest = false;      ///< in a free turn: the marble must rest in the target

  auto operator<=>(const RowSpec&) const = default;

  [[nodiscard]] bool turns_freely() const { return orientations == 0; }
  /// What is possible where its agent plays.
  [[nodiscard]] RowSpec truth() const { return {"", orientations, layers, size, recovery, rest}; }
};

/// The 14 rows of the thesis's Tables 7 and 8, in their order.
[[nodiscard]] std::vector<RowSpec> thesis_suite();

/// The truths behind rows, each once, in the order of the rows.
[[nodiscard]] std::vector<RowSpec> truths_of(const std::vector<RowSpec>& rows);

/// One thing to be found out: a question on one maze, and what the answer depends on. It is the key
/// under which the answer is kept.
struct Job {
  RowSpec row;
  std::uint64_t seed = 0;        ///< number of the maze in its source
  std::string world = "bullet";  ///< the source's name: a kind of world, or a benchmark's set
  std::string settings = {};     ///< the source's hash
  std::string version = program_version();

  auto operator<=>(const Job&) const = default;

  [[nodiscard]] Question question() const {
    return row.agent.empty() ? Question::truth : Question::run;
  }
  /// What is possible in its maze.
  [[nodiscard]] Job truth() const { return {row.truth(), seed, world, settings, version}; }
};

/// Do they differ in the seed at most?
[[nodiscard]] bool alike_but_for_seed(const Job& a, const Job& b);

/// About how long an answer takes, in no particular unit, from what is known beforehand: the states
/// of the maze under its scheme, and what the agent knows. Good enough for beginning with the
/// longest, which keeps threads from waiting for one at the end.
[[nodiscard]] double expected_cost(const Job& job);

/// What is kept of a run. Everything but thinking_us follows from the job.
struct RunFigures {
  Outcome outcome = Outcome::running;
  Counters counters = {};        ///< the thesis's: moves, repeated, unrepeatable, predictions
  long ticks = 0;                ///< fixed steps of the world
  int path_cells = 0;            ///< of the theoretical path from start to target
  std::int64_t thinking_us = 0;  ///< of all decisions
  std::int64_t effort_ms = 0;    ///< EpisodeResult::effort_s
  std::string fault = {};        ///< EpisodeResult::fault; not stored
};

/// Plays a run to its end. Throws BadInput as Episode does, and Interrupted when its work is to
/// stop (maze/base/stop.h).
[[nodiscard]] RunFigures figures_of(const EpisodeSpec& spec);

/// A job and what was found.
struct ResultRow {
  Job job;
  RunFigures run = {};      ///< where an agent was asked for
  GroundTruth truth = {};   ///< where the truth was
  std::int64_t cpu_us = 0;  ///< processor time, that of making the maze included
};

/// Where mazes come from, by number: those of one kind of world, made of seeds, or the problems of
/// a benchmark (source_of() in engine/experiments/benchmark_set.h).
struct Source {
  std::string name;
  std::string hash;         ///< of all that its mazes and their physics depend on
  std::string text;         ///< what the hash stands for, as JSON
  int move_cap = kMoveCap;  ///< a run that needs more moves ends as capped
  /// What is played in a row's maze of this number. Throws BadInput for kinds of world, sizes and
  /// schemes that do not exist.
  std::function<Setup(const RowSpec& row, std::uint64_t number)> setup;
  /// Which maze a job is about, in words beside its agent: "8 orientations, seed 3".
  std::function<std::string(const Job&)> place;
  double time_limit_s = 60;  ///< simulated; a free turn that takes longer ends as capped
  /// Of a benchmark, how many mazes it has: greater numbers are further runs in the same ones. 0:
  /// each maze has a number, and one run.
  std::uint64_t mazes = 0;

  [[nodiscard]] std::uint64_t run_of(std::uint64_t number) const {
    return mazes == 0 ? 1 : 1 + (number - 1) / mazes;
  }

  /// The question of a row on the maze of this number.
  [[nodiscard]] Job job(const RowSpec& row, std::uint64_t number) const {
    return {row, number, name, hash};
  }
  /// The same of each row on each maze, row by row.
  [[nodiscard]] std::vector<Job> jobs(const std::vector<RowSpec>& rows,
                                      const SeedRange& numbers) const;
};

/// The generator's mazes in a kind of world.
[[nodiscard]] Source seeded(const std::string& world, const PhysicsSettings& settings);

/// Plays the job's run to its end, or finds out what is possible. Throws BadInput as the source
/// does and for agents that do not exist, and Interrupted when its work is to stop. Precondition:
/// the job is one of the source, and a truth is of a maze that is not turned freely.
[[nodiscard]] ResultRow answer(const Job& job, const Source& source);

}  // namespace marblemaze
