#pragma once

#include <span>

#include "engine/sim/drives.h"
#include "engine/sim/fast/fast_model.h"

namespace marblemaze {

/// What drives a stretch, and what ends it: the maze turns about its hinge until it arrives, or
/// stands until the marble has been still for long enough, unless time is up; or it turns freely
/// until then. Ticks are counted from where the stretch was handed over.
template <class Real>
struct StretchCourse {
  HingeDriveOf<Real> drive;   ///< while the maze turns about a hinge
  PlatformOf<Real> platform;  ///< while it turns freely
  Real at_target;            ///< in a free turn: 1 where it counts that the marble is still, else 0
  Real half_mass;            ///< kg: half the marble's
  Real still_energy;         ///< J: with less the marble is still
  Real still, still_wanted;  ///< ticks without a break: so far, and at the end
  Real passed, most;         ///< ticks: so far, and at the end
};

/// A stretch of one marble's move, or of a free turn.
struct Stretch {
  const FastModel* model;
  FastBodies<double>* bodies;
  Turning turning;
  bool watched;         ///< is entered() to be called?
  double first_wanted;  ///< what `still_wanted` is again in each new octant
  StretchCourse<double> course{};
  /// Where the lanes saw the marble last: while it is there, nobody looks it up again.
  Octant<double> octant{};
};

/// The stretches to be played, and what is made of them. Bodies and course of a stretch
/// are up to date when it comes back.
class Stretches {
 public:
  /// One of this kind that has not been handed over; null where all have.
  virtual Stretch* next(Turning turning) = 0;
  /// Of one that is watched: the marble has come to an octant of a cell, perhaps to the same again.
  virtual void entered(Stretch& stretch) = 0;
  /// The last step may have ended it. Does it go on, with a course that was changed?
  virtual bool goes_on(Stretch& stretch) = 0;
  /// Hands it back in its middle, to be handed over once more.
  virtual void take_back(Stretch& stretch) = 0;

 protected:
  ~Stretches() = default;
};

/// Plays all stretches of a kind side by side. In each lane happens, bit for bit, what
/// Physics::step() would do.
struct LaneKernel {
  int lanes;
  void (*play)(Stretches& stretches, Turning turning);
};

/// Those that this processor has, the widest first; the last plays one marble after the other.
[[nodiscard]] std::span<const LaneKernel> lane_kernels();

/// Plays all stretches of a kind by the widest kernel, unless the environment's MARBLEMAZE_LANES
/// names fewer lanes, for tests: nothing but time depends on it.
void play_in_lanes(Stretches& stretches, Turning turning);
/// From now on by this one, for tests and measurements. Not while anybody plays.
void use_lanes(const LaneKernel& kernel);

}  // namespace marblemaze
