#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "engine/report/table_report.h"
#include "maze/base/random.h"

namespace marblemaze {
namespace {

constexpr int kThesisMazes = 100;
constexpr int kResamples = 2000;
constexpr std::uint64_t kResamplingSeed = 2007;

/// What one maze adds to the sums that a figure is made of.
using Terms = std::array<double, 4>;

bool froze(const RunFigures& e) { return e.outcome == Outcome::frozen; }
bool solved(const RunFigures& e) { return e.outcome == Outcome::solved; }
bool gave_up(const RunFigures& e) { return e.outcome == Outcome::unsolvable; }

Terms solved_of_frozen(const RunFigures& a, const RunFigures& b) {
  return {froze(a) && solved(b) ? 1.0 : 0.0, froze(a) ? 1.0 : 0.0};
}
Terms unsolvable_in_either(const RunFigures& a, const RunFigures& b) {
  return {gave_up(a) || gave_up(b) ? 1.0 : 0.0, 1};
}
Terms repeats_of_both(const RunFigures& a, const RunFigures& b) {
  Terms terms{};
  for (const RunFigures* e : {&a, &b})
    if (solved(*e)) {
      terms[0] += e->counters.unrepeatable;
      terms[1] += e->counters.repeated;
    }
  return terms;
}
Terms repeats_of_second(const RunFigures&, const RunFigures& b) {
  if (!solved(b)) return {};
  return {static_cast<double>(b.counters.unrepeatable), static_cast<double>(b.counters.repeated)};
}
Terms moves_of_each(const RunFigures& a, const RunFigures& b) {
  Terms terms{};
  if (solved(a)) terms[0] = a.counters.moves, terms[1] = 1;
  if (solved(b)) terms[2] = b.counters.moves, terms[3] = 1;
  return terms;
}

/// Figures, per cent. Of nothing they are NaN: 0 / 0.
double share_of(const Terms& t) { return 100 * t[0] / t[1]; }
double share_left(const Terms& t) { return 100 * (1 - t[0] / t[1]); }
double fewer_moves(const Terms& t) { return 100 * (1 - (t[2] / t[3]) / (t[0] / t[1])); }

const ThesisRow& told_of(const RowSpec& row) { return *thesis_row(row); }

struct Fact {
  const char* name;
  const char* text;
  const char* section;
  RowSpec first, second;
  Terms (*terms)(const RunFigures& first, const RunFigures& second);
  double (*figure)(const Terms& sums);
  double thesis;
  int thesis_n;  ///< of a share, out of how many; 0: no share, its spread is found by resampling
};

std::vector<Fact> facts() {
  const RowSpec depth3{"depth-first", 8, Layers::all, 3},
      breadth3{"breadth-first", 8, Layers::all, 3},
      best3{"complete-solution-prediction", 24, Layers::all, 3},
      depth5{"depth-first", 8, Layers::outer, 5},
      best5{"complete-solution-prediction", 24, Layers::outer, 5};
  // Where the text says "over 90 %" or "over 99 %", the figure is what its tables give.
  const auto fewer = [](const RowSpec& first, const RowSpec& second) {
    return 100 * (1 - told_of(second).avg_moves / told_of(first).avg_moves);
  };
  const auto repeatable = [](std::initializer_list<RowSpec> rows) {
    double unrepeatable = 0, repeated = 0;
    for (const RowSpec& row : rows) {
      unrepeatable += told_of(row).unrepeatable;
      repeated += told_of(row).repeated;
    }
    return 100 * (1 - unrepeatable / repeated);
  };
  return {{"pct_breadth_first_solved_of_depth_first_frozen",
           "3x3x3: mazes solved by breadth-first search, of the mazes in which depth-first search "
           "froze",
           "4.2", depth3, breadth3, solved_of_frozen, share_of, 100.0 * 21 / 33, 33},
          {"pct_unsolvable_by_depth_or_breadth_first",
           "3x3x3: mazes in which depth-first search or breadth-first search gave up", "4.2",
           depth3, breadth3, unsolvable_in_either, share_of, 2, kThesisMazes},
          {"pct_repeatable_blind",
           "3x3x3: repeated moves of both blind searches that ended in the same state as before "
           "(\"over 99 %\")",
           "4.2", depth3, breadth3, repeats_of_both, share_left, repeatable({depth3, breadth3}), 0},
          {"pct_repeatable_best",
           "3x3x3: repeated moves of complete-solution prediction with 24 orientations that ended "
           "in the same state as before",
           "5", depth3, best3, repeats_of_second, share_left, repeatable({best3}), 0},
          {"pct_fewer_moves_3",
           "3x3x3: moves saved by complete-solution prediction with 24 orientations, compared with "
           "depth-first search (\"over 90 %\")",
           "5", depth3, best3, moves_of_each, fewer_moves, fewer(depth3, best3), 0},
          {"pct_fewer_moves_5",
           "5x5x5: moves saved by complete-solution prediction with 24 orientations, compared with "
           "depth-first search (\"69 % fewer moves\")",
           "7", depth5, best5, moves_of_each, fewer_moves, fewer(depth5, best5), 0}};
}

/// The runs of two rows in each maze that both played, in the order of the mazes. A maze that was
/// played more than once counts once.
std::vector<std::pair<const RunFigures*, const RunFigures*>> pairs_of(
    const std::vector<ResultRow>& episodes, const RowSpec& first, const RowSpec& second) {
  std::map<std::uint64_t, std::pair<const RunFigures*, const RunFigures*>> mazes;
  for (const ResultRow& row : episodes) {
    if (row.job.row == first) mazes[row.job.seed].first = &row.run;
    if (row.job.row == second) mazes[row.job.seed].second = &row.run;
  }
  std::vector<std::pair<const RunFigures*, const RunFigures*>> pairs;
  for (const auto& [number, pair] : mazes)
    if (pair.first != nullptr && pair.second != nullptr) pairs.push_back(pair);
  return pairs;
}

Terms sum_of(const std::vector<Terms>& mazes) {
  Terms sums{};
  for (const Terms& terms : mazes)
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += terms[i];
  return sums;
}

/// The sums over `count` mazes drawn with replacement.
Terms resampled(const std::vector<Terms>& mazes, std::size_t count, Rng& rng) {
  Terms sums{};
  for (std::size_t drawn = 0; drawn < count; ++drawn) {
    const Terms& terms = mazes[rng.below(mazes.size())];
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += terms[i];
  }
  return sums;
}

/// Between what the thesis's figure lies: ours, and what 95 % of the differences between the
/// thesis's number of mazes and as many as ours come to, both drawn from ours.
Estimate by_resampling(const std::vector<Terms>& mazes, double (*figure)(const Terms&)) {
  Rng rng(kResamplingSeed);
  std::vector<double> differences;
  for (int i = 0; i < kResamples; ++i) {
    const double theirs = figure(resampled(mazes, kThesisMazes, rng));
    const double ours = figure(resampled(mazes, mazes.size(), rng));
    if (!std::isnan(theirs - ours)) differences.push_back(theirs - ours);
  }
  const double value = figure(sum_of(mazes));
  if (differences.size() < kResamples / 2) return {value, kUnknown, kUnknown};
  std::sort(differences.begin(), differences.end());
  const std::size_t outside = differences.size() / 40;  // on each side
  // None of these figures can be above 100 %.
  const double high = value + differences[differences.size() - 1 - outside];
  return {value, value + differences[outside], std::min(100.0, high)};
}

Estimate by_share(const Terms& sums, double thesis, int thesis_n) {
  const double value = share_of(sums);
  const double margin =
      share_difference(value, static_cast<int>(sums[1]), thesis, thesis_n).margin();
  return {value, std::max(0.0, value - margin), std::min(100.0, value + margin)};
}

}  // namespace

std::vector<PairedFact> paired_facts(const std::vector<ResultRow>& episodes) {
  std::vector<PairedFact> found;
  for (const Fact& fact : facts()) {
    std::vector<Terms> mazes;
    for (const auto& [first, second] : pairs_of(episodes, fact.first, fact.second))
      mazes.push_back(fact.terms(*first, *second));
    if (mazes.size() < 2) continue;
    const Estimate ours = fact.thesis_n > 0 ? by_share(sum_of(mazes), fact.thesis, fact.thesis_n)
                                            : by_resampling(mazes, fact.figure);
    found.push_back({fact.name, fact.text, fact.section, static_cast<int>(mazes.size()),
                     fact.thesis, ours, fact.thesis >= ours.low && fact.thesis <= ours.high});
  }
  return found;
}

}  // namespace marblemaze
