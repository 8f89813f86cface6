#pragma once

#include <memory>
#include <string>
#include <vector>

#include "maze/grid/maze.h"
#include "maze/grid/theoretical_path.h"

namespace marblemaze {

/// The theoretical path as a marble would roll it: straight from the middle of one passage to the
/// middle of the next. Lengths in cells.
class WayToTarget {
 public:
  /// Precondition: the maze is not null.
  explicit WayToTarget(std::shared_ptr<const Maze> maze);

  [[nodiscard]] const Maze& maze() const { return *maze_; }
  /// The cell in which a place of the maze's frame lies; none outside the maze.
  [[nodiscard]] CellId cell_at(glm::dvec3 place) const { return maze_->grid().cell_at(place); }
  /// The way out of a cell that leads to the target. Precondition: a cell of the maze, but not the
  /// target.
  [[nodiscard]] Direction out_of(CellId cell) const;
  /// Of cells that come after this one, the target included. Precondition: a cell of the maze.
  [[nodiscard]] int cells_after(CellId cell) const { return paths_.length(cell) - 1; }
  /// From a place to the middle of the target; outside the maze longer than any way.
  [[nodiscard]] double left_from(glm::dvec3 place) const;

 private:
  [[nodiscard]] glm::dvec3 middle(CellId cell) const;
  [[nodiscard]] glm::dvec3 passage(CellId cell) const;
  [[nodiscard]] double left(CellId cell) const;

  std::shared_ptr<const Maze> maze_;
  TheoreticalPaths paths_;
  std::vector<double> left_;  // by cell: from its passage to the target
};

/// "cell 12, 5 cells from the target"
[[nodiscard]] std::string place_words(const WayToTarget& way, CellId cell);

}  // namespace marblemaze
