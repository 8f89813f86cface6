#include "engine/bench/report.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agent/contracts/planner.h"
#include "agent/tilt/tilt_policy.h"
#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/base/text.h"

namespace marblemaze {

// ---- figures

namespace {

using Runs = std::vector<ResultRow>;

/// Groups a value of each run by maze; `value` returns nullopt for runs that do not count.
template <class Value>
Clusters by_maze(const Runs& runs, Value value) {
  std::map<std::uint64_t, std::vector<double>> mazes;
  for (const ResultRow& run : runs)
    if (const std::optional<double> one = value(run)) mazes[run.job.seed].push_back(*one);
  Clusters clusters;
  for (auto& [seed, values] : mazes) clusters.push_back(std::move(values));
  return clusters;
}

/// Groups a value of each run that solved its maze.
template <class Value>
Clusters by_solved_maze(const Runs& runs, Value value) {
  return by_maze(runs, [&](const ResultRow& run) {
    return run.solved() ? std::optional<double>(value(run)) : std::nullopt;
  });
}

Estimate pct_ended(const Runs& runs, Outcome outcome) {
  return clustered_share(by_maze(runs, [&](const ResultRow& run) {
    return std::optional(run.outcome == outcome ? 100.0 : 0);
  }));
}

/// Returns the sum of a counter over all runs, or over the solved runs, per 100 runs.
double per_100(const Runs& runs, int Counters::*counter, bool only_solved) {
  double sum = 0;
  for (const ResultRow& run : runs)
    if (!only_solved || run.solved()) sum += run.counters.*counter;
  return 100 * sum / static_cast<double>(runs.size());
}

void fill_predictions(TableRow& row, const Runs& runs) {
  const PlannerEntry* const known =
      planners().find(row.row.agent);  // null if it is not part of the program
  row.predicts = known != nullptr && known->predicts;
  if (!row.predicts) return;
  double right = 0, total = 0;
  std::vector<double> error_free;
  for (const ResultRow& run : runs) {
    if (!run.solved()) continue;
    right += run.counters.predicted_right;
    total += run.counters.predicted_total;
    if (run.counters.predicted_right == run.counters.moves)
      error_free.push_back(run.counters.moves);
  }
  if (total > 0) row.pct_predicted = 100 * right / total;
  row.error_free = static_cast<int>(error_free.size());
  row.pct_error_free = 100.0 * row.error_free / row.runs;
  row.error_free_moves = sample_of(error_free).mean;
}

int thesis_rank(const RowSpec& row) {
  const auto found = std::ranges::find(thesis_rows(), row, &ThesisRow::row);
  return static_cast<int>(found - thesis_rows().begin());
}

}  // namespace

int TableRow::ended(Outcome outcome) const {
  const auto found = outcomes.find(outcome);
  return found == outcomes.end() ? 0 : found->second;
}

TableRow table_row(const Runs& runs, const Truths& truths, double tick_s) {
  const Job& job = runs.front().job;
  TableRow row{.row = job.row, .world = job.world, .runs = static_cast<int>(runs.size())};
  std::set<std::uint64_t> mazes;
  double path_cells = 0, moves = 0;
  std::vector<int> moves_of_solved;
  for (const ResultRow& run : runs) {
    mazes.insert(run.job.seed);
    path_cells += run.path_cells;
    moves += run.counters.moves;
    ++row.outcomes[run.outcome];
    row.faults += is_fault(run.outcome);
    row.most_moves = std::max(row.most_moves, run.counters.moves);
    row.cpu_s += 1e-6 * static_cast<double>(run.cpu_us);
    if (run.solved()) moves_of_solved.push_back(run.counters.moves);
  }
  row.mazes = static_cast<int>(mazes.size());
  row.mean_path_cells = path_cells / row.runs;
  row.moves_all = moves / row.runs;
  if (moves > 0) row.cpu_us_per_move = 1e6 * row.cpu_s / moves;

  const auto mean_counter = [&](int Counters::*counter) {
    return clustered_mean(
        by_solved_maze(runs, [&](const ResultRow& run) { return run.counters.*counter; }));
  };
  row.moves = mean_counter(&Counters::moves);
  row.repeated = mean_counter(&Counters::repeated);
  row.unrepeatable = mean_counter(&Counters::unrepeatable);
  row.pct_solved = pct_ended(runs, Outcome::solved);
  row.pct_unsolvable = pct_ended(runs, Outcome::unsolvable);
  row.pct_frozen = pct_ended(runs, Outcome::frozen);
  row.repeated_per_100 = per_100(runs, &Counters::repeated, true);
  row.unrepeatable_per_100 = per_100(runs, &Counters::unrepeatable, true);
  row.repeated_all_per_100 = per_100(runs, &Counters::repeated, false);
  row.unrepeatable_all_per_100 = per_100(runs, &Counters::unrepeatable, false);
  fill_predictions(row, runs);

  const Clusters seconds = by_solved_maze(
      runs, [&](const ResultRow& run) { return tick_s * static_cast<double>(run.ticks); });
  row.seconds = clustered_mean(seconds);
  row.median_seconds = quantile(joined(seconds), 0.5);
  row.seconds_of_90_pct = quantile(joined(seconds), 0.9);
  row.effort = clustered_mean(by_solved_maze(
      runs, [](const ResultRow& run) { return 1e-3 * static_cast<double>(run.effort_ms); }));

  row.solved_within = solved_within(moves_of_solved);
  row.truth = against_truth(runs, truths);
  row.cells = thesis_cells(row.row, runs);
  return row;
}

Tallies tally(const std::vector<TableRow>& rows) {
  Tallies sums;
  for (const TableRow& row : rows)
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      Tally& sum = i < kOutcomeCells ? sums.outcomes : sums.repeats;
      ++sum.compared;
      sum.inside += row.cells[i].difference.inside();
    }
  return sums;
}

