#include "engine/report/table_report.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "engine/replay_page/embedded_files.h"
#include "maze/base/errors.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

ThesisRow parse_row(const std::string& line) {
  const std::vector<std::string> fields = parts_of(line, ',');
  ThesisRow row;
  row.table = std::stoi(fields.at(0));
  row.row = {fields.at(6), std::stoi(fields.at(7)), layers_from_string(fields.at(3)),
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
      parts_of(std::string(embedded_file("thesis_tables.csv")), '\n');
  for (std::size_t i = 1; i < lines.size(); ++i)  // below the column names
    if (!lines[i].empty()) rows.push_back(parse_row(lines[i]));
  return rows;
}

void require_one(const std::set<std::string>& values, const char* what, const char* choice) {
  if (values.size() <= 1) return;
  throw BadInput(std::string("results of several ") + what,
                 fmt::format("{}", fmt::join(values, ", ")),
                 fmt::format("one (choose with {})", choice));
}

Outcome ending_of(const ResultRow& one) { return one.run.outcome; }

int thesis_rank(const RowSpec& row) {
  const auto found = std::ranges::find(thesis_rows(), row, &ThesisRow::row);
  return static_cast<int>(found - thesis_rows().begin());
}

}  // namespace

const std::vector<ThesisRow>& thesis_rows() {
  static const std::vector<ThesisRow> rows = parse_thesis();
  return rows;
}

int ThesisRow::solved() const { return static_cast<int>(std::lround(pct_solved * mazes / 100)); }

const ThesisRow* thesis_row(const RowSpec& row) {
  const auto rank = static_cast<std::size_t>(thesis_rank(row));
  return rank < thesis_rows().size() ? &thesis_rows()[rank] : nullptr;
}

std::optional<ThesisPrediction> thesis_prediction(const RowSpec& row) {
  static const std::vector<std::pair<RowSpec, ThesisPrediction>> in_text{
      {{"single-move-prediction", 8, Layers::outer, 5}, {97.7, 42, 14.5}},
      {{"complete-solution-prediction", 8, Layers::outer, 5}, {std::nullopt, 39, 8.9}},
      {{"complete-solution-prediction", 24, Layers::outer, 5}, {std::nullopt, 17, 9.3}}};
  for (const auto& [spec, figures] : in_text)
    if (spec == row) return figures;
  return std::nullopt;
}

int TableRow::ended(Outcome outcome) const {
  return static_cast<int>(std::ranges::count(runs, outcome, ending_of));
}

int TableRow::faults() const {
  return static_cast<int>(std::ranges::count_if(runs, is_fault, ending_of));
}

std::vector<int> TableRow::all(int Counters::*counter) const {
  std::vector<int> values;
  for (const ResultRow& one : runs) values.push_back(one.run.counters.*counter);
  return values;
}

std::vector<const RunFigures*> TableRow::solved_runs() const {
  std::vector<const RunFigures*> solved;
  for (const ResultRow& one : runs)
    if (ending_of(one) == Outcome::solved) solved.push_back(&one.run);
  return solved;
}

std::vector<int> TableRow::solved(int Counters::*counter) const {
  std::vector<int> values;
  for (const RunFigures* run : solved_runs()) values.push_back(run->counters.*counter);
  return values;
}

std::vector<double> TableRow::seconds() const {
  std::vector<double> values;
  for (const RunFigures* run : solved_runs())
    values.push_back(tick_s * static_cast<double>(run->ticks));
  std::sort(values.begin(), values.end());
  return values;
}

double TableRow::mean_path_cells() const {
  double cells = 0;
  for (const ResultRow& one : runs) cells += one.run.path_cells;
  return cells / mazes();
}

bool TableRow::predicts() const {
  // Null for agents from outside the program.
  const PlannerEntry* const known = planners().find(row.agent);
  return known != nullptr && known->predicts;
}

double TableRow::cpu_s() const {
  double seconds = 0;
  for (const ResultRow& one : runs) seconds += 1e-6 * static_cast<double>(one.cpu_us);
  return seconds;
}

Report make_report(const std::vector<ResultRow>& episodes, bool against_thesis,
                   const std::vector<ResultRow>& truths, double tick_s) {
  std::map<std::pair<int, RowSpec>, std::vector<ResultRow>> groups;
  std::set<std::string> settings, versions, worlds;
  std::set<std::uint64_t> seeds;
  for (const ResultRow& episode : episodes) {
    const Job& job = episode.job;
    settings.insert(job.settings);
    versions.insert(job.version);
    worlds.insert(job.world);
    seeds.insert(job.seed);
    groups[{thesis_rank(job.row), job.row}].push_back(episode);
  }
  if (episodes.empty()) throw BadInput("report", "of no episodes", "at least one");
  require_one(settings, "settings", "--settings-hash");
  require_one(versions, "versions of the program", "--results-version");
  require_one(worlds, "worlds", "--world");
  Report report{*settings.begin(),
                *versions.begin(),
                *worlds.begin(),
                fmt::format("{}", fmt::join(runs_of(seeds), ", ")),
                static_cast<int>(episodes.size()),
                {},
                against_thesis,
                {},
                {},
                {}};
  const TruthTable known(truths);
  for (const auto& [key, group] : groups)
    report.rows.push_back({key.second, group, against_truth(group, known), tick_s});
  if (against_thesis) report.facts = paired_facts(episodes);
  report.truths = summarise_truths(episodes, known);
  for (const ThesisRow& thesis : thesis_rows())
    if (!groups.contains({thesis_rank(thesis.row), thesis.row}))
      report.missing.push_back(thesis.row);
  return report;
}

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
