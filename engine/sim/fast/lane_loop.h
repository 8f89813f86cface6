#pragma once

#include "engine/sim/fast/fast_lanes.h"

// Plays segments in lanes. This header is included by files compiled for a specific instruction
// set. The loop calls only functions that are always inlined or that are compiled in other files
// for all processors. The linker therefore never mixes code for different instruction sets.

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wbitwise-instead-of-logical"  // the mask of one lane is a bool
#endif

namespace marblemaze {

/// In a struct of `Real`s, lane i of member k is the double at index k * kLanes + i.
template <class Real>
class LaneGroup {
 public:
  static constexpr int kLanes =
      sizeof(Real) / sizeof(double);  // NOLINT(bugprone-sizeof-expression)

  explicit LaneGroup(SegmentQueue& segments) : segments_(segments) {}

  template <Turning turning>
  void run() {
    for (int lane = 0; lane < kLanes; ++lane) load_next(lane, turning);
    while (busy_ != 0) {
      if (kLanes > 1 && (busy_ & (busy_ - 1)) == 0) return return_last();
      Real torque{};
      if constexpr (turning == Turning::hinge)
        torque = control_.drive.torque(bodies_.angle, bodies_.rate);
      if constexpr (turning == Turning::tilt) bodies_.axis = control_.platform.next(bodies_.axis);
      FastContacts<Real> contacts;
      fast_step<turning>(
          parameters_, bodies_, torque,
          [this](SphereContacts<Real>& found)
              MARBLEMAZE_INLINE_LAMBDA { find_contacts(found, turning != Turning::none); },
          contacts);
      control_.ticks += 1;
      if (const unsigned over = set_bits(ended_lanes<turning>()) & busy_)
        end_segments(over, turning);
    }
  }

 private:
  using Mask = MaskOf<Real>;

  template <Turning turning>
  [[nodiscard]] MARBLEMAZE_INLINE auto ended_lanes() {
    const auto late = control_.ticks >= control_.max_ticks;
    if constexpr (turning == Turning::tilt) {
      const auto counts = control_.at_target > 0.0;
      if (!any(counts | (control_.still > 0.0))) return late;
      const Real energy = energy_in_maze(parameters_, bodies_, control_.half_mass);
      control_.still =
          select(counts & (energy < control_.still_energy), control_.still + 1, Real{});
      return late;
    } else if constexpr (turning == Turning::hinge) {
      const HingeDriveOf<Real>& drive = control_.drive;
      return late | (drive.past_half(bodies_.angle) & drive.arrived(bodies_.angle, bodies_.rate));
    } else {
      const Real energy =
          control_.half_mass *
          (dot(bodies_.velocity, bodies_.velocity) +
           dot(bodies_.surface_velocity, bodies_.surface_velocity) / kSpinPerImpulse);
      control_.still = select(energy < control_.still_energy, control_.still + 1, Real{});
      return late | (control_.still >= control_.still_required);
    }
  }

  /// Copy the state of one marble into and out of a lane.
  template <template <class> class Of>
  static void put(int lane, Of<Real>& lanes, const Of<double>& alone) {
    constexpr int kCount = sizeof(Of<double>) / sizeof(double);
    for (int k = 0; k < kCount; ++k)
      __builtin_memcpy(reinterpret_cast<char*>(&lanes) + sizeof(double) * (k * kLanes + lane),
                       reinterpret_cast<const char*>(&alone) + sizeof(double) * k, sizeof(double));
  }
  template <template <class> class Of>
  static void get(int lane, const Of<Real>& lanes, Of<double>& alone) {
    constexpr int kCount = sizeof(Of<double>) / sizeof(double);
    for (int k = 0; k < kCount; ++k)
      __builtin_memcpy(reinterpret_cast<char*>(&alone) + sizeof(double) * k,
                       reinterpret_cast<const char*>(&lanes) + sizeof(double) * (k * kLanes + lane),
                       sizeof(double));
  }

  /// If no segment is left, the lane continues to compute unused values.
  void load_next(int lane, Turning turning) {
    Segment* const next = segments_.next(turning);
    busy_ &= ~(1u << lane);
    if (!next) return;
    busy_ |= 1u << lane;
    segments_of_lanes_[lane] = next;
    put(lane, parameters_, next->model->parameters);
    put(lane, bodies_, *next->bodies);
    enter_octant(lane);  // the first step looks up the octant again if the marble has left it
  }

  /// Returns the last segment to the queue, because a single marble is faster without lanes.
  void return_last() {
    const int lane = __builtin_ctz(busy_);
    store(lane);
    segments_.put_back(*segments_of_lanes_[lane]);
  }

  void store(int lane) {
    get(lane, bodies_, *segments_of_lanes_[lane]->bodies);
    get(lane, control_, segments_of_lanes_[lane]->control);
  }

  [[gnu::noinline]] void end_segments(unsigned over, Turning turning) {
    for (; over != 0; over &= over - 1) {
      const int lane = __builtin_ctz(over);
      store(lane);
      if (segments_.on_end(*segments_of_lanes_[lane]))
        put(lane, control_, segments_of_lanes_[lane]->control);
      else
        load_next(lane, turning);
    }
  }

  [[gnu::noinline]] void update_octants(unsigned crossing) {
    for (; crossing != 0; crossing &= crossing - 1) {
      const int lane = __builtin_ctz(crossing);
      store(lane);
      Segment& segment = *segments_of_lanes_[lane];
      segment.octant = segment.model->octant_of(*segment.bodies);
      enter_octant(lane);
    }
  }

  /// Requires: the segment is up to date.
  void enter_octant(int lane) {
    Segment& segment = *segments_of_lanes_[lane];
    if (segment.watched) segments_.on_octant(segment);
    segment.control.still_required = segment.initial_still_required;
    put(lane, control_, segment.control);
    put(lane, octant_, segment.octant);
  }

  MARBLEMAZE_INLINE void find_contacts(SphereContacts<Real>& found, bool turning) {
    Vec3<Real> from = octant_.from_corner(bodies_.centre);
    // Also look up marbles at the border of an octant, because rounding errors could put them into
    // the next octant.
    constexpr double kBorder = 0.5 - 1e-9;
    const auto inside = (minimum(minimum(from[0], from[1]), from[2]) > 0.0) &
                        (maximum(maximum(from[0], from[1]), from[2]) < kBorder);
    if (const unsigned crossing = ~set_bits(inside) & busy_) {
      update_octants(crossing);
      from = octant_.from_corner(bodies_.centre);
    }
    find_wall_contacts(octant_, from, parameters_.radius, parameters_.half_thickness,
                       parameters_.radius + reach(parameters_, bodies_, turning), found);
  }

  SegmentQueue& segments_;
  FastParameters<Real> parameters_{};
  FastBodies<Real> bodies_{};
  SegmentControl<Real> control_{};
  Octant<Real> octant_{};
  Segment* segments_of_lanes_[kLanes]{};
  unsigned busy_ = 0;  // bit i is set if lane i has a segment
};

template <class Real>
void play_in_lanes_of(SegmentQueue& segments, Turning turning) {
  LaneGroup<Real> group(segments);
  switch (turning) {
    case Turning::tilt: return group.template run<Turning::tilt>();
    case Turning::hinge: return group.template run<Turning::hinge>();
    case Turning::none: return group.template run<Turning::none>();
  }
}

}  // namespace marblemaze

#pragma GCC diagnostic pop
