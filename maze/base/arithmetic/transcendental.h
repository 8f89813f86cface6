#pragma once

namespace marblemaze {

// Elementary functions with bit-identical results on all machines and compilers. The implementation
// uses only IEEE additions, multiplications, divisions and square roots. Code whose results must be
// reproducible calls these functions, because C libraries differ in the last bits. The error of
// each function is below 1 unit in the last place (see transcendental_test.cpp).

struct SineCosine {
  double sine, cosine;
};

/// Returns the sine and cosine of an angle in rad. Requires: |angle| <= 2^20.
[[nodiscard]] SineCosine sine_cosine(double angle);

/// Returns the angle of the point (x, y) in rad, from -pi to pi. Requires: each coordinate is 0 or
/// has a magnitude from 2^-300 to 2^300.
[[nodiscard]] double arc_tangent(double y, double x);

/// Returns the arc cosine in rad, from 0 to pi. Requires: -1 <= cosine <= 1.
[[nodiscard]] double arc_cosine(double cosine);

/// Returns e^x, or 0 if x is below -708, where results would lose precision. Requires: x <= 709.
[[nodiscard]] double exponential(double x);

/// Returns the base-2 logarithm of x. Exact for powers of two. Requires: 2^-300 <= x <= 2^300.
[[nodiscard]] double binary_logarithm(double x);

/// Returns base^exponent. power(0, 0) is 1. Requires: the base is 0 or from 2^-300 to 2^300, and
/// the result is below 2^1000. If the base is 0, the exponent must not be negative.
[[nodiscard]] double power(double base, double exponent);

struct SmallTurn {
  double sine_over_angle, cosine;
};
/// Returns sin(a)/a and cos(a), given a². Physics steps call this function for rotation vectors,
/// because it takes a fifth of the time of sine_cosine(). Requires: 0 <= a² <= (pi/4)².
[[nodiscard]] SmallTurn small_turn(double square);

}  // namespace marblemaze
