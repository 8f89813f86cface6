#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/report/statistics.h"

namespace marblemaze {

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