void require_one_setting(const Runs& runs) {
  std::set<std::string> settings, versions, worlds;
  for (const ResultRow& run : runs) {
    settings.insert(run.job.settings);
    versions.insert(run.job.version);
    worlds.insert(run.job.world);
  }
  const auto require_one = [](const std::set<std::string>& values, const char* what,
                              const char* option) {
    if (values.size() > 1)
      throw BadInput(std::string("results of several ") + what,
                     fmt::format("{}", fmt::join(values, ", ")),
                     fmt::format("one (choose with {})", option));
  };
  require_one(settings, "settings", "--settings-hash");
  require_one(versions, "versions of the program", "--results-version");
  require_one(worlds, "worlds", "--world");
}

Report make_report(const Runs& runs, bool against_thesis, const Runs& truths, double tick_s) {
  if (runs.empty()) throw BadInput("report", "of no episodes", "at least one");
  require_one_setting(runs);
  std::map<std::pair<int, RowSpec>, Runs> groups;
  std::set<std::uint64_t> seeds;
  Runs counted;
  for (const ResultRow& run : runs)
    if (!against_thesis || run.job.run == 1) counted.push_back(run);
  for (const ResultRow& run : counted) {
    seeds.insert(run.job.seed);
    groups[{thesis_rank(run.job.row), run.job.row}].push_back(run);
  }
  const Job& job = runs.front().job;
  Report report{.settings = job.settings,
                .version = job.version,
                .world = job.world,
                .seeds = fmt::format("{}", fmt::join(runs_of(seeds), ", ")),
                .episodes = static_cast<int>(counted.size()),
                .against_thesis = against_thesis};
  const Truths known = truths_of(truths);
  for (const auto& [key, group] : groups) report.rows.push_back(table_row(group, known, tick_s));
  if (against_thesis) report.facts = paired_facts(counted);
  report.truths = summarise_truths(counted, known);
  for (const ThesisRow& thesis : thesis_rows())
    if (!groups.contains({thesis_rank(thesis.row), thesis.row}))
      report.missing.push_back(thesis.row);
  return report;
}

// ---- reference solutions

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
  const auto found = truths.find(run.job.truth());
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
      kinds[run.job.row.truth()][run.job.seed] = truth;
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

