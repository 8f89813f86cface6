#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/bench/job.h"
#include "engine/bench/statistics.h"
#include "maze/base/json.h"

namespace marblemaze {

/// Problem of a benchmark: a maze, its physics and its reference solution.
struct BenchmarkProblem {
  std::string name;   ///< "noise-1-03", unique in the set
  std::string group;  ///< ability that the problem tests, such as "noise-1"
  std::string split;  ///< "development" for tuning agents, or "test" for evaluating them
  Setup setup;
  GroundTruth truth;  ///< without `tried`, which sets do not store
  bool rest = false;  ///< continuous control: the marble must come to rest in the target

  /// Returns true if the problem is provably unsolvable. An agent should then give up.
  [[nodiscard]] bool provably_unsolvable() const { return truth.complete && !truth.solvable; }
};

/// Limits per decision.
struct DecisionBudget {
  int calls = 0;       ///< model queries and moves in copies; 0 for no limit
  double seconds = 0;  ///< wall-clock time of an external agent
};

/// Frozen set of problems. The file of a set never changes. An improved set gets a new name.
struct BenchmarkSet {
  std::string name;         ///< "marblebench-2"
  std::string hash;         ///< text_hash() of the whole file
  int move_limit = 0;       ///< runs are truncated after this many moves
  double time_limit_s = 0;  ///< limit in simulated time; 0 in sets with discrete moves
  int runs = 1;             ///< runs of each problem with noise; other problems are played once
  DecisionBudget budget = {};
  std::map<std::string, PhysicsSettings> machines;
  std::vector<BenchmarkProblem> problems;

  /// Returns true if the set is for continuous control. Its moves are commands.
  [[nodiscard]] bool continuous() const { return time_limit_s > 0; }
  /// Returns the duration of a tick. Requires: all machines have the same tick duration, which is
  /// guaranteed in sets for continuous control.
  [[nodiscard]] double tick_s() const { return machines.begin()->second.solver.step; }
  /// Returns the number of runs of this problem per agent.
  [[nodiscard]] int runs_of(const BenchmarkProblem& problem) const;
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
/// Returns a built-in set, or reads a set from a file. Error messages start with the path of the
/// file.
[[nodiscard]] BenchmarkSet load_benchmark_set(const std::string& name);

/// Returns the names of the built-in sets: "marblebench-2", and "marblebench-free-1" for continuous
/// control.
[[nodiscard]] const std::vector<std::string>& built_in_sets();

/// Returns a source whose mazes are the problems of the set, numbered from 1. The set must outlive
/// the source.
[[nodiscard]] Source source_of(const BenchmarkSet& set);
/// Returns the job for one run of an agent. `problem` is an index from 0. Requires: problem <
/// set.problems.size(); run >= 1.
[[nodiscard]] Job job_in(const BenchmarkSet& set, const std::string& agent, std::size_t problem,
                         int run = 1);

/// Runs of an agent in one problem of a benchmark, with the reference values of the problem.
struct CardProblem {
  std::string name, group;
  double reference_success = 0;             ///< success probability of the reference policy, 0 to 1
  double reference_moves = 0;               ///< minimum, or mean of the reference policy
  double lower_bound = 0, upper_bound = 0;  ///< of the success probability of the best policy
  /// Outcome of each run, as returned by to_string(Outcome).
  std::vector<std::string> outcomes = {};
  std::vector<int> moves = {};  ///< moves of each run

  /// Returns true if the problem is provably unsolvable.
  [[nodiscard]] bool provably_unsolvable() const { return reference_success == 0; }
  /// Returns the number of runs that solved the problem or, if it is provably unsolvable, gave up.
  [[nodiscard]] int correct() const;
  [[nodiscard]] double pct_correct() const;
  /// Returns the mean path efficiency of the runs. The path efficiency is reference moves / moves
  /// if the run solved the problem, 1 if the agent gave up on a provably unsolvable problem, and 0
  /// in all other cases. This is success weighted by path length (Anderson and others 2018) without
  /// the upper limit of 1, because with noise a run can need fewer moves than the mean of the
  /// reference policy.
  [[nodiscard]] double pct_efficiency() const;
  /// Returns the mean excess moves of the solved runs over the reference, or NaN if no run counts.
  [[nodiscard]] double regret() const;
};

/// Figures of one group, or of all problems. Each estimate averages the runs of every problem, then
/// averages over problems. Its interval is Student's t interval over problems.
struct CardRow {
  std::string group;
  int problems = 0, runs = 0;
  int correct = 0;                                  ///< correct runs
  double pct_lower_bound = 0, pct_upper_bound = 0;  ///< of the best policy's pct_correct
  Estimate pct_correct{};                           ///< correct runs: the primary metric
  Estimate pct_efficiency{};                        ///< path efficiency
  Estimate regret{};                                ///< moves beyond the reference in solved runs
};

/// Results of an agent in a benchmark. They depend only on the set, the agent and the program
/// version, so a card that is created again is byte-identical.
struct ScoreCard {
  std::string benchmark, hash;  ///< name and hash of the set
  std::string problems;         ///< subset of the problems: "test", "development", "all" or "some"
  std::string agent;
  std::string knows;    ///< description of its access level
  std::string version;  ///< version of the program
  /// Problems in the order of the set, with the same number of runs each. A problem without noise
  /// is played once, and its result is repeated for all runs.
  std::vector<CardProblem> played = {};
  std::string track = {};      ///< name of the access level; cards of a track are comparable
  DecisionBudget budget = {};  ///< budget of the set; 0 if it has none

  /// Returns one row per group, in the order of the set, then the row "all".
  [[nodiscard]] std::vector<CardRow> rows() const;
};

/// Converts results to the problems of a card. `chosen` contains indices of problems, and `found`
/// contains their rows in any order. Requires: `found` contains every run of every chosen problem.
[[nodiscard]] std::vector<CardProblem> card_problems(const BenchmarkSet& set,
                                                     const std::vector<std::size_t>& chosen,
                                                     const std::vector<ResultRow>& found);

[[nodiscard]] Json score_card_document(const ScoreCard& card);
/// Returns the document as text, with one line per row and per run.
[[nodiscard]] std::string score_card_json(const ScoreCard& card);
/// Parses a card. Throws BadInput if the text is not a card of the current format.
[[nodiscard]] ScoreCard score_card_from_json(const std::string& text);

/// Comparison of two cards for the same problems. Differences are the second card minus the first,
/// in percentage points. Their intervals are those of a paired t test over problems.
struct CardPair {
  std::string first, second;  ///< names of the agents
  Estimate correct{}, efficiency{};
};
/// Compares the first card with each of the others. Throws BadInput if a card has different
/// problems. Requires: `cards` is not empty.
[[nodiscard]] std::vector<CardPair> pair_cards(const std::vector<ScoreCard>& cards);

/// Returns the leaderboard in Markdown. It lists the cards by track and primary metric, the
/// reference policy, an agent that always gives up, the groups, and the differences from the first
/// card. Throws like pair_cards().
[[nodiscard]] std::string cards_markdown(const std::vector<ScoreCard>& cards);
[[nodiscard]] std::string cards_json(const std::vector<ScoreCard>& cards);

}  // namespace marblemaze
