#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/experiments/job.h"

namespace marblemaze {

/// Agents are tuned on `development` and judged on `test`.
enum class Split { development, test };
[[nodiscard]] std::string_view to_string(Split split);

/// One problem of a benchmark: a world, fixed to its last wall or number (that of a logic maze as
/// its puzzle), and what is possible in it.
struct BenchmarkProblem {
  std::string name;   ///< "trap-03"; no other problem of the set has it
  std::string group;  ///< what it tries an agent with: "trap"
  Split split = Split::development;
  Setup setup;  ///< its settings are those of the machine that the set's file names
  /// Without `tried`, which a set does not keep. In a set that was not measured yet: not solvable.
  GroundTruth truth;
  bool rest = false;  ///< where the maze is turned freely: the marble must rest in the target
};

/// A frozen set of problems. A set is data: its file never changes once it has a name, and a
/// better one gets another name.
struct BenchmarkSet {
  std::string name;    ///< "marblebench-1"
  std::string hash;    ///< text_hash() of the whole file
  int move_limit = 0;  ///< a run that needs more moves ends as capped
  /// The same in simulated time of a set of mazes that are turned freely; 0 in one of moves.
  double time_limit_s = 0;
  std::map<std::string, PhysicsSettings> machines;
  std::vector<BenchmarkProblem> problems;

  /// It is for controllers then, and a move is a wish.
  [[nodiscard]] bool turned_freely() const { return time_limit_s > 0; }
};

/// Reads the file of a set, one JSON document:
///   {"format": "marblemaze-benchmark", "version": 1, "name", "move_limit",
///    "machines": {name: settings}, "problems": [{"name", "group", "split", "world", "truth", and
///    "machine", "orientations", "maze" (a maze file's document) or "puzzle" (text), "seed"}]}
/// with "truth": {"proved", "solution": [move, ...]} or, where the machine draws, {"proved",
/// "runs", "reached", "moves": of those that reached it, summed}. A set that is not measured yet
/// has no truths. In a set for controllers "time_limit" (s) stands for "move_limit", and "goal"
/// ("reach" or "rest") for "orientations". Throws BadInput, naming what is wrong, for anything
/// else.
[[nodiscard]] BenchmarkSet benchmark_set_from_json(const std::string& text);
/// The same from a file, its path in front of the message.
[[nodiscard]] BenchmarkSet load_benchmark_set(const std::filesystem::path& path);

/// MarbleBench 1, and MarbleBench Free 1 for controllers, which the program carries.
[[nodiscard]] const BenchmarkSet& marblebench();
[[nodiscard]] const BenchmarkSet& marblebench_free();

/// The set as a source of worlds: its problems by their numbers from 1. It must outlive the source.
[[nodiscard]] Source source_of(const BenchmarkSet& set);
/// An agent's run of a problem, by index; where the agent is empty, the problem's truth.
/// Precondition: there is such a problem.
[[nodiscard]] Job job_in(const BenchmarkSet& set, const std::string& agent, std::size_t problem);

/// What was found, as a set's file holds it: {"name", "truth"} and, of a logic maze, "puzzle".
[[nodiscard]] std::string measured_json(const BenchmarkProblem& problem, const GroundTruth& truth);

}  // namespace marblemaze
