#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace marblemaze {

/// The fewest steps of `step` seconds that last so many seconds.
[[nodiscard]] inline double steps_in(double seconds, double step) {
  double steps = std::max(0.0, std::floor(seconds / step) - 1);
  while (steps * step < seconds) ++steps;
  return steps;
}

/// Says when the marble has been still long enough: a single quiet tick may be a turning point, or
/// a moment on the brink of a cliff (thesis 6.5, WAITING). A marble is still in a tick in which its
/// kinetic energy is below a limit; a world counts the ticks without a break.
struct RestRule {
  double energy_limit_j;
  double step_s;  ///< length of a tick

  /// Returns the count after another tick.
  [[nodiscard]] std::int64_t count(std::int64_t still_ticks, double kinetic_energy_j) const {
    return kinetic_energy_j < energy_limit_j ? still_ticks + 1 : 0;
  }
  /// Do so many ticks last so many seconds? Half a tick of slack keeps rounding out of it.
  [[nodiscard]] bool still_for(std::int64_t still_ticks, double seconds) const {
    return static_cast<double>(still_ticks) * step_s >= seconds - 0.5 * step_s;
  }
  /// Returns the fewest ticks that last so long.
  [[nodiscard]] double ticks_for(double seconds) const {
    return steps_in(seconds - 0.5 * step_s, step_s);
  }
};

}  // namespace marblemaze