std::optional<AgainstTruth> against_truth(const Runs& runs, const Truths& truths) {
  AgainstTruth sum;
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
  sum.row = runs.front().job.row;
  sum.mazes = static_cast<int>(mazes.size());
  sum.ratio = fewest > 0 ? moves / fewest : kUnknown;

  /// Returns a value of each run in a maze with a known reference solution.
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
  sum.pct_solved = clustered_share(known([](const ResultRow& run, const GroundTruth& truth) {
    return truth.chance() > 0 ? std::optional(run.solved() ? 100.0 : 0) : std::nullopt;
  }));
  const Clusters regrets = known(regret_of);
  sum.regret = clustered_mean(regrets);
  sum.regret_90 = quantile(joined(regrets), 0.9);
  sum.regret_99 = quantile(joined(regrets), 0.99);
  sum.points_below = clustered_mean(points_below(&GroundTruth::chance));
  sum.points_below_low = sample_of(joined(points_below(&GroundTruth::chance_low))).mean;
  sum.points_below_high = sample_of(joined(points_below(&GroundTruth::chance_high))).mean;
  return sum;
}

// ---- names

std::string maze_name(const RowSpec& row) {
  return row.layers == Layers::flat
             ? fmt::format("{0}x{0} flat", row.size)
             : fmt::format("{0}x{0}x{0} {1}-layer", row.size, to_string(row.layers));
}

std::string scheme_title(const RowSpec& row) {
  if (row.continuous()) return row.rest ? "continuous control to rest" : "continuous control";
  return fmt::format("{} orientations{}{}", row.control, row.recovery ? ", with recovery" : "",
                     row.move_limit > 0 ? fmt::format(", at most {} moves", row.move_limit) : "");
}

std::string row_title(const RowSpec& row) {
  const auto* const policy = row.continuous() ? tilt_policies().find(row.agent) : nullptr;
  const PlannerEntry* const known =
      planners().find(row.agent);  // null if it is not part of the program
  const std::string title = policy != nullptr  ? std::string(policy->title)
                            : known != nullptr ? known->title
                                               : row.agent;
  return fmt::format("{}, {}", title, scheme_title(row));
}

// ---- JSON and CSV

