#pragma once

#include <cmath>

// GCC warns that the vector calling convention differs between processors. All functions are
// inlined, so the calling convention does not matter.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"
#define MARBLEMAZE_INLINE inline __attribute__((always_inline))
/// Inlining attribute for lambdas, placed after the parameter list.
#define MARBLEMAZE_INLINE_LAMBDA __attribute__((always_inline))

namespace marblemaze {

template <class Isa>
struct LaneMask {
  typename Isa::Mask bits;

  friend MARBLEMAZE_INLINE LaneMask operator&(LaneMask a, LaneMask b) {
    return {static_cast<typename Isa::Mask>(a.bits & b.bits)};
  }
  friend MARBLEMAZE_INLINE LaneMask operator|(LaneMask a, LaneMask b) {
    return {static_cast<typename Isa::Mask>(a.bits | b.bits)};
  }
  MARBLEMAZE_INLINE LaneMask operator!() const { return {static_cast<typename Isa::Mask>(~bits)}; }
};

/// Vector of numbers with element-wise operations. Code templated on `Real` runs with `double` for
/// one number and with `Lanes` for several. Each lane is bit-identical to a computation with
/// `double`: operations are neither reordered nor fused, and lanes do not interact.
///
/// `Isa` describes the instruction set. It defines the types Vector and Mask, and the functions
/// broadcast(x), square_root(v), less(a, b), less_or_equal(a, b), equal(a, b), select(mask, yes,
/// no), maximum(a, b) and minimum(a, b). set_bits(mask) returns a number whose bit i is set if lane
/// i is true. Each Isa has internal linkage, so the linker cannot merge code for different
/// instruction sets.
template <class Isa>
struct Lanes {
  using Vector = typename Isa::Vector;
  using Mask = LaneMask<Isa>;
  Vector v;

  Lanes() = default;
  MARBLEMAZE_INLINE Lanes(double x) : v(Isa::broadcast(x)) {}
  MARBLEMAZE_INLINE explicit Lanes(Vector x) : v(x) {}

  friend MARBLEMAZE_INLINE Lanes operator+(Lanes a, Lanes b) { return Lanes(a.v + b.v); }
  friend MARBLEMAZE_INLINE Lanes operator-(Lanes a, Lanes b) { return Lanes(a.v - b.v); }
  friend MARBLEMAZE_INLINE Lanes operator*(Lanes a, Lanes b) { return Lanes(a.v * b.v); }
  friend MARBLEMAZE_INLINE Lanes operator/(Lanes a, Lanes b) { return Lanes(a.v / b.v); }
  MARBLEMAZE_INLINE Lanes operator-() const { return Lanes(-v); }
  MARBLEMAZE_INLINE Lanes& operator+=(Lanes o) { return *this = *this + o; }
  MARBLEMAZE_INLINE Lanes& operator-=(Lanes o) { return *this = *this - o; }
  friend MARBLEMAZE_INLINE Mask operator<(Lanes a, Lanes b) { return {Isa::less(a.v, b.v)}; }
  friend MARBLEMAZE_INLINE Mask operator>(Lanes a, Lanes b) { return b < a; }
  friend MARBLEMAZE_INLINE Mask operator<=(Lanes a, Lanes b) {
    return {Isa::less_or_equal(a.v, b.v)};
  }
  friend MARBLEMAZE_INLINE Mask operator>=(Lanes a, Lanes b) { return b <= a; }
  friend MARBLEMAZE_INLINE Mask operator==(Lanes a, Lanes b) { return {Isa::equal(a.v, b.v)}; }
};

/// Result type of a comparison: bool for double, LaneMask for Lanes.
template <class Real>
using MaskOf = decltype(Real{} < Real{});

/// Bit i of the result is set if lane i is true.
MARBLEMAZE_INLINE unsigned set_bits(bool mask) { return mask; }
template <class Isa>
MARBLEMAZE_INLINE unsigned set_bits(LaneMask<Isa> mask) {
  return Isa::set_bits(mask.bits);
}
template <class Mask>
MARBLEMAZE_INLINE bool any(Mask mask) {
  return set_bits(mask) != 0;
}

MARBLEMAZE_INLINE double select(bool mask, double yes, double no) { return mask ? yes : no; }
template <class Isa>
MARBLEMAZE_INLINE Lanes<Isa> select(LaneMask<Isa> mask, Lanes<Isa> yes, Lanes<Isa> no) {
  return Lanes<Isa>(Isa::select(mask.bits, yes.v, no.v));
}

/// Return a > b ? a : b, and a < b ? a : b. The argument order matters for NaN.
MARBLEMAZE_INLINE double maximum(double a, double b) { return a > b ? a : b; }
MARBLEMAZE_INLINE double minimum(double a, double b) { return a < b ? a : b; }
template <class Isa>
MARBLEMAZE_INLINE Lanes<Isa> maximum(Lanes<Isa> a, Lanes<Isa> b) {
  return Lanes<Isa>(Isa::maximum(a.v, b.v));
}
template <class Isa>
MARBLEMAZE_INLINE Lanes<Isa> minimum(Lanes<Isa> a, Lanes<Isa> b) {
  return Lanes<Isa>(Isa::minimum(a.v, b.v));
}

MARBLEMAZE_INLINE double square_root(double x) { return std::sqrt(x); }
template <class Isa>
MARBLEMAZE_INLINE Lanes<Isa> square_root(Lanes<Isa> x) {
  return Lanes<Isa>(Isa::square_root(x.v));
}

/// Vector with three components, indexed as in GLM.
template <class Real>
struct Vec3 {
  Real c[3];

  MARBLEMAZE_INLINE Real& operator[](int i) { return c[i]; }
  MARBLEMAZE_INLINE const Real& operator[](int i) const { return c[i]; }
  MARBLEMAZE_INLINE Vec3 operator+(const Vec3& o) const {
    return {{c[0] + o[0], c[1] + o[1], c[2] + o[2]}};
  }
  MARBLEMAZE_INLINE Vec3 operator-(const Vec3& o) const {
    return {{c[0] - o[0], c[1] - o[1], c[2] - o[2]}};
  }
  MARBLEMAZE_INLINE Vec3 operator*(Real s) const { return {{c[0] * s, c[1] * s, c[2] * s}}; }
};
template <class Real>
MARBLEMAZE_INLINE Real dot(const Vec3<Real>& a, const Vec3<Real>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <class Real>
MARBLEMAZE_INLINE Vec3<Real> cross(const Vec3<Real>& a, const Vec3<Real>& b) {
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}

}  // namespace marblemaze

#pragma GCC diagnostic pop
