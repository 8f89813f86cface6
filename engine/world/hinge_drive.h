#pragma once

namespace marblemaze {

/// How the maze is turned: full angular acceleration 4 sweep/T² to half the sweep, then slowing
/// down in closed loop so that it arrives with the brake's speed (thesis 6.5, control of physical
/// moves).
struct HingeDrive {
  double sweep;        ///< rad, > 0
  double turn_time;    ///< s: T, the time of the move if both halves mirrored each other
  double brake_speed;  ///< rad/s on arrival
  double inertia;      ///< kg m², of the maze about any axis through its centre
  double step;         ///< s

  /// Torque in N m for the next step, from the angle turned so far and the rate (rad/s).
  [[nodiscard]] double torque(double angle, double rate) const;
  [[nodiscard]] bool past_half(double angle) const { return angle > 0.5 * sweep; }
  /// True at the tick nearest to the target: there the brake grips.
  [[nodiscard]] bool arrived(double angle, double rate) const {
    return angle + 0.5 * rate * step >= sweep;
  }
};

/// A setting that depends on the maze's longest side (cells): its value at 3 cells, times
/// (side / 3) to the power of `growth`.
[[nodiscard]] double grown(double at_size_3, double growth, int longest_side);

}  // namespace marblemaze