namespace {

// ---- JSON
//
// Names identify the kind of number: a count ends in _count, a share in per cent begins with pct_,
// a sum per 100 runs ends in _per_100_mazes. Members with an older name, which the CSV also has,
// are included under both names.

/// Adds a member under its name and its older name.
void add(Json& document, const std::string& name, const std::string& older, const Json& value) {
  document[older] = value;
  document[name] = value;
}

Json interval(const Estimate& e) {
  return std::isnan(e.low) ? Json(nullptr) : Json{rounded(e.low), rounded(e.high)};
}

/// Returns [[moves, % of runs], ...].
Json curve_json(const SolvedCurve& curve, int runs) {
  return Json::list(curve, [runs](const auto& step) -> Json {
    return {step.first, rounded(100.0 * step.second / runs)};
  });
}

Json kind_json(const RowSpec& row) {
  return {{"maze", maze_name(row)},
          {"cells_per_side", row.size},
          {"layers", to_string(row.layers)},
          {"orientations", orientations_of(row.control)},
          {"recovery", row.recovery}};
}

Json summary_json(const TruthSummary& t) {
  Json json = kind_json(t.kind);
  add(json, "maze_count", "mazes", t.mazes);
  add(json, "solvable_count", "solvable", t.solvable);
  add(json, "exact_count", "exact", t.complete);
  json.update({{"pct_solvable", rounded(t.pct_solvable.value)},
               {"pct_possible_low", rounded(t.pct_low)},
               {"pct_possible_high", rounded(t.pct_high)},
               {"mean_fewest_moves", rounded(t.fewest_moves.value)},
               {"intervals",
                {{"pct_solvable", interval(t.pct_solvable)},
                 {"mean_fewest_moves", interval(t.fewest_moves)}}},
               {"solved_within", curve_json(t.solved_within, t.mazes)}});
  return json;
}

Json truth_json(const AgainstTruth& a) {
  Json json = Json::object();
  add(json, "maze_count", "mazes", a.mazes);
  add(json, "solvable_count", "solvable", a.solvable);
  add(json, "solved_of_solvable_count", "solved_of_solvable", a.solved);
  add(json, "wrongly_unsolvable_count", "wrongly_unsolvable", a.wrongly_unsolvable);
  add(json, "surpassed_count", "surpassed", a.surpassed);
  json.update({{"pct_solved_of_solvable", rounded(a.pct_solved.value)},
               {"mean_regret", rounded(a.regret.value)},
               {"ratio", rounded(a.ratio)},
               {"points_below_possible", rounded(a.points_below.value)},
               {"points_below_low", rounded(a.points_below_low)},
               {"points_below_high", rounded(a.points_below_high)},
               {"regret_90", rounded(a.regret_90)},
               {"regret_99", rounded(a.regret_99)},
               {"intervals",
                {{"pct_solved_of_solvable", interval(a.pct_solved)},
                 {"mean_regret", interval(a.regret)},
                 {"points_below_possible", interval(a.points_below)}}}});
  return json;
}

Json figures_json(const TableRow& r) {
  const auto if_predicts = [&](const Json& figure) { return r.predicts ? figure : Json(nullptr); };
  Json row = kind_json(r.row);
  add(row, "maze_count", "mazes", r.mazes);
  add(row, "repeated_per_100_mazes", "repeated_moves", rounded(r.repeated_per_100));
  add(row, "unrepeatable_per_100_mazes", "unrepeatable_moves", rounded(r.unrepeatable_per_100));
  for (const Outcome outcome :
       {Outcome::solved, Outcome::unsolvable, Outcome::frozen, Outcome::overdue, Outcome::capped})
    add(row, fmt::format("{}_count", to_string(outcome)), std::string(to_string(outcome)),
        r.ended(outcome));
  add(row, "repeated_all_per_100_mazes", "repeated_moves_all", rounded(r.repeated_all_per_100));
  add(row, "unrepeatable_all_per_100_mazes", "unrepeatable_moves_all",
      rounded(r.unrepeatable_all_per_100));
  add(row, "error_free_count", "error_free_mazes", if_predicts(r.error_free));
  row.update({{"mean_path_cells", rounded(r.mean_path_cells)},
              {"algorithm", r.row.agent},
              {"world", r.world},
              {"avg_moves", rounded(r.moves.value)},
              {"pct_solved", rounded(r.pct_solved.value)},
              {"pct_unsolvable", rounded(r.pct_unsolvable.value)},
              {"pct_frozen", rounded(r.pct_frozen.value)},
              {"repeated_per_solved", rounded(r.repeated.value)},
              {"unrepeatable_per_solved", rounded(r.unrepeatable.value)},
              {"avg_moves_all", rounded(r.moves_all)},
              {"most_moves", r.most_moves},
              {"pct_predicted", if_predicts(rounded(r.pct_predicted))},
              {"pct_error_free", if_predicts(rounded(r.pct_error_free))},
              {"error_free_moves", if_predicts(rounded(r.error_free_moves))},
              {"fault_count", r.faults},
              {"rest", r.row.rest},
              {"median_seconds", rounded(r.median_seconds)},
              {"seconds_of_90_pct", rounded(r.seconds_of_90_pct)},
              {"mean_seconds", rounded(r.seconds.value)},
              {"mean_effort", r.row.continuous() ? Json(rounded(r.effort.value)) : nullptr},
              {"escaped_count", r.ended(Outcome::escaped)},
              {"run_count", r.runs},
              {"move_limit", r.row.move_limit > 0 ? Json(r.row.move_limit) : nullptr},
              {"intervals",
               {{"avg_moves", interval(r.moves)},
                {"pct_solved", interval(r.pct_solved)},
                {"pct_unsolvable", interval(r.pct_unsolvable)},
                {"pct_frozen", interval(r.pct_frozen)},
                {"repeated_per_solved", interval(r.repeated)},
                {"unrepeatable_per_solved", interval(r.unrepeatable)},
                {"mean_seconds", interval(r.seconds)}}},
              {"truth", r.truth ? truth_json(*r.truth) : Json(nullptr)},
              {"solved_within", curve_json(r.solved_within, r.runs)}});
  if (r.row.continuous()) row["intervals"]["mean_effort"] = interval(r.effort);
  return row;
}

/// Returns the figures of a row that the thesis reports.
Json thesis_json(const ThesisRow& t) {
  Json row{{"mean_path_cells", t.mean_path_cells},
           {"avg_moves", t.avg_moves},
           {"pct_solved", t.pct_solved},
           {"pct_unsolvable", t.pct_unsolvable},
           {"pct_frozen", t.pct_frozen},
           {"repeated_per_solved", t.repeated / t.solved()},
           {"unrepeatable_per_solved", t.unrepeatable / t.solved()}};
  add(row, "repeated_per_100_mazes", "repeated_moves", t.repeated);
  add(row, "unrepeatable_per_100_mazes", "unrepeatable_moves", t.unrepeatable);
  add(row, "maze_count", "mazes", t.mazes);
  if (const auto prediction = thesis_prediction(t.row)) {
    if (prediction->pct_predicted) row["pct_predicted"] = *prediction->pct_predicted;
    add(row, "error_free_count", "error_free_mazes", prediction->error_free);
    row["pct_error_free"] = 1.0 * prediction->error_free;
    row["error_free_moves"] = prediction->error_free_moves;
  }
  return row;
}

Json row_json(const TableRow& r, bool against_thesis) {
  Json row = figures_json(r);
  const ThesisRow* const thesis = against_thesis ? thesis_row(r.row) : nullptr;
  if (thesis == nullptr) return row;
  row["table"] = thesis->table;
  row["thesis"] = thesis_json(*thesis);
  for (const ThesisCell& cell : r.cells) {
    row["inside"][cell.column] = cell.difference.inside();
    row["margins"][cell.column] = rounded(cell.difference.margin());
  }
  return row;
}

/// Returns the thesis's figure and our figure for a cell of the tables, with all digits.
Json cell_json(const RowSpec& row, const ThesisCell& cell) {
  const Difference& d = cell.difference;
  return {{"table", thesis_row(row)->table},
          {"maze", maze_name(row)},
          {"cells_per_side", row.size},
          {"layers", to_string(row.layers)},
          {"algorithm", row.agent},
          {"orientations", orientations_of(row.control)},
          {"column", cell.column},
          {"ours", cell.ours.value},
          {"thesis", cell.thesis},
          {"difference", d.value},
          {"standard_error", d.standard_error},
          {"degrees_of_freedom", d.freedom > 0 ? Json(d.freedom) : nullptr},
          {"margin", d.margin()},
          {"z", d.z()},
          {"inside", d.inside()}};
}

Json fact_json(const PairedFact& f) {
  return {{"name", f.name},        {"text", f.text},      {"section", f.section},
          {"maze_count", f.mazes}, {"thesis", f.thesis},  {"ours", f.ours.value},
          {"low", f.ours.low},     {"high", f.ours.high}, {"inside", f.inside}};
}

Json missing_json(const RowSpec& row) {
  return {{"maze", maze_name(row)},
          {"algorithm", row.agent},
          {"orientations", orientations_of(row.control)}};
}

// ---- CSV

/// Returns the text of a cell: numbers have two decimals, and unknown values are empty.
std::string csv_cell(const Json& value) {
  if (value.is_null() || (value.is_number() && std::isnan(value.get<double>()))) return "";
  if (value.is_text()) return value.text();
  if (value.is_whole()) return value.dump();
  return value.is_number() ? fmt::format("{:.2f}", value.get<double>())
                           : fmt::format("{:d}", value.get<bool>());
}

std::string csv_line(const Json& cells) { return chained(cells, ",", csv_cell) + "\n"; }

// Columns of the CSV, each with the path of its value in the row's document unless the path equals
// the name.
constexpr const char* kColumns =
    "maze,cells_per_side,layers,mazes,mean_path_cells,algorithm,orientations,avg_moves,pct_solved,"
    "pct_unsolvable,pct_frozen,repeated_moves,unrepeatable_moves,world,overdue,capped,most_moves,"
    "avg_moves_low=intervals.avg_moves.0,avg_moves_high=intervals.avg_moves.1,"
    "pct_solved_low=intervals.pct_solved.0,pct_solved_high=intervals.pct_solved.1,"
    "pct_unsolvable_low=intervals.pct_unsolvable.0,pct_unsolvable_high=intervals.pct_unsolvable.1,"
    "pct_frozen_low=intervals.pct_frozen.0,pct_frozen_high=intervals.pct_frozen.1,"
    "pct_predicted,error_free_mazes,error_free_moves,recovery,repeated_per_solved,"
    "unrepeatable_per_solved,faults=fault_count,rest,median_seconds,seconds_of_90_pct,run_count,"
    "move_limit,truths=truth.mazes,solvable=truth.solvable,"
    "solved_of_solvable=truth.solved_of_solvable,"
    "pct_solved_of_solvable=truth.pct_solved_of_solvable,"
    "wrongly_unsolvable=truth.wrongly_unsolvable,mean_regret=truth.mean_regret,"
    "regret_low=truth.intervals.mean_regret.0,regret_high=truth.intervals.mean_regret.1,"
    "ratio=truth.ratio,surpassed=truth.surpassed,"
    "points_below_possible=truth.points_below_possible,points_below_low=truth.points_below_low,"
    "points_below_high=truth.points_below_high,regret_90=truth.regret_90,regret_99=truth.regret_99";
constexpr const char* kThesisColumns =
    ",table,thesis_mean_path_cells=thesis.mean_path_cells,thesis_avg_moves=thesis.avg_moves,"
    "avg_moves_inside=inside.avg_moves,thesis_pct_solved=thesis.pct_solved,"
    "pct_solved_inside=inside.pct_solved,thesis_pct_unsolvable=thesis.pct_unsolvable,"
    "pct_unsolvable_inside=inside.pct_unsolvable,thesis_pct_frozen=thesis.pct_frozen,"
    "pct_frozen_inside=inside.pct_frozen,thesis_repeated_moves=thesis.repeated_moves,"
    "thesis_unrepeatable_moves=thesis.unrepeatable_moves,thesis_mazes=thesis.mazes,"
    "thesis_repeated_per_solved=thesis.repeated_per_solved,"
    "repeated_per_solved_inside=inside.repeated_per_solved,"
    "thesis_unrepeatable_per_solved=thesis.unrepeatable_per_solved,"
    "unrepeatable_per_solved_inside=inside.unrepeatable_per_solved";

/// Returns the text at a path in a row's document, or an empty string if there is no such member.
/// The thesis's figures are printed as in the thesis.
std::string cell_at(const Json& row, const std::string& path) {
  const Json* value = &row;
  for (const std::string& part : parts_of(path, '.')) {
    if (value->is_null()) return "";
    value = value->is_array() ? &value->at(part == "0" ? 0 : 1) : value->find(part);
    if (value == nullptr) return "";
  }
  return path.starts_with("thesis.") ? fmt::format("{:g}", value->get<double>()) : csv_cell(*value);
}

/// Returns the reference solution's cells of a run: whether there is a reference solution, its
/// moves, and how many more moves the run needed. The moves of a policy are means.
std::vector<Json> truth_cells(const ResultRow& run, const GroundTruth* truth) {
  if (truth == nullptr) return {nullptr, nullptr, nullptr};
  const auto moves = [&](double value) {
    return truth->uncertain() ? Json(value) : Json(static_cast<int>(value));
  };
  if (truth->chance() == 0) return {truth->solvable, nullptr, nullptr};
  const std::optional<double> regret = regret_of(run, *truth);
  return {truth->solvable, moves(truth->expected_moves()), regret ? moves(*regret) : Json(nullptr)};
}

}  // namespace

