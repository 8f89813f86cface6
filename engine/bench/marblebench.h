#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bench/job.h"
#include "engine/bench/statistics.h"
#include "maze/base/json.h"

namespace marblemaze {

/// Problem of a benchmark: a maze with all its walls, its physics, and its reference solution.
struct BenchmarkProblem {
  std::string name;   ///< "noise-1-03", unique in the set
  std::string group;  ///< ability that the problem tests: "noise-1"
  std::string split;  ///< "development" for tuning agents, or "test" for evaluating them
  Setup setup;
  GroundTruth truth;  ///< without `tried`, which is not stored in a set
  bool rest = false;  ///< continuous control: whether the marble must come to rest in the target

  /// Returns whether the problem is provably unsolvable, so that an agent should give up.
  [[nodiscard]] bool hopeless() const { return truth.complete && !truth.solvable; }
};

/// Limits of an agent's decision.
struct DecisionBudget {
  int calls = 0;       ///< queries of models, and moves in copies; 0: no limit
  double seconds = 0;  ///< wall-clock time of an external agent
};

/// A frozen set of problems. The file of a set never changes; an improved set gets a new name.
struct BenchmarkSet {
  std::string name;         ///< "marblebench-2"
  std::string hash;         ///< text_hash() of the whole file
  int move_limit = 0;       ///< moves after which a run is truncated
  double time_limit_s = 0;  ///< limit in simulated time under continuous control, or 0
  int runs = 1;             ///< runs of each problem with noise; other problems are played once
  DecisionBudget budget = {};
  std::map<std::string, PhysicsSettings> machines;
  std::vector<BenchmarkProblem> problems;

  /// Returns whether the set is for continuous control, in which a move is a command.
  [[nodiscard]] bool continuous() const { return time_limit_s > 0; }
  /// Returns the length of a tick. Requires: all machines have the same tick length, which is the
  /// case under continuous control.
  [[nodiscard]] double tick_s() const { return machines.begin()->second.solver.step; }
  /// Returns how often an agent plays this problem.
  [[nodiscard]] int runs_of(const BenchmarkProblem& problem) const;
};

/// Returns the path efficiency of a run: reference moves / moves if it solved the problem, 1 if the
/// problem is provably unsolvable and the agent gave up, or 0 in all other cases. It is success
/// weighted by path length (Anderson and others 2018) without the upper limit of 1, because with
/// noise a run can need fewer moves than the reference policy's mean. `outcome` is in the format of
/// to_string(Outcome).
[[nodiscard]] double path_efficiency(std::string_view outcome, int moves, bool hopeless,
                                     double reference_moves);

/// Reads the file of a set, one JSON document:
///   {"format": "marblemaze-benchmark", "version": 2, "name", "move_limit", "runs",
///    "budget": {"calls", "seconds"}, "machines": {name: settings}, "problems": [{"name", "group",
///    "split", "world", "machine", "believed" (the machine that agents assume, if it differs),
///    "orientations", "maze" (a maze file's document), "truth"}]}
/// with "truth": {"proved", "solution": [move, ...]} or, with noise, {"proved", "runs", "reached",
/// "moves": sum over the runs that reached the target, "out_of_reach"}. A set for continuous
/// control has "time_limit" (s) instead of "move_limit", and "goal" ("reach" or "rest") instead of
/// "orientations". Version 1 has neither "runs" nor "budget". Throws BadInput for anything else.
[[nodiscard]] BenchmarkSet benchmark_set_from_json(const std::string& text);
/// Reads a set from a file. Messages begin with its path.
[[nodiscard]] BenchmarkSet load_benchmark_set(const std::filesystem::path& path);

/// Returns the names of the sets that the program contains: "marblebench-2", and
/// "marblebench-free-1" for continuous control.
[[nodiscard]] const std::vector<std::string>& carried_sets();
/// Returns the set of this name. Requires: the program contains it.
[[nodiscard]] const BenchmarkSet& carried_set(const std::string& name);

/// Returns the set as a source of mazes: its problems, indexed from 1. The set must outlive the
/// source.
[[nodiscard]] Source source_of(const BenchmarkSet& set);
/// Returns the job for an agent's run `run` of the problem with the given index. Requires: the set
/// contains this problem; run >= 1.
[[nodiscard]] Job job_in(const BenchmarkSet& set, const std::string& agent, std::size_t problem,
                         int run = 1);

/// Runs of an agent in a problem of a benchmark, and the reference values of the problem.
struct CardProblem {
  std::string name, group;
  double chance = 0;  ///< probability that the reference policy solves it, 0 to 1; 1 without noise
  double fewest = 0;  ///< reference moves: the minimum, or the policy's mean
  double at_least = 0, at_most = 0;  ///< bounds on the success probability of the best policy
  /// Outcome of each run, in the format of to_string(Outcome).
  std::vector<std::string> outcomes = {};
  std::vector<int> moves = {};  ///< moves of each run

