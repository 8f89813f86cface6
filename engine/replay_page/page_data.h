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
/// pages. Each entry contains the number, the description, the axis of the turn, the reason, the
/// cells in which the move and the planned moves should end, the cells and states at the start and
/// the end (null for none), the ending, and the start and end times in seconds. Throws BadInput if
/// a move does not exist in its control scheme.
[[nodiscard]] Json page_moves(const Recording& recording, std::size_t first = 0);
/// Returns the moves of a run in a logic maze with these rules. Each entry contains the number, the
/// description, the reason, the states and the ending.
[[nodiscard]] Json page_moves(std::span<const RecordedMove> moves, const Rules& rules,
                              std::size_t first);

/// Returns the current state of a run by moves, in the format of mm_episode_describe().
[[nodiscard]] Json page_run(const Episode& episode);

/// Returns the cells of the theoretical path from start to target. Cells are numbered from 1.
[[nodiscard]] Json page_path(const Maze& maze);

/// Returns the packed page (engine/replay_page/page.html) with this JSON in its data element `id`,
/// which must be empty. The JSON is escaped so that it cannot close the element. Throws BadInput if
/// the text is not such a page.
[[nodiscard]] std::string page_with(std::string_view page, const std::string& id, const Json& json);

/// Returns the data that the page shows: the maze, the moves, the outcome, and 60 poses per second
/// of simulated time, quantized as in the recording (engine/recording/recording.h). Other ticks,
/// hashes and settings are omitted. Throws BadInput if there are no poses.
[[nodiscard]] Json recording_json(const Recording& recording);

}  // namespace marblemaze
