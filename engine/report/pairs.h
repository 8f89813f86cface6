#pragma once

#include <utility>
#include <vector>

#include "engine/experiments/job.h"
#include "engine/report/estimate.h"

namespace marblemaze {

/// A maze as it was run twice.
using RunPair = std::pair<const RunFigures*, const RunFigures*>;

/// Of the mazes that both played, in the order of their numbers: the runs of one row, and those of
/// the other. A maze that was played more than once counts once. Refers to the rows.
[[nodiscard]] std::vector<RunPair> pairs_of(const std::vector<ResultRow>& first,
                                            const RowSpec& first_row,
                                            const std::vector<ResultRow>& second,
                                            const RowSpec& second_row);

/// Of how many cases the same thing is true twice.
struct PairedCounts {
  int cases = 0, first_only = 0, second_only = 0, both = 0;

  void add(bool first, bool second);
  /// Of McNemar's exact test.
  [[nodiscard]] double p() const { return mcnemar_exact(first_only, second_only); }
  /// Of the second share less the first, in per cent: Agresti and Min's interval (Statistics in
  /// Medicine 24, 2005, 729), which adds half a case to each of the four counts and so has a width
  /// where no case differs. Precondition: there is a case.
  [[nodiscard]] Estimate share_difference() const;
};

}  // namespace marblemaze
