#include "engine/report/estimate.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "maze/base/rng.h"

namespace marblemaze {

Estimate share(int hits, int n) {
  if (n == 0) return {kUnknown, kUnknown, kUnknown};
  const double p = static_cast<double>(hits) / n, z2 = kZ95 * kZ95;
  const double centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double half = kZ95 * std::sqrt(p * (1 - p) / n + z2 / (4.0 * n * n)) / (1 + z2 / n);
  return {100 * p, 100 * std::max(0.0, centre - half), 100 * std::min(1.0, centre + half)};
}

Estimate mean_difference(const std::vector<double>& differences) {
  const Sample sample = sample_of(differences);
  const double half = sample.n < 2 ? kUnknown : student_95(sample.n - 1) * sample.standard_error();
  return {sample.mean, sample.mean - half, sample.mean + half};
}

Estimate mean(const std::vector<double>& values) {
  Estimate estimate = mean_difference(values);
  const bool negative = std::any_of(values.begin(), values.end(), [](double v) { return v < 0; });
  if (estimate.low < 0 && !negative) estimate.low = 0;
  return estimate;
}

Estimate mean_percentage(const std::vector<double>& values) {
  Estimate estimate = mean(values);
  if (estimate.high > 100) estimate.high = 100;  // false where it is unknown
  return estimate;
}

std::vector<double> joined(const Strata& strata) {
  std::vector<double> values;
  for (const auto& stratum : strata) values.insert(values.end(), stratum.begin(), stratum.end());
  return values;
}

Estimate bootstrapped(const Strata& strata, const Statistic& statistic) {
  constexpr int kResamples = 2000;
  constexpr std::uint64_t kSeed = 1;
  Rng rng(kSeed);
  std::vector<double> values = joined(strata), told;
  const double value = statistic(values);
  for (int resample = 0; resample < kResamples; ++resample) {
    values.clear();
    for (const std::vector<double>& stratum : strata)
      for (std::size_t i = 0; i < stratum.size(); ++i)
        values.push_back(stratum[rng.below(stratum.size())]);
    told.push_back(statistic(values));
  }
  return {value, quantile(told, 0.025), quantile(told, 0.975)};
}

std::string number_text(double value, int decimals) {
  if (std::isnan(value)) return "–";
  const std::string text = fmt::format("{:.{}f}", value, decimals);
  const bool is_zero = text.find_first_not_of("-0.") == text.npos;
  return is_zero && text[0] == '-' ? text.substr(1) : text;  // nobody reads -0.0
}

std::string interval_text(const Estimate& e) {
  return std::isnan(e.low) ? "–" : number_text(e.low, 1) + " to " + number_text(e.high, 1);
}

}  // namespace marblemaze
