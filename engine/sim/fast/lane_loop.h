#pragma once

#include "engine/sim/fast/fast_lanes.h"

// Loop that plays stretches in lanes. Files that are compiled for one instruction set include this
// header. The loop calls only functions that are always inlined or that are compiled in other files
// for all processors. The linker therefore never mixes code for different instruction sets.

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wbitwise-instead-of-logical"  // the mask of one lane is a bool
#endif

namespace marblemaze {

/// State of all lanes. In a struct of `Real`s, lane i of member k is the double at index k * kLanes
/// + i.
template <class Real>
class LaneGroup {
 public:
  static constexpr int kLanes =
      sizeof(Real) / sizeof(double);  // NOLINT(bugprone-sizeof-expression)

  explicit LaneGroup(Stretches& stretches) : stretches_(stretches) {}

  template <Turning turning>
  void play() {
    for (int lane = 0; lane < kLanes; ++lane) take_next(lane, turning);
    while (busy_ != 0) {
      if (kLanes > 1 && (busy_ & (busy_ - 1)) == 0) return give_back();
      Real torque{};
      if constexpr (turning == Turning::by_the_hinge)
        torque = course_.drive.torque(bodies_.angle, bodies_.rate);
      if constexpr (turning == Turning::by_commands)
        bodies_.axis = course_.platform.next(bodies_.axis);
      FastContacts<Real> contacts;
      fast_step<turning>(
          laws_, bodies_, torque,
          [this](Touching<Real>& touching)
              MARBLEMAZE_INLINE_LAMBDA { find_contacts(touching, turning != Turning::not_at_all); },
          contacts);
      course_.passed += 1;
      if (const unsigned over = set_bits(over_now<turning>()) & busy_) finish(over, turning);
    }
  }

 private:
  using Mask = MaskOf<Real>;

  template <Turning turning>
  [[nodiscard]] MARBLEMAZE_INLINE auto over_now() {
    const auto late = course_.passed >= course_.most;
    if constexpr (turning == Turning::by_commands) {
      const auto counts = course_.at_target > 0.0;
      if (!any(counts | (course_.still > 0.0))) return late;
      const Real energy = energy_in_maze(laws_, bodies_, course_.half_mass);
      course_.still = select(counts & (energy < course_.still_energy), course_.still + 1, Real{});
      return late;
    } else if constexpr (turning == Turning::by_the_hinge) {
      const HingeDriveOf<Real>& drive = course_.drive;
      return late | (drive.past_half(bodies_.angle) & drive.arrived(bodies_.angle, bodies_.rate));
    } else {
      const Real energy =
          course_.half_mass * (dot(bodies_.velocity, bodies_.velocity) +
                               dot(bodies_.surface, bodies_.surface) / kSpinPerImpulse);
      course_.still = select(energy < course_.still_energy, course_.still + 1, Real{});
      return late | (course_.still >= course_.still_wanted);
    }
  }

  /// Write the state of one marble to a lane, and read it back.
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

  /// Assigns the next stretch to a lane. If none is left, the lane continues to compute with its
  /// old values, which are not used.
  void take_next(int lane, Turning turning) {
    Stretch* const next = stretches_.next(turning);
    busy_ &= ~(1u << lane);
    if (!next) return;
    busy_ |= 1u << lane;
    taken_[lane] = next;
    put(lane, laws_, next->model->laws);
    put(lane, bodies_, *next->bodies);
    enter_octant(lane);  // the first step looks it up again if the marble has left it
  }

  /// Gives back the last stretch, because a single marble is faster without lanes.
  void give_back() {
    const int lane = __builtin_ctz(busy_);
    bring_up_to_date(lane);
    stretches_.take_back(*taken_[lane]);
  }

  void bring_up_to_date(int lane) {
    get(lane, bodies_, *taken_[lane]->bodies);
    get(lane, course_, taken_[lane]->course);
  }

  [[gnu::noinline]] void finish(unsigned over, Turning turning) {
    for (; over != 0; over &= over - 1) {
      const int lane = __builtin_ctz(over);
      bring_up_to_date(lane);
      if (stretches_.goes_on(*taken_[lane]))
        put(lane, course_, taken_[lane]->course);
      else
        take_next(lane, turning);
    }
  }

  [[gnu::noinline]] void cross(unsigned crossing) {
    for (; crossing != 0; crossing &= crossing - 1) {
      const int lane = __builtin_ctz(crossing);
      bring_up_to_date(lane);
      Stretch& stretch = *taken_[lane];
      stretch.octant = stretch.model->octant_of(*stretch.bodies);
      enter_octant(lane);
    }
  }

  /// Loads the octant of the stretch into the lane. Requires: the stretch is up to date.
  void enter_octant(int lane) {
    Stretch& stretch = *taken_[lane];
    if (stretch.watched) stretches_.entered(stretch);
    stretch.course.still_wanted = stretch.first_wanted;
    put(lane, course_, stretch.course);
    put(lane, octant_, stretch.octant);
  }

  MARBLEMAZE_INLINE void find_contacts(Touching<Real>& touching, bool turning) {
    Triple<Real> from = octant_.from_corner(bodies_.centre);
    // Marbles at the border of an octant are also looked up, because rounding errors could put them
    // into the next octant.
    constexpr double kBorder = 0.5 - 1e-9;
    const auto inside = (smaller(smaller(from[0], from[1]), from[2]) > 0.0) &
                        (larger(larger(from[0], from[1]), from[2]) < kBorder);
    if (const unsigned crossing = ~set_bits(inside) & busy_) {
      cross(crossing);
      from = octant_.from_corner(bodies_.centre);
    }
    touch(octant_, from, laws_.radius, laws_.half_thickness,
          laws_.radius + reach(laws_, bodies_, turning), touching);
  }

  Stretches& stretches_;
  FastLaws<Real> laws_{};
  FastBodies<Real> bodies_{};
  StretchCourse<Real> course_{};
  Octant<Real> octant_{};
  Stretch* taken_[kLanes]{};
  unsigned busy_ = 0;  // bit i is set if lane i has a stretch
};

template <class Real>
void play_in_lanes_of(Stretches& stretches, Turning turning) {
  LaneGroup<Real> group(stretches);
  switch (turning) {
    case Turning::by_commands: return group.template play<Turning::by_commands>();
    case Turning::by_the_hinge: return group.template play<Turning::by_the_hinge>();
    case Turning::not_at_all: return group.template play<Turning::not_at_all>();
  }
}

}  // namespace marblemaze

#pragma GCC diagnostic pop
