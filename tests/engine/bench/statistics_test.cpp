#include "engine/bench/statistics.h"

#include <cmath>

#include <gtest/gtest.h>

namespace marblemaze {
namespace {

TEST(Statistics, StudentQuantilesMatchPublishedTables) {
  const std::vector<std::pair<int, double>> printed{
      {1, 12.706}, {2, 4.303},  {3, 3.182},  {4, 2.776},  {5, 2.571},  {9, 2.262},  {10, 2.228},
      {15, 2.131}, {20, 2.086}, {25, 2.060}, {29, 2.045}, {30, 2.042}, {60, 2.000}, {120, 1.980}};
  for (const auto& [freedom, quantile] : printed)
    EXPECT_NEAR(student_95(freedom), quantile, 0.0005) << freedom;
  EXPECT_NEAR(student_95(100000), 1.960, 0.0013);
}

TEST(Statistics, TheIntervalOfAMeanOfPercentagesStaysAmongPercentages) {
  const Estimate certain = mean_percentage({100, 100, 10});
  EXPECT_NEAR(certain.value, 70, 1e-12);
  EXPECT_EQ(certain.low, 0);
  EXPECT_EQ(certain.high, 100);
  EXPECT_TRUE(std::isnan(mean_percentage({100}).high)) << "one value has no spread";
  EXPECT_EQ(mean({0, 0, 0, 9}).low, 0);
  EXPECT_LT(mean({-2, 1}).low, -2) << "of values that can be negative";
}

TEST(Estimate, PrintsNoNegativeZero) {
  EXPECT_EQ(number_text(-0.04, 1), "0.0");
  EXPECT_EQ(number_text(-0.05001, 1), "-0.1");
  EXPECT_EQ(interval_text({0, -0.01, 12.34}), "0.0 to 12.3");
}

// R. G. Newcombe, Statistics in Medicine 17 (1998) 857, Table I, method 3.
TEST(Statistics, IntervalsOfProportionsMatchPublishedValues) {
  const auto expect = [](int hits, int n, double low, double high) {
    EXPECT_NEAR(proportion(hits, n).low, 100 * low, 0.005) << hits << " of " << n;
    EXPECT_NEAR(proportion(hits, n).high, 100 * high, 0.005) << hits << " of " << n;
  };
  expect(81, 263, 0.2553, 0.3662);
  expect(15, 148, 0.0624, 0.1605);
  expect(0, 20, 0.0000, 0.1611);
  expect(1, 29, 0.0061, 0.1718);
}

TEST(Bootstrap, IntervalHasTheWidthForTheMeanOfTheResamples) {
  // The mean of 40 values, half of them 0 and half 1, has a standard error of sqrt(0.25 / 40) =
  // 0.079.
  const auto draw = [](Rng& rng) {
    double sum = 0;
    for (int i = 0; i < 40; ++i) sum += static_cast<double>(rng.uniform_int(2));
    return sum / 40;
  };
  const Estimate mean = bootstrapped(1, draw);
  EXPECT_NEAR(mean.low, 0.5 - 1.96 * 0.079, 0.03);
  EXPECT_NEAR(mean.high, 0.5 + 1.96 * 0.079, 0.03);
  EXPECT_EQ(bootstrapped(1, draw).low, mean.low) << "the same seed";
  EXPECT_TRUE(std::isnan(bootstrapped(1, [](Rng&) { return kUnknown; }).low));
}

TEST(Clusters, SingleValuesFormAPlainSample) {
  EXPECT_EQ(clustered_mean({{1}, {5}, {}, {9}}).high, mean({1, 5, 9}).high);
  EXPECT_EQ(clustered_proportion({{100}, {0}, {100}}).low, proportion(2, 3).low);
}

TEST(Clusters, EqualSizedClustersGiveTheIntervalOfTheClusterMeans) {
  const Estimate all = clustered_mean({{1, 3}, {4, 6}, {9, 13}}), means = mean({2, 5, 11});
  EXPECT_DOUBLE_EQ(all.value, 6);
  EXPECT_NEAR(all.low, means.low, 1e-12);
  EXPECT_NEAR(all.high, means.high, 1e-12);
  EXPECT_TRUE(std::isnan(clustered_mean({{1, 3}}).low)) << "one maze tells nothing about others";
}

}  // namespace
}  // namespace marblemaze
