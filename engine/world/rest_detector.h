#pragma once

namespace marblemaze {

/// Says when the marble has been still long enough: a single quiet tick may be a turning point, or
/// a moment on the brink of a cliff (thesis 6.5, WAITING).
class RestDetector {
 public:
  RestDetector(double energy_limit_j, double step_s)
      : energy_limit_(energy_limit_j), step_(step_s) {}

  void reset() { still_ticks_ = 0; }
  void observe(double kinetic_energy_j) {
    still_ticks_ = kinetic_energy_j < energy_limit_ ? still_ticks_ + 1 : 0;
  }
  /// Seconds without a break below the limit. Half a tick of slack keeps rounding out of it.
  [[nodiscard]] bool still_for(double seconds) const {
    return still_ticks_ * step_ >= seconds - 0.5 * step_;
  }

  [[nodiscard]] int still_ticks() const { return still_ticks_; }
  void restore(int still_ticks) { still_ticks_ = still_ticks; }

 private:
  double energy_limit_;
  double step_;
  int still_ticks_ = 0;
};

}  // namespace marblemaze
