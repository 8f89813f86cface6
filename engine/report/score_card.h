#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/experiments/benchmark_set.h"
#include "engine/report/figure.h"

namespace marblemaze {

/// How cards show an estimate: "63.3 (51.2 to 74.0)", or only the value.
inline constexpr auto kOnCards = Interval::beside_if_known;

/// A run of an agent in a problem of a benchmark, and what was possible.
struct CardRun {
  std::string problem, group;
  std::string outcome;  ///< as to_string(Outcome) writes it
  int moves = 0;
  double chance = 0;  ///< of solving it at all, 0 to 1: 1 where the world does not draw
  double fewest = 0;  ///< moves: the fewest, or what the policy tried needs on average
  double at_least = 0, at_most = 0;  ///< bounds on the chance of the best policy

  /// Proved to have no solution.
  [[nodiscard]] bool hopeless() const { return chance == 0; }
  /// Solved, or given up where it is hopeless.
  [[nodiscard]] bool solved() const { return outcome == (hopeless() ? "unsolvable" : "solved"); }
  /// See run_score().
  [[nodiscard]] double score() const { return run_score(outcome, moves, hopeless(), fewest); }
};

/// A line of a card: the figures of one group, or of all problems together. Intervals are over
/// other runs of the same problems; if each problem was played once, over the choice of problems.
struct CardRow {
  std::string group;
  int problems = 0, runs = 0;
  int right = 0;                             ///< runs
  double pct_at_least = 0, pct_at_most = 0;  ///< between them lies what can be solved
  Estimate pct_right;                        ///< of the runs
  Estimate score;                            ///< interquartile mean, in per cent
  Estimate mean_score;                       ///< in per cent
  Estimate moves;                            ///< mean over the solved runs
  Estimate regret;                           ///< moves beyond the fewest, mean over the solved runs
};

/// What an agent made of a benchmark. All of it follows from the set, the agent and the version of
/// the program: made twice, a card is the same to the last byte.
struct ScoreCard {
  std::string benchmark, hash;  ///< of the set
  std::string problems;         ///< which of the set's: "test", "development", "all" or "some"
  std::string agent;
  std::string knows;    ///< its information set, in words
  std::string version;  ///< of the program
  /// In the order of the set, the runs of a problem together. Each problem has as many: what does
  /// not draw is played once, and counts as often as it would come out the same.
  std::vector<CardRun> runs = {};
  std::string track = {};      ///< the class of agents that may know as much
  DecisionBudget budget = {};  ///< of the set; 0 if it has none

  /// The groups in the order of the set, then "all".
  [[nodiscard]] std::vector<CardRow> rows() const;
  /// The runs of each problem.
  [[nodiscard]] std::vector<std::vector<CardRun>> by_problem() const;
  /// For each of these scores the share of the runs that have at least as much, in per cent: the
  /// performance profile (Dolan and More 2002).
  static constexpr std::array kProfile{0.1, 0.25, 0.5, 0.75, 0.9, 1.0};
  [[nodiscard]] std::vector<double> profile() const;
};

inline constexpr const char* kMeanScore = "pct_mean_score";
/// What is told of a line, to four decimals in JSON. Its estimates are told where cards are
/// compared, too.
[[nodiscard]] std::vector<FigureOf<CardRow>> card_figures();

/// What is told of all runs of a problem, in JSON with all digits.
[[nodiscard]] std::vector<FigureOf<std::vector<CardRun>>> problem_figures();

/// An agent's runs of the problems `chosen`, by index, as a card has them; `found`, in any order,
/// as answer() (engine/experiments/job.h) found them. Precondition: each chosen problem is measured
/// and has all of its runs.
[[nodiscard]] std::vector<CardRun> card_runs(const BenchmarkSet& set,
                                             const std::vector<std::size_t>& chosen,
                                             const std::string& agent,
                                             const std::vector<ResultRow>& found);

[[nodiscard]] Json score_card_document(const ScoreCard& card);
/// The same as text: rows and runs one below the other, which a person can read and compare.
[[nodiscard]] std::string score_card_json(const ScoreCard& card);
/// Throws BadInput, naming what is wrong, for anything that is no such document.
[[nodiscard]] ScoreCard score_card_from_json(const std::string& text);
[[nodiscard]] std::string score_card_markdown(const ScoreCard& card);
/// A page of its own, which loads nothing.
[[nodiscard]] std::string score_card_html(const ScoreCard& card);
/// Two cards on the same problems. Differences are the second less the first.
struct CardPair {
  std::string first, second;  ///< agents
  /// In points: mean difference over the problems of the means of their runs.
  Estimate right{}, score{};
};

/// The first card with each of the others. Throws BadInput where a card is of other problems than
/// the first one. Precondition: at least one card.
[[nodiscard]] std::vector<CardPair> pair_cards(const std::vector<ScoreCard>& cards);

/// The agents beside each other: all problems, each group, and pairs. Both throw as pair_cards().
[[nodiscard]] std::string cards_markdown(const std::vector<ScoreCard>& cards);
[[nodiscard]] std::string cards_json(const std::vector<ScoreCard>& cards);

}  // namespace marblemaze
