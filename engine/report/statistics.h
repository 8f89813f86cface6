#pragma once

#include <limits>
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

/// McNemar's exact test on pairs that differ: the chance, 0 to 1, that a fair coin thrown
/// `first_only + second_only` times falls at least as unevenly as this. 1 where no pair differs.
/// Precondition: neither is negative.
[[nodiscard]] double mcnemar_exact(int first_only, int second_only);

}  // namespace marblemaze
