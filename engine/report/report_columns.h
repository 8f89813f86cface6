#pragma once

#include <optional>
#include <vector>

#include "engine/report/comparison.h"
#include "engine/report/report_column.h"

namespace marblemaze {

/// A row of the thesis, and how ours compares with it.
struct Beside {
  ThesisRow thesis;
  std::optional<ThesisPrediction> told;
  Comparison cells;
};

/// The columns of the thesis's data file under the names they have there, then what goes beyond it.
[[nodiscard]] const std::vector<ReportColumn<TableRow>>& row_columns();
/// What a row's agent made of what was possible.
[[nodiscard]] const std::vector<ReportColumn<AgainstTruth>>& against_truth_columns();
[[nodiscard]] const std::vector<ReportColumn<Beside>>& thesis_columns();
/// A cell of the thesis's, flat: the row it stands in, both figures, and how they compare.
struct JudgedCell {
  const TableRow& row;
  const ThesisRow& thesis;
  ComparedCell cell;
};
/// Numbers in full, for programs that search by them.
[[nodiscard]] const std::vector<ReportColumn<JudgedCell>>& cell_columns();
[[nodiscard]] const std::vector<ReportColumn<PairedFact>>& fact_columns();
/// What was possible in the mazes of a kind.
[[nodiscard]] const std::vector<ReportColumn<TruthSummary>>& truth_summary_columns();

}  // namespace marblemaze
