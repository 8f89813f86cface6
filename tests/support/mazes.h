#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "maze/kruskal_generator.h"
#include "maze/maze.h"
#include "maze/maze_file.h"

namespace marblemaze::testing {

inline std::filesystem::path data_file(const std::string& name) {
  return std::filesystem::path(MARBLEMAZE_SOURCE_DIR) / "tests" / "data" / name;
}

/// The 4x4 maze of the thesis's Figures 11 to 18.
inline std::shared_ptr<const Maze> cremer_4x4() {
  return std::make_shared<const Maze>(load_maze(data_file("cremer_4x4.json")));
}

inline std::shared_ptr<const Maze> random_maze(glm::ivec3 dims, Layers layers, std::uint64_t seed) {
  return std::make_shared<const Maze>(generate_kruskal(dims, layers, seed));
}

/// Pairs of thesis numbers as passages.
inline std::vector<Passage> passages(const std::vector<std::pair<int, int>>& numbers) {
  std::vector<Passage> result;
  for (const auto& [a, b] : numbers) result.emplace_back(CellId(a - 1), CellId(b - 1));
  return result;
}

/// A flat maze from pairs of thesis numbers, from cell 1 to the last.
inline std::shared_ptr<const Maze> flat_maze(int width, int height,
                                             const std::vector<std::pair<int, int>>& open) {
  const Grid grid({width, height, 1}, Layers::flat);
  return std::make_shared<const Maze>(grid, passages(open), grid.first_cell(), grid.last_cell());
}

}  // namespace marblemaze::testing
