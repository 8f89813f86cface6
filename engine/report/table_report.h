#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/experiments/job.h"
#include "engine/report/statistics.h"

namespace marblemaze {

/// A figure that the thesis's text tells of two searches on the same mazes, and ours.
struct PairedFact {
  const char* name;     ///< in JSON
  const char* text;     ///< for a person
  const char* section;  ///< of the thesis
  int mazes = 0;        ///< that both searches played here
  double thesis = 0;    ///< per cent
  /// Ours, per cent; its low and high are between which the figure of the thesis's 100 mazes lies
  /// 95 times in 100, if our rule made it.
  Estimate ours;
  bool inside = false;  ///< is the thesis's between them?
};

/// Those for which the episodes hold at least two mazes that both searches played. A maze that a
/// search played more than once counts once. Deterministic: the bootstrap's generator is seeded
/// with a constant.
[[nodiscard]] std::vector<PairedFact> paired_facts(const std::vector<ResultRow>& episodes);

/// How many mazes are solved within k moves: a step for every k at which it are more. The last step
/// counts all that were solved.
struct CurveStep {
  int moves = 0;
  int solved = 0;

  bool operator==(const CurveStep&) const = default;
};
using SolvedCurve = std::vector<CurveStep>;

/// From the moves of each solved maze.
[[nodiscard]] SolvedCurve solved_within(std::vector<int> moves);

/// Truths, to be found by the episodes in their mazes.
class TruthTable {
 public:
  explicit TruthTable(const std::vector<ResultRow>& truths);
  /// What was possible under the settings, version and kind of world of the episode. Null where
  /// that is not known.
  [[nodiscard]] const GroundTruth* of(const ResultRow& episode) const;

 private:
  std::map<Job, GroundTruth> truths_;
};

/// The moves of a run beyond the fewest possible, or beyond what the policy tried needs on average
/// in a world that draws; nothing for a run that did not solve its maze, or
/// solved one in which the truth knows no way. Negative where the run did better than the truth,
/// which it can do by luck in a world that draws, through poses that the truth took for known ones,
/// or where the truth is not complete.
[[nodiscard]] std::optional<double> regret_of(const RunFigures& run, const GroundTruth& truth);

/// What is possible in the mazes of one kind.
struct TruthSummary {
  RowSpec kind;  ///< of no agent
  int mazes = 0;
  int solvable = 0;
  int complete = 0;       ///< of all mazes: no pose that the search tells apart was left untried
  Estimate pct_solvable;  ///< in a world that draws: the mean chance of the policy tried
  double pct_low = 0, pct_high = 0;  ///< mean ends between which the highest chance lies
  Estimate fewest_moves;             ///< over solvable mazes; of a policy the expected ones
  SolvedCurve solved_within;         ///< what agents can hardly surpass
};
/// Of all mazes among the episodes whose truth is known, each once.
[[nodiscard]] std::vector<TruthSummary> summarise_truths(const std::vector<ResultRow>& episodes,
                                                         const TruthTable& known);

/// What an agent made of what was possible, over the mazes whose truth is known.
struct AgainstTruth {
  RowSpec row;
  int mazes = 0;
  int solvable = 0;
  int solved = 0;              ///< of the solvable
  Estimate pct_solved;         ///< of the solvable
  int wrongly_unsolvable = 0;  ///< solvable mazes that the agent ended as unsolvable
  Estimate regret;             ///< mean over the solved of the solvable
  double ratio = 0;            ///< of their mean moves to their mean fewest moves; NaN without any
  /// Percentage points by which the agent solved fewer mazes than was possible: the mean of chance
  /// minus success over all mazes.
  Estimate points_below;
  double points_below_low = 0, points_below_high = 0;  ///< the same of the ends of the truth
  double regret_90 = 0, regret_99 = 0;  ///< which 90 and 99 % of the solved runs keep to; or NaN
  int surpassed = 0;  ///< runs, but for worlds that draw, better than the truth: no way known, or
                      ///< one of more moves
};
/// Nothing where no truth is known.
[[nodiscard]] std::optional<AgainstTruth> against_truth(const std::vector<ResultRow>& episodes,
                                                        const TruthTable& known);

/// "5x5x5 outer-layer"
[[nodiscard]] std::string maze_name(const RowSpec& row);
/// "8 orientations, with recovery"
[[nodiscard]] std::string scheme_title(const RowSpec& row);

/// A row of the thesis's Table 7 or 8, from the data file the program carries.
struct ThesisRow {
  int table = 0;
  RowSpec row;
  int mazes = 0;
  double mean_path_cells = 0;
  double avg_moves = 0;
  double pct_solved = 0, pct_unsolvable = 0, pct_frozen = 0;
  double repeated = 0, unrepeatable = 0;  ///< sums over solved mazes

  [[nodiscard]] int solved() const;  ///< mazes; at least one
};
/// In the order of Table 7, then Table 8. Tables 1 to 6 are made of their rows.
[[nodiscard]] const std::vector<ThesisRow>& thesis_rows();
/// Null for a row that the thesis does not have.
[[nodiscard]] const ThesisRow* thesis_row(const RowSpec& row);

/// What the thesis's text, not its tables, tells of the searches that predict (4.5 to 4.7).
struct ThesisPrediction {
  std::optional<double> pct_predicted;
  int error_free = 0;  ///< solved mazes without a wrong prediction, of 100
  double error_free_moves = 0;
};
[[nodiscard]] std::optional<ThesisPrediction> thesis_prediction(const RowSpec& row);

/// One row of our tables: its runs, of which every figure is made (engine/report/report_figures.h).
/// Averages and counts of repeated moves are taken over solved mazes only, as the thesis does.
struct TableRow {
  RowSpec row;
  std::vector<ResultRow> runs = {};        ///< a maze each
  std::optional<AgainstTruth> truth = {};  ///< nothing where no maze's truth is known
  double tick_s = 1.0 / 120;               ///< length of a tick of theirs

