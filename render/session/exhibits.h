#pragma once

#include <vector>

#include "render/scene/exhibit.h"
#include "render/session/dead_end_filling.h"
#include "render/session/playback.h"
#include "render/session/shown_run.h"

namespace marblemaze {

/// The run at the moment of the playback. `trail` receives where the marble was in the seconds
/// before; the exhibit refers to it, and to the run.
[[nodiscard]] Exhibit exhibit_of(const ShownRun& run, const Playback& playback,
                                 std::vector<glm::vec3>& trail);

/// The run's maze upright with the marble in its start, and what the automaton has left of its
/// cells.
[[nodiscard]] Exhibit exhibit_of(const ShownRun& run, const DeadEndFilling& filling);

}  // namespace marblemaze
