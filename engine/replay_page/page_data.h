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

/// Returns the moves and switches of a recording from index `first` on, as pages list them: number,
/// words, the axis of the turn, reason, the cells in which it and the moves planned behind it
/// should end, the cells and states between which it leads (null for none), ending, and when it
/// begins and ends, in seconds. Throws BadInput for a move that its control scheme does not have,
/// which a file may contain.
[[nodiscard]] Json page_moves(const Recording& recording, std::size_t first = 0);
/// Returns the moves of a run in a logic maze with these rules: number, words, reason, states and
/// ending.
[[nodiscard]] Json page_moves(std::span<const RecordedMove> moves, const Rules& rules,
                              std::size_t first);

/// Returns the present state of a run by moves, as mm_episode_describe() prints it.
[[nodiscard]] Json page_run(const Episode& episode);

/// Returns the cells of the theoretical path from start to target, numbered from 1.
[[nodiscard]] Json page_path(const Maze& maze);

/// Returns the page (engine/replay_page/page.html, packed) with this JSON in its empty data element
/// `id`. Nothing in the JSON ends the element. Throws BadInput if the text is no such page.
[[nodiscard]] std::string page_with(std::string_view page, const std::string& id, const Json& json);

/// Returns the part of a recording that the page shows: maze, moves, outcome, and poses at 60 per
/// second of simulated time, quantised as in the recording (engine/recording/recording.h).
/// Omits the other ticks, the hashes and the settings. Throws BadInput if there are no poses.
[[nodiscard]] Json recording_json(const Recording& recording);

}  // namespace marblemaze