  [[nodiscard]] int mazes() const { return static_cast<int>(runs.size()); }
  [[nodiscard]] int ended(Outcome outcome) const;
  [[nodiscard]] int faults() const;  ///< of an agent from outside the program
  [[nodiscard]] std::vector<const RunFigures*> solved_runs() const;
  /// A value of each run, or of each that solved its maze.
  [[nodiscard]] std::vector<int> all(int Counters::*counter) const;
  [[nodiscard]] std::vector<int> solved(int Counters::*counter) const;
  /// Of simulated time of each run that solved its maze, ascending.
  [[nodiscard]] std::vector<double> seconds() const;
  [[nodiscard]] double mean_path_cells() const;
  [[nodiscard]] bool predicts() const;  ///< does the search say where its moves end?
  [[nodiscard]] double cpu_s() const;
};

/// All that is reported of a results file.
struct Report {
  std::string settings;  ///< hash
  std::string version;
  std::string world;
  std::string seeds;  ///< of all rows together, as "1-200, 301"
  int episodes = 0;
  std::vector<TableRow> rows;  ///< the thesis's first and in its order
  bool against_thesis = false;
  std::vector<RowSpec> missing;      ///< rows of the thesis without an episode
  std::vector<PairedFact> facts;     ///< of the thesis's text, where the rows hold them
  std::vector<TruthSummary> truths;  ///< of the mazes that the rows ran, a kind of problem each
};

/// Throws BadInput, naming them, when the episodes come from more than one set of settings, version
/// of the program or kind of world. Truths found under others than the episodes are passed over.
/// `tick_s` is the length of their ticks.
[[nodiscard]] Report make_report(const std::vector<ResultRow>& episodes, bool against_thesis,
                                 const std::vector<ResultRow>& truths = {},
                                 double tick_s = 1.0 / 120);

/// "Depth-First, 8 orientations"
[[nodiscard]] std::string row_title(const RowSpec& row);

[[nodiscard]] std::string report_json(const Report& report);
[[nodiscard]] std::string report_csv(const Report& report);
[[nodiscard]] std::string report_markdown(const Report& report);
/// The mazes solved within k moves, a step of a curve a line; the truths' own curves under the
/// algorithm "truth".
[[nodiscard]] std::string curves_csv(const Report& report);
/// An episode a line, with what its maze's truth says of it.
[[nodiscard]] std::string episodes_csv(const std::vector<ResultRow>& episodes,
                                       const std::vector<ResultRow>& truths = {});

/// How far a figure of ours lies from one of the thesis's, and how far chance alone would take two
/// samples of one rule. Unknown (NaN) where our mazes cannot tell.
struct Difference {
  double value = kUnknown;           ///< ours less the thesis's
  double standard_error = kUnknown;  ///< of the difference, both samples counted
  int freedom = 0;                   ///< degrees of Student's t; 0: the normal distribution

  /// How large a difference chance explains 95 times in 100.
  [[nodiscard]] double margin() const;
  /// The difference in standard errors.
  [[nodiscard]] double z() const;
  /// Could one rule have made both? An unknown margin holds nothing.
  [[nodiscard]] bool inside() const;
};

/// Of a mean over mazes, `theirs` being one over `their_n`. The thesis does not tell how its values
/// spread: they are taken to spread as ours do, s sqrt(1/n + 1/m) with our s, so that the
/// difference has Student's t distribution of n - 1 degrees.
[[nodiscard]] Difference mean_difference(const Sample& ours, double theirs, int their_n);

/// The same of a mean number of events a maze. The variance is ours, which shows how far events
/// are overdispersed, but at least that of a Poisson distribution of the two samples' common mean,
/// and at least 0.0099: where we saw no event, or one, our spread alone would call everything
/// outside.
[[nodiscard]] Difference count_difference(const Sample& ours, double theirs, int their_n);

/// Of shares in per cent: the pooled two-sample z test, with p(1-p) taken as at least 0.0099, the
/// variance of a share of one in a hundred.
[[nodiscard]] Difference share_difference(double pct, int n, double other_pct, int other_n);

/// Definition of a figure of many mazes: how ours is computed and compared with the thesis's.
struct Measure {
  enum class Kind {
    mean,    ///< of a counter, over solved mazes
    events,  ///< the same of something that happens now and then
    share    ///< of all mazes, per cent
  };
  Kind kind;
  int Counters::*counter;     ///< null for a share
  Outcome outcome;            ///< of a share: the mazes that ended so
  double ThesisRow::*thesis;  ///< of events: their sum

  /// The thesis's figure.
  [[nodiscard]] double of_thesis(const ThesisRow& row) const;
  [[nodiscard]] Estimate of(const std::vector<ResultRow>& runs) const;
  [[nodiscard]] Difference difference(const std::vector<ResultRow>& runs,
                                      const ThesisRow& row) const;

 private:
  /// What one run adds: nothing if it does not count, 0 or 100 for a share.
  [[nodiscard]] std::optional<double> value(const RunFigures& run) const;
  [[nodiscard]] std::vector<double> values(const std::vector<ResultRow>& runs) const;
};

}  // namespace marblemaze
