#pragma once

#include "engine/physics/fast/fast_lanes.h"

// The loop that plays stretches in lanes, for files that are compiled for one kind of processor: it
// calls nothing but what other files have compiled for all of them.

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wbitwise-instead-of-logical"  // the mask of one lane is a bool
#endif

namespace marblemaze {

/// WallFeatures::touch() in lanes, of centres that lie so far `from` the vertex of their octant,
/// which is never negative. Surfaces count that are at most `limit` from the centre.
template <class Real>
MARBLEMAZE_INLINE void touch(const Octant<Real>& octant, const Triple<Real>& from, Real radius,
                             Real half_thickness, Real limit, Touching<Real>& touching) {
  using Mask = MaskOf<Real>;
  const auto shows = [&](int bit) __attribute__((always_inline)) {
    return octant.features[bit] > 0.0;
  };
  Triple<Real> outside;
  for (int a = 0; a < 3; ++a) {
    const Real to_surface = from[a] - half_thickness;
    touching.face[a] = shows(a) & (to_surface <= limit);
    touching.side[a] = octant.side[a];
    touching.gap[a] = to_surface - radius;
    outside[a] = select(to_surface < 0.0, Real{}, to_surface);
  }
  Mask seen[3]{shows(3), shows(4), shows(5)};
  const Mask vertex = shows(6);
  if (!any(seen[0] | seen[1] | seen[2] | vertex)) return;
  for (int a = 0; a < 3; ++a)
    seen[a] = seen[a] & !((outside[a] == 0.0) & (seen[(a + 1) % 3] | seen[(a + 2) % 3]));
  const Real xx = outside[0] * outside[0], yy = outside[1] * outside[1],
             zz = outside[2] * outside[2], limit2 = limit * limit;
  const Real squares[4]{yy + zz, xx + zz, xx + yy, xx + yy + zz};
  const auto near = [&](Mask mask, Real square) __attribute__((always_inline)) {
    return static_cast<Mask>(mask & !((square > limit2) | (square == 0.0)));
  };
  Mask left[4]{near(seen[0], squares[0]), near(seen[1], squares[1]), near(seen[2], squares[2]),
               near(vertex, squares[3])};
  // In each lane the first that is left, in the order in which they stand.
  for (int i = 0; i < 3; ++i) {
    const Mask here = left[0] | left[1] | left[2] | left[3];
    if (!any(here)) break;
    Triple<Real> out = outside;
    Real square = squares[3];
    Mask open = here;
    for (int kind = 0; kind < 3; ++kind) {
      const Mask chosen = open & left[kind];
      square = select(chosen, squares[kind], square);
      out[kind] = select(chosen, Real{}, out[kind]);
      open = open & !left[kind];
      left[kind] = left[kind] & !chosen;
    }
    left[3] = left[3] & !here;
    const Real distance = root(select(here, square, Real(1)));
    for (int a = 0; a < 3; ++a)
      touching.normal[i][a] = select(here, octant.side[a] * out[a] / distance, Real{});
    touching.has_rounded[i] = here;
    touching.rounded_gap[i] = distance - radius;
    touching.rounded = i + 1;
  }
}

/// All that the lanes hold. Lane i of number k of a struct of `Real`s is double number
/// k * lanes + i of its memory.
template <class Real>
class LaneGroup {
 public:
  static constexpr int kLanes = sizeof(Real) / sizeof(double);

  explicit LaneGroup(Stretches& stretches) : stretches_(stretches) {}

  template <Turning turning>
  void play() {
    for (int lane = 0; lane < kLanes; ++lane) take_next(lane, turning);
    while (busy_ != 0) {
      if (kLanes > 1 && (busy_ & (busy_ - 1)) == 0) return give_back();
      Real torque{};
      if constexpr (turning == Turning::by_the_hinge)
        torque = course_.drive.torque(bodies_.angle, bodies_.rate);
      if constexpr (turning == Turning::freely) bodies_.axis = course_.mount.next(bodies_.axis);
      FastContacts<Real> contacts;
      fast_step<turning>(
          laws_, bodies_, torque,
          [this](Touching<Real> & touching) __attribute__((always_inline)) {
            find_contacts(touching, turning != Turning::not_at_all);
          },
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
    if constexpr (turning == Turning::freely) {
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

  /// Puts the numbers of one marble into its lane, or takes them out.
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

  /// A lane for which nothing is left goes on with what it holds, and nobody looks.
  void take_next(int lane, Turning turning) {
    Stretch* const next = stretches_.next(turning);
    busy_ &= ~(1u << lane);
    if (!next) return;
    busy_ |= 1u << lane;
    taken_[lane] = next;
    put(lane, laws_, next->model->laws);
    put(lane, bodies_, *next->bodies);
    enter_octant(lane);  // the first step sees whether the marble has left it meanwhile
  }

  /// One alone is faster alone.
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
      stretch.octant = octant_of(*stretch.model, *stretch.bodies);
      enter_octant(lane);
    }
  }

  /// With a stretch that is up to date.
  void enter_octant(int lane) {
    Stretch& stretch = *taken_[lane];
    if (stretch.watched) stretches_.entered(stretch);
    stretch.course.still_wanted = stretch.first_wanted;
    put(lane, course_, stretch.course);
    put(lane, octant_, stretch.octant);
  }

  MARBLEMAZE_INLINE Triple<Real> from_corner() const {
    const Triple<Real> offset = bodies_.centre + octant_.half_dims - octant_.corner;
    return {
        {offset[0] * octant_.side[0], offset[1] * octant_.side[1], offset[2] * octant_.side[2]}};
  }

  MARBLEMAZE_INLINE void find_contacts(Touching<Real>& touching, bool turning) {
    Triple<Real> from = from_corner();
    // Who is so near a border that rounding decides looks, too, and finds the octant unchanged.
    constexpr double kBorder = 0.5 - 1e-9;
    const auto inside = (smaller(smaller(from[0], from[1]), from[2]) > 0.0) &
                        (larger(larger(from[0], from[1]), from[2]) < kBorder);
    if (const unsigned crossing = ~set_bits(inside) & busy_) {
      cross(crossing);
      from = from_corner();
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
  unsigned busy_ = 0;  // bit i: lane i
};

template <class Real>
void play_in_lanes_of(Stretches& stretches, Turning turning) {
  LaneGroup<Real> group(stretches);
  switch (turning) {
    case Turning::freely: return group.template play<Turning::freely>();
    case Turning::by_the_hinge: return group.template play<Turning::by_the_hinge>();
    case Turning::not_at_all: return group.template play<Turning::not_at_all>();
  }
}

}  // namespace marblemaze

#pragma GCC diagnostic pop
