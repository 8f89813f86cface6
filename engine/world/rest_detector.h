#pragma once

#include <algorithm>
#include <cmath>

namespace marblemaze {

/// The fewest steps of `step` seconds that last so many seconds.
[[nodiscard]] inline double steps_in(double seconds, double step) {
  double steps = std::max(0.0, std::floor(seconds / step) - 1);
  while (steps * step < seconds) ++steps;
  return steps;
}

/// Says when the marble has been still long enough: a single quiet tick may be a turning point, or
/// a moment on the brink of a cliff (thesis 6.5, WAITING).
class RestDetector {
 public:
  /// A marble is still in a tick in which its kinetic energy is below the limit (J). `step_s` is
  /// the length of a tick (s).
  RestDetector(double energy_limit_j, double step_s)
      : energy_limit_(energy_limit_j), step_(step_s) {}

  /// Forgets what was observed: the wait begins anew.
  void reset() { still_ticks_ = 0; }
  /// Goes on as one that observed so many still ticks without a break.
  void resume(int still_ticks) { still_ticks_ = still_ticks; }
  /// To be called once a tick.
  void observe(double kinetic_energy_j) {
    still_ticks_ = kinetic_energy_j < energy_limit_ ? still_ticks_ + 1 : 0;
  }
  /// Seconds without a break below the limit. Half a tick of slack keeps rounding out of it.
  [[nodiscard]] bool still_for(double seconds) const {
    return still_ticks_ * step_ >= seconds - 0.5 * step_;
  }

  /// The fewest still ticks that last so long.
  [[nodiscard]] double ticks_for(double seconds) const {
    return steps_in(seconds - 0.5 * step_, step_);
  }

  /// Ticks without a break below the limit.
  [[nodiscard]] int still_ticks() const { return still_ticks_; }

 private:
  double energy_limit_;
  double step_;
  int still_ticks_ = 0;
};

}  // namespace marblemaze
