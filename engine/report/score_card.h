#pragma once

#include <string>
#include <vector>

#include "engine/experiments/benchmark_set.h"
#include "engine/report/statistics.h"
#include "maze/base/json.h"

namespace marblemaze {

/// A run of an agent in a problem of a benchmark, and the problem's reference.
struct CardRun {
  std::string problem, group;
  std::string outcome;  ///< text of to_string(Outcome)
  int moves = 0;
  double chance = 0;  ///< probability that the reference policy solves it, 0 to 1; 1 without noise
  double fewest = 0;  ///< reference moves: the fewest, or the policy's mean
  double at_least = 0, at_most = 0;  ///< bounds on the success probability of the best policy

  /// Returns whether the problem is provably unsolvable.
  [[nodiscard]] bool hopeless() const { return chance == 0; }
  /// Returns whether the agent solved the problem, or gave up if it is provably unsolvable.
  [[nodiscard]] bool correct() const { return outcome == (hopeless() ? "unsolvable" : "solved"); }
  /// Returns path_efficiency() of the run.
  [[nodiscard]] double efficiency() const {
    return path_efficiency(outcome, moves, hopeless(), fewest);
  }
};

/// Figures of one group, or of all problems. An estimate is the mean over problems of the mean over
/// their runs, in per cent; its interval is Student's, over the choice of problems.
struct CardRow {
  std::string group;
  int problems = 0, runs = 0;
  int right = 0;                             ///< correct runs
  double pct_at_least = 0, pct_at_most = 0;  ///< bounds on the primary metric of the best policy
  Estimate pct_right{};                      ///< correct runs: the primary metric
  Estimate pct_efficiency{};                 ///< path efficiency
  Estimate regret{};                         ///< moves beyond the reference, of solved runs
};

/// The results of an agent in a benchmark. They follow from the set, the agent and the version of
/// the program: a card made again is identical to the last byte.
struct ScoreCard {
  std::string benchmark, hash;  ///< name and hash of the set
  std::string problems;         ///< subset of the problems: "test", "development", "all" or "some"
  std::string agent;
  std::string knows;    ///< its access level, in words
  std::string version;  ///< version of the program
  /// Runs in the order of the set, grouped by problem. Every problem has the same number of runs: a
  /// problem without noise is played once, and its result counts for all of them.
  std::vector<CardRun> runs = {};
  std::string track = {};      ///< agents of the same access level
  DecisionBudget budget = {};  ///< budget of the set; 0 if it has none

  /// Returns the groups in the order of the set, then "all".
  [[nodiscard]] std::vector<CardRow> rows() const;
  /// Returns the runs of each problem.
  [[nodiscard]] std::vector<std::vector<CardRun>> by_problem() const;
};

/// Returns an agent's runs of the problems `chosen`, by index, as a card has them. `found` contains
/// their rows in any order. Requires: every run of every chosen problem is there.
[[nodiscard]] std::vector<CardRun> card_runs(const BenchmarkSet& set,
                                             const std::vector<std::size_t>& chosen,
                                             const std::vector<ResultRow>& found);

[[nodiscard]] Json score_card_document(const ScoreCard& card);
/// Returns the document as text, with rows and runs on separate lines.
[[nodiscard]] std::string score_card_json(const ScoreCard& card);
/// Reads this version of the format and that of marblemaze 0.4. Throws BadInput for other texts.
[[nodiscard]] ScoreCard score_card_from_json(const std::string& text);

/// Two cards on the same problems. Differences are the second minus the first, in percentage
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
/// Returns the leaderboard as a page for browsers that loads nothing.
[[nodiscard]] std::string cards_html(const std::vector<ScoreCard>& cards);
[[nodiscard]] std::string cards_json(const std::vector<ScoreCard>& cards);

}  // namespace marblemaze