double rounded(double value) { return std::round(value * 100) / 100; }

std::string report_json(const Report& report) {
  const auto row_of = [&](const TableRow& row) { return row_json(row, report.against_thesis); };
  Json document{{"settings", report.settings},
                {"version", report.version},
                {"world", report.world},
                {"seeds", report.seeds},
                {"episodes", report.episodes},
                {"rows", Json::list(report.rows, row_of)},
                {"truths", Json::list(report.truths, summary_json)}};
  if (report.against_thesis) {
    const auto [outcomes, repeats] = tally(report.rows);
    document["cells_inside"] = outcomes.inside;
    document["cells_compared"] = outcomes.compared;
    document["repeat_cells_inside"] = repeats.inside;
    document["repeat_cells_compared"] = repeats.compared;
    Json cells = Json::array();
    for (const TableRow& row : report.rows)
      for (const ThesisCell& cell : row.cells) cells.push_back(cell_json(row.row, cell));
    document["cells"] = cells;
    document["facts"] = Json::list(report.facts, fact_json);
    document["missing"] = Json::list(report.missing, missing_json);
  }
  return document.dump() + "\n";
}

std::string report_csv(const Report& report) {
  const std::vector<std::string> columns =
      parts_of(std::string(kColumns) + (report.against_thesis ? kThesisColumns : ""), ',');
  const auto name = [](const std::string& column) { return column.substr(0, column.find('=')); };
  std::string text = chained(columns, ",", name) + "\n";
  for (const TableRow& row : report.rows) {
    Json json = row_json(row, report.against_thesis);
    json["move_limit"] = row.row.move_limit;
    const auto cell = [&](const std::string& column) {
      return cell_at(json, column.substr(column.find('=') + 1));
    };
    text += chained(columns, ",", cell) + "\n";
  }
  return text;
}

