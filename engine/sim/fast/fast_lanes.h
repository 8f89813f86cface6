#pragma once

#include <span>

#include "engine/sim/drives.h"
#include "engine/sim/fast/fast_model.h"

namespace marblemaze {

/// Actuation and end condition of a stretch. While the maze turns about its hinge, the stretch ends
/// when the maze arrives. While the maze is stationary, it ends when the marble has been still for
/// long enough. Under continuous control, it ends after a number of ticks. Every stretch has a
/// maximum number of ticks. Ticks are counted from the call of Stretches::next().
template <class Real>
struct StretchCourse {
  HingeDriveOf<Real> drive;   ///< used while the maze turns about its hinge
  PlatformOf<Real> platform;  ///< used under continuous control
  Real at_target;     ///< continuous control: 1 in the target cell, where still ticks are counted;
                      ///< else 0
  Real half_mass;     ///< half the mass of the marble, kg
  Real still_energy;  ///< kinetic energy below which the marble is still, J
  Real still, still_wanted;  ///< number of consecutive still ticks, and the number required
  Real passed, most;         ///< number of ticks so far, and the maximum
};

/// Unit of work of a lane: one phase of a move, or several ticks under continuous control.
struct Stretch {
  const FastModel* model;
  FastBodies<double>* bodies;
  Turning turning;
  bool watched;         ///< if true, entered() is called
  double first_wanted;  ///< initial value of `still_wanted` in each octant
  StretchCourse<double> course{};
  /// Octant in which the marble was last found. It is looked up again when the marble leaves it.
  Octant<double> octant{};
};

/// Interface to the owner of the stretches. Before a stretch is passed to one of these functions,
/// its bodies and course are updated.
class Stretches {
 public:
  /// Returns the next stretch of this kind, or null if none is left.
  virtual Stretch* next(Turning turning) = 0;
  /// Called when the marble of a watched stretch enters an octant, which may be the previous
  /// octant.
  virtual void entered(Stretch& stretch) = 0;
  /// Handles the step that met the end condition of the course. Returns true if the stretch
  /// continues with a modified course.
  virtual bool goes_on(Stretch& stretch) = 0;
  /// Takes back an unfinished stretch. next() returns it again.
  virtual void take_back(Stretch& stretch) = 0;

 protected:
  ~Stretches() = default;
};

/// Function that plays all stretches of one kind in parallel lanes. The result of each lane is
/// bit-identical to Physics::step().
struct LaneKernel {
  int lanes;
  void (*play)(Stretches& stretches, Turning turning);
};

/// Returns the kernels that this processor supports, the widest first. The last kernel has one
/// lane.
[[nodiscard]] std::span<const LaneKernel> lane_kernels();

/// Plays all stretches of one kind with the selected kernel, by default the widest.
void play_in_lanes(Stretches& stretches, Turning turning);
/// Selects the kernel, for tests and measurements. Requires: no kernel is running.
void use_lanes(const LaneKernel& kernel);

}  // namespace marblemaze
