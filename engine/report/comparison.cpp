#include "engine/report/comparison.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace marblemaze {
namespace {

// Of an event that happens in one maze of a hundred: what the thesis's 100 mazes cannot tell from
// none.
constexpr double kLeastVariance = 0.0099;

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

Comparison compare(const TableRow& ours, const ThesisRow& thesis) {
  const auto share_cell = [&](const char* column, const Estimate& pct, double theirs) {
    return ComparedCell{column, pct, theirs,
                        share_difference(pct.value, ours.mazes, theirs, thesis.mazes)};
  };
  const int solved = thesis.solved();
  const auto count_cell = [&](const char* column, const Estimate& mean, const Sample& sample,
                              double total) {
    return ComparedCell{column, mean, total / solved,
                        count_difference(sample, total / solved, solved)};
  };
  return {
      ComparedCell{"avg_moves", ours.avg_moves, thesis.avg_moves,
                   mean_difference(ours.moves, thesis.avg_moves, solved)},
      share_cell("pct_solved", ours.pct_solved, thesis.pct_solved),
      share_cell("pct_unsolvable", ours.pct_unsolvable, thesis.pct_unsolvable),
      share_cell("pct_frozen", ours.pct_frozen, thesis.pct_frozen),
      count_cell("repeated_per_solved", ours.repeated_per_solved, ours.repeated, thesis.repeated),
      count_cell("unrepeatable_per_solved", ours.unrepeatable_per_solved, ours.unrepeatable,
                 thesis.unrepeatable)};
}

Tallies tally(const std::vector<TableRow>& rows) {
  Tallies sums;
  for (const TableRow& row : rows)
    if (const ThesisRow* thesis = thesis_row(row.row)) {
      const Comparison cells = compare(row, *thesis);
      for (std::size_t i = 0; i < cells.size(); ++i) {
        Tally& sum = i < kOutcomeCells ? sums.outcomes : sums.repeats;
        ++sum.compared;
        sum.inside += cells[i].difference.inside();
      }
    }
  return sums;
}

}  // namespace marblemaze
