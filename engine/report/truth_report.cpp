#include "engine/report/truth_report.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

namespace marblemaze {

SolvedCurve solved_within(std::vector<int> moves) {
  std::sort(moves.begin(), moves.end());
  SolvedCurve curve;
  for (int m : moves) {
    const int solved = curve.empty() ? 1 : curve.back().solved + 1;
    if (curve.empty() || curve.back().moves != m) curve.push_back({m, 0});
    curve.back().solved = solved;
  }
  return curve;
}

int solved_at(const SolvedCurve& curve, int moves) {
  const auto above = std::upper_bound(curve.begin(), curve.end(), moves,
                                      [](int k, const CurveStep& step) { return k < step.moves; });
  return above == curve.begin() ? 0 : std::prev(above)->solved;
}

TruthTable::TruthTable(const std::vector<ResultRow>& truths) {
  for (const ResultRow& row : truths) truths_.emplace(row.job, row.truth);
}

const GroundTruth* TruthTable::of(const ResultRow& episode) const {
  const auto found = truths_.find(episode.job.truth());
  return found == truths_.end() ? nullptr : &found->second;
}

std::optional<double> regret_of(const RunFigures& run, const GroundTruth& truth) {
  if (run.outcome != Outcome::solved || truth.chance() == 0) return std::nullopt;
  return run.counters.moves - truth.expected_moves();
}

std::vector<TruthSummary> summarise_truths(const std::vector<ResultRow>& episodes,
                                           const TruthTable& known) {
  const auto in_order = [](const RowSpec& a, const RowSpec& b) {
    return std::tie(a.layers, a.size, a.orientations, a.recovery) <
           std::tie(b.layers, b.size, b.orientations, b.recovery);
  };
  std::map<RowSpec, std::map<std::uint64_t, const GroundTruth*>, decltype(in_order)> kinds;
  for (const ResultRow& episode : episodes)
    if (const GroundTruth* truth = known.of(episode))
      kinds[episode.job.row.truth()][episode.job.seed] = truth;
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
        uncertain ? mean_percentage(chances) : share(summary.solvable, summary.mazes);
    summary.pct_low = sample_of(low).mean;
    summary.pct_high = sample_of(high).mean;
    summary.fewest_moves = mean(expected);
    summary.solved_within = solved_within(fewest);
    summaries.push_back(std::move(summary));
  }
  return summaries;
}

std::optional<AgainstTruth> against_truth(const std::vector<ResultRow>& episodes,
                                          const TruthTable& known) {
  AgainstTruth sum;
  std::vector<double> regrets, below, below_low, below_high;
  double moves = 0, fewest = 0;
  for (const ResultRow& episode : episodes) {
    const RunFigures& run = episode.run;
    const GroundTruth* const truth = known.of(episode);
    if (truth == nullptr) continue;
    sum.row = episode.job.row;
    ++sum.mazes;
    const bool possible = truth->chance() > 0;
    sum.solvable += possible;
    sum.wrongly_unsolvable += possible && run.outcome == Outcome::unsolvable;
    const double solved = run.outcome == Outcome::solved ? 1 : 0;
    below.push_back(100 * (truth->chance() - solved));
    below_low.push_back(100 * (truth->chance_low() - solved));
    below_high.push_back(100 * (truth->chance_high() - solved));
    const std::optional<double> regret = regret_of(run, *truth);
    if (!truth->uncertain()) sum.surpassed += regret ? *regret < 0 : run.outcome == Outcome::solved;
    if (!regret) continue;
    regrets.push_back(*regret);
    moves += run.counters.moves;
    fewest += truth->expected_moves();
  }
  if (sum.mazes == 0) return std::nullopt;
  sum.solved = static_cast<int>(regrets.size());
  sum.pct_solved = share(sum.solved, sum.solvable);
  sum.regret = mean(regrets);
  sum.points_below = mean(below);
  sum.points_below_low = sample_of(below_low).mean;
  sum.points_below_high = sample_of(below_high).mean;
  sum.regret_90 = quantile(regrets, 0.9);
  sum.regret_99 = quantile(regrets, 0.99);
  sum.ratio = fewest > 0 ? moves / fewest : kUnknown;
  return sum;
}

std::string maze_name(const RowSpec& row) {
  return row.layers == Layers::flat
             ? fmt::format("{0}x{0} flat", row.size)
             : fmt::format("{0}x{0}x{0} {1}-layer", row.size, to_string(row.layers));
}

std::string scheme_title(const RowSpec& row) {
  if (row.turns_freely()) return row.rest ? "turned freely to rest" : "turned freely";
  return fmt::format("{} orientations{}", row.orientations, row.recovery ? ", with recovery" : "");
}

}  // namespace marblemaze
