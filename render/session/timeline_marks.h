#pragma once

#include <array>
#include <string>
#include <vector>

#include "render/session/run.h"
#include "render/session/shown.h"

namespace marblemaze {

/// A quantity for every tick of a marble's run, which is plotted and saved.
struct MotionSeries {
  const char *name, *unit;
  const char* column;  ///< heading in a CSV file
  double (*at)(const MarbleRun& run, long tick);
};
inline constexpr std::array<MotionSeries, 3> kMotion{
    {{"marble's speed", "cells/s", "speed_cells_per_s",
      [](const MarbleRun& run, long tick) {
        return glm::length(run.recording().scene(tick).marble_velocity);
      }},
     {"marble's kinetic energy", "J", "kinetic_energy_j",
      [](const MarbleRun& run, long tick) { return run.recording().scene(tick).kinetic_energy_j; }},
     {"maze's angular speed", "rad/s", "angular_speed_rad_per_s",
      [](const MarbleRun& run, long tick) { return run.turning_speed_at(tick); }}}};

/// All of them from the first tick to the last, as CSV, with the marble's place in the maze, the
/// number of the last move that had begun, and the last settled state.
[[nodiscard]] std::string motion_csv(const MarbleRun& run);

/// Returns the moves and switches of a run as sections of a bar.
[[nodiscard]] std::vector<TransportWords::Mark> move_marks(const MarbleRun& run);
/// Returns the agent's plans of two or more moves, each from its first move to the last one that
/// was made, and after them the moves that ended in a state known before.
[[nodiscard]] std::vector<TransportWords::Mark> plan_marks(const MarbleRun& run);

/// Reduces marks to those that can be distinguished on a bar with this many steps per point: for
/// each kind, the first mark that begins at a point. Plain moves come first, so that the others are
/// drawn over them. Requires: the marks outlive the result.
[[nodiscard]] std::vector<const TransportWords::Mark*> distinct_marks(
    const std::vector<TransportWords::Mark>& marks, double steps_a_point);

}  // namespace marblemaze
