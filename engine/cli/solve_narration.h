#pragma once

#include <string>

#include "engine/run/episode.h"

namespace marblemaze {

/// Returns who plays in which world, in a line.
[[nodiscard]] std::string introduction(const Episode& episode);
/// Reports a run while it is made: with `aloud`, prints a line for each move, or for each cell that
/// the marble enters under continuous control; adds a trace line (JSON) for each move or command to
/// `trace` unless it is null. Requires: the run has not begun.
void narrate(Episode& episode, bool aloud, std::string* trace);
/// Returns the closing lines: outcome, counters, and after a frozen ending what happened and what
/// to try.
[[nodiscard]] std::string narrate_end(const Episode& episode);
/// Returns the last trace line, the summary.
[[nodiscard]] std::string summary_json(const Episode& episode, bool with_format);

}  // namespace marblemaze
