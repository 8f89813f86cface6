#pragma once

#include "render/scene/frame.h"
#include "render/session/shown_run.h"

namespace marblemaze {

/// What the path predictor believes of a move from a state of the scheme in force at that instant.
/// No guess where it does not know, and of a recording.
[[nodiscard]] Prediction prediction_of(const ShownRun& run, long tick, StateId state, MoveId move);

/// Shows in the frame of that instant, at which the maze stands in that state, what a move is
/// believed to do: the marble's way, where it comes to rest, the turn of the maze as vectors, and
/// the turned maze as a ghost.
void add_preview(Frame& frame, const ShownRun& run, long tick, StateId state, MoveId move);

}  // namespace marblemaze
