#include "maze/grid/maze.h"

#include <algorithm>

#include <fmt/format.h>

#include "maze/base/digraph.h"
#include "maze/base/errors.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

std::string pair_text(const Passage& passage) {
  return fmt::format("[{}, {}]", cell_number(passage.first), cell_number(passage.second));
}

void require_cell(const Grid& grid, CellId cell, const char* role) {
  if (grid.in_maze(cell)) return;
  throw BadInput(role, fmt::format("cell {}", cell_number(cell)),
                 grid.in_box(cell) ? "a cell of the outer layer, not of the hollow core"
                                   : fmt::format("a cell from 1 to {}", grid.box_cells()));
}

Direction require_adjacent(const Grid& grid, const Passage& passage) {
  for (CellId cell : {passage.first, passage.second})
    if (!grid.in_maze(cell))
      throw BadInput("open pair", pair_text(passage),
                     fmt::format("two cells of the maze (numbers 1 to {})", grid.box_cells()));
  const auto direction = grid.direction_between(passage.first, passage.second);
  if (!direction) throw BadInput("open pair", pair_text(passage), "two adjacent cells");
  return *direction;
}

std::vector<Passage> sorted(std::vector<Passage> passages) {
  for (Passage& passage : passages)
    if (passage.second < passage.first) std::swap(passage.first, passage.second);
  std::sort(passages.begin(), passages.end());
  return passages;
}

}  // namespace

Maze::Maze(Grid grid, std::vector<Passage> passages, CellId start, CellId target,
           GeneratorInfo origin)
    : grid_(grid),
      passages_(sorted(std::move(passages))),
      start_(start),
      target_(target),
      origin_(std::move(origin)),
      open_(grid.box_cells(), 0) {
  require_cell(grid_, start_, "start");
  require_cell(grid_, target_, "target");
  if (start_ == target_)
    throw BadInput("target", fmt::format("cell {}", cell_number(target_)),
                   "a cell other than the start");

  DisjointSet sets(grid_.box_cells());
  for (const Passage& passage : passages_) {
    const Direction direction = require_adjacent(grid_, passage);
    if (!sets.join(passage.first.index, passage.second.index))
      throw BadInput("open pair", pair_text(passage),
                     "no second path between two cells (this pair closes a cycle)");
    open_[passage.first.index] |= 1 << direction.index();
    open_[passage.second.index] |= 1 << direction.opposite().index();
  }
  const int components = grid_.maze_cells() - static_cast<int>(passages_.size());
  if (components != 1)
    throw BadInput(
        "open", fmt::format("with {} pairs leaves {} separate parts", passages_.size(), components),
        "every cell to be connected to every other cell");
}

bool Maze::has_wall(glm::ivec3 position, Direction direction) const {
  const bool here = grid_.in_maze(position);
  const bool there = grid_.in_maze(position + direction.vector());
  if (here && there) return !is_open(grid_.cell(position), direction);
  return here != there;
}

std::string describe(const Maze& maze) {
  const glm::ivec3 dims = maze.grid().dims();
  const GeneratorInfo& origin = maze.generator();
  return fmt::format(
      "{}x{}x{} {} maze{}", dims.x, dims.y, dims.z, to_string(maze.grid().layers()),
      origin.name.empty() ? "" : fmt::format(" ({} seed {})", origin.name, origin.seed));
}

std::string maze_hash(const Maze& maze) {
  const glm::ivec3 dims = maze.grid().dims();
  std::string text =
      fmt::format("{}x{}x{} {} {}-{}:", dims.x, dims.y, dims.z, to_string(maze.grid().layers()),
                  cell_number(maze.start()), cell_number(maze.target()));
  for (const Passage& passage : maze.passages())
    text += fmt::format(" {}-{}", cell_number(passage.first), cell_number(passage.second));
  return text_hash(text);
}

TheoreticalPaths::TheoreticalPaths(const Maze& maze, CellId target)
    : length_(maze.grid().box_cells(), 0), next_(length_.size()) {
  std::vector<CellId> reached{target};
  length_[target.index] = 1;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const CellId cell = reached[i];
    for (Direction direction : kDirections) {
      if (!maze.is_open(cell, direction)) continue;
      const CellId neighbour = *maze.grid().neighbour(cell, direction);
      if (length(neighbour) != 0) continue;
      length_[neighbour.index] = length(cell) + 1;
      next_[neighbour.index] = cell;
      reached.push_back(neighbour);
    }
  }
}

std::vector<CellId> TheoreticalPaths::path_from(CellId cell) const {
  std::vector<CellId> path;
  for (; cell.valid() && length(cell) > 0; cell = next(cell)) path.push_back(cell);
  return path;
}

}  // namespace marblemaze
