#pragma once

#include <span>

#include "engine/sim/drives.h"
#include "engine/sim/fast/fast_model.h"

namespace marblemaze {

/// Drive and end of a stretch. The maze turns about its hinge until it arrives, or is stationary
/// until the marble has been still for long enough, or turns by commands; each at most until the
/// time is up. Ticks are counted from the call of Stretches::next().
template <class Real>
struct StretchCourse {
  HingeDriveOf<Real> drive;   ///< while the maze turns about a hinge
  PlatformOf<Real> platform;  ///< under continuous control
  Real at_target;             ///< continuous control: 1 if still ticks count, 0 if they do not
  Real half_mass;             ///< kg, half the mass of the marble
  Real still_energy;          ///< J, energy limit below which the marble is still
  Real still, still_wanted;   ///< consecutive still ticks: so far, and required
  Real passed, most;          ///< ticks: so far, and maximum
};

/// Part of one marble's move, or some ticks under continuous control.
struct Stretch {
  const FastModel* model;
  FastBodies<double>* bodies;
  Turning turning;
  bool watched;         ///< whether to call entered()
  double first_wanted;  ///< value of `still_wanted` in each new octant
  StretchCourse<double> course{};
  /// Octant in which the lanes last found the marble. No lookup is needed until it leaves.
  Octant<double> octant{};
};

/// Source and sink of stretches. The bodies and the course of a stretch are up to date when it is
/// returned to this object.
class Stretches {
 public:
  /// Returns a stretch of this kind that has not been returned before, or null if none is left.
  virtual Stretch* next(Turning turning) = 0;
  /// Called when the marble of a watched stretch enters an octant of a cell, possibly the previous
  /// octant again.
  virtual void entered(Stretch& stretch) = 0;
  /// Handles the last step, which may have ended the stretch. Returns whether the stretch
  /// continues, with a changed course.
  virtual bool goes_on(Stretch& stretch) = 0;
  /// Accepts a stretch before its end; next() returns it again.
  virtual void take_back(Stretch& stretch) = 0;

 protected:
  ~Stretches() = default;
};

/// Function that plays all stretches of a kind in parallel. Each lane is bit-identical to
/// Physics::step().
struct LaneKernel {
  int lanes;
  void (*play)(Stretches& stretches, Turning turning);
};

/// Returns the kernels of this processor, the widest first; the last kernel plays one marble at a
/// time.
[[nodiscard]] std::span<const LaneKernel> lane_kernels();

/// Plays all stretches of a kind with the widest kernel.
void play_in_lanes(Stretches& stretches, Turning turning);
/// Chooses the kernel, for tests and measurements. Requires: no kernel is playing.
void use_lanes(const LaneKernel& kernel);

}  // namespace marblemaze
