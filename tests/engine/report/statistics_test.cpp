#include "engine/report/statistics.h"

#include <cmath>

#include <gtest/gtest.h>

namespace marblemaze {
namespace {

TEST(Statistics, StudentsQuantilesAreThoseOfPrintedTables) {
  const std::vector<std::pair<int, double>> printed{
      {1, 12.706}, {2, 4.303},  {3, 3.182},  {4, 2.776},  {5, 2.571},  {9, 2.262},  {10, 2.228},
      {15, 2.131}, {20, 2.086}, {25, 2.060}, {29, 2.045}, {30, 2.042}, {60, 2.000}, {120, 1.980}};
  for (const auto& [freedom, quantile] : printed)
    EXPECT_NEAR(student_95(freedom), quantile, 0.0005) << freedom;
  EXPECT_NEAR(student_95(100000), 1.960, 0.0013);
}

TEST(Statistics, StudentsDistributionOfOneDegreeIsCauchys) {
  EXPECT_NEAR(student_within(1, 1), 0.5, 1e-15);               // 2/pi atan(1)
  EXPECT_NEAR(student_within(1, 2), 1 / std::sqrt(3), 1e-15);  // t / sqrt(2 + t²)
  EXPECT_DOUBLE_EQ(student_within(0, 7), 0);
}

// Student's own example: tenths of hours of sleep gained under two drugs by ten patients
// (Biometrika 6, 1908).
TEST(Statistics, TheIntervalOfAMeanIsThatOfStudentsSleepers) {
  const Sample gained = sample_of({12, 24, 13, 13, 0, 10, 18, 8, 46, 14});
  EXPECT_NEAR(gained.mean, 15.8, 1e-12);
  EXPECT_NEAR(gained.mean / gained.standard_error(), 4.0621, 5e-5);
  const double half = student_95(gained.n - 1) * gained.standard_error();
  EXPECT_NEAR(gained.mean - half, 7.001, 5e-4);
  EXPECT_NEAR(gained.mean + half, 24.599, 5e-4);
}

TEST(Statistics, TheIntervalOfAMeanOfPercentagesStaysAmongPercentages) {
  const Estimate certain = mean_percentage({100, 100, 10});
  EXPECT_NEAR(certain.value, 70, 1e-12);
  EXPECT_EQ(certain.low, 0);
  EXPECT_EQ(certain.high, 100);
  EXPECT_TRUE(std::isnan(mean_percentage({100}).high)) << "one value has no spread";
}

TEST(Estimate, IsReadWithoutAMinusBeforeNothing) {
  EXPECT_EQ(number_text(-0.04, 1), "0.0");
  EXPECT_EQ(number_text(-0.05001, 1), "-0.1");
  EXPECT_EQ(interval_text({0, -0.01, 12.34}), "0.0 to 12.3");
}

TEST(Statistics, OneValueHasAMeanAndNoSpread) {
  EXPECT_DOUBLE_EQ(sample_of({3}).mean, 3);
  EXPECT_TRUE(std::isnan(sample_of({3}).variance));
  EXPECT_TRUE(std::isnan(sample_of({}).mean));
}

// R. G. Newcombe, Statistics in Medicine 17 (1998) 857, Table I, method 3.
TEST(Statistics, IntervalsOfSharesAreThePublishedOnes) {
  const auto expect = [](int hits, int n, double low, double high) {
    EXPECT_NEAR(share(hits, n).low, 100 * low, 0.005) << hits << " of " << n;
    EXPECT_NEAR(share(hits, n).high, 100 * high, 0.005) << hits << " of " << n;
  };
  expect(81, 263, 0.2553, 0.3662);
  expect(15, 148, 0.0624, 0.1605);
  expect(0, 20, 0.0000, 0.1611);
  expect(1, 29, 0.0061, 0.1718);
}

TEST(Statistics, TheInterquartileMeanLeavesOutAQuarterAtEachEndAsScipyDoes) {
  // scipy.stats.trim_mean(range(20), 0.25) and of 0, 1, 5, 100, 7.
  std::vector<double> twenty;
  twenty.reserve(20);
  for (int i = 0; i < 20; ++i) twenty.push_back(i);
  EXPECT_DOUBLE_EQ(interquartile_mean(twenty), 9.5);
  EXPECT_DOUBLE_EQ(interquartile_mean({0, 1, 5, 100, 7}), 13.0 / 3);
  EXPECT_TRUE(std::isnan(interquartile_mean({})));
}

TEST(Bootstrap, HasTheWidthOfTheMeanOfDrawsWithinEachStratum) {
  // Ten problems with runs of 0 and 1 in equal parts: a mean of 40 runs has a standard error of
  // sqrt(0.25 / 40) = 0.079.
  const std::vector<std::vector<double>> strata(10, {0, 1, 0, 1});
  const auto mean_of = [](const std::vector<double>& values) { return sample_of(values).mean; };
  const Estimate mean = bootstrapped(strata, mean_of);
  EXPECT_DOUBLE_EQ(mean.value, 0.5);
  EXPECT_NEAR(mean.low, 0.5 - 1.96 * 0.079, 0.03);
  EXPECT_NEAR(mean.high, 0.5 + 1.96 * 0.079, 0.03);
  EXPECT_DOUBLE_EQ(bootstrapped({{1}, {3}}, mean_of).low, 2) << "single runs tell of no spread";
}

}  // namespace
}  // namespace marblemaze
