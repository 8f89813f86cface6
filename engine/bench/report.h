#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/bench/job.h"
#include "engine/bench/statistics.h"
#include "maze/base/json.h"

namespace marblemaze {

/// Row of the thesis's Table 7 or 8.
struct ThesisRow {
  int table = 0;
  RowSpec row;
  int mazes = 0;
  double mean_path_cells = 0;
  double avg_moves = 0;
  double pct_solved = 0, pct_unsolvable = 0, pct_frozen = 0;
  double repeated = 0, unrepeatable = 0;  ///< sums over solved mazes

  [[nodiscard]] int solved() const;  ///< number of solved mazes; at least one
};
/// Returns the rows of the thesis's Tables 7 and 8, in this order. The thesis's Tables 1 to 6 are
/// subsets of these rows.
[[nodiscard]] const std::vector<ThesisRow>& thesis_rows();
/// Returns null if the thesis does not contain the row.
[[nodiscard]] const ThesisRow* thesis_row(const RowSpec& row);

/// Figures about searches with prediction from the thesis's text, which are not in the thesis's
/// tables (thesis 4.5 to 4.7).
struct ThesisPrediction {
  std::optional<double> pct_predicted;
  int error_free = 0;  ///< solved mazes without a wrong prediction, out of 100
  double error_free_moves = 0;
};
[[nodiscard]] std::optional<ThesisPrediction> thesis_prediction(const RowSpec& row);

struct ThesisCell {
  const char* column;
  int decimals;
  double ours, thesis;
  Difference difference;
};
inline constexpr std::size_t kOutcomeCells = 4;

/// Compares our results for a table row with the figures in the thesis. Returns four cells for
/// moves and outcomes, then two cells for repeated moves per solved maze. Returns no cells if the
/// thesis does not contain the row. Requires: one run per maze.
[[nodiscard]] std::vector<ThesisCell> thesis_cells(const RowSpec& row,
                                                   const std::vector<ResultRow>& runs);

/// Comparison of two searches on the same mazes, in the thesis's text and in our runs.
struct PairedFact {
  const char* name;
  const char* text;
  const char* section;
  int mazes = 0;      ///< number of mazes that both searches played in our runs
  double thesis = 0;  ///< percent
  /// Our estimate in percent. The interval is a 95% prediction interval for the figure in a new
  /// sample of 100 mazes, which is the thesis's sample size.
  Estimate ours;
  bool inside = false;
};

/// Returns the facts for which both searches played at least two of the same mazes. Uses one run
/// per maze.
[[nodiscard]] std::vector<PairedFact> paired_facts(const std::vector<ResultRow>& runs);

/// Groups the values of runs by maze. Skips runs for which `value` returns nullopt.
[[nodiscard]] Clusters by_maze(const std::vector<ResultRow>& runs,
                               const std::function<std::optional<double>(const ResultRow&)>& value);

/// Cumulative curve: for each k at which the curve rises, k and the number of mazes solved within k
/// moves.
using SolvedCurve = std::vector<std::pair<int, int>>;

[[nodiscard]] SolvedCurve solved_within(std::vector<int> moves);

using Truths = std::map<Job, GroundTruth>;
[[nodiscard]] Truths truths_of(const std::vector<ResultRow>& rows);
/// Returns the reference solution of the run's maze under the same settings, version and world, or
/// null.
[[nodiscard]] const GroundTruth* truth_of(const ResultRow& run, const Truths& truths);

/// Returns the excess moves of a run over the reference solution or, with noise, over the mean of
/// the reference policy. Returns nullopt if the run did not solve the maze or the maze has no known
/// solution. A negative value means that the run beat the reference. With noise, a run can beat the
/// reference by luck. Without noise, the reference search was incomplete or treated two different
/// poses as one state.
[[nodiscard]] std::optional<double> regret_of(const ResultRow& run, const GroundTruth& truth);

struct TruthSummary {
  RowSpec kind;
  int mazes = 0;
  int solvable = 0;
  int complete = 0;       ///< completely explored mazes
  Estimate pct_solvable;  ///< with noise: mean success probability of the reference policy
  double pct_low = 0, pct_high = 0;  ///< mean bounds on the highest success probability
  /// Mean over solvable mazes. With noise, the expected moves of the reference policy are averaged.
  Estimate fewest_moves;
  SolvedCurve solved_within;  ///< upper bound on the curves of agents
};
/// Each maze counts once.
[[nodiscard]] std::vector<TruthSummary> summarise_truths(const std::vector<ResultRow>& runs,
                                                         const Truths& truths);

struct TruthComparison {
  int mazes = 0;
  int solvable = 0;  ///< number of runs in solvable mazes
  int solved = 0;
  Estimate pct_solved;         ///< percentage of solved runs in solvable mazes
  int wrongly_unsolvable = 0;  ///< number of runs in which the agent gave up in a solvable maze
  Estimate regret;             ///< mean excess moves over solved runs in solvable mazes
  double ratio = 0;            ///< mean moves / mean minimum moves; NaN without solved runs
  /// Mean over all runs of the reference policy's success probability minus the agent's success (1
  /// or 0), in percentage points.
  Estimate points_below;
  double points_below_low = 0, points_below_high = 0;  ///< for the lower and upper bounds
  double regret_90 = 0, regret_99 = 0;  ///< 90% and 99% quantiles over the solved runs, or NaN
  int surpassed = 0;                    ///< noise-free runs that beat the reference
};
/// Returns nullopt if no reference solution is known.
[[nodiscard]] std::optional<TruthComparison> compare_with_truth(const std::vector<ResultRow>& runs,
                                                                const Truths& truths);

/// Averages and counts of repeated moves cover only solved runs, as in the thesis, unless a comment
/// states something else.
struct TableRow {
  RowSpec row;
  std::string world;
  int mazes = 0, runs = 0;
  double mean_path_cells = 0;
  Estimate moves{}, pct_solved{}, pct_unsolvable{}, pct_frozen{}, repeated{}, unrepeatable{};
  double repeated_per_100 = 0, unrepeatable_per_100 = 0;
  std::map<Outcome, int> outcomes = {};
  /// Number of runs that ended with a fault of an external agent or of the physics.
  int faults = 0;
  double moves_all = 0, repeated_all_per_100 = 0, unrepeatable_all_per_100 = 0;  ///< over all runs
  int most_moves = 0;
  bool predicts = false;
  double pct_predicted = kUnknown;
  int error_free = 0;  ///< solved runs without a wrong prediction
  double pct_error_free = 0, error_free_moves = kUnknown;
  Estimate seconds{}, effort{};  ///< simulated time; effort only under continuous control
  double median_seconds = kUnknown, seconds_of_90_pct = kUnknown;
  double cpu_s = 0, cpu_us_per_move = kUnknown;  ///< over all runs
  SolvedCurve solved_within = {};
  std::optional<TruthComparison> truth = {};
  std::vector<ThesisCell> cells = {};

