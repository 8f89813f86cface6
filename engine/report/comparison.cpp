#include "engine/report/comparison.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace marblemaze {
namespace {

// Of an event that happens in one maze of a hundred: what the thesis's 100 mazes cannot tell from
// none.
constexpr double kLeastVariance = 0.0099;
constexpr double kWhole = 100;  // per cent of one maze

/// Of the difference of two means whose values have one variance.
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
  const double variance = std::max({ours.variance, common, kLeastVariance});
  return {ours.mean - theirs, two_sample_error(variance, ours.n, their_n), ours.n - 1};
}

Difference share_difference(double pct, int n, double other_pct, int other_n) {
  if (n == 0 || other_n == 0) return {};
  const double pooled = (pct * n + other_pct * other_n) / (n + other_n) / 100;
  const double variance = std::max(pooled * (1 - pooled), kLeastVariance);
  return {pct - other_pct, 100 * two_sample_error(variance, n, other_n), 0};
}

double Measure::of_thesis(const ThesisRow& row) const {
  return kind == Kind::events ? row.*thesis / row.solved() : row.*thesis;
}

std::optional<double> Measure::value(const RunFigures& run) const {
  if (kind == Kind::share) return run.outcome == outcome ? kWhole : 0;
  if (run.outcome != Outcome::solved) return std::nullopt;
  return run.counters.*counter;
}

std::vector<double> Measure::values(const std::vector<ResultRow>& runs) const {
  std::vector<double> values;
  for (const ResultRow& row : runs)
    if (const auto one = value(row.run)) values.push_back(*one);
  return values;
}

Estimate Measure::of(const std::vector<ResultRow>& runs) const {
  const std::vector<double> all = values(runs);
  if (kind != Kind::share) return mean(all);
  return share(static_cast<int>(std::count(all.begin(), all.end(), kWhole)),
               static_cast<int>(all.size()));
}

Difference Measure::difference(const std::vector<ResultRow>& runs, const ThesisRow& row) const {
  const double theirs = of_thesis(row);
  if (kind == Kind::share)
    return share_difference(of(runs).value, static_cast<int>(runs.size()), theirs, row.mazes);
  const Sample ours = sample_of(values(runs));
  return kind == Kind::mean ? mean_difference(ours, theirs, row.solved())
                            : count_difference(ours, theirs, row.solved());
}

}  // namespace marblemaze
