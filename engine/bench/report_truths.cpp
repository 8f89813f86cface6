// Comparison of runs with reference solutions.
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>

#include "engine/bench/report.h"

namespace marblemaze {

namespace {
using Runs = std::vector<ResultRow>;
}  // namespace

SolvedCurve solved_within(std::vector<int> moves) {
  std::sort(moves.begin(), moves.end());
  SolvedCurve curve;
  int solved = 0;
  for (int m : moves) {
    if (curve.empty() || curve.back().first != m) curve.emplace_back(m, 0);
    curve.back().second = ++solved;
  }
  return curve;
}

Truths truths_of(const Runs& rows) {
  Truths truths;
  for (const ResultRow& row : rows) truths.emplace(row.job, row.truth);
  return truths;
}

const GroundTruth* truth_of(const ResultRow& run, const Truths& truths) {
  const auto found = truths.find(run.job.truth_job());
  return found == truths.end() ? nullptr : &found->second;
}

std::optional<double> regret_of(const ResultRow& run, const GroundTruth& truth) {
  if (!run.solved() || truth.chance() == 0) return std::nullopt;
  return run.counters.moves - truth.expected_moves();
}

std::vector<TruthSummary> summarise_truths(const Runs& runs, const Truths& truths) {
  const auto in_order = [](const RowSpec& a, const RowSpec& b) {
    return std::tie(a.layers, a.size, a.control, a.recovery) <
           std::tie(b.layers, b.size, b.control, b.recovery);
  };
  std::map<RowSpec, std::map<std::uint64_t, const GroundTruth*>, decltype(in_order)> kinds;
  for (const ResultRow& run : runs)
    if (const GroundTruth* truth = truth_of(run, truths))
      kinds[run.job.row.truth_row()][run.job.seed] = truth;
  std::vector<TruthSummary> summaries;
  for (const auto& [kind, mazes] : kinds) {
    TruthSummary summary;
    summary.kind = kind;
    summary.mazes = static_cast<int>(mazes.size());
    std::vector<int> fewest;
    std::vector<double> chances, expected, low, high;
    bool uncertain = false;
    for (const auto& [seed, truth] : mazes) {
      summary.complete += truth->complete;
      uncertain = uncertain || truth->uncertain();
      chances.push_back(100 * truth->chance());
      low.push_back(100 * truth->chance_low());
      high.push_back(100 * truth->chance_high());
      if (truth->chance() == 0) continue;
      expected.push_back(truth->expected_moves());
      fewest.push_back(static_cast<int>(std::lround(expected.back())));
    }
    summary.solvable = static_cast<int>(fewest.size());
    summary.pct_solvable =
        uncertain ? mean_percentage(chances) : proportion(summary.solvable, summary.mazes);
    summary.pct_low = sample_of(low).mean;
    summary.pct_high = sample_of(high).mean;
    summary.fewest_moves = mean(expected);
    summary.solved_within = solved_within(fewest);
    summaries.push_back(std::move(summary));
  }
  return summaries;
}

std::optional<TruthComparison> compare_with_truth(const Runs& runs, const Truths& truths) {
  TruthComparison sum;
  std::set<std::uint64_t> mazes;
  double moves = 0, fewest = 0;
  for (const ResultRow& run : runs) {
    const GroundTruth* const truth = truth_of(run, truths);
    if (truth == nullptr) continue;
    mazes.insert(run.job.seed);
    const bool possible = truth->chance() > 0;
    sum.solvable += possible;
    sum.wrongly_unsolvable += possible && run.outcome == Outcome::unsolvable;
    const std::optional<double> regret = regret_of(run, *truth);
    if (!truth->uncertain()) sum.surpassed += regret ? *regret < 0 : run.solved();
    if (!regret) continue;
    ++sum.solved;
    moves += run.counters.moves;
    fewest += truth->expected_moves();
  }
  if (mazes.empty()) return std::nullopt;
  sum.mazes = static_cast<int>(mazes.size());
  sum.ratio = fewest > 0 ? moves / fewest : kUnknown;

  const auto known = [&](auto value) {
    return by_maze(runs, [&](const ResultRow& run) -> std::optional<double> {
      const GroundTruth* const truth = truth_of(run, truths);
      return truth != nullptr ? value(run, *truth) : std::nullopt;
    });
  };
  const auto points_below = [&](double (GroundTruth::*chance)() const) {
    return known([&](const ResultRow& run, const GroundTruth& truth) {
      return std::optional(100 * ((truth.*chance)() - (run.solved() ? 1 : 0)));
    });
  };
  sum.pct_solved = clustered_proportion(known([](const ResultRow& run, const GroundTruth& truth) {
    return truth.chance() > 0 ? std::optional(run.solved() ? 100.0 : 0) : std::nullopt;
  }));
  const Clusters regrets = known(regret_of);
  sum.regret = clustered_mean(regrets);
  sum.regret_90 = quantile(flattened(regrets), 0.9);
  sum.regret_99 = quantile(flattened(regrets), 0.99);
  sum.points_below = clustered_mean(points_below(&GroundTruth::chance));
  sum.points_below_low = sample_of(flattened(points_below(&GroundTruth::chance_low))).mean;
  sum.points_below_high = sample_of(flattened(points_below(&GroundTruth::chance_high))).mean;
  return sum;
}

}  // namespace marblemaze
