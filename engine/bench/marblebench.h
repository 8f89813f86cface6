#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/bench/job.h"
#include "engine/bench/statistics.h"
#include "maze/base/json.h"

namespace marblemaze {

struct BenchmarkProblem {
  std::string name;   ///< unique; for example "noise-1-03"
  std::string group;  ///< tested ability, such as "noise-1"
  std::string split;  ///< "development" for tuning agents, or "test" for evaluating them
  Setup setup;
  GroundTruth truth;  ///< without `tried`, which sets do not store
  bool rest = false;  ///< continuous control: the marble must come to rest in the target

  /// Returns true if the correct response to the problem is to give up.
  [[nodiscard]] bool provably_unsolvable() const { return truth.complete && !truth.solvable; }
};

struct DecisionBudget {
  int calls = 0;       ///< model queries and moves in copies per decision; 0 for no limit
  double seconds = 0;  ///< wall-clock time per decision of an external agent
};

/// Frozen set of benchmark problems. The file of a benchmark set never changes; an improved set
/// gets a new name.
struct BenchmarkSet {
  std::string name;  ///< for example "marblebench-2"
  std::string hash;  ///< text_hash() of the whole file
  int move_limit = 0;
  double time_limit_s = 0;  ///< simulated time limit; 0 in sets with discrete moves
  int runs = 1;             ///< runs of a problem with noise; other problems are played once
  DecisionBudget budget = {};
  std::map<std::string, PhysicsSettings> machines;
  std::vector<BenchmarkProblem> problems;

  /// Returns true if the set is for continuous control, where each command counts as a move.
  [[nodiscard]] bool is_tilt() const { return time_limit_s > 0; }
  /// Requires: all machines have the same tick duration, which is guaranteed in sets for continuous
  /// control.
  [[nodiscard]] double tick_s() const { return machines.begin()->second.solver.step; }
  [[nodiscard]] int run_count(const BenchmarkProblem& problem) const;
};

/// Parses a set, which is one JSON document:
///   {"format": "marblemaze-benchmark", "version": 2, "name", "move_limit", "runs",
///    "budget": {"calls", "seconds"}, "machines": {name: settings}, "problems": [{"name", "group",
///    "split", "world", "machine", "believed" (the machine that agents assume, if it differs),
///    "orientations", "maze" (a maze file's document), "truth"}]}
/// with "truth": {"proved", "solution": [move, ...]} or, with noise, {"proved", "runs", "reached",
/// "moves": sum over the runs that reached the target, "out_of_reach"}. A set for continuous
/// control has "time_limit" (s) instead of "move_limit", and "goal" ("reach" or "rest") instead of
/// "orientations". Version 1 has neither "runs" nor "budget". Throws BadInput for other documents.
[[nodiscard]] BenchmarkSet benchmark_set_from_json(const std::string& text);
/// Loads a built-in set or a file. Error messages about a file start with the file path.
[[nodiscard]] BenchmarkSet load_benchmark_set(const std::string& name);

[[nodiscard]] const std::vector<std::string>& built_in_sets();

/// Returns a source whose mazes are the problems of the set, numbered from 1. The set must outlive
/// the source.
[[nodiscard]] MazeSource source_of(const BenchmarkSet& set);
/// `problem` is an index from 0. Requires: problem < set.problems.size(); run >= 1.
[[nodiscard]] Job job_in(const BenchmarkSet& set, const std::string& agent, std::size_t problem,
                         int run = 1);

/// Runs of an agent in one benchmark problem, with reference values.
struct CardProblem {
  std::string name, group;
  double reference_success = 0;  ///< success probability of the reference policy, 0 to 1
  double reference_moves = 0;    ///< minimum moves, or mean moves of the reference policy
  double lower_bound = 0, upper_bound = 0;  ///< bounds for the best policy
  std::vector<std::string> outcomes = {};
  std::vector<int> moves = {};

  [[nodiscard]] bool provably_unsolvable() const { return reference_success == 0; }
  /// Counts the runs that solved the problem or gave up on a provably unsolvable problem.
  [[nodiscard]] int correct() const;
  [[nodiscard]] double pct_correct() const;
  /// Returns the mean path efficiency of the runs. The path efficiency of a run is reference moves
  /// / moves if the run solved the problem, 1 if the agent gave up on a provably unsolvable
  /// problem, and 0 in all other cases. This is success weighted by path length (Anderson and
  /// others 2018) without the upper limit of 1, because with noise a run can need fewer moves than
  /// the mean of the reference policy.
  [[nodiscard]] double pct_efficiency() const;
  /// Returns the mean excess moves of the solved runs over the reference, or NaN without solved
  /// runs.
  [[nodiscard]] double regret() const;
};

/// Figures of one problem group or of all problems. Each estimate averages the runs of every
/// problem and then averages over problems. Confidence intervals are Student's t intervals over
/// problems.
struct CardRow {
  std::string group;
  int problems = 0, runs = 0;
  int correct = 0;
  double pct_lower_bound = 0, pct_upper_bound = 0;  ///< bounds on pct_correct of the best policy
  Estimate pct_correct{};                           ///< primary metric
  Estimate pct_efficiency{};
  Estimate regret{};  ///< excess moves over the reference in solved runs
};

/// Benchmark results of an agent. Score cards depend only on the set, the agent and the program
/// version, so rerunning an agent reproduces its card byte for byte.
struct ScoreCard {
  std::string benchmark, hash;
  std::string problems;  ///< played problems: "test", "development", "all" or "some"
  std::string agent;
  std::string knows;
  std::string version;
  /// Problems in set order, with the same number of runs each. A problem without noise is played
  /// once, and its result is repeated for all runs.
  std::vector<CardProblem> played = {};
  std::string track = {};      ///< access level; only cards of the same track are comparable
  DecisionBudget budget = {};  ///< 0 if the set has none

  /// Returns one row per group in set order, followed by the row "all".
  [[nodiscard]] std::vector<CardRow> rows() const;
};

/// `chosen` contains problem indices, and `found` contains result rows in any order. Requires:
/// `found` contains every run of every chosen problem.
[[nodiscard]] std::vector<CardProblem> card_problems(const BenchmarkSet& set,
                                                     const std::vector<std::size_t>& chosen,
                                                     const std::vector<ResultRow>& found);

[[nodiscard]] Json score_card_document(const ScoreCard& card);
/// The JSON text has one line per row and per run.
[[nodiscard]] std::string score_card_json(const ScoreCard& card);
/// Throws BadInput if the text is not a score card of the current format.
[[nodiscard]] ScoreCard score_card_from_json(const std::string& text);

/// Comparison of two cards for the same problems. Differences are the second card minus the first,
/// in percentage points, with confidence intervals from a paired t test over the problems.
struct CardPair {
  std::string first, second;
  Estimate correct{}, efficiency{};
};
/// Compares the first card with each other card. Throws BadInput if a card has different problems.
/// Requires: `cards` is not empty.
[[nodiscard]] std::vector<CardPair> pair_cards(const std::vector<ScoreCard>& cards);

/// Returns the leaderboard in Markdown. Throws like pair_cards().
[[nodiscard]] std::string cards_markdown(const std::vector<ScoreCard>& cards);
[[nodiscard]] std::string cards_json(const std::vector<ScoreCard>& cards);

}  // namespace marblemaze
