#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "engine/bench/report.h"
#include "engine/replay_page/embedded_files.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

// ---- the thesis's tables

ThesisRow parse_row(const std::string& line) {
  const std::vector<std::string> fields = split_text(line, ',');
  ThesisRow row;
  row.table = std::stoi(fields.at(0));
  row.row = {fields.at(6), ControlScheme{std::stoi(fields.at(7))}, layers_from_string(fields.at(3)),
             std::stoi(fields.at(2))};
  row.mazes = std::stoi(fields.at(4));
  row.mean_path_cells = std::stod(fields.at(5));
  std::size_t next = 8;
  for (double* figure : {&row.avg_moves, &row.pct_solved, &row.pct_unsolvable, &row.pct_frozen,
                         &row.repeated, &row.unrepeatable})
    *figure = std::stod(fields.at(next++));
  return row;
}

std::vector<ThesisRow> parse_thesis() {
  std::vector<ThesisRow> rows;
  const std::vector<std::string> lines =
      split_text(std::string(embedded_file("thesis_tables.csv")), '\n');
  for (std::size_t i = 1; i < lines.size(); ++i)
    if (!lines[i].empty()) rows.push_back(parse_row(lines[i]));
  return rows;
}

// ---- facts in its text

constexpr int kThesisMazes = 100;
constexpr std::uint64_t kResamplingSeed = 2007;

/// Terms that one maze adds to the sums from which a figure is computed.
using Terms = std::array<double, 4>;

bool froze(const ResultRow& e) { return e.outcome == Outcome::frozen; }
bool gave_up(const ResultRow& e) { return e.outcome == Outcome::unsolvable; }

Terms solved_of_frozen(const ResultRow& a, const ResultRow& b) {
  return {froze(a) && b.solved() ? 1.0 : 0.0, froze(a) ? 1.0 : 0.0};
}
Terms unsolvable_in_either(const ResultRow& a, const ResultRow& b) {
  return {gave_up(a) || gave_up(b) ? 1.0 : 0.0, 1};
}
Terms repeats_of_both(const ResultRow& a, const ResultRow& b) {
  Terms terms{};
  for (const ResultRow* e : {&a, &b})
    if (e->solved()) {
      terms[0] += e->counters.unrepeatable;
      terms[1] += e->counters.repeated;
    }
  return terms;
}
Terms repeats_of_second(const ResultRow&, const ResultRow& b) {
  if (!b.solved()) return {};
  return {static_cast<double>(b.counters.unrepeatable), static_cast<double>(b.counters.repeated)};
}
Terms moves_of_each(const ResultRow& a, const ResultRow& b) {
  Terms terms{};
  if (a.solved()) terms[0] = a.counters.moves, terms[1] = 1;
  if (b.solved()) terms[2] = b.counters.moves, terms[3] = 1;
  return terms;
}

/// Returns a figure in percent, or NaN (0 / 0) if no maze contributes to it.
double share_of(const Terms& t) { return 100 * t[0] / t[1]; }
double share_left(const Terms& t) { return 100 * (1 - t[0] / t[1]); }
double fewer_moves(const Terms& t) { return 100 * (1 - (t[2] / t[3]) / (t[0] / t[1])); }

struct Fact {
  const char* name;
  const char* text;
  const char* section;
  RowSpec first, second;
  Terms (*terms)(const ResultRow& first, const ResultRow& second);
  double (*figure)(const Terms& sums);
  double thesis;
  int thesis_n;  ///< sample size of a proportion; 0 for resampled figures
};

