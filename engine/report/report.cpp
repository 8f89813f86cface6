#include "engine/report/report.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agent/contracts/planner.h"
#include "agent/tilt/tilt_policy.h"
#include "maze/base/errors.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

using Runs = std::vector<ResultRow>;

/// Groups a value of each run by maze; `value` returns nothing for runs that do not count.
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

/// Sum of a counter over all runs, or over the solved ones, per 100 runs.
double per_100(const Runs& runs, int Counters::*counter, bool only_solved) {
  double sum = 0;
  for (const ResultRow& run : runs)
    if (!only_solved || run.solved()) sum += run.counters.*counter;
  return 100 * sum / static_cast<double>(runs.size());
}

void fill_predictions(TableRow& row, const Runs& runs) {
  const PlannerEntry* const known = planners().find(row.row.agent);  // null: from outside
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

  /// A value of each run in a maze with a known reference solution.
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
  const auto* const controller = row.continuous() ? tilt_policies().find(row.agent) : nullptr;
  const PlannerEntry* const known = planners().find(row.agent);  // null: from outside the program
  const std::string title = controller != nullptr ? std::string(controller->title)
                            : known != nullptr    ? known->title
                                                  : row.agent;
  return fmt::format("{}, {}", title, scheme_title(row));
}

}  // namespace marblemaze
