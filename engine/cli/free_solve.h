#pragma once

#include <string>

#include "engine/run/free_episode.h"

namespace marblemaze {

// What `solve --free` tells, as solve_narration.h (engine/run) does of moves.

/// Who turns the maze, and how fast.
[[nodiscard]] std::string introduction(const FreeEpisode& episode);
/// From now on each cell that the marble enters is told on standard output if `aloud`, and each
/// wish added to the trace, unless it is null, as a line of JSON. Both must outlive the run.
void tell(FreeEpisode& episode, bool aloud, std::string* trace);
/// The trace's last line, or what --json prints.
[[nodiscard]] std::string summary_json(const FreeEpisode& episode, bool with_format);
/// The closing lines.
[[nodiscard]] std::string narrate_end(const FreeEpisode& episode);

}  // namespace marblemaze
