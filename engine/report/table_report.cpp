#include "engine/report/table_report.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "engine/replay_page/embedded_files.h"
#include "maze/base/errors.h"
#include "maze/base/words.h"

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
  require_one(settings, "settings", "--settings or --settings-hash");
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

}  // namespace marblemaze
