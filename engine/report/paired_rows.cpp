#include "engine/report/paired_rows.h"

namespace marblemaze {
namespace {

PairedCell paired_cell(const RowFigure& figure, const std::vector<RunPair>& pairs) {
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
  if (measure.kind == Measure::Kind::share)
    cell.difference = count(pairs, measure.outcome).share_difference();
  return cell;
}

PairedRow paired_row(const RowSpec& row, const std::vector<RunPair>& pairs) {
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
  std::vector<RunPair> all;
  for (const RowSpec& row : rows) {
    const std::vector<RunPair> pairs = pairs_of(first.episodes, row, second.episodes, row);
    if (pairs.empty()) continue;
    paired.rows.push_back(paired_row(row, pairs));
    all.insert(all.end(), pairs.begin(), pairs.end());
  }
  paired.all = count(all, Outcome::frozen);
  return paired;
}

}  // namespace

std::vector<PairedPaths> pair_paths(const std::vector<PathResults>& paths,
                                    const std::vector<RowSpec>& rows) {
  std::vector<PairedPaths> pairs;
  for (std::size_t first = 0; first < paths.size(); ++first)
    for (std::size_t second = first + 1; second < paths.size(); ++second)
      pairs.push_back(paired_paths(paths[first], paths[second], rows));
  return pairs;
}

}  // namespace marblemaze
