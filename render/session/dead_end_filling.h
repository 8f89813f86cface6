#pragma once

#include <memory>
#include <vector>

#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"
#include "render/session/shown.h"

namespace marblemaze {

/// Dead-end filling of a marble maze by the cellular automaton, from the first generation to rest,
/// as something to be looked at forward and backward. What is left is the theoretical path. Its
/// steps are iterations.
class DeadEndFilling : public Shown {
 public:
  /// The maze stands upright in the scheme's first orientation.
  DeadEndFilling(std::shared_ptr<const Maze> maze, const OrientationScheme& scheme);

  /// Iterations that change something.
  [[nodiscard]] int iterations() const { return iterations_; }
  /// The iteration, from 1, in which a cell is filled; 0 for a cell that is left.
  [[nodiscard]] int filled_in(CellId cell) const;
  /// Iterations from the moment shown until the cell is filled: 0 when it is, infinity when it
  /// never will be. Up to 1 the cell is a dead end.
  [[nodiscard]] float time_left(CellId cell) const;
  /// Cells not filled at the moment shown, those being filled included.
  [[nodiscard]] int open_cells() const;
  /// Cells that are left at rest.
  [[nodiscard]] int left_cells() const;
  [[nodiscard]] int cells() const { return cells_; }

  [[nodiscard]] long length() const override { return iterations_; }
  [[nodiscard]] std::vector<Frame> frames() const override;
  [[nodiscard]] TransportWords transport_words() const override { return step_words("iteration"); }

 private:
  std::shared_ptr<const Maze> maze_;
  OrientationScheme scheme_;
  int cells_ = 0;
  int iterations_ = 0;
  std::vector<int> filled_in_;  // by cell of the box; -1 where the box has no cell of the maze
};

}  // namespace marblemaze
