#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "maze/base/json.h"
#include "maze/base/random.h"

namespace marblemaze {

constexpr double kZ95 = 1.96;  ///< 95 % of the standard normal distribution lie within
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Size, mean and variance of values of equal weight.
struct Sample {
  int n = 0;
  double mean = kUnknown;      ///< NaN if there is no value
  double variance = kUnknown;  ///< unbiased (n - 1 in the denominator); NaN for fewer than two

  /// Standard error of the mean; NaN for fewer than two values.
  [[nodiscard]] double standard_error() const;
};
[[nodiscard]] Sample sample_of(const std::vector<double>& values);

/// Returns the smallest value that at least this share of the values do not exceed; NaN if there is
/// no value. Requires: 0 < share <= 1.
[[nodiscard]] double quantile(std::vector<double> values, double share);

/// Returns the share of Student's t distribution within -t to t, 0 to 1, by the finite sums for
/// whole degrees of freedom (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4).
/// Requires: t >= 0, freedom >= 1.
[[nodiscard]] double student_within(double t, int freedom);
/// Returns the t within which 95 % of that distribution lie. Above 2,000 degrees it is that of
/// 2,000, within 0.0013 of the normal distribution's.
[[nodiscard]] double student_95(int freedom);

// ---- estimates

/// A figure with its 95 % interval. NaN stands for unknown: the mean of nothing, or the interval of
/// a single value.
struct Estimate {
  double value = 0;
  double low = 0, high = 0;
};

/// Returns a share in per cent with Wilson's score interval (Wilson 1927), which stays within 0 to
/// 100 and is accurate near both.
[[nodiscard]] Estimate share(int hits, int n);
/// Returns the mean with Student's interval (Student 1908). Of paired differences, it is the
/// interval of the paired t test.
[[nodiscard]] Estimate student_mean(const std::vector<double>& values);
/// Returns the same, cut off at 0 if no value is negative.
[[nodiscard]] Estimate mean(const std::vector<double>& values);
/// Returns the same of percentages, cut off at 0 and 100.
[[nodiscard]] Estimate mean_percentage(const std::vector<double>& values);

/// Values by maze. Runs in the same maze resemble each other, so the intervals below are over the
/// choice of mazes: those of the ratio estimator for clusters (Cochran 1977, section 9.3) with
/// Student's t. With one value per maze they are those above.
using Clusters = std::vector<std::vector<double>>;
[[nodiscard]] std::vector<double> joined(const Clusters& clusters);
[[nodiscard]] Estimate clustered_mean(const Clusters& values);
/// Returns the same without the cut at 0, for differences.
[[nodiscard]] Estimate clustered_difference(const Clusters& values);
/// Requires: each value is 0 or 100.
[[nodiscard]] Estimate clustered_share(const Clusters& hits);

/// Returns the 95 % percentile interval of a bootstrap (Efron 1979) as low and high: `draw`
/// computes a figure of one resample, 2,000 times. NaN is left out, and NaN is returned if most are
/// NaN. The same seed gives the same interval.
[[nodiscard]] Estimate bootstrapped(std::uint64_t seed, const std::function<double(Rng&)>& draw);

// ---- differences of two samples

/// Difference between a figure of ours and one of the thesis, and how large a difference chance
/// alone explains. NaN if our mazes cannot tell.
struct Difference {
  double value = kUnknown;           ///< ours less the thesis's
  double standard_error = kUnknown;  ///< standard error of the difference of both samples
  int freedom = 0;                   ///< degrees of Student's t; 0: the normal distribution

  /// How large a difference chance explains 95 times in 100.
  [[nodiscard]] double margin() const;
  /// The difference in standard errors.
  [[nodiscard]] double z() const;
  /// Could one rule have made both? False if the margin is unknown.
  [[nodiscard]] bool inside() const;
};

/// Compares means over mazes. The thesis does not report how its values spread: they are taken to
/// spread as ours do, s sqrt(1/n + 1/m) with our s, so that the difference has Student's t
/// distribution with n - 1 degrees.
[[nodiscard]] Difference mean_difference(const Sample& ours, double theirs, int their_n);
/// Compares mean numbers of events per maze. The variance is ours, which shows how far events are
/// overdispersed, but at least that of a Poisson distribution of the two samples' common mean, and
/// at least 0.0099: if we saw no event, or one, our spread alone would call everything outside.
[[nodiscard]] Difference count_difference(const Sample& ours, double theirs, int their_n);
/// Compares shares in per cent by the pooled two-sample z test, with p(1-p) at least 0.0099, the
/// variance of a share of one in a hundred.
[[nodiscard]] Difference share_difference(double pct, int n, double other_pct, int other_n);

// ---- text

/// Returns "12.3", or a dash if the value is unknown.
[[nodiscard]] std::string number_text(double value, int decimals);
/// Returns "9.8 to 14.1".
[[nodiscard]] std::string interval_text(const Estimate& estimate, int decimals = 1);
/// Returns "12.3 (9.8 to 14.1)", without the interval if it is unknown.
[[nodiscard]] std::string estimate_text(const Estimate& estimate, int decimals = 1);
/// Rounds to four decimals, so that figures in JSON are the same on every machine.
[[nodiscard]] double four_decimals(double value);
/// Returns {"value", "low", "high"}, with null for unknown.
[[nodiscard]] Json estimate_json(const Estimate& estimate);

}  // namespace marblemaze
