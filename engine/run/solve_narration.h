#pragma once

#include <string>

#include "engine/run/episode.h"

namespace marblemaze {

/// One line on a move: what turned, from which cell to which, what was learned.
[[nodiscard]] std::string narrate_move(const Episode& episode, const MoveRecord& record);
/// The closing lines: outcome, counters, and after a frozen ending what happened and what to try.
[[nodiscard]] std::string narrate_end(const Episode& episode);
/// One trace line (JSON) for a move that was made for this reason; and the last one, the summary.
[[nodiscard]] std::string trace_line(const Episode& episode, const MoveRecord& record,
                                     const std::string& reason);
[[nodiscard]] std::string summary_json(const Episode& episode, bool with_format);

}  // namespace marblemaze
