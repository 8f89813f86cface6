#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/report/estimate.h"
#include "engine/report/paired_facts.h"
#include "engine/report/truth_report.h"

namespace marblemaze {

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

/// One row of our tables.
struct TableRow {
  RowSpec row;
  std::string world;
  int mazes = 0;
  int solved = 0, unsolvable = 0, frozen = 0, overdue = 0, capped = 0;
  int faults = 0;  ///< of an agent from outside the program
  Sample moves, repeated, unrepeatable;  ///< of a solved maze
  Estimate avg_moves;                    ///< physical moves over solved mazes
  Estimate repeated_per_solved, unrepeatable_per_solved;
  Estimate avg_moves_all;                           ///< over all mazes
  Estimate pct_solved, pct_unsolvable, pct_frozen;  ///< Wilson intervals
  double mean_path_cells = 0;
  double repeated_per_100 = 0,
         unrepeatable_per_100 = 0;  ///< sums over solved mazes, per 100 mazes run
  double repeated_all_per_100 = 0, unrepeatable_all_per_100 = 0;  ///< over all mazes
  bool predicts = false;  ///< the search predicts; else the next three are empty
  /// Of the moves of solved mazes that had an expectation; NaN without any.
  double pct_predicted = 0;
  int error_free = 0;           ///< solved mazes in which every move ended as expected
  double error_free_moves = 0;  ///< their mean moves; NaN without any
  int most_moves = 0;           ///< worst case over all mazes
  double cpu_s = 0;
  double cpu_us_per_move = 0;
  SolvedCurve solved_within;
  std::optional<AgainstTruth> truth;  ///< nothing where no maze's truth is known
};

/// Summarises episodes of one row. Shares and sums follow the thesis: averages and counts of
/// repeated moves are taken over solved mazes only, shares over all.
[[nodiscard]] TableRow summarise(const std::vector<StoredEpisode>& episodes);

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
[[nodiscard]] Report make_report(const std::vector<StoredEpisode>& episodes, bool against_thesis,
                                 const std::vector<StoredTruth>& truths = {});

/// "5x5x5 outer-layer"
[[nodiscard]] std::string maze_name(const RowSpec& row);
/// "Depth-First, 8 orientations"
[[nodiscard]] std::string row_title(const RowSpec& row);

[[nodiscard]] std::string report_json(const Report& report);
[[nodiscard]] std::string report_csv(const Report& report);
[[nodiscard]] std::string report_markdown(const Report& report);
/// The part of it on what was possible; empty where no truth is known.
[[nodiscard]] std::string truth_markdown(const Report& report);
/// The mazes solved within k moves, a step of a curve a line; the truths' own curves under the
/// algorithm "truth".
[[nodiscard]] std::string curves_csv(const Report& report);
/// The text for a machine's hash.
using HostNames = std::function<std::string(const std::string& hash)>;

/// An episode a line, with what its maze's truth says of it and, where `host_names` is not empty,
/// the machine that it was run on.
[[nodiscard]] std::string episodes_csv(const std::vector<StoredEpisode>& episodes,
                                       const std::vector<StoredTruth>& truths = {},
                                       const HostNames& host_names = {});

}  // namespace marblemaze
