#include "engine/report/paired_rows.h"

#include <cassert>
#include <cmath>
#include <map>
#include <utility>

namespace marblemaze {
namespace {

/// A maze as two paths played it.
using Pair = std::pair<const RunFigures*, const RunFigures*>;

std::vector<Pair> pairs_of(const RowSpec& row, const PathResults& first,
                           const PathResults& second) {
  std::map<std::uint64_t, Pair> mazes;
  for (const ResultRow& e : first.episodes)
    if (e.job.row == row) mazes[e.job.seed].first = &e.run;
  for (const ResultRow& e : second.episodes)
    if (e.job.row == row) mazes[e.job.seed].second = &e.run;
  std::vector<Pair> pairs;
  for (const auto& [seed, pair] : mazes)
    if (pair.first != nullptr && pair.second != nullptr) pairs.push_back(pair);
  return pairs;
}

/// How many pairs ended so in the first path only, in the second only, in both.
Freezing count(const std::vector<Pair>& pairs, Outcome outcome) {
  Freezing f;
  for (const auto& [first, second] : pairs) {
    const bool a = first->outcome == outcome, b = second->outcome == outcome;
    ++f.mazes;
    f.first_only += a && !b;
    f.second_only += b && !a;
    f.both += a && b;
  }
  f.p = mcnemar_exact(f.first_only, f.second_only);
  return f;
}

PairedCell paired_cell(const RowFigure& figure, const std::vector<Pair>& pairs) {
  const Measure& measure = *figure.measure;
  std::vector<double> firsts, seconds, differences;
  for (const auto& [first, second] : pairs) {
    const auto a = measure.value(*first), b = measure.value(*second);
    if (!a || !b) continue;
    firsts.push_back(*a);
    seconds.push_back(*b);
    differences.push_back(*b - *a);
  }
  PairedCell cell{&figure, static_cast<int>(differences.size()), sample_of(firsts).mean,
                  sample_of(seconds).mean, mean_difference(differences)};
  if (measure.kind == Measure::Kind::share) {
    const Freezing f = count(pairs, measure.outcome);
    cell.difference = paired_shares(f.first_only, f.second_only, f.mazes);
  }
  return cell;
}

PairedRow paired_row(const RowSpec& row, const std::vector<Pair>& pairs) {
  PairedRow paired;
  paired.row = row;
  paired.mazes = static_cast<int>(pairs.size());
  for (const auto& [first, second] : pairs)
    paired.same +=
        first->outcome == second->outcome && first->counters.moves == second->counters.moves;
  for (const RowFigure& figure : compared_figures())
    paired.cells.push_back(paired_cell(figure, pairs));
  paired.freezing = count(pairs, Outcome::frozen);
  return paired;
}

PairedPaths paired_paths(const PathResults& first, const PathResults& second,
                         const std::vector<RowSpec>& rows) {
  PairedPaths paired{first.name, second.name, {}, {}};
  std::vector<Pair> all;
  for (const RowSpec& row : rows) {
    const std::vector<Pair> pairs = pairs_of(row, first, second);
    if (pairs.empty()) continue;
    paired.rows.push_back(paired_row(row, pairs));
    all.insert(all.end(), pairs.begin(), pairs.end());
  }
  paired.all = count(all, Outcome::frozen);
  return paired;
}

}  // namespace

Estimate paired_shares(int first_only, int second_only, int n) {
  assert(n >= 1 && first_only >= 0 && second_only >= 0);
  const double a = first_only + 0.5, b = second_only + 0.5, all = n + 2.0;
  const double centre = (b - a) / all;
  const double half = kZ95 * std::sqrt(a + b - (b - a) * (b - a) / all) / all;
  return {100.0 * (second_only - first_only) / n, 100 * (centre - half), 100 * (centre + half)};
}

std::vector<PairedPaths> pair_paths(const std::vector<PathResults>& paths,
                                    const std::vector<RowSpec>& rows) {
  std::vector<PairedPaths> pairs;
  for (std::size_t first = 0; first < paths.size(); ++first)
    for (std::size_t second = first + 1; second < paths.size(); ++second)
      pairs.push_back(paired_paths(paths[first], paths[second], rows));
  return pairs;
}

}  // namespace marblemaze
