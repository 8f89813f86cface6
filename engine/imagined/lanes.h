#pragma once

#include <cmath>
#include <cstdint>

// Vectors go in and out of these functions by value, which are always inlined: no calling
// convention is involved that could differ between processors.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"
#define MARBLEMAZE_INLINE inline __attribute__((always_inline))

namespace marblemaze {

/// Four numbers that go through the same arithmetic side by side, in whatever vector registers the
/// processor has. What is written for a `Real` that may be `Lanes` or `double` gives each lane the
/// very bits that its number would get alone: nothing is reordered, and lanes never meet.
using Lanes = double __attribute__((vector_size(32)));
using LaneMask = std::int64_t __attribute__((vector_size(32)));
inline constexpr int kLanes = 4;

MARBLEMAZE_INLINE bool any(bool mask) { return mask; }
MARBLEMAZE_INLINE bool any(LaneMask mask) { return (mask[0] | mask[1] | mask[2] | mask[3]) != 0; }

/// The same number in all lanes.
template <class Real>
MARBLEMAZE_INLINE Real all_lanes(double x) {
  return Real{} + x;
}

MARBLEMAZE_INLINE double select(bool mask, double yes, double no) { return mask ? yes : no; }
MARBLEMAZE_INLINE Lanes select(LaneMask mask, Lanes yes, Lanes no) { return mask ? yes : no; }

template <class Real>
MARBLEMAZE_INLINE Real larger(Real a, Real b) {
  return select(a > b, a, b);
}
template <class Real>
MARBLEMAZE_INLINE Real smaller(Real a, Real b) {
  return select(a < b, a, b);
}

/// Sets what one lane holds; a number alone is lane 0.
MARBLEMAZE_INLINE void put(double& to, int, double value) { to = value; }
MARBLEMAZE_INLINE void put(Lanes& to, int lane, double value) { to[lane] = value; }
/// Of one marble or lane by lane, without a branch.
template <class Mask>
MARBLEMAZE_INLINE Mask both(Mask a, Mask b) {
  return a & b;
}
template <class Mask>
MARBLEMAZE_INLINE Mask either(Mask a, Mask b) {
  return a | b;
}

MARBLEMAZE_INLINE void put(bool& to, int, bool value) { to = value; }
MARBLEMAZE_INLINE void put(LaneMask& to, int lane, bool value) { to[lane] = value ? -1 : 0; }

MARBLEMAZE_INLINE double root(double x) { return std::sqrt(x); }
MARBLEMAZE_INLINE Lanes root(Lanes x) {
  return Lanes{std::sqrt(x[0]), std::sqrt(x[1]), std::sqrt(x[2]), std::sqrt(x[3])};
}

/// Three components by index, as GLM's vectors of doubles.
template <class Real>
struct Triple {
  Real c[3]{};

  MARBLEMAZE_INLINE Real& operator[](int i) { return c[i]; }
  MARBLEMAZE_INLINE const Real& operator[](int i) const { return c[i]; }
  MARBLEMAZE_INLINE Triple operator+(const Triple& o) const {
    return {{c[0] + o[0], c[1] + o[1], c[2] + o[2]}};
  }
  MARBLEMAZE_INLINE Triple operator-(const Triple& o) const {
    return {{c[0] - o[0], c[1] - o[1], c[2] - o[2]}};
  }
  MARBLEMAZE_INLINE Triple operator*(Real s) const { return {{c[0] * s, c[1] * s, c[2] * s}}; }
};
template <class Real>
MARBLEMAZE_INLINE Real dot(const Triple<Real>& a, const Triple<Real>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <class Real>
MARBLEMAZE_INLINE Triple<Real> cross(const Triple<Real>& a, const Triple<Real>& b) {
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}

}  // namespace marblemaze

#pragma GCC diagnostic pop