std::string curves_csv(const Report& report) {
  std::string text =
      "maze,cells_per_side,layers,orientations,recovery,algorithm,moves,solved,mazes,pct_solved,"
      "move_limit\n";
  const auto add = [&](const RowSpec& kind, std::string_view algorithm, const SolvedCurve& curve,
                       int runs) {
    for (const auto& [moves, solved] : curve)
      text += csv_line(Json::array({maze_name(kind), kind.size, to_string(kind.layers),
                                    orientations_of(kind.control), kind.recovery, algorithm, moves,
                                    solved, runs, 100.0 * solved / runs, kind.move_limit}));
  };
  for (const TableRow& r : report.rows) add(r.row, r.row.agent, r.solved_within, r.runs);
  for (const TruthSummary& t : report.truths) add(t.kind, "truth", t.solved_within, t.mazes);
  return text;
}

std::string episodes_csv(const std::vector<ResultRow>& runs, const std::vector<ResultRow>& truths) {
  const Truths known = truths_of(truths);
  std::string text =
      "layers,size,agent,orientations,world,seed,settings,version,outcome,moves,repeated,"
      "unrepeatable,predicted_right,predicted_total,ticks,path_cells,recovery,solvable,"
      "fewest_moves,regret,rest,effort_ms,run,move_limit\n";
  for (const ResultRow& run : runs) {
    const RowSpec& kind = run.job.row;
    const Counters& c = run.counters;
    const std::vector<Json> truth = truth_cells(run, truth_of(run, known));
    text += csv_line(Json::array({to_string(kind.layers),
                                  kind.size,
                                  kind.agent,
                                  orientations_of(kind.control),
                                  run.job.world,
                                  run.job.seed,
                                  run.job.settings,
                                  run.job.version,
                                  to_string(run.outcome),
                                  c.moves,
                                  c.repeated,
                                  c.unrepeatable,
                                  c.predicted_right,
                                  c.predicted_total,
                                  run.ticks,
                                  run.path_cells,
                                  kind.recovery,
                                  truth[0],
                                  truth[1],
                                  truth[2],
                                  kind.rest,
                                  run.effort_ms,
                                  run.job.run,
                                  kind.move_limit}));
  }
  return text;
}

}  // namespace marblemaze
