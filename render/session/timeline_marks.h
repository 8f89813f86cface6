#pragma once

#include <vector>

#include "render/session/shown.h"
#include "render/session/shown_run.h"

namespace marblemaze {

/// The moves and switches of a run as stretches of a bar.
[[nodiscard]] std::vector<TransportWords::Mark> move_marks(const ShownRun& run);
/// What the agent had in mind with them: plans of two moves and more, each from its first move to
/// the last that was made of it, and over them the moves that ended in a state known before.
[[nodiscard]] std::vector<TransportWords::Mark> plan_marks(const ShownRun& run);

/// Of more marks than a bar has points those that can be told apart where a point is so many steps:
/// of each kind the first that begins at a point. Plain moves come first, so that what is drawn
/// over them is seen. The marks must outlive the answer.
[[nodiscard]] std::vector<const TransportWords::Mark*> distinct_marks(
    const std::vector<TransportWords::Mark>& marks, double steps_a_point);

}  // namespace marblemaze
