#include "engine/report/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "maze/base/arithmetic/transcendental.h"
#include "maze/base/random.h"

namespace marblemaze {
namespace {

constexpr double kRankRounding = 1e-9;  // 0.9 * 10 is nine values, however it is rounded
constexpr double kPi = 3.14159265358979323846;

/// 1 + p/q c² + (p (p + 2)) / (q (q + 2)) c⁴ ..., `terms` of them.
double cosine_series(double p, double q, double cosine_squared, int terms) {
  double term = 1, sum = 0;
  for (int i = 0; i < terms; ++i, p += 2, q += 2) {
    sum += term;
    term *= p / q * cosine_squared;
  }
  return sum;
}

}  // namespace

double Sample::standard_error() const { return n < 2 ? kUnknown : std::sqrt(variance / n); }

Sample sample_of(const std::vector<double>& values) {
  Sample s;
  s.n = static_cast<int>(values.size());
  if (s.n == 0) return s;
  double sum = 0, squares = 0;
  for (double value : values) sum += value;
  s.mean = sum / s.n;
  for (double value : values) squares += (value - s.mean) * (value - s.mean);
  if (s.n > 1) s.variance = squares / (s.n - 1);
  return s;
}

double quantile(std::vector<double> values, double share) {
  assert(share > 0 && share <= 1);
  if (values.empty()) return kUnknown;
  const double rank = std::ceil(share * static_cast<double>(values.size()) - kRankRounding);
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(std::max(rank, 1.0)) - 1;
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

double interquartile_mean(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto cut = static_cast<std::ptrdiff_t>(values.size() / 4);
  return sample_of({values.begin() + cut, values.end() - cut}).mean;
}

double student_within(double t, int freedom) {
  assert(t >= 0 && freedom >= 1);
  const double root = std::sqrt(freedom + t * t);
  const double sine = t / root, cosine2 = freedom / (root * root);
  if (freedom % 2 == 0) return sine * cosine_series(1, 2, cosine2, freedom / 2);
  const double angle = arc_tangent(t, std::sqrt(freedom));
  const double rest = sine * std::sqrt(cosine2) * cosine_series(2, 3, cosine2, (freedom - 1) / 2);
  return 2 / kPi * (angle + rest);
}

double student_95(int freedom) {
  freedom = std::min(freedom, 2000);
  double low = 1.9, high = 12.8;  // of the normal distribution 1.96; of one degree 12.706
  for (int halving = 0; halving < 50; ++halving) {
    const double middle = 0.5 * (low + high);
    (student_within(middle, freedom) < 0.95 ? low : high) = middle;
  }
  return high;
}

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
  constexpr int kBootstrapDraws = 2000;
  constexpr std::uint64_t kSeed = 1;
  Rng rng(kSeed);
  std::vector<double> values = joined(strata), told;
  const double value = statistic(values);
  for (int resample = 0; resample < kBootstrapDraws; ++resample) {
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