  [[nodiscard]] int ended(Outcome outcome) const;
};
/// `tick_s` is the tick duration. Requires: `runs` is not empty.
[[nodiscard]] TableRow table_row(const std::vector<ResultRow>& runs, const Truths& truths = {},
                                 double tick_s = 1.0 / 120);

struct Tally {
  int inside = 0, compared = 0;
};
struct Tallies {
  Tally outcomes;  ///< moves and outcomes: 56 cells for all 14 rows
  Tally repeats;   ///< repeated and unrepeatable moves: 28 cells
};
[[nodiscard]] Tallies tally(const std::vector<TableRow>& rows);

struct Report {
  Job job;
  std::string seeds;  ///< seeds of all rows, such as "1-200, 301"
  int episodes = 0;
  std::vector<TableRow> rows = {};  ///< thesis rows first, in thesis order
  bool against_thesis = false;
  std::vector<RowSpec> missing = {};  ///< thesis rows without runs
  std::vector<PairedFact> facts = {};
  std::vector<TruthSummary> truths = {};  ///< one summary per kind of maze
};

/// Creates a report. The thesis played each maze once, so `against_thesis` ignores all runs except
/// the first in each maze. Reference solutions for other settings are ignored. `tick_s` is the tick
/// duration. Throws BadInput if there are no runs, and like require_one_setting().
[[nodiscard]] Report make_report(const std::vector<ResultRow>& runs, bool against_thesis,
                                 const std::vector<ResultRow>& truths = {},
                                 double tick_s = 1.0 / 120);

/// Returns a name such as "5x5x5 outer-layer".
[[nodiscard]] std::string maze_name(const RowSpec& row);
/// Returns a title such as "8 orientations, with recovery".
[[nodiscard]] std::string scheme_title(const RowSpec& row);
/// Returns a title such as "Depth-First, 8 orientations".
[[nodiscard]] std::string row_title(const RowSpec& row);

/// Throws BadInput if the runs have different settings, program versions or worlds, which a table
/// must not mix.
void require_one_setting(const std::vector<ResultRow>& runs);

[[nodiscard]] Json maze_json(const RowSpec& row);

[[nodiscard]] std::string report_json(const Report& report);
[[nodiscard]] std::string report_csv(const Report& report);
[[nodiscard]] std::string report_markdown(const Report& report);
/// Returns the curves of solved mazes as CSV, with one line per curve step. Curves of reference
/// solutions have the algorithm "truth".
[[nodiscard]] std::string curves_csv(const Report& report);
[[nodiscard]] std::string episodes_csv(const std::vector<ResultRow>& runs,
                                       const std::vector<ResultRow>& truths = {});

using Cells = std::vector<std::string>;
[[nodiscard]] std::string markdown_table(const Cells& headings, const std::vector<Cells>& rows);
/// Rounds to two decimals, the precision that 1,000 mazes support.
[[nodiscard]] double rounded(double value);

/// Comparison of two agents in the same mazes and runs. Differences are the first agent's figure
/// minus the second agent's. Confidence intervals are paired: Student's t intervals of the
/// differences by maze (clustered_difference()).
struct AgentComparison {
  struct Figure {
    Estimate first{}, second{}, difference{};
  };

  RowSpec kind;
  std::string first, second;
  std::string seeds = {};                                      ///< seed ranges, such as "1-50"
  int mazes = 0, runs = 0;                                     ///< played by both agents
  int both = 0, only_first = 0, only_second = 0, neither = 0;  ///< solved runs
  Figure pct_solved = {};
  int mazes_of_both = 0;  ///< mazes in which both agents solved the same run
  Figure moves = {};      ///< means over the runs that both agents solved
};

/// Compares two agents in each kind of maze that both agents played. An agent can be given by any
/// unique prefix of its name. Throws BadInput if an agent has no runs or if the agents have no runs
/// in common, and like require_one_setting().
[[nodiscard]] std::vector<AgentComparison> compare_agents(const std::vector<ResultRow>& runs,
                                                          const std::string& first,
                                                          const std::string& second);

/// Returns one citable Markdown paragraph per kind of maze. Requires: `job` is the job of a
/// compared run.
[[nodiscard]] std::string comparison_markdown(const std::vector<AgentComparison>& comparisons,
                                              const Job& job);
[[nodiscard]] Json comparison_json(const std::vector<AgentComparison>& comparisons, const Job& job);

}  // namespace marblemaze
