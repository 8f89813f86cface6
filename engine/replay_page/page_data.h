#pragma once

#include <cstddef>
#include <string>

#include "engine/recording/recording.h"
#include "maze/base/json.h"
#include "maze/grid/maze.h"

namespace marblemaze {

/// The moves and switches of a recording from index `first` on, as pages list them: number, words,
/// reason, the cells and states between which they lead (null for none), ending, and when they
/// begin and end, in seconds. Throws BadInput for a move that its control scheme has not, which a
/// file may hold.
[[nodiscard]] Json page_moves(const Recording& recording, std::size_t first = 0);

/// The cells of the theoretical path from start to target, numbered from 1.
[[nodiscard]] Json page_path(const Maze& maze);

/// As text of a script element, which "</script>" would end.
[[nodiscard]] std::string script_safe(const Json& json);

}  // namespace marblemaze
