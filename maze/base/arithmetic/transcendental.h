#pragma once

#include "maze/base/arithmetic/angles.h"  // sine_cosine(), arc_tangent()

namespace marblemaze {

// All sines, logarithms and similar functions that affect a result. They use only IEEE additions,
// multiplications, divisions and square roots, so all machines and compilers produce bit-identical
// results. C libraries differ in these functions, and glibc even selects them by processor. The
// error of each function is below 1 unit in the last place (measured against MPFR in
// transcendental_test.cpp).

/// Returns the arc cosine in rad, from 0 to pi. Requires: -1 <= cosine <= 1.
[[nodiscard]] double arc_cosine(double cosine);

/// Returns e^x, or 0 if x is below -708, where results would lose precision. Requires: x <= 709.
[[nodiscard]] double exponential(double x);

/// Returns the logarithm to base 2, which is exact for powers of two. Requires: x is from 2^-300 to
/// 2^300.
[[nodiscard]] double binary_logarithm(double x);

/// Returns base^exponent; 0 to the power of 0 is 1. Requires: the base is 0 or from 2^-300 to
/// 2^300, the result is below 2^1000, and the exponent is not negative if the base is 0.
[[nodiscard]] double power(double base, double exponent);

struct SmallTurn {
  double sine_over_angle, cosine;
};
/// Returns sin(a)/a and cos(a), given a². Physics steps use it for rotations whose angle is the
/// length of a vector: it needs no square root and no division, and takes a fifth of the time of
/// sine_cosine(). Requires: 0 <= a² <= (pi/4)².
[[nodiscard]] SmallTurn small_turn(double square);

}  // namespace marblemaze
