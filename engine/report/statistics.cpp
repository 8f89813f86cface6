#include "engine/report/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "maze/base/arithmetic/transcendental.h"

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

double mcnemar_exact(int first_only, int second_only) {
  assert(first_only >= 0 && second_only >= 0);
  const int n = first_only + second_only, fewer = std::min(first_only, second_only);
  if (2 * fewer == n) return 1;
  // The binomial coefficients from the middle outwards, over the middle one: their powers of two
  // cancel, and none leaves the range of a double.
  double coefficient = 1, tail = 0, all = 0;
  for (int k = n / 2; k >= 0; --k) {
    const bool own_mirror = 2 * k == n;
    all += own_mirror ? coefficient : 2 * coefficient;
    if (k <= fewer) tail += 2 * coefficient;
    coefficient *= static_cast<double>(k) / (n - k + 1);
  }
  return std::min(1.0, tail / all);
}

}  // namespace marblemaze
