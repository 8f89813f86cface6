#include "engine/report/pairs.h"

#include <cassert>
#include <cmath>
#include <map>

namespace marblemaze {

std::vector<RunPair> pairs_of(const std::vector<ResultRow>& first, const RowSpec& first_row,
                              const std::vector<ResultRow>& second, const RowSpec& second_row) {
  std::map<std::uint64_t, RunPair> mazes;
  for (const ResultRow& row : first)
    if (row.job.row == first_row) mazes[row.job.seed].first = &row.run;
  for (const ResultRow& row : second)
    if (row.job.row == second_row) mazes[row.job.seed].second = &row.run;
  std::vector<RunPair> pairs;
  for (const auto& [number, pair] : mazes)
    if (pair.first != nullptr && pair.second != nullptr) pairs.push_back(pair);
  return pairs;
}

void PairedCounts::add(bool first, bool second) {
  ++cases;
  first_only += first && !second;
  second_only += second && !first;
  both += first && second;
}

Estimate PairedCounts::share_difference() const {
  assert(cases >= 1);
  const double a = first_only + 0.5, b = second_only + 0.5, all = cases + 2.0;
  const double centre = (b - a) / all;
  const double half = kZ95 * std::sqrt(a + b - (b - a) * (b - a) / all) / all;
  return {100.0 * (second_only - first_only) / cases, 100 * (centre - half), 100 * (centre + half)};
}

}  // namespace marblemaze
