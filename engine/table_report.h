#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/results_store.h"

namespace marblemaze {

/// A row of the thesis's Table 7 or 8, from the data file the program carries.
struct ThesisRow {
  int table = 0;
  RowSpec row;
  int mazes = 0;
  double mean_path_cells = 0;
  double avg_moves = 0;
  double pct_solved = 0, pct_unsolvable = 0, pct_frozen = 0;
  double repeated = 0, unrepeatable = 0;
};
[[nodiscard]] const std::vector<ThesisRow>& thesis_rows();
[[nodiscard]] const ThesisRow* thesis_row(const RowSpec& row);

/// A figure with its 95 % interval.
struct Estimate {
  double value = 0;
  double low = 0, high = 0;
};

/// One row of our tables.
struct TableRow {
  RowSpec row;
  std::string world;
  int mazes = 0;
  int solved = 0, unsolvable = 0, frozen = 0, overdue = 0, capped = 0;
  Estimate avg_moves;         ///< physical moves over solved mazes
  Estimate avg_moves_all;     ///< over all mazes
  Estimate pct_solved, pct_unsolvable, pct_frozen;  ///< Wilson intervals
  double mean_path_cells = 0;
  double repeated_per_100 = 0, unrepeatable_per_100 = 0;          ///< sums over solved mazes, per 100 mazes run
  double repeated_all_per_100 = 0, unrepeatable_all_per_100 = 0;  ///< over all mazes
  double pct_predicted = 0;   ///< of the moves of solved mazes that had an expectation; 0 without any
  int error_free = 0;         ///< solved mazes in which every expectation came true
  double error_free_moves = 0;  ///< their mean moves
  int most_moves = 0;           ///< worst case over all mazes
  double cpu_s = 0;
  double cpu_us_per_move = 0;
};

/// Summarises episodes of one row. Shares and sums follow the thesis: averages and counts of repeated
/// moves are taken over solved mazes only, shares over all.
[[nodiscard]] TableRow summarise(const std::vector<StoredEpisode>& episodes);

/// All rows of a results file, the thesis's rows first and in its order. Throws BadInput, naming them,
/// when the episodes come from more than one set of settings or version of the program.
[[nodiscard]] std::vector<TableRow> table_rows(const std::vector<StoredEpisode>& episodes);

/// Could both figures come from one rule? Moves over solved mazes spread about 0.8 of their mean, so
/// |a-b| <= 1.96 sqrt((0.8a)²/na + (0.8b)²/nb). Shares: pooled two-sample z test at 95 %, with p(1-p)
/// taken as at least 0.0099, the variance of a share of one in a hundred.
[[nodiscard]] bool moves_inside(double a, int na, double b, int nb);
[[nodiscard]] bool share_inside(int hits, int n, double other_pct, int other_n);

/// The four compared cells of a row: moves, solved, unsolvable, frozen.
struct Comparison {
  bool moves, solved, unsolvable, frozen;
  [[nodiscard]] int inside() const { return moves + solved + unsolvable + frozen; }
};
[[nodiscard]] Comparison compare(const TableRow& ours, const ThesisRow& thesis);

/// Renderings. `against` puts the thesis's figures beside ours.
[[nodiscard]] std::string report_json(const std::vector<TableRow>& rows, bool against);
[[nodiscard]] std::string report_csv(const std::vector<TableRow>& rows, bool against);
[[nodiscard]] std::string report_markdown(const std::vector<TableRow>& rows, bool against);
[[nodiscard]] std::string episodes_csv(const std::vector<StoredEpisode>& episodes);

}  // namespace marblemaze
