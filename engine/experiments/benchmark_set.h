#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/experiments/job.h"

namespace marblemaze {

/// Part of a set. Agents are tuned on `development` and judged on `test`.
enum class Split { development, test };
[[nodiscard]] std::string_view to_string(Split split);

/// Problem of a benchmark: a maze with all its walls, its physics, and its reference solution.
struct BenchmarkProblem {
  std::string name;   ///< "noise-1-03", unique in the set
  std::string group;  ///< ability that the problem tests: "noise-1"
  Split split = Split::development;
  Setup setup;
  GroundTruth truth;  ///< without `tried`, which a set does not contain
  bool rest = false;  ///< continuous control: the marble must come to rest in the target

  /// Returns whether the problem is provably unsolvable, so that an agent should give up.
  [[nodiscard]] bool hopeless() const { return truth.complete && !truth.solvable; }
};

/// Limits of an agent's decision.
struct DecisionBudget {
  int calls = 0;       ///< queries of models, and moves in copies; 0: no limit
  double seconds = 0;  ///< wall-clock time of an external agent
};

/// A frozen set of problems. The file of a set never changes; a better set gets another name.
struct BenchmarkSet {
  std::string name;         ///< "marblebench-2"
  std::string hash;         ///< text_hash() of the whole file
  int move_limit = 0;       ///< moves after which a run is truncated
  double time_limit_s = 0;  ///< continuous control: the same in simulated time; else 0
  int runs = 1;             ///< runs of each problem with noise; the others are played once
  DecisionBudget budget = {};
  std::map<std::string, PhysicsSettings> machines;
  std::vector<BenchmarkProblem> problems;

  /// Returns whether the set is for continuous control, in which a move is a command.
  [[nodiscard]] bool continuous() const { return time_limit_s > 0; }
  /// Returns the length of a tick. Requires: all machines have the same, as in continuous control.
  [[nodiscard]] double tick_s() const { return machines.begin()->second.solver.step; }
  /// Returns how often an agent plays this problem.
  [[nodiscard]] int runs_of(const BenchmarkProblem& problem) const;
};

/// Returns the path efficiency of a run: reference moves / moves if it solved the problem, 1 if the
/// problem is provably unsolvable and the agent gave up, else 0. It is success weighted by path
/// length (Anderson and others 2018) without the cap at 1, because with noise a run can need fewer
/// moves than the reference policy's mean. `outcome` is as to_string(Outcome) writes it.
[[nodiscard]] double path_efficiency(std::string_view outcome, int moves, bool hopeless,
                                     double reference_moves);

/// Reads the file of a set, one JSON document:
///   {"format": "marblemaze-benchmark", "version": 2, "name", "move_limit", "runs",
///    "budget": {"calls", "seconds"}, "machines": {name: settings}, "problems": [{"name", "group",
///    "split", "world", "machine", "believed" (the machine that agents imagine, if it is another),
///    "orientations", "maze" (a maze file's document), "truth"}]}
/// with "truth": {"proved", "solution": [move, ...]} or, with noise, {"proved", "runs", "reached",
/// "moves": sum over the runs that reached the target, "out_of_reach"}. A set for continuous
/// control has "time_limit" (s) instead of "move_limit", and "goal" ("reach" or "rest") instead of
/// "orientations". Version 1 has neither "runs" nor "budget". Throws BadInput for anything else.
[[nodiscard]] BenchmarkSet benchmark_set_from_json(const std::string& text);
/// Reads the set in a file. Messages begin with its path.
[[nodiscard]] BenchmarkSet load_benchmark_set(const std::filesystem::path& path);

/// Returns the names of the sets that the program contains: "marblebench-2", and for continuous
/// control "marblebench-free-1".
[[nodiscard]] const std::vector<std::string>& carried_sets();
/// Returns the set of this name. Requires: the program contains it.
[[nodiscard]] const BenchmarkSet& carried_set(const std::string& name);

/// Returns the set as a source of mazes: its problems by their numbers from 1. The set must outlive
/// the source.
[[nodiscard]] Source source_of(const BenchmarkSet& set);
/// Returns an agent's run of a problem, by index. Requires: the set has this problem; run >= 1.
[[nodiscard]] Job job_in(const BenchmarkSet& set, const std::string& agent, std::size_t problem,
                         int run = 1);

}  // namespace marblemaze
