#include "render/session/dead_end_filling.h"

#include <algorithm>
#include <limits>

#include "agent/automata/maze_rules.h"
#include "maze/grid/theoretical_path.h"
#include "maze/world/still_scene.h"

namespace marblemaze {

DeadEndFilling::DeadEndFilling(std::shared_ptr<const Maze> maze, const OrientationScheme& scheme)
    : maze_(std::move(maze)), scheme_(scheme) {
  const Grid& grid = maze_->grid();
  filled_in_.assign(static_cast<std::size_t>(grid.box_cells()), -1);
  Automaton<DeadEndRule> automaton(dead_end_lattice(*maze_));
  do {
    const int iteration = automaton.iterations();
    automaton.now().for_each([&](int x, int y, int z, const MazeCell& cell) {
      if (!grid.in_maze({x, y, z})) return;
      int& filled = filled_in_[static_cast<std::size_t>(grid.cell({x, y, z}).index)];
      if (filled < 0) filled = 0, ++cells_;
      if (cell.kind == MazeCell::Kind::path || filled > 0) return;
      filled = iterations_ = iteration;
    });
  } while (automaton.step());
}

int DeadEndFilling::filled_in(CellId cell) const {
  return filled_in_[static_cast<std::size_t>(cell.index)];
}

float DeadEndFilling::time_left(CellId cell) const {
  const int filled = filled_in(cell);
  if (filled == 0) return std::numeric_limits<float>::infinity();
  return std::max(static_cast<float>(filled - time.position()), 0.0f);
}

int DeadEndFilling::open_cells() const {
  return static_cast<int>(std::ranges::count_if(
      filled_in_, [&](int filled) { return filled == 0 || filled > time.position(); }));
}

int DeadEndFilling::left_cells() const {
  return static_cast<int>(std::ranges::count(filled_in_, 0));
}

std::vector<Frame> DeadEndFilling::frames() const {
  Frame frame;
  frame.scene = still_scene(*maze_, scheme_, scheme_.state(maze_->start(), OrientationId(0)));
  frame.scheme = &scheme_;
  for (CellId cell(0); cell.index < maze_->grid().box_cells(); ++cell.index)
    frame.time_left.push_back(maze_->grid().in_maze(cell) ? time_left(cell) : -1.0f);
  if (over()) frame.theoretical_path = TheoreticalPaths(*maze_).path_from(maze_->start());
  return {frame};
}

}  // namespace marblemaze
