#pragma once

#include <cfloat>
#include <limits>

namespace marblemaze {

static_assert(std::numeric_limits<double>::is_iec559 && FLT_EVAL_METHOD == 0,
              "results need doubles that are rounded after each operation, so no x87");
#ifdef __FAST_MATH__
#error "results need IEEE arithmetic: compile without -ffast-math"
#endif

/// A number as the sum of two doubles, about 106 bits: `low` is at most half a unit in the last
/// place of `high`. The operations are those of Dekker, "A floating-point technique for extending
/// the available precision" (1971), and Knuth (TAOCP 2, 4.2.2). Magnitudes from 2^-400 to 2^400.
struct DoublePair {
  double high = 0, low = 0;
};

/// a + b exactly, where |a| >= |b| or a is 0.
inline DoublePair ordered_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a + b exactly.
inline DoublePair exact_sum(double a, double b) {
  const double sum = a + b, b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// a * b exactly, without a fused multiply-add, which not every processor has.
inline DoublePair exact_product(double a, double b) {
  constexpr double kSplitter = 0x1p27 + 1;
  const auto upper_half = [](double x) {
    const double scaled = kSplitter * x;
    return scaled - (scaled - x);
  };
  const double product = a * b;
  const double a1 = upper_half(a), a2 = a - a1, b1 = upper_half(b), b2 = b - b1;
  return {product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

inline DoublePair operator-(DoublePair a) { return {-a.high, -a.low}; }

inline DoublePair operator+(DoublePair a, DoublePair b) {
  const DoublePair highs = exact_sum(a.high, b.high), lows = exact_sum(a.low, b.low);
  const DoublePair sum = ordered_sum(highs.high, highs.low + lows.high);
  return ordered_sum(sum.high, sum.low + lows.low);
}

inline DoublePair operator-(DoublePair a, DoublePair b) { return a + -b; }

inline DoublePair operator*(DoublePair a, DoublePair b) {
  const DoublePair product = exact_product(a.high, b.high);
  return ordered_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

inline DoublePair operator/(DoublePair a, DoublePair b) {
  const double quotient = a.high / b.high;
  const DoublePair rest = a - b * DoublePair{quotient};
  return ordered_sum(quotient, rest.high / b.high);
}

}  // namespace marblemaze
