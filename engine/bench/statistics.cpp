#include "engine/bench/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "maze/base/arithmetic/transcendental.h"

namespace marblemaze {
namespace {

constexpr double kRankRounding = 1e-9;  // 0.9 * 10 must have rank 9 despite rounding errors
constexpr double kPi = 3.14159265358979323846;

/// Returns the sum of the first `terms` terms of 1 + p/q c² + (p (p + 2)) / (q (q + 2)) c⁴ ...
double cosine_series(double p, double q, double cosine_squared, int terms) {
  double term = 1, sum = 0;
  for (int i = 0; i < terms; ++i, p += 2, q += 2) {
    sum += term;
    term *= p / q * cosine_squared;
  }
  return sum;
}

/// Returns the probability that a Student's t variable is between -t and t. Uses the finite sums
/// for integer degrees of freedom (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4).
double student_within(double t, int freedom) {
  const double root = std::sqrt(freedom + t * t);
  const double sine = t / root, cosine2 = freedom / (root * root);
  if (freedom % 2 == 0) return sine * cosine_series(1, 2, cosine2, freedom / 2);
  const double angle = arc_tangent(t, std::sqrt(freedom));
  const double rest = sine * std::sqrt(cosine2) * cosine_series(2, 3, cosine2, (freedom - 1) / 2);
  return 2 / kPi * (angle + rest);
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

double student_95(int freedom) {
  assert(freedom >= 1);
  freedom = std::min(freedom, 2000);
  double low = 1.9, high = 12.8;  // 1.96 for infinitely many degrees of freedom, 12.706 for one
  for (int halving = 0; halving < 50; ++halving) {
    const double middle = 0.5 * (low + high);
    (student_within(middle, freedom) < 0.95 ? low : high) = middle;
  }
  return high;
}

Estimate proportion(int hits, int n) {
  if (n == 0) return {kUnknown, kUnknown, kUnknown};
  const double p = static_cast<double>(hits) / n, z2 = kZ95 * kZ95;
  const double centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double half = kZ95 * std::sqrt(p * (1 - p) / n + z2 / (4.0 * n * n)) / (1 + z2 / n);
  return {100 * p, 100 * std::max(0.0, centre - half), 100 * std::min(1.0, centre + half)};
}

Estimate student_mean(const std::vector<double>& values) {
  const Sample sample = sample_of(values);
  const double half = sample.n < 2 ? kUnknown : student_95(sample.n - 1) * sample.standard_error();
  return {sample.mean, sample.mean - half, sample.mean + half};
}

namespace {

/// An unknown lower bound stays NaN.
Estimate clamp_to_zero(Estimate estimate, const std::vector<double>& values) {
  const bool negative = std::ranges::any_of(values, [](double v) { return v < 0; });
  if (estimate.low < 0 && !negative) estimate.low = 0;
  return estimate;
}

Estimate clamp_to_hundred(Estimate estimate) {
  if (estimate.high > 100) estimate.high = 100;
  return estimate;
}

}  // namespace

Estimate mean(const std::vector<double>& values) {
  return clamp_to_zero(student_mean(values), values);
}

Estimate mean_percentage(const std::vector<double>& values) {
  return clamp_to_hundred(mean(values));
}

std::vector<double> flattened(const Clusters& clusters) {
  std::vector<double> values;
  for (const auto& cluster : clusters) values.insert(values.end(), cluster.begin(), cluster.end());
  return values;
}

static bool has_repetitions(const Clusters& clusters) {
  return std::ranges::any_of(clusters, [](const auto& values) { return values.size() > 1; });
}

Estimate clustered_difference(const Clusters& values) {
  const std::vector<double> all = flattened(values);
  if (!has_repetitions(values)) return student_mean(all);
  const double n = static_cast<double>(all.size()), middle = sample_of(all).mean;
  int clusters = 0;
  double squares = 0;
  for (const std::vector<double>& cluster : values) {
    if (cluster.empty()) continue;
    ++clusters;
    double deviation = 0;
    for (double value : cluster) deviation += value - middle;
    squares += deviation * deviation;
  }
  if (clusters < 2) return {middle, kUnknown, kUnknown};
  const double error = std::sqrt(squares * clusters / (clusters - 1)) / n;
  const double half = student_95(clusters - 1) * error;
  return {middle, middle - half, middle + half};
}

Estimate clustered_mean(const Clusters& values) {
  return clamp_to_zero(clustered_difference(values), flattened(values));
}

Estimate clustered_proportion(const Clusters& hits) {
  if (has_repetitions(hits)) return clamp_to_hundred(clustered_mean(hits));
  const std::vector<double> all = flattened(hits);
  return proportion(static_cast<int>(std::ranges::count(all, 100)), static_cast<int>(all.size()));
}

Estimate bootstrapped(std::uint64_t seed, const std::function<double(Rng&)>& draw) {
  constexpr std::size_t kDraws = 2000;
  Rng rng(seed);
  std::vector<double> drawn;
  for (std::size_t i = 0; i < kDraws; ++i)
    if (const double figure = draw(rng); !std::isnan(figure)) drawn.push_back(figure);
  if (drawn.size() < kDraws / 2) return {kUnknown, kUnknown, kUnknown};
  std::ranges::sort(drawn);
  const std::size_t outside = drawn.size() / 40;  // number of values on each side
  return {kUnknown, drawn[outside], drawn[drawn.size() - 1 - outside]};
}

// ---- differences of two samples

namespace {

// Variance of an event that occurs in 1% of the mazes. A sample of 100 mazes, as in the thesis,
// cannot distinguish such an event from an event that never occurs.
constexpr double kMinVariance = 0.0099;

/// Returns the standard error of the difference between two sample means with a common variance.
double two_sample_error(double variance, int n, int other_n) {
  return std::sqrt(variance * (1.0 / n + 1.0 / other_n));
}

}  // namespace

double Difference::margin() const {
  return (freedom > 0 ? student_95(freedom) : kZ95) * standard_error;
}

double Difference::z() const { return value == 0 ? 0 : value / standard_error; }

bool Difference::inside() const { return std::abs(value) <= margin(); }

Difference mean_difference(const Sample& ours, double theirs, int their_n) {
  assert(their_n >= 1);
  if (ours.n < 2) return {ours.mean - theirs, kUnknown, 0};
  return {ours.mean - theirs, two_sample_error(ours.variance, ours.n, their_n), ours.n - 1};
}

Difference count_difference(const Sample& ours, double theirs, int their_n) {
  assert(their_n >= 1);
  if (ours.n < 2) return {ours.mean - theirs, kUnknown, 0};
  const double common = (ours.mean * ours.n + theirs * their_n) / (ours.n + their_n);
  const double variance = std::max({ours.variance, common, kMinVariance});
  return {ours.mean - theirs, two_sample_error(variance, ours.n, their_n), ours.n - 1};
}

Difference proportion_difference(double pct, int n, double other_pct, int other_n) {
  if (n == 0 || other_n == 0) return {};
  const double pooled = (pct * n + other_pct * other_n) / (n + other_n) / 100;
  const double variance = std::max(pooled * (1 - pooled), kMinVariance);
  return {pct - other_pct, 100 * two_sample_error(variance, n, other_n), 0};
}

// ---- text

std::string number_text(double value, int decimals) {
  if (std::isnan(value)) return "–";
  const std::string text = fmt::format("{:.{}f}", value, decimals);
  const bool is_zero = text.find_first_not_of("-0.") == text.npos;
  return is_zero && text[0] == '-' ? text.substr(1) : text;  // avoids -0.0
}

std::string interval_text(const Estimate& e) {
  return std::isnan(e.low) ? "–" : number_text(e.low, 1) + " to " + number_text(e.high, 1);
}

std::string estimate_text(const Estimate& e, const char* unit) {
  const std::string value = number_text(e.value, 1) + unit;
  return std::isnan(e.low) ? value : fmt::format("{} ({})", value, interval_text(e));
}

double four_decimals(double value) { return std::round(value * 1e4) / 1e4; }

Json estimate_json(const Estimate& e) {
  return {{"value", four_decimals(e.value)},
          {"low", four_decimals(e.low)},
          {"high", four_decimals(e.high)}};
}

}  // namespace marblemaze