  /// Returns whether the problem is provably unsolvable.
  [[nodiscard]] bool hopeless() const { return chance == 0; }
  /// Returns the number of runs that solved the problem, or gave up if it is provably unsolvable.
  [[nodiscard]] int correct() const;
  [[nodiscard]] double pct_correct() const;
  /// Returns the mean path_efficiency() of the runs.
  [[nodiscard]] double pct_efficiency() const;
  /// Returns the mean number of moves beyond the reference in solved runs; NaN if there is none.
  [[nodiscard]] double regret() const;
};

/// Figures of one group, or of all problems. An estimate is the mean over problems of the mean over
/// their runs, in per cent; its interval is Student's interval over the choice of problems.
struct CardRow {
  std::string group;
  int problems = 0, runs = 0;
  int right = 0;                             ///< correct runs
  double pct_at_least = 0, pct_at_most = 0;  ///< bounds on the primary metric of the best policy
  Estimate pct_right{};                      ///< correct runs: the primary metric
  Estimate pct_efficiency{};                 ///< path efficiency
  Estimate regret{};                         ///< moves beyond the reference in solved runs
};

/// Results of an agent in a benchmark. They are determined by the set, the agent and the version of
/// the program: a card created again is byte-identical.
struct ScoreCard {
  std::string benchmark, hash;  ///< name and hash of the set
  std::string problems;         ///< subset of the problems: "test", "development", "all" or "some"
  std::string agent;
  std::string knows;    ///< description of its access level
  std::string version;  ///< version of the program
  /// In the order of the set, with the same number of runs of each problem: a problem without noise
  /// is played once, and its result counts for all runs.
  std::vector<CardProblem> played = {};
  std::string track = {};      ///< agents with the same access level
  DecisionBudget budget = {};  ///< budget of the set; 0 if it has none

  /// Returns the groups in the order of the set, then "all".
  [[nodiscard]] std::vector<CardRow> rows() const;
};

/// Returns an agent's runs of the problems `chosen`, by index, in the format of a card. `found`
/// contains their rows in any order. Requires: every run of every chosen problem is in `found`.
[[nodiscard]] std::vector<CardProblem> card_problems(const BenchmarkSet& set,
                                                     const std::vector<std::size_t>& chosen,
                                                     const std::vector<ResultRow>& found);

[[nodiscard]] Json score_card_document(const ScoreCard& card);
/// Returns the document as text, with rows and runs on separate lines.
[[nodiscard]] std::string score_card_json(const ScoreCard& card);
/// Reads a card of this version of the format. Throws BadInput for other texts.
[[nodiscard]] ScoreCard score_card_from_json(const std::string& text);

/// Two cards for the same problems. Differences are the second minus the first, in percentage
/// points, with the interval of a paired t test over problems.
struct CardPair {
  std::string first, second;  ///< names of the agents
  Estimate right{}, efficiency{};
};
/// Compares the first card with each of the others. Throws BadInput if a card has different
/// problems. Requires: at least one card.
[[nodiscard]] std::vector<CardPair> pair_cards(const std::vector<ScoreCard>& cards);

/// Returns the leaderboard of several cards in Markdown: by track and primary metric, with the
/// reference policy and an agent that always resigns, the groups, and pairs with the first card.
/// Throws like pair_cards().
[[nodiscard]] std::string cards_markdown(const std::vector<ScoreCard>& cards);
[[nodiscard]] std::string cards_json(const std::vector<ScoreCard>& cards);

}  // namespace marblemaze
