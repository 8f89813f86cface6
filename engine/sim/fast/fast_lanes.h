#pragma once

#include <span>

#include "engine/sim/drives.h"
#include "engine/sim/physics.h"
#include "engine/sim/wall_features.h"

namespace marblemaze {

struct FastModel {
  WallFeatureTable walls;
  glm::dvec3 half_dims{0};  ///< half the side lengths of the maze (cells)
  FastParameters<double> parameters{};

  /// Returns the centre of the marble in maze coordinates (0 to dims), cells.
  [[nodiscard]] glm::dvec3 in_maze(const FastBodies<double>& bodies) const {
    return vector(bodies.centre) + half_dims;
  }
  /// This function is not inline, because files compiled for a specific instruction set call it.
  [[nodiscard]] Octant<double> octant_of(const FastBodies<double>& bodies) const;
};

/// Actuation and end condition of a segment. During a turn about the hinge, the segment ends when
/// the maze reaches the target angle. While the maze is stationary, the segment ends when the
/// marble has been still for long enough. Every segment ends after `max_ticks`, counted from the
/// call of SegmentQueue::next().
template <class Real>
struct SegmentControl {
  HingeDriveOf<Real> drive;
  PlatformOf<Real> platform;
  Real at_target;     ///< continuous control: 1 while the marble is in the target cell, else 0
  Real half_mass;     ///< half the mass of the marble (kg)
  Real still_energy;  ///< kinetic energy below which the marble is still (J)
  Real still, still_required;  ///< number of consecutive still ticks, and the required number
  Real ticks, max_ticks;       ///< number of ticks so far, and the maximum
};

/// Unit of work of a lane: one phase of a move, or several ticks under continuous control.
struct Segment {
  const FastModel* model;
  FastBodies<double>* bodies;
  Turning turning;
  bool watched;  ///< true if on_octant() is called for this segment
  double initial_still_required;
  SegmentControl<double> control{};
  /// Last known octant of the marble.
  Octant<double> octant{};
};

/// The bodies and control of a segment are up to date in each call.
class SegmentQueue {
 public:
  /// Returns the next segment with this kind of turning, or null if there is none.
  virtual Segment* next(Turning turning) = 0;
  /// Called when the marble of a watched segment enters an octant, possibly the same octant as
  /// before.
  virtual void on_octant(Segment& segment) = 0;
  /// Called when a segment meets its end condition. Returns true if the segment continues with a
  /// modified control.
  virtual bool on_end(Segment& segment) = 0;
  virtual void put_back(Segment& segment) = 0;

 protected:
  ~SegmentQueue() = default;
};

/// Kernel that plays all segments of one kind in parallel lanes. The results in each lane are
/// bit-identical to Physics::step().
struct LaneKernel {
  int lanes;
  void (*play)(SegmentQueue& segments, Turning turning);
};

/// Returns the kernels that this processor supports, widest first. The last kernel has one lane.
[[nodiscard]] std::span<const LaneKernel> lane_kernels();

/// Plays all segments of one kind with the selected kernel, by default the widest.
void play_in_lanes(SegmentQueue& segments, Turning turning);
/// Requires: no kernel is running.
void use_lanes(const LaneKernel& kernel);

}  // namespace marblemaze
