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

/// Returns the moves and switches of a recording from index `first` onwards, in the JSON format of
/// the page. An entry contains the number, the description, the rotation axis, the reason, the
/// planned cells, the cells and states at the start and the end (null for none), the ending, and
/// the start and end times in seconds. Throws BadInput if a move does not exist in its control
/// scheme.
[[nodiscard]] Json page_moves(const Recording& recording, std::size_t first = 0);
/// Returns the moves of a run in a logic maze from index `first` onwards. An entry contains the
/// number, the description, the reason, the states and the ending.
[[nodiscard]] Json page_moves(std::span<const RecordedMove> moves, const Rules& rules,
                              std::size_t first);

/// Returns the current state of a run by moves, in the JSON format of mm_episode_describe().
[[nodiscard]] Json page_run(const Episode& episode);

/// Returns the cells of the theoretical path from start to target, numbered from 1.
[[nodiscard]] Json page_path(const Maze& maze);

/// Inserts JSON into the empty data element `id` of the packed page (engine/replay_page/page.html).
/// The JSON is escaped so that it cannot close the element. Throws BadInput if `page` has no such
/// element.
[[nodiscard]] std::string page_with(std::string_view page, const std::string& id, const Json& json);

/// Returns the page data of a recording: the maze, the moves, the outcome, and 60 poses per second
/// of simulated time. Poses are quantized as in the recording (engine/recording/recording.h).
/// Throws BadInput if the recording contains no poses.
[[nodiscard]] Json recording_json(const Recording& recording);

}  // namespace marblemaze
