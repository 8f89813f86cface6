#include "maze/base/arithmetic/transcendental.h"

#include <cassert>
#include <cfloat>
#include <cmath>
#include <limits>

namespace marblemaze {
namespace {

static_assert(std::numeric_limits<double>::is_iec559 && FLT_EVAL_METHOD == 0,
              "results need doubles that are rounded after each operation, so no x87");
#ifdef __FAST_MATH__
#error "results need IEEE arithmetic: compile without -ffast-math"
#endif

/// Double-double number: the unevaluated sum of two doubles, with about 106 bits of precision.
/// `low` is at most half a unit in the last place of `high`. The operations follow Dekker, "A
/// floating-point technique for extending the available precision" (1971), and Knuth (TAOCP 2,
/// 4.2.2). The operations support magnitudes from 2^-400 to 2^400.
struct DoublePair {
  double high = 0, low = 0;
};

/// Returns a + b exactly. Requires: |a| >= |b|, or a is 0.
constexpr DoublePair ordered_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

constexpr DoublePair exact_sum(double a, double b) {
  const double sum = a + b, b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// Returns a * b exactly. Does not use fused multiply-add, because some processors do not support
/// it.
constexpr DoublePair exact_product(double a, double b) {
  constexpr double kSplitter = 0x1p27 + 1;
  const auto upper_half = [](double x) {
    const double scaled = kSplitter * x;
    return scaled - (scaled - x);
  };
  const double product = a * b;
  const double a1 = upper_half(a), a2 = a - a1, b1 = upper_half(b), b2 = b - b1;
  return {product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

constexpr DoublePair operator-(DoublePair a) { return {-a.high, -a.low}; }

constexpr DoublePair operator+(DoublePair a, DoublePair b) {
  const DoublePair highs = exact_sum(a.high, b.high), lows = exact_sum(a.low, b.low);
  const DoublePair sum = ordered_sum(highs.high, highs.low + lows.high);
  return ordered_sum(sum.high, sum.low + lows.low);
}

constexpr DoublePair operator-(DoublePair a, DoublePair b) { return a + -b; }

constexpr DoublePair operator*(DoublePair a, DoublePair b) {
  const DoublePair product = exact_product(a.high, b.high);
  return ordered_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

constexpr DoublePair operator/(DoublePair a, DoublePair b) {
  const double quotient = a.high / b.high;
  const DoublePair rest = a - b * DoublePair{quotient};
  return ordered_sum(quotient, rest.high / b.high);
}

// Range reduction in double-double arithmetic (Cody and Waite, "Software Manual for the Elementary
// Functions", 1980) brings each argument close to 0, so a short Taylor series is enough. Only terms
// that affect the last bit need double-double arithmetic.

// The sum of these three numbers is pi/2 to 160 bits.
constexpr double kHalfPi = 0x1.921fb54442d18p+0, kHalfPiLow = 0x1.1a62633145c07p-54,
                 kHalfPiLowest = -0x1.f1976b7ed8fbcp-110;

/// Returns first + x * (second + x * (third + ...)).
template <class... More>
constexpr double polynomial(double x, double first, More... more) {
  if constexpr (sizeof...(more) == 0)
    return first;
  else
    return first + x * polynomial(x, more...);
}

/// Returns (sin(a) - a) / a³ for z = a². Requires: |a| <= pi/4.
constexpr double sine_rest(double z) {
  return polynomial(z, -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800,
                    1.0 / 6227020800, -1.0 / 1307674368000, 1.0 / 355687428096000);
}

/// Returns cos(a + low) for z = a² and `turned` = a·low.
constexpr double cosine_near_zero(double z, double turned) {
  const double rest =
      polynomial(z, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600,
                 -1.0 / 87178291200, 1.0 / 20922789888000, -1.0 / 6402373705728000);
  const double half = 0.5 * z, first = 1 - half;
  return first + (((1 - first) - half) + (z * z * rest - turned));
}

/// Returns atan(y/x). Looks up the arc tangent of the nearest k/16 in a table and adds a series for
/// the small remainder. Requires: 0 <= y <= x and x > 0.
DoublePair arc_tangent_below_one(DoublePair y, DoublePair x) {
  static constexpr DoublePair kOfSixteenths[]{{0, 0},
                                              {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60},
                                              {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
                                              {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58},
                                              {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                              {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
                                              {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
                                              {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56},
                                              {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                              {0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56},
                                              {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
                                              {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
                                              {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                              {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57},
                                              {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
                                              {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56},
                                              {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};
  const double sixteenths = std::floor(16 * (y.high / x.high) + 0.5);
  const DoublePair near{sixteenths / 16};
  const DoublePair rest = (y - x * near) / (x + y * near);  // at most 1/32
  const double square = rest.high * rest.high;
  return kOfSixteenths[static_cast<int>(sixteenths)] +
         ordered_sum(rest.high, rest.low + rest.high * square *
                                               polynomial(square, -1.0 / 3, 1.0 / 5, -1.0 / 7,
                                                          1.0 / 9, -1.0 / 11));
}

/// Returns the angle of (x, y) in [0, pi]. Requires: y >= 0.
double arc_tangent_above(DoublePair y, DoublePair x) {
  const bool behind = x.high < 0;
  if (behind) x = -x;
  if (y.high == 0 && x.high == 0) return 0;
  DoublePair angle = y.high > x.high ? DoublePair{kHalfPi, kHalfPiLow} - arc_tangent_below_one(x, y)
                                     : arc_tangent_below_one(y, x);
  if (behind) angle = DoublePair{2 * kHalfPi, 2 * kHalfPiLow} - angle;
  return angle.high;
}

constexpr bool in_range(double x) { return x >= 0x1p-300 && x <= 0x1p300; }
constexpr bool zero_or_in_range(double x) { return x == 0 || in_range(x < 0 ? -x : x); }

constexpr DoublePair kLogarithmOf2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
constexpr DoublePair kThird{0x1.5555555555555p-2, 0x1.5555555555555p-56};

DoublePair natural_logarithm(double x) {
  // The logarithm of the mantissa is 2 artanh(s) = 2 (s + s³/3 + s⁵/5 + ...) with |s| <= 0.172.
  const auto series = [](double square) {
    return polynomial(square, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15, 1.0 / 17,
                      1.0 / 19, 1.0 / 21, 1.0 / 23, 1.0 / 25, 1.0 / 27);
  };
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);
  if (mantissa < 0x1.6a09e667f3bcdp-1) {  // sqrt(1/2)
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

SineCosine sine_cosine(double angle) {
  assert(std::abs(angle) <= 0x1p20);
  const double quarters = std::floor(angle * 0x1.45f306dc9c883p-1 + 0.5);
  const DoublePair rest = DoublePair{angle} - exact_product(quarters, kHalfPi) -
                          exact_product(quarters, kHalfPiLow) -
                          DoublePair{quarters * kHalfPiLowest};
  const double z = rest.high * rest.high;
  const double sine = rest.high + (rest.low * (1 - 0.5 * z) + rest.high * z * sine_rest(z));
  const double cosine = cosine_near_zero(z, rest.high * rest.low);
  switch (static_cast<int>(quarters) & 3) {
    case 0: return {sine, cosine};
    case 1: return {cosine, -sine};
    case 2: return {-sine, -cosine};
    default: return {-cosine, sine};
  }
}

double arc_tangent(double y, double x) {
  assert(zero_or_in_range(y) && zero_or_in_range(x));
  return std::copysign(arc_tangent_above({std::abs(y)}, {x}), y);
}

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
