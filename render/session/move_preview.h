#pragma once

#include "render/scene/frame.h"
#include "render/session/shown_run.h"

namespace marblemaze {

/// Where the path predictor believes that a move from the present state ends; nothing where it does
/// not know. Precondition: the run waits for a person, whose move it is.
[[nodiscard]] std::optional<StateId> predicted_end(const ShownRun& run, MoveId move);

/// Shows in the frame of the present state what a move is believed to do: the marble's way, where
/// it comes to rest, the turn of the maze as vectors, and the turned maze as a ghost. The same
/// precondition.
void add_preview(Frame& frame, const ShownRun& run, MoveId move);

}  // namespace marblemaze
