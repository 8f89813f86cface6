#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "maze/base/json.h"
#include "maze/base/random.h"

namespace marblemaze {

constexpr double kZ95 = 1.96;  ///< 97.5% quantile of the standard normal distribution
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

struct Sample {
  int n = 0;
  double mean = kUnknown;
  double variance = kUnknown;  ///< unbiased; NaN for n < 2

  [[nodiscard]] double standard_error() const;
};
[[nodiscard]] Sample sample_of(const std::vector<double>& values);

/// Returns the smallest value v such that at least a fraction `share` of the values is not greater
/// than v. Returns NaN if there are no values. Requires: 0 < share <= 1.
[[nodiscard]] double quantile(std::vector<double> values, double share);

/// Returns the two-sided 95% critical value of Student's t distribution. Above 2,000 degrees of
/// freedom, returns the value for 2,000, which differs from the normal value by at most 0.0013.
/// Requires: freedom >= 1.
[[nodiscard]] double student_95(int freedom);

// ---- estimates

/// Estimate with a 95% confidence interval. NaN means unknown, for example the mean of an empty
/// sample or the interval of a single value.
struct Estimate {
  double value = 0;
  double low = 0, high = 0;
};

/// Returns a proportion in percent with Wilson's score interval (Wilson 1927), which stays within 0
/// to 100 and is accurate near both ends.
[[nodiscard]] Estimate proportion(int hits, int n);
/// Returns the mean with Student's t interval (Student 1908). For paired differences, this is the
/// interval of the paired t test.
[[nodiscard]] Estimate student_mean(const std::vector<double>& values);
/// Returns student_mean(). If no value is negative, the lower bound is clamped to 0.
[[nodiscard]] Estimate mean(const std::vector<double>& values);
/// Returns student_mean() of percentages. The interval is clamped to 0 and 100.
[[nodiscard]] Estimate mean_percentage(const std::vector<double>& values);

/// Values grouped by maze. Runs in the same maze are correlated, so confidence intervals of
/// clustered values are computed over mazes, with the ratio estimator for clusters (Cochran 1977,
/// section 9.3) and Student's t. With one value per maze, these intervals equal the unclustered
/// intervals.
using Clusters = std::vector<std::vector<double>>;
[[nodiscard]] std::vector<double> flattened(const Clusters& clusters);
[[nodiscard]] Estimate clustered_mean(const Clusters& values);
/// Returns clustered_mean() without clamping, for differences.
[[nodiscard]] Estimate clustered_difference(const Clusters& values);
/// Returns a proportion in percent with a confidence interval. Requires: each value is 0 or 100.
[[nodiscard]] Estimate clustered_proportion(const Clusters& hits);

/// Returns the 95% percentile interval of a bootstrap (Efron 1979), with NaN as the estimate's
/// value. Calls `draw` 2,000 times to compute a statistic of one resample. Ignores NaN results, and
/// returns NaN bounds if most results are NaN. The interval depends only on the seed.
[[nodiscard]] Estimate bootstrapped(std::uint64_t seed, const std::function<double(Rng&)>& draw);

// ---- differences of two samples

/// Difference between our estimate and a figure of the thesis. NaN if our sample is too small.
struct Difference {
  double value = kUnknown;  ///< our value minus the thesis's value
  double standard_error = kUnknown;
  int freedom = 0;  ///< degrees of freedom of Student's t; 0 for the normal distribution

  /// Returns the half-width of the 95% interval around 0.
  [[nodiscard]] double margin() const;
  [[nodiscard]] double z() const;
  /// Returns true if sampling error can explain the difference. Returns false if the margin is
  /// unknown.
  [[nodiscard]] bool inside() const;
};

/// Compares means over mazes. The thesis does not report standard deviations, so the thesis's
/// values are assumed to have our variance. The standard error is s sqrt(1/n + 1/m) with our
/// standard deviation s. The difference has Student's t distribution with n - 1 degrees of freedom.
[[nodiscard]] Difference mean_difference(const Sample& ours, double theirs, int their_n);
/// Compares mean event counts per maze. Events are overdispersed, so the variance is estimated from
/// our sample. The variance is at least that of a Poisson distribution with the pooled mean of both
/// samples, and at least 0.0099. Without these minimums, a sample with one event or none would
/// reject every difference.
[[nodiscard]] Difference count_difference(const Sample& ours, double theirs, int their_n);
/// Compares proportions in percent with the pooled two-sample z test. The variance p(1-p) is at
/// least 0.0099, the variance of a proportion of 1%.
[[nodiscard]] Difference proportion_difference(double pct, int n, double other_pct, int other_n);

// ---- text

/// Returns a number such as "12.3", or a dash if the value is unknown.
[[nodiscard]] std::string number_text(double value, int decimals);
/// Returns an interval such as "9.8 to 14.1".
[[nodiscard]] std::string interval_text(const Estimate& estimate);
/// Returns an estimate such as "12.3 % (9.8 to 14.1)", without the interval if it is unknown.
[[nodiscard]] std::string estimate_text(const Estimate& estimate, const char* unit = "");
/// Rounds to four decimals, so that JSON figures are equal on every machine.
[[nodiscard]] double four_decimals(double value);
[[nodiscard]] Json estimate_json(const Estimate& estimate);

}  // namespace marblemaze
