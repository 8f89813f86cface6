#pragma once

#include <string>

#include "maze/grid/maze.h"

namespace marblemaze {

/// The maze layer by layer, lowest z first, each drawn with + - | and the cells' thesis numbers of
/// start (S) and target (T). An opening to the layer above is marked ^, below v, both x.
[[nodiscard]] std::string to_ascii(const Maze& maze);

}  // namespace marblemaze
