#pragma once

#include <string>
#include <string_view>

#include "maze/grid/maze.h"

namespace marblemaze {

/// The page of the laboratory for browsers (scripts/build_web.sh) with this maze in it, which it
/// then opens with. Throws BadInput where the text is no such page.
[[nodiscard]] std::string laboratory_page(std::string_view page, const Maze& maze);

}  // namespace marblemaze
