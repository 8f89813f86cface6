#include "maze/grid/maze_hash.h"

#include <fmt/format.h>

#include "maze/base/hash.h"

namespace marblemaze {

std::string maze_hash(const Maze& maze) {
  const glm::ivec3 dims = maze.grid().dims();
  std::string text =
      fmt::format("{}x{}x{} {} {}-{}:", dims.x, dims.y, dims.z, to_string(maze.grid().layers()),
                  cell_number(maze.start()), cell_number(maze.target()));
  for (const Passage& passage : maze.passages())
    text += fmt::format(" {}-{}", cell_number(passage.first), cell_number(passage.second));
  return text_hash(text);
}

}  // namespace marblemaze
