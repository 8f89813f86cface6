#pragma once

#include "render/scene/frame.h"
#include "render/session/shown_run.h"

namespace marblemaze {

/// The run after so many ticks; between two of them where the number is not whole.
[[nodiscard]] Scene scene_at(const ShownRun& run, double position);

/// The same with all that a picture shows beside it. It refers to the run.
[[nodiscard]] Frame frame_at(const ShownRun& run, double position);

/// A marble at rest in a state of the scheme, with the way through the maze.
[[nodiscard]] Frame frame_of_state(const ShownRun& run, const OrientationScheme& scheme,
                                   StateId state);

}  // namespace marblemaze
