#include "engine/bench/report.h"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agent/contracts/planner.h"
#include "agent/tilt/tilt_policy.h"
#include "maze/base/errors.h"
#include "maze/base/text.h"

namespace marblemaze {

namespace {
using Runs = std::vector<ResultRow>;
}  // namespace

Clusters by_maze(const Runs& runs,
                 const std::function<std::optional<double>(const ResultRow&)>& value) {
  std::map<std::uint64_t, std::vector<double>> mazes;
  for (const ResultRow& run : runs)
    if (const std::optional<double> one = value(run)) mazes[run.job.seed].push_back(*one);
  Clusters clusters;
  for (auto& [seed, values] : mazes) clusters.push_back(std::move(values));
  return clusters;
}

namespace {

template <class Value>
Clusters by_solved_maze(const Runs& runs, Value value) {
  return by_maze(runs, [&](const ResultRow& run) {
    return run.solved() ? std::optional<double>(value(run)) : std::nullopt;
  });
}

Estimate pct_ended(const Runs& runs, Outcome outcome) {
  return clustered_proportion(by_maze(runs, [&](const ResultRow& run) {
    return std::optional(run.outcome == outcome ? 100.0 : 0);
  }));
}

double per_100(const Runs& runs, int Counters::*counter, bool only_solved) {
  double sum = 0;
  for (const ResultRow& run : runs)
    if (!only_solved || run.solved()) sum += run.counters.*counter;
  return 100 * sum / static_cast<double>(runs.size());
}

void fill_predictions(TableRow& row, const Runs& runs) {
  const PlannerEntry* const known = planners().find(row.row.agent);
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
  row.median_seconds = quantile(flattened(seconds), 0.5);
  row.seconds_of_90_pct = quantile(flattened(seconds), 0.9);
  row.effort = clustered_mean(by_solved_maze(
      runs, [](const ResultRow& run) { return 1e-3 * static_cast<double>(run.effort_ms); }));

  row.solved_within = solved_within(moves_of_solved);
  row.truth = compare_with_truth(runs, truths);
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
  if (runs.empty()) throw BadInput("the report needs at least one episode");
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
  Report report{.job = runs.front().job,
                .seeds = fmt::format("{}", fmt::join(format_ranges(seeds), ", ")),
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

// ---- names

std::string maze_name(const RowSpec& row) {
  return row.layers == Layers::flat
             ? fmt::format("{0}x{0} flat", row.size)
             : fmt::format("{0}x{0}x{0} {1}-layer", row.size, to_string(row.layers));
}

std::string scheme_title(const RowSpec& row) {
  if (row.is_tilt()) return row.rest ? "continuous control to rest" : "continuous control";
  return fmt::format("{} orientations{}{}", row.control, row.recovery ? ", with recovery" : "",
                     row.move_limit > 0 ? fmt::format(", at most {} moves", row.move_limit) : "");
}

std::string row_title(const RowSpec& row) {
  const auto* const policy = row.is_tilt() ? tilt_policies().find(row.agent) : nullptr;
  const PlannerEntry* const known = planners().find(row.agent);
  const std::string title = policy != nullptr  ? std::string(policy->title)
                            : known != nullptr ? known->title
                                               : row.agent;
  return fmt::format("{}, {}", title, scheme_title(row));
}

}  // namespace marblemaze
