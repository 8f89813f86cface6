#include "maze/base/arithmetic/transcendental.h"

#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "maze/base/hash.h"
#include "maze/base/random.h"

namespace marblemaze {
namespace {

long double exact(double x) { return x; }

/// Returns the error of a value in units in the last place (ULP). The reference is a `long double`
/// function, with an error of a thousandth of an ULP.
double error(double value, long double truth) {
  const double nearest = std::abs(static_cast<double>(truth));
  if (nearest == 0) return value == 0 ? 0 : std::numeric_limits<double>::infinity();
  int exponent = 0;
  std::frexp(nearest, &exponent);
  return std::abs(static_cast<double>(std::ldexp(truth - value, 53 - exponent)));
}

/// Returns a random number of either sign, with a magnitude that is log-uniform from 2^low to
/// 2^high.
double of_any_size(Rng& rng, double low, double high) {
  const double size = std::ldexp(1 + rng.uniform(), static_cast<int>(rng.uniform(low, high)));
  return rng.bits() & 1 ? size : -size;
}

double worst_of_sine_and_cosine(double x) {
  const SineCosine value = sine_cosine(x);
  return std::max(error(value.sine, std::sin(exact(x))), error(value.cosine, std::cos(exact(x))));
}

TEST(Transcendental, EachFunctionIsOffByLessThanOneUnitInTheLastPlace) {
  if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "no exact reference";
  struct Function {
    const char* name;
    std::function<double(Rng&, bool)> error;  ///< for a random argument, of any or typical size
  };
  const Function functions[]{
      {"sine and cosine",
       [](Rng& rng, bool any) {
         return worst_of_sine_and_cosine(any ? of_any_size(rng, -60, 20) : rng.uniform(-7, 7));
       }},
      {"small turn",
       [](Rng& rng, bool any) {
         const double square = any ? std::abs(of_any_size(rng, -90, -2)) : rng.uniform(0, 0.6168);
         const SmallTurn value = small_turn(square);
         const long double angle = std::sqrt(static_cast<long double>(square));
         return std::max(error(value.sine_over_angle, std::sin(angle) / angle),
                         error(value.cosine, std::cos(angle)));
       }},
      {"arc tangent",
       [](Rng& rng, bool any) {
         const double y = any ? of_any_size(rng, -300, 300) : rng.uniform(-1, 1);
         const double x = any ? of_any_size(rng, -300, 300) : rng.uniform(-1, 1);
         return error(arc_tangent(y, x), std::atan2(exact(y), exact(x)));
       }},
      {"arc cosine",
       [](Rng& rng, bool any) {
         const double x = any ? 1 - std::abs(of_any_size(rng, -53, -1)) : rng.uniform(-1, 1);
         return error(arc_cosine(x), std::acos(exact(x)));
       }},
      {"exponential",
       [](Rng& rng, bool any) {
         const double x = any ? of_any_size(rng, -60, 8) : rng.uniform(-708, 709);
         return error(exponential(x), std::exp(exact(x)));
       }},
      {"binary logarithm",
       [](Rng& rng, bool any) {
         const double x = any ? std::abs(of_any_size(rng, -299, 299)) : rng.uniform(0.5, 2);
         return error(binary_logarithm(x), std::log2(exact(x)));
       }},
      {"power", [](Rng& rng, bool any) {
         const double base = any ? std::abs(of_any_size(rng, -299, 299)) : rng.uniform() + 0x1p-60;
         const double most = std::min(690 / std::abs(std::log(base)), 1e6);
         const double exponent = rng.uniform(-1, 1) * most;
         return error(power(base, exponent), std::pow(exact(base), exact(exponent)));
       }}};
  for (const Function& function : functions) {
    Rng rng(1);
    double most = 0;
    for (int i = 0; i < 100'000; ++i) most = std::max(most, function.error(rng, i % 2 == 0));
    EXPECT_LT(most, 1) << function.name;
  }
  for (int quarters = -660'000; quarters <= 660'000; quarters += 11)
    ASSERT_LT(worst_of_sine_and_cosine(quarters * 1.5707963267948966), 1) << quarters;
}

TEST(Transcendental, EndsOfTheRangesAreExact) {
  for (const double y : {-1.0, -0.0, 0.0, 1.0})
    for (const double x : {-1.0, 0.0, 1.0}) {
      if (x == 0 && y == 0) continue;
      EXPECT_EQ(arc_tangent(y, x), std::atan2(y, x)) << y << " " << x;
      EXPECT_EQ(std::signbit(arc_tangent(y, x)), std::signbit(y));
    }
  EXPECT_EQ(arc_tangent(0, 0), 0);
  for (const double x : {-1.0, 0.0, 1.0}) EXPECT_EQ(arc_cosine(x), std::acos(x));
  EXPECT_EQ(exponential(0), 1);
  EXPECT_EQ(exponential(-1000), 0);
  for (int n = -300; n <= 300; ++n) EXPECT_EQ(binary_logarithm(std::ldexp(1.0, n)), n);
  EXPECT_EQ(power(1, 1.0 / 120), 1);
  EXPECT_EQ(power(0, 0.5), 0);
  EXPECT_EQ(power(0, 0), 1);
}

TEST(Transcendental, ResultsAreBitIdenticalOnEveryTarget) {
  Rng rng(2);
  Hash hash;
  for (int i = 0; i < 100'000; ++i) {
    const double x = rng.uniform(0, 1), y = rng.uniform(-1, 1);
    const SineCosine turned = sine_cosine(100 * y);
    const SmallTurn small = small_turn(0.6 * x);
    for (const double value :
         {turned.sine, turned.cosine, small.sine_over_angle, small.cosine, arc_tangent(y, x),
          arc_cosine(y), exponential(20 * y), binary_logarithm(x + 1e-9), power(x + 1e-9, 9 * y)})
      hash.add_number(value);
  }
  EXPECT_EQ(hash.value(), 3129211375647947974u);
}

}  // namespace
}  // namespace marblemaze
