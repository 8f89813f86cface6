#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/experiments/job.h"

namespace marblemaze {

/// Agents are tuned on `development` and judged on `test`.
enum class Split { development, test };
[[nodiscard]] std::string_view to_string(Split split);

/// One problem of a benchmark: a maze to its last wall, its physics, and what is possible in it.
struct BenchmarkProblem {
  std::string name;   ///< "trap-03"; no other problem of the set has it
  std::string group;  ///< what it tries an agent with: "trap"
  Split split = Split::development;
  Setup setup;  ///< its settings are those of the machine that the set's file names
  /// Without `tried`, which a set does not keep.
  GroundTruth truth;
  bool rest = false;  ///< where the maze is turned freely: the marble must rest in the target

  /// It is proved that nobody can solve it: who gives up is right.
  [[nodiscard]] bool hopeless() const { return truth.complete && !truth.solvable; }
};

/// What an agent may spend on a decision.
struct DecisionBudget {
  int calls = 0;       ///< of models, and moves in copies; 0: no limit is known
  double seconds = 0;  ///< by the clock, of an agent by command
};

/// A frozen set of problems. A set is data: its file never changes once it has a name, and a
/// better one gets another name.
struct BenchmarkSet {
  std::string name;    ///< "marblebench-2"
  std::string hash;    ///< text_hash() of the whole file
  int move_limit = 0;  ///< a run that needs more moves ends as capped
  /// The same in simulated time of a set of mazes that are turned freely; 0 in one of moves.
  double time_limit_s = 0;
  int runs = 1;  ///< of each problem whose world draws; the others are played once
  DecisionBudget budget = {};
  std::map<std::string, PhysicsSettings> machines;
  std::vector<BenchmarkProblem> problems;

  /// It is for controllers then, and a move is a command.
  [[nodiscard]] bool turned_freely() const { return time_limit_s > 0; }
  /// Of the worlds' ticks, which have one length where mazes are turned freely.
  [[nodiscard]] double tick_s() const { return machines.begin()->second.solver.step; }
  /// How often this problem is played.
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
/// with "truth": {"proved", "solution": [move, ...]} or, where the machine draws, {"proved",
/// "runs", "reached", "moves": of those that reached it, summed, "out_of_reach"}. A set for
/// controllers has "time_limit" (s) instead of "move_limit", and problems have "goal" ("reach" or
/// "rest") instead of "orientations". Version 1 has neither "runs" nor "budget". Throws BadInput,
/// naming what is wrong, for anything else.
[[nodiscard]] BenchmarkSet benchmark_set_from_json(const std::string& text);
/// The same from a file, its path in front of the message.
[[nodiscard]] BenchmarkSet load_benchmark_set(const std::filesystem::path& path);

/// The sets that the program carries: "marblebench-2", and for controllers "marblebench-free-1".
[[nodiscard]] const std::vector<std::string>& carried_sets();
/// One of them. Precondition: it is one.
[[nodiscard]] const BenchmarkSet& carried_set(const std::string& name);

/// A problem of a set, which has its machines already. Throws BadInput as above.
[[nodiscard]] BenchmarkProblem benchmark_problem_from(const Json& json, const BenchmarkSet& set);
/// A problem, or the whole set, as the file has it.
[[nodiscard]] Json json_of(const BenchmarkProblem& problem, const BenchmarkSet& set);
[[nodiscard]] std::string to_json(const BenchmarkSet& set);

/// The set as a source of worlds: its problems by their numbers from 1. It must outlive the source.
[[nodiscard]] Source source_of(const BenchmarkSet& set);
/// An agent's run of a problem, by index.
/// Precondition: there is such a problem, and such a run from 1.
[[nodiscard]] Job job_in(const BenchmarkSet& set, const std::string& agent, std::size_t problem,
                         int run = 1);

}  // namespace marblemaze
