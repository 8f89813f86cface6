#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace marblemaze {

constexpr double kZ95 = 1.96;  ///< of the standard normal distribution, 95 % lie within
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// What values of equal weight tell of where they come from. Unknown where there are too few.
struct Sample {
  int n = 0;
  double mean = kUnknown;  ///< NaN for no value
  double variance =
      kUnknown;  ///< of a value, unbiased (n - 1 below the sum); NaN for less than two

  /// Of the mean; NaN for less than two values.
  [[nodiscard]] double standard_error() const;
};
[[nodiscard]] Sample sample_of(const std::vector<double>& values);

/// The smallest of the values that at least this share of them do not exceed; NaN of none. Needs a
/// share in (0, 1].
[[nodiscard]] double quantile(std::vector<double> values, double share);

/// The mean without the quarter of the values that is lowest and the one that is highest, each
/// rounded down to whole values (Agarwal and others 2021, as rliable computes it). NaN of none.
[[nodiscard]] double interquartile_mean(std::vector<double> values);

/// The share of Student's t distribution with `freedom` degrees that lies within -t to t, 0 to 1,
/// by the finite sums for whole degrees (Abramowitz and Stegun 26.7.3 and 26.7.4).
/// Preconditions: t >= 0, freedom >= 1.
[[nodiscard]] double student_within(double t, int freedom);
/// The t within which 95 % of that distribution lie. Above 2,000 degrees it is that of 2,000, which
/// is within 0.0013 of the normal distribution's.
[[nodiscard]] double student_95(int freedom);

/// A figure with its 95 % interval. NaN stands for what the data cannot tell: the mean of nothing,
/// or the interval of a single value.
struct Estimate {
  double value = 0;
  double low = 0, high = 0;
};

/// A share in per cent, with Wilson's score interval, which stays within 0 to 100 and is right near
/// its ends.
[[nodiscard]] Estimate share(int hits, int n);
/// With Student's interval, which may reach below 0 though no value does.
[[nodiscard]] Estimate mean_difference(const std::vector<double>& differences);
/// The same of figures: where none is negative, the interval is cut off at 0.
[[nodiscard]] Estimate mean(const std::vector<double>& values);
[[nodiscard]] inline Estimate mean(const std::vector<int>& values) {
  return mean(std::vector<double>(values.begin(), values.end()));
}

/// Of percentages, each within 0 to 100: its interval is cut off at both.
[[nodiscard]] Estimate mean_percentage(const std::vector<double>& values);

/// Of what a statistic makes of all values, with a stratified bootstrap's percentile interval: each
/// stratum, such as the runs of one problem, is drawn again from itself 2,000 times (Agarwal and
/// others 2021). It tells what other runs of the same problems would, and has no width where each
/// has one run. The same values give the same interval.
using Strata = std::vector<std::vector<double>>;
using Statistic = std::function<double(const std::vector<double>& values)>;
[[nodiscard]] Estimate bootstrapped(const Strata& strata, const Statistic& statistic);
/// All values.
[[nodiscard]] std::vector<double> joined(const Strata& strata);

/// As a person reads them: "12.3", "9.8 to 14.1"; a dash where unknown.
[[nodiscard]] std::string number_text(double value, int decimals);
[[nodiscard]] std::string interval_text(const Estimate& estimate);

}  // namespace marblemaze
