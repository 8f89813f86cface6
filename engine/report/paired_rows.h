#pragma once

#include <string>
#include <vector>

#include "engine/report/pairs.h"
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

/// A row under two paths.
struct PairedRow {
  RowSpec row;
  int mazes = 0;
  int same = 0;                   ///< with the same outcome after as many moves
  std::vector<PairedCell> cells;  ///< of compared_figures()
  PairedCounts freezing;
};

struct PairedPaths {
  std::string first, second;
  std::vector<PairedRow> rows;
  PairedCounts all;  ///< the same of all rows added up; their mazes are the same, so that its p is
                     ///< a guide only
};

/// Each path with each that comes after it, rows in the order in which the first path has them.
/// Only mazes that both played count. The order of the episodes does not matter.
[[nodiscard]] std::vector<PairedPaths> pair_paths(const std::vector<PathResults>& paths,
                                                  const std::vector<RowSpec>& rows);

[[nodiscard]] std::string paired_markdown(const std::vector<PairedPaths>& pairs);
[[nodiscard]] std::string paired_json(const std::vector<PairedPaths>& pairs);

}  // namespace marblemaze
