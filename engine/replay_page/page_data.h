#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "engine/recording/recording.h"
#include "engine/run/episode.h"
#include "maze/base/json.h"
#include "maze/grid/maze.h"
#include "maze/world/world.h"

namespace marblemaze {

/// Returns the moves and switches of a recording from index `first` onwards, in the format of
/// pages: number, text, the axis of the turn, reason, the cells in which the move and the moves
/// planned after it should end, the start and end cells and states (null for none), ending, and the
/// start and end times in seconds. Throws BadInput for a move that does not exist in its control
/// scheme, which a file may contain.
[[nodiscard]] Json page_moves(const Recording& recording, std::size_t first = 0);
/// Returns the moves of a run in a logic maze with these rules: number, text, reason, states and
/// ending.
[[nodiscard]] Json page_moves(std::span<const RecordedMove> moves, const Rules& rules,
                              std::size_t first);

/// Returns the current state of a run by moves, in the format of mm_episode_describe().
[[nodiscard]] Json page_run(const Episode& episode);

/// Returns the cells of the theoretical path from start to target, numbered from 1.
[[nodiscard]] Json page_path(const Maze& maze);

/// Returns the page (engine/replay_page/page.html, packed) with this JSON in its empty data element
/// `id`. The JSON is escaped so that it cannot end the element. Throws BadInput if the text is not
/// such a page.
[[nodiscard]] std::string page_with(std::string_view page, const std::string& id, const Json& json);

/// Returns the part of a recording that the page shows: maze, moves, outcome, and poses at 60 per
/// second of simulated time, quantised as in the recording (engine/recording/recording.h). Omits
/// the other ticks, the hashes and the settings. Throws BadInput if there are no poses.
[[nodiscard]] Json recording_json(const Recording& recording);

}  // namespace marblemaze
