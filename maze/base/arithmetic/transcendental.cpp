#include "maze/base/arithmetic/transcendental.h"

#include <cassert>
#include <cfloat>
#include <cmath>
#include <limits>

namespace marblemaze {
namespace {

using namespace arithmetic;

static_assert(std::numeric_limits<double>::is_iec559 && FLT_EVAL_METHOD == 0,
              "results need doubles that are rounded after each operation, so no x87");
#ifdef __FAST_MATH__
#error "results need IEEE arithmetic: compile without -ffast-math"
#endif

constexpr DoublePair kLogarithmOf2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
constexpr DoublePair kThird{0x1.5555555555555p-2, 0x1.5555555555555p-56};

DoublePair natural_logarithm(double x) {
  // Twice the inverse hyperbolic tangent of s: s + s³/3 + s⁵/5 ..., |s| <= 0.172.
  const auto series = [](double square) {
    return polynomial(square, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15, 1.0 / 17,
                      1.0 / 19, 1.0 / 21, 1.0 / 23, 1.0 / 25, 1.0 / 27);
  };
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);
  if (mantissa < 0x1.6a09e667f3bcdp-1) {  // the root of 1/2
    mantissa *= 2;
    --exponent;
  }
  const DoublePair s = DoublePair{mantissa - 1} / exact_sum(mantissa, 1), square = s * s;
  const double tail = square.high * square.high * series(square.high);
  const DoublePair factor = DoublePair{1} + (square * kThird + DoublePair{tail});
  return DoublePair{2} * s * factor + kLogarithmOf2 * DoublePair{static_cast<double>(exponent)};
}

double exponential(DoublePair x) {
  assert(x.high <= 709);
  if (x.high < -708) return 0;
  const double doublings = std::floor(x.high / kLogarithmOf2.high + 0.5);
  const DoublePair rest = x - kLogarithmOf2 * DoublePair{doublings};  // at most ln(2) / 2
  const double square = rest.high * rest.high;
  const DoublePair linear = exact_sum(1, rest.high);
  const double small =
      rest.low * (1 + rest.high) +
      square * polynomial(rest.high, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040,
                          1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600,
                          1.0 / 6227020800, 1.0 / 87178291200);
  return std::ldexp(linear.high + (linear.low + small), static_cast<int>(doublings));
}

}  // namespace

double arc_cosine(double cosine) {
  assert(std::abs(cosine) <= 1);
  const DoublePair square = DoublePair{1} - exact_product(cosine, cosine);
  const double root = std::sqrt(square.high);
  if (root == 0) return cosine > 0 ? 0 : 2 * kHalfPi;
  const DoublePair sine = ordered_sum(root, (square - exact_product(root, root)).high / (2 * root));
  return arc_tangent_above(sine, {cosine});
}

double exponential(double x) { return exponential(DoublePair{x}); }

double binary_logarithm(double x) {
  assert(in_range(x));
  return (natural_logarithm(x) / kLogarithmOf2).high;
}

double power(double base, double exponent) {
  assert(base == 0 ? exponent >= 0 : in_range(base));
  if (base == 0) return exponent == 0 ? 1 : 0;
  return exponential(natural_logarithm(base) * DoublePair{exponent});
}

SmallTurn small_turn(double square) {
  assert(square >= 0 && square < 0.617);
  return {1 + square * sine_rest(square), cosine_near_zero(square, 0)};
}

}  // namespace marblemaze
