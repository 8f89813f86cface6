#include "engine/report/truth_report.h"

#include <algorithm>
#include <cmath>
#include <set>

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

TruthTable::TruthTable(const std::vector<StoredTruth>& truths, const StoredEpisode& like) {
  for (const StoredTruth& stored : truths)
    if (stored.settings == like.settings && stored.version == like.version &&
        stored.row.world == like.episode.world)
      rows_.emplace(stored.row.problem, stored.row);
}

const TruthRow* TruthTable::of(const EpisodeRow& episode) const {
  const auto found = rows_.find({problem_kind(episode.row), episode.seed});
  return found == rows_.end() ? nullptr : &found->second;
}

std::optional<double> regret_of(const EpisodeRow& episode, const TruthRow& truth) {
  if (episode.outcome != Outcome::solved || truth.truth.chance() == 0) return std::nullopt;
  return episode.counters.moves - truth.truth.expected_moves();
}

std::vector<TruthSummary> summarise_truths(const std::vector<StoredEpisode>& episodes,
                                           const TruthTable& known) {
  std::map<ProblemKind, std::map<std::uint64_t, const TruthRow*>> kinds;
  for (const StoredEpisode& stored : episodes)
    if (const TruthRow* truth = known.of(stored.episode))
      kinds[truth->problem.kind][truth->problem.seed] = truth;
  std::vector<TruthSummary> summaries;
  for (const auto& [kind, mazes] : kinds) {
    TruthSummary summary;
    summary.kind = kind;
    summary.mazes = static_cast<int>(mazes.size());
    std::vector<int> fewest;
    std::vector<double> chances, expected;
    bool uncertain = false;
    for (const auto& [seed, row] : mazes) {
      summary.complete += row->truth.complete;
      uncertain = uncertain || row->uncertain();
      chances.push_back(100 * row->truth.chance());
      if (row->truth.chance() == 0) continue;
      expected.push_back(row->truth.expected_moves());
      fewest.push_back(static_cast<int>(std::lround(expected.back())));
    }
    summary.solvable = static_cast<int>(fewest.size());
    summary.pct_solvable =
        uncertain ? mean_percentage(chances) : share(summary.solvable, summary.mazes);
    summary.fewest_moves = mean(expected);
    summary.solved_within = solved_within(fewest);
    summaries.push_back(std::move(summary));
  }
  return summaries;
}

std::optional<AgainstTruth> against_truth(const std::vector<StoredEpisode>& episodes,
                                          const TruthTable& known) {
  AgainstTruth sum;
  std::vector<double> regrets, below;
  double moves = 0, fewest = 0;
  for (const StoredEpisode& stored : episodes) {
    const EpisodeRow& e = stored.episode;
    const TruthRow* row = known.of(e);
    if (row == nullptr) continue;
    sum.row = e.row;
    ++sum.mazes;
    const bool possible = row->truth.chance() > 0;
    sum.solvable += possible;
    sum.wrongly_unsolvable += possible && e.outcome == Outcome::unsolvable;
    below.push_back(100 * (row->truth.chance() - (e.outcome == Outcome::solved)));
    const std::optional<double> regret = regret_of(e, *row);
    if (!row->uncertain()) sum.surpassed += regret ? *regret < 0 : e.outcome == Outcome::solved;
    if (!regret) continue;
    regrets.push_back(*regret);
    moves += e.counters.moves;
    fewest += row->truth.expected_moves();
  }
  if (sum.mazes == 0) return std::nullopt;
  sum.solved = static_cast<int>(regrets.size());
  sum.pct_solved = share(sum.solved, sum.solvable);
  sum.regret = mean(regrets);
  sum.points_below = mean(below);
  sum.ratio = fewest > 0 ? moves / fewest : kUnknown;
  return sum;
}

std::string maze_name(Layers layers, int size) {
  return layers == Layers::flat ? fmt::format("{0}x{0} flat", size)
                                : fmt::format("{0}x{0}x{0} {1}-layer", size, to_string(layers));
}

std::string scheme_title(const ProblemKind& kind) {
  return fmt::format("{} orientations{}", kind.orientations,
                     kind.recovery ? ", with recovery" : "");
}

}  // namespace marblemaze
