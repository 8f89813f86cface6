#pragma once

namespace marblemaze {

// The program's only sines, logarithms and the like: every one that reaches a result is made of
// IEEE additions, multiplications, divisions and roots alone, so that all machines and compilers
// give the same bits. C libraries differ here, and glibc even chooses by the processor. Each is off
// by less than 1 unit in the last place (measured against MPFR; transcendental_test.cpp).

struct SineCosine {
  double sine, cosine;
};
/// Of an angle in rad, |angle| <= 2^20.
[[nodiscard]] SineCosine sine_cosine(double angle);

/// The angle of the point (x, y) in rad, -pi to pi, as std::atan2. Finite; each magnitude 0 or from
/// 2^-300 to 2^300.
[[nodiscard]] double arc_tangent(double y, double x);

/// 0 to pi, in rad, of -1 <= cosine <= 1.
[[nodiscard]] double arc_cosine(double cosine);

/// e^x; 0 below -708, where results would lose bits. x <= 709.
[[nodiscard]] double exponential(double x);

/// Of x from 2^-300 to 2^300; exact for powers of two.
[[nodiscard]] double binary_logarithm(double x);

/// base^exponent of a base that is 0 or from 2^-300 to 2^300, with a result below 2^1000. 0 to the
/// power of 0 is 1; a base of 0 has no negative exponent.
[[nodiscard]] double power(double base, double exponent);

struct SmallTurn {
  double sine_over_angle, cosine;
};
/// sin(a)/a and cos(a) from a², 0 <= a² <= (pi/4)²: for a turn in a step of physics, whose angle is
/// the length of a vector. Needs neither the root nor a division, and costs a fifth of the above.
[[nodiscard]] SmallTurn small_turn(double square);

}  // namespace marblemaze
