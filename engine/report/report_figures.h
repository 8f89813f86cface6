#pragma once

#include <functional>
#include <vector>

#include "engine/report/figure.h"
#include "engine/report/table_report.h"

namespace marblemaze {

/// The tables of Markdown that tell of rows, as bits.
enum RowTable : unsigned {
  kThesisTable = 1,
  kIntervals = 2,
  kPrediction = 4,
  kEffort = 8,
  kTime = 16
};

/// A figure of the thesis, under the names of ours.
struct ThesisFigure {
  std::function<Figure(const ThesisRow&)> value{};
  bool in_csv = true;  ///< as "thesis_" and the name
};

/// A figure of a row, ours and the thesis's.
struct RowFigure {
  FigureOf<TableRow> ours;  ///< without a value: only the thesis's
  unsigned tables = 0;      ///< RowTable
  ThesisFigure thesis{};
  const Measure* measure = nullptr;  ///< by which both are compared
  bool cell = false;                 ///< one of the figures that are counted as inside or outside
};

/// What is told of a row, in the order of JSON and CSV: the columns of the thesis's data file under
/// the names they have there, then what goes beyond it.
[[nodiscard]] const std::vector<RowFigure>& row_figures();
/// Ours of them.
[[nodiscard]] const std::vector<FigureOf<TableRow>>& our_figures();

/// A figure of a row held against the thesis's.
struct ComparedCell {
  const TableRow& row;
  const ThesisRow& thesis_row;
  const RowFigure& figure;
  Estimate ours;
  double thesis;
  Difference difference;
};
using Comparison = std::vector<ComparedCell>;  ///< refers to the rows
[[nodiscard]] Comparison compare(const TableRow& ours, const ThesisRow& thesis);
/// Of all rows that the thesis has.
[[nodiscard]] Comparison compare(const std::vector<TableRow>& rows);

struct Tally {
  int inside = 0, compared = 0;
};
/// Over all rows that the thesis has.
struct Tallies {
  Tally outcomes;  ///< moves and shares: 56 cells for all 14 rows
  Tally repeats;   ///< events: 28
};
[[nodiscard]] Tallies tally(const std::vector<TableRow>& rows);

/// A row of the thesis beside ours.
struct Beside {
  const TableRow& ours;
  const ThesisRow& thesis;
};
[[nodiscard]] const std::vector<FigureOf<Beside>>& thesis_figures();
/// Of a cell, flat. Numbers in full, for programs that search by them.
[[nodiscard]] const std::vector<FigureOf<ComparedCell>>& cell_figures();
[[nodiscard]] const std::vector<FigureOf<PairedFact>>& fact_figures();
/// What a row's agent made of what was possible.
[[nodiscard]] const std::vector<FigureOf<AgainstTruth>>& truth_figures();
/// What was possible in the mazes of a kind.
[[nodiscard]] const std::vector<FigureOf<TruthSummary>>& possible_figures();

/// Behind a figure that chance does not explain.
inline constexpr const char* kOutside = " ✗";

}  // namespace marblemaze
