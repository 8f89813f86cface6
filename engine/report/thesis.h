#pragma once

#include <optional>
#include <vector>

#include "engine/experiments/job.h"
#include "engine/report/statistics.h"

namespace marblemaze {

/// A row of the thesis's Table 7 or 8, from the data file that the program carries.
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
/// Returns the rows of Table 7, then those of Table 8. Tables 1 to 6 are made of these rows.
[[nodiscard]] const std::vector<ThesisRow>& thesis_rows();
/// Returns null for a row that the thesis does not have.
[[nodiscard]] const ThesisRow* thesis_row(const RowSpec& row);

/// Figures of the thesis's text, not of its tables, about searches that predict (4.5 to 4.7).
struct ThesisPrediction {
  std::optional<double> pct_predicted;
  int error_free = 0;  ///< solved mazes without a wrong prediction, of 100
  double error_free_moves = 0;
};
[[nodiscard]] std::optional<ThesisPrediction> thesis_prediction(const RowSpec& row);

/// A cell of the thesis's tables and our estimate.
struct ThesisCell {
  const char* column;
  int decimals;  ///< decimals in the text
  Estimate ours;
  double thesis;
  Difference difference;
};
inline constexpr std::size_t kOutcomeCells = 4, kRepeatCells = 2;

/// Compares the runs of a row, one per maze, with those of the thesis. Returns four cells of moves
/// and outcomes, then two of repeated moves per solved maze; none if the thesis does not have the
/// row.
[[nodiscard]] std::vector<ThesisCell> thesis_cells(const RowSpec& row,
                                                   const std::vector<ResultRow>& runs);

/// A figure from the thesis's text about two searches on the same mazes, and our estimate.
struct PairedFact {
  const char* name;     ///< name in JSON
  const char* text;     ///< text for people
  const char* section;  ///< section of the thesis
  int mazes = 0;        ///< number of mazes that both searches played here
  double thesis = 0;    ///< per cent
  /// Our estimate in per cent. If the same rule produced both, the figure of the thesis's 100 mazes
  /// is in the interval with a probability of 95 %.
  Estimate ours;
  bool inside = false;  ///< whether the thesis's figure is in the interval
};

/// Returns the facts for which the runs contain at least two mazes that both searches played, one
/// run per maze.
[[nodiscard]] std::vector<PairedFact> paired_facts(const std::vector<ResultRow>& runs);

}  // namespace marblemaze
