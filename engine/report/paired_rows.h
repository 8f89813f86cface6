#pragma once

#include <string>
#include <vector>

#include "engine/experiments/job.h"
#include "engine/report/report_figures.h"

namespace marblemaze {

/// What one way to compute the physics made of the rows.
struct PathResults {
  std::string name;  ///< "grid", "compound", "imagined"
  std::vector<ResultRow> episodes;
};

/// A figure of a row under two paths, on the same mazes. Shares in per cent.
struct PairedCell {
  const RowFigure* figure = nullptr;
  int pairs = 0;  ///< mazes; for moves and what was repeated, those that both solved
  double first = kUnknown, second = kUnknown;
  Estimate difference;  ///< second less first
  /// Does the interval leave out 0?
  [[nodiscard]] bool apart() const { return difference.low > 0 || difference.high < 0; }
};

/// In how many mazes runs froze under two paths.
struct Freezing {
  int mazes = 0, first_only = 0, second_only = 0, both = 0;
  double p = 1;  ///< McNemar's exact test
};

/// A row under two paths.
struct PairedRow {
  RowSpec row;
  int mazes = 0;
  int same = 0;                   ///< with the same outcome after as many moves
  std::vector<PairedCell> cells;  ///< of compared_figures()
  Freezing freezing;
};

struct PairedPaths {
  std::string first, second;
  std::vector<PairedRow> rows;
  Freezing all;  ///< rows added up; their mazes are the same, so that its p is a guide only
};

/// The interval of the difference of two shares of the same `n` cases, in per cent, of which
/// `first_only` have only the first property and `second_only` only the second: Agresti and Min's
/// (Statistics in Medicine 24, 2005, 729), which adds half a case to each of the four counts and so
/// has a width where no case differs. Precondition: n >= 1.
[[nodiscard]] Estimate paired_shares(int first_only, int second_only, int n);

/// Each path with each that comes after it, rows in the order in which the first path has them.
/// Only mazes that both played count. The order of the episodes does not matter.
[[nodiscard]] std::vector<PairedPaths> pair_paths(const std::vector<PathResults>& paths,
                                                  const std::vector<RowSpec>& rows);

[[nodiscard]] std::string paired_markdown(const std::vector<PairedPaths>& pairs);
[[nodiscard]] std::string paired_json(const std::vector<PairedPaths>& pairs);

}  // namespace marblemaze