std::vector<Fact> facts() {
  const RowSpec depth3{"depth-first", ControlScheme::cube_8, Layers::all, 3},
      breadth3{"breadth-first", ControlScheme::cube_8, Layers::all, 3},
      best3{"complete-solution-prediction", ControlScheme::cube_24, Layers::all, 3},
      depth5{"depth-first", ControlScheme::cube_8, Layers::outer, 5},
      best5{"complete-solution-prediction", ControlScheme::cube_24, Layers::outer, 5};
  // The text only says "over 90 %" or "over 99 %", so the exact figure is computed from the tables.
  const auto fewer = [](const RowSpec& first, const RowSpec& second) {
    return 100 * (1 - thesis_row(second)->avg_moves / thesis_row(first)->avg_moves);
  };
  const auto repeatable = [](std::initializer_list<RowSpec> rows) {
    double unrepeatable = 0, repeated = 0;
    for (const RowSpec& row : rows) {
      unrepeatable += thesis_row(row)->unrepeatable;
      repeated += thesis_row(row)->repeated;
    }
    return 100 * (1 - unrepeatable / repeated);
  };
  return {{"pct_breadth_first_solved_of_depth_first_frozen",
           "3x3x3: mazes solved by breadth-first search, among the mazes in which depth-first "
           "search froze",
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

Terms sum_of(const std::vector<Terms>& mazes) {
  Terms sums{};
  for (const Terms& terms : mazes)
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += terms[i];
  return sums;
}

Terms resampled(const std::vector<Terms>& mazes, std::size_t count, Rng& rng) {
  std::vector<Terms> drawn;
  while (drawn.size() < count) drawn.push_back(mazes[rng.uniform_int(mazes.size())]);
  return sum_of(drawn);
}

/// Returns our figure with a 95% prediction interval for the thesis's figure. The interval is our
/// figure plus the bootstrapped difference between a sample of the thesis's size and a sample of
/// our size, both resampled from our mazes.
Estimate by_resampling(const std::vector<Terms>& mazes, double (*figure)(const Terms&)) {
  const Estimate difference = bootstrapped(kResamplingSeed, [&](Rng& rng) {
    const double theirs = figure(resampled(mazes, kThesisMazes, rng));
    return theirs - figure(resampled(mazes, mazes.size(), rng));
  });
  const double value = figure(sum_of(mazes));
  const double high = value + difference.high;
  return {value, value + difference.low, high > 100 ? 100 : high};
}

Estimate by_share(const Terms& sums, double thesis, int thesis_n) {
  const double value = share_of(sums);
  const double margin =
      proportion_difference(value, static_cast<int>(sums[1]), thesis, thesis_n).margin();
  return {value, std::max(0.0, value - margin), std::min(100.0, value + margin)};
}

// ---- cells of its tables

std::vector<double> of_solved(const std::vector<ResultRow>& runs, int Counters::*counter) {
  std::vector<double> values;
  for (const ResultRow& run : runs)
    if (run.solved()) values.push_back(run.counters.*counter);
  return values;
}

}  // namespace

const std::vector<ThesisRow>& thesis_rows() {
  static const std::vector<ThesisRow> rows = parse_thesis();
  return rows;
}

int ThesisRow::solved() const { return static_cast<int>(std::lround(pct_solved * mazes / 100)); }

const ThesisRow* thesis_row(const RowSpec& row) {
  const auto found = std::ranges::find(thesis_rows(), row, &ThesisRow::row);
  return found == thesis_rows().end() ? nullptr : &*found;
}

std::optional<ThesisPrediction> thesis_prediction(const RowSpec& row) {
  static const std::vector<std::pair<RowSpec, ThesisPrediction>> in_text{
      {{"single-move-prediction", ControlScheme::cube_8, Layers::outer, 5}, {97.7, 42, 14.5}},
      {{"complete-solution-prediction", ControlScheme::cube_8, Layers::outer, 5},
       {std::nullopt, 39, 8.9}},
      {{"complete-solution-prediction", ControlScheme::cube_24, Layers::outer, 5},
       {std::nullopt, 17, 9.3}}};
  for (const auto& [spec, figures] : in_text)
    if (spec == row) return figures;
  return std::nullopt;
}

std::vector<ThesisCell> thesis_cells(const RowSpec& row, const std::vector<ResultRow>& runs) {
  const ThesisRow* const thesis = thesis_row(row);
  if (thesis == nullptr) return {};
  const auto share_cell = [&](const char* column, Outcome outcome, double theirs) -> ThesisCell {
    const int n = static_cast<int>(runs.size());
    const double ours =
        proportion(static_cast<int>(std::ranges::count(runs, outcome, &ResultRow::outcome)), n)
            .value;
    return {column, 1, ours, theirs, proportion_difference(ours, n, theirs, thesis->mazes)};
  };
  const auto count_cell = [&](const char* column, int decimals, int Counters::*counter,
                              double total) -> ThesisCell {
    const Sample ours = sample_of(of_solved(runs, counter));
    const double theirs = total / thesis->solved();
    return {column, decimals, ours.mean, theirs, count_difference(ours, theirs, thesis->solved())};
  };
  const Sample moves = sample_of(of_solved(runs, &Counters::moves));
  return {{"avg_moves", 1, moves.mean, thesis->avg_moves,
           mean_difference(moves, thesis->avg_moves, thesis->solved())},
          share_cell("pct_solved", Outcome::solved, thesis->pct_solved),
          share_cell("pct_unsolvable", Outcome::unsolvable, thesis->pct_unsolvable),
          share_cell("pct_frozen", Outcome::frozen, thesis->pct_frozen),
          count_cell("repeated_per_solved", 1, &Counters::repeated, thesis->repeated),
          count_cell("unrepeatable_per_solved", 3, &Counters::unrepeatable, thesis->unrepeatable)};
}

std::vector<PairedFact> paired_facts(const std::vector<ResultRow>& runs) {
  std::vector<PairedFact> found;
  for (const Fact& fact : facts()) {
    std::vector<Terms> mazes;
    for (const auto& [seed, pairs] : pair_runs(runs, fact.first, fact.second))
      mazes.push_back(fact.terms(*pairs.front().first, *pairs.front().second));
    if (mazes.size() < 2) continue;
    const Estimate ours = fact.thesis_n > 0 ? by_share(sum_of(mazes), fact.thesis, fact.thesis_n)
                                            : by_resampling(mazes, fact.figure);
    found.push_back({fact.name, fact.text, fact.section, static_cast<int>(mazes.size()),
                     fact.thesis, ours, fact.thesis >= ours.low && fact.thesis <= ours.high});
  }
  return found;
}

}  // namespace marblemaze
