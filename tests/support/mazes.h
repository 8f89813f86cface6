#pragma once

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "maze/base/digraph.h"
#include "maze/files/maze_file.h"
#include "maze/grid/generator.h"
#include "maze/grid/maze.h"

namespace marblemaze::testing {

inline std::filesystem::path data_file(const std::string& name) {
  return std::filesystem::path(MARBLEMAZE_SOURCE_DIR) / "tests" / "data" / name;
}

/// Returns the 4x4 maze of the thesis's Figures 11 to 18.
inline std::shared_ptr<const Maze> cremer_4x4() {
  return std::make_shared<const Maze>(load_maze(data_file("cremer_4x4.json")));
}

inline std::shared_ptr<const Maze> random_maze(glm::ivec3 dims, Layers layers, std::uint64_t seed) {
  return std::make_shared<const Maze>(generate_kruskal(dims, layers, seed));
}

inline std::vector<Passage> passages(const std::vector<std::pair<int, int>>& numbers) {
  std::vector<Passage> result;
  result.reserve(numbers.size());
  for (const auto& [a, b] : numbers) result.emplace_back(CellId(a - 1), CellId(b - 1));
  return result;
}

/// Creates a flat maze from pairs of thesis numbers. The start is cell 1, and the target is the
/// last cell.
inline std::shared_ptr<const Maze> flat_maze(int width, int height,
                                             const std::vector<std::pair<int, int>>& open) {
  const Grid grid({width, height, 1}, Layers::flat);
  return std::make_shared<const Maze>(grid, passages(open), grid.first_cell(), grid.last_cell());
}

/// Creates a maze with the passages `open` and the walls `closed`, as pairs of thesis numbers. The
/// same arguments always produce the same maze.
inline std::shared_ptr<const Maze> maze_with(glm::ivec3 dims, Layers layers,
                                             const std::vector<std::pair<int, int>>& open,
                                             const std::vector<std::pair<int, int>>& closed) {
  const Grid grid(dims, layers);
  DisjointSet sets(grid.box_cells());
  std::vector<Passage> tree = passages(open);
  for (const Passage& passage : tree) sets.join(passage.first.index, passage.second.index);
  const std::vector<Passage> walls = passages(closed);
  for (const Passage& passage : removable_walls(grid)) {
    if (std::find(walls.begin(), walls.end(), passage) != walls.end()) continue;
    if (sets.join(passage.first.index, passage.second.index)) tree.push_back(passage);
  }
  return std::make_shared<const Maze>(grid, tree, grid.first_cell(), grid.last_cell());
}

}  // namespace marblemaze::testing
