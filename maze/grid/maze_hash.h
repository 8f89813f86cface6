#pragma once

#include <string>

#include "maze/grid/maze.h"

namespace marblemaze {

/// 16 hexadecimal digits over sides, layers, start, target and open pairs: all by which one maze
/// differs from another. Where it came from does not count.
[[nodiscard]] std::string maze_hash(const Maze& maze);

}  // namespace marblemaze
