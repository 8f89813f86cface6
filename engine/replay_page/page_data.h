#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/recording/recording.h"
#include "maze/base/json.h"
#include "maze/grid/maze.h"

namespace marblemaze {

/// Returns the moves and switches of a recording from index `first` on, as pages list them: number,
/// words, the axis of the turn, reason, the cells in which it and the moves planned behind it
/// should end, the cells and states between which it leads (null for none), ending, and when it
/// begins and ends, in seconds. Throws BadInput for a move that its control scheme has not, which a
/// file may hold.
[[nodiscard]] Json page_moves(const Recording& recording, std::size_t first = 0);

/// The cells of the theoretical path from start to target, numbered from 1.
[[nodiscard]] Json page_path(const Maze& maze);

/// The page (engine/replay_page/page.html, packed) with this in its element of data `id`, which is
/// empty. Nothing in it ends the element. Throws BadInput where the text is no such page.
[[nodiscard]] std::string page_with(std::string_view page, const std::string& id, const Json& json);

}  // namespace marblemaze
