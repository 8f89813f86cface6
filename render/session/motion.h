#pragma once

#include <array>
#include <string>

#include "render/session/shown_run.h"

namespace marblemaze {

/// A figure of every tick of a marble's run, which is plotted and saved.
struct MotionSeries {
  const char *name, *unit;
  const char* column;  ///< its heading in a CSV file
  double (*at)(const ShownRun& run, long tick);
};
inline constexpr std::array<MotionSeries, 3> kMotion{
    {{"marble's speed", "cells/s", "speed_cells_per_s",
      [](const ShownRun& run, long tick) {
        return glm::length(run.recording().scene(tick).marble_velocity);
      }},
     {"marble's kinetic energy", "J", "kinetic_energy_j",
      [](const ShownRun& run, long tick) { return run.recording().scene(tick).kinetic_energy_j; }},
     {"maze's angular speed", "rad/s", "angular_speed_rad_per_s",
      [](const ShownRun& run, long tick) { return run.turning_speed_at(tick); }}}};

/// All of them from the first tick to the last, as CSV.
[[nodiscard]] std::string motion_csv(const ShownRun& run);

}  // namespace marblemaze
