#include "maze/base/arithmetic/transcendental.h"

#include <array>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>
#include <mpfr.h>

#include "maze/base/hash.h"
#include "maze/base/random.h"

namespace marblemaze {
namespace {

constexpr int kInputs = 100'000;

/// A number with 200 bits.
class Exact {
 public:
  explicit Exact(double value = 0) {
    mpfr_init2(number_, 200);
    mpfr_set_d(number_, value, MPFR_RNDN);
  }
  Exact(const Exact&) = delete;
  Exact& operator=(const Exact&) = delete;
  ~Exact() { mpfr_clear(number_); }

  mpfr_ptr get() { return number_; }

  /// Returns the distance of `value` from this number, in units of the last place of this number.
  double error_of(double value) {
    const double nearest = std::abs(mpfr_get_d(number_, MPFR_RNDN));
    if (nearest == 0) return value == 0 ? 0 : std::numeric_limits<double>::infinity();
    int exponent = 0;
    std::frexp(nearest, &exponent);
    mpfr_sub_d(number_, number_, value, MPFR_RNDN);
    mpfr_mul_2si(number_, number_, 53 - exponent, MPFR_RNDN);
    return std::abs(mpfr_get_d(number_, MPFR_RNDN));
  }

 private:
  mpfr_t number_;
};

using OfOne = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using OfTwo = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

double error(double value, OfOne function, double x) {
  Exact result, argument(x);
  function(result.get(), argument.get(), MPFR_RNDN);
  return result.error_of(value);
}

double error(double value, OfTwo function, double x, double y) {
  Exact result, first(x), second(y);
  function(result.get(), first.get(), second.get(), MPFR_RNDN);
  return result.error_of(value);
}

/// Returns the largest error over many random arguments, and writes it to the test's XML.
double largest(const std::function<double(Rng&)>& error_of_a_draw) {
  Rng rng(1);
  double most = 0;
  for (int i = 0; i < kInputs; ++i) most = std::max(most, error_of_a_draw(rng));
  ::testing::Test::RecordProperty("largest_error", std::to_string(most));
  std::printf("largest error %.3f\n", most);
  return most;
}

/// Returns a random number of either sign with a magnitude from 2^low to 2^high, uniform in its
/// logarithm.
double of_any_size(Rng& rng, double low, double high) {
  const double size = std::ldexp(1 + rng.unit(), static_cast<int>(rng.between(low, high)));
  return rng.bits() & 1 ? size : -size;
}

TEST(Transcendental, SineAndCosineAreOffByLessThanOneUnitInTheLastPlaceUpToAMillionRadians) {
  EXPECT_LT(largest([](Rng& rng) {
              const double x = rng.bits() & 1 ? rng.between(-7, 7) : of_any_size(rng, -60, 20);
              const SineCosine value = sine_cosine(x);
              return std::max(error(value.sine, mpfr_sin, x), error(value.cosine, mpfr_cos, x));
            }),
            1);
}

TEST(Transcendental, SineAndCosineStayExactNextToMultiplesOfAQuarterTurn) {
  double most = 0;
  for (int quarters = -660'000; quarters <= 660'000; quarters += 11) {
    const double x = quarters * 1.5707963267948966;
    const SineCosine value = sine_cosine(x);
    most = std::max({most, error(value.sine, mpfr_sin, x), error(value.cosine, mpfr_cos, x)});
  }
  EXPECT_LT(most, 1);
}

TEST(Transcendental, SmallTurnsAreOffByLessThanOneUnitInTheLastPlace) {
  EXPECT_LT(largest([](Rng& rng) {
              const double square =
                  rng.bits() & 1 ? rng.between(0, 0.6168) : std::abs(of_any_size(rng, -90, -2));
              const SmallTurn value = small_turn(square);
              Exact angle(square), sine, cosine;
              mpfr_sqrt(angle.get(), angle.get(), MPFR_RNDN);
              mpfr_sin_cos(sine.get(), cosine.get(), angle.get(), MPFR_RNDN);
              mpfr_div(sine.get(), sine.get(), angle.get(), MPFR_RNDN);
              return std::max(sine.error_of(value.sine_over_angle), cosine.error_of(value.cosine));
            }),
            1);
}

TEST(Transcendental, ArcTangentIsOffByLessThanOneUnitInTheLastPlace) {
  EXPECT_LT(largest([](Rng& rng) {
              const bool any = rng.bits() & 1;
              const double y = any ? of_any_size(rng, -300, 300) : rng.between(-1, 1);
              const double x = any ? of_any_size(rng, -300, 300) : rng.between(-1, 1);
              return error(arc_tangent(y, x), mpfr_atan2, y, x);
            }),
            1);
}

TEST(Transcendental, ArcTangentAgreesWithTheCLibraryOnTheAxes) {
  for (const double y : {-1.0, -0.0, 0.0, 1.0})
    for (const double x : {-1.0, 0.0, 1.0}) {
      if (x == 0 && y == 0) continue;
      EXPECT_EQ(arc_tangent(y, x), std::atan2(y, x)) << y << " " << x;
      EXPECT_EQ(std::signbit(arc_tangent(y, x)), std::signbit(y));
    }
  EXPECT_EQ(arc_tangent(0, 0), 0);
}

TEST(Transcendental, ArcCosineIsOffByLessThanOneUnitInTheLastPlace) {
  EXPECT_LT(largest([](Rng& rng) {
              const double x =
                  rng.bits() & 1 ? rng.between(-1, 1) : 1 - std::abs(of_any_size(rng, -53, -1));
              return error(arc_cosine(x), mpfr_acos, x);
            }),
            1);
  EXPECT_EQ(arc_cosine(1), 0);
  EXPECT_EQ(arc_cosine(-1), std::acos(-1.0));
  EXPECT_EQ(arc_cosine(0), std::acos(0.0));
}

TEST(Transcendental, ExponentialIsOffByLessThanOneUnitInTheLastPlace) {
  EXPECT_LT(largest([](Rng& rng) {
              const double x = rng.bits() & 1 ? rng.between(-708, 709) : of_any_size(rng, -60, 8);
              return error(exponential(x), mpfr_exp, x);
            }),
            1);
  EXPECT_EQ(exponential(0), 1);
  EXPECT_EQ(exponential(-1000), 0);
}

TEST(Transcendental, BinaryLogarithmIsOffByLessThanOneUnitInTheLastPlace) {
  EXPECT_LT(largest([](Rng& rng) {
              const double x =
                  rng.bits() & 1 ? rng.between(0.5, 2) : std::abs(of_any_size(rng, -299, 299));
              return error(binary_logarithm(x), mpfr_log2, x);
            }),
            1);
}

TEST(Transcendental, BinaryLogarithmOfAPowerOfTwoIsExact) {
  for (int n = -300; n <= 300; ++n) EXPECT_EQ(binary_logarithm(std::ldexp(1.0, n)), n);
}

TEST(Transcendental, PowerIsOffByLessThanOneUnitInTheLastPlace) {
  EXPECT_LT(largest([](Rng& rng) {
              const double base =
                  rng.bits() & 1 ? rng.unit() + 0x1p-60 : std::abs(of_any_size(rng, -299, 299));
              const double most = 690 / std::abs(std::log(base));
              const double exponent = rng.between(-1, 1) * std::min(most, 1e6);
              return error(power(base, exponent), mpfr_pow, base, exponent);
            }),
            1);
  EXPECT_EQ(power(1, 1.0 / 120), 1);
  EXPECT_EQ(power(0, 0.5), 0);
  EXPECT_EQ(power(0, 0), 1);
}

TEST(Transcendental, GivesTheSameBitsOnEveryTarget) {
  Rng rng(2);
  Hash hash;
  for (int i = 0; i < kInputs; ++i) {
    const double x = rng.between(0, 1), y = rng.between(-1, 1);
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
