#include "engine/report/table_report.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "maze/base/errors.h"

namespace marblemaze {
namespace {

constexpr const char* kThesisCsv =
#include "thesis_tables_csv.inc"
    ;

ThesisRow parse_row(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
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
  std::istringstream stream(kThesisCsv);
  std::string line;
  std::getline(stream, line);  // column names
  while (std::getline(stream, line))
    if (!line.empty()) rows.push_back(parse_row(line));
  return rows;
}

void count_outcome(Outcome outcome, TableRow& row) {
  switch (outcome) {
    case Outcome::solved: ++row.solved; break;
    case Outcome::unsolvable: ++row.unsolvable; break;
    case Outcome::frozen: ++row.frozen; break;
    case Outcome::overdue: ++row.overdue; break;
    case Outcome::capped: ++row.capped; break;
    case Outcome::crashed:
    case Outcome::timed_out:
    case Outcome::nonsense:
    case Outcome::flooded: ++row.faults; break;
    case Outcome::running: break;
  }
}

/// Over solved mazes, or over all: a value a maze, and sums.
struct Totals {
  std::vector<int> moves, repeated, unrepeatable;
  double right = 0, expected = 0;

  void add(const Counters& c) {
    moves.push_back(c.moves);
    repeated.push_back(c.repeated);
    unrepeatable.push_back(c.unrepeatable);
    right += c.predicted_right;
    expected += c.predicted_total;
  }
};

void require_one(const std::set<std::string>& values, const char* what, const char* choice) {
  if (values.size() <= 1) return;
  throw BadInput(std::string("results of several ") + what,
                 fmt::format("{}", fmt::join(values, ", ")),
                 fmt::format("one (choose with {})", choice));
}

/// Numbers in ascending order as "1-200, 301".
std::string as_ranges(const std::set<std::uint64_t>& numbers) {
  std::vector<std::string> ranges;
  for (auto first = numbers.begin(); first != numbers.end();) {
    auto last = first, next = std::next(first);
    while (next != numbers.end() && *next == *last + 1) last = next++;
    ranges.push_back(first == last ? std::to_string(*first) : fmt::format("{}-{}", *first, *last));
    first = next;
  }
  return fmt::format("{}", fmt::join(ranges, ", "));
}

double sum(const std::vector<int>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

int thesis_rank(const RowSpec& row) {
  const auto& rows = thesis_rows();
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const ThesisRow& t) { return t.row == row; });
  return static_cast<int>(found - rows.begin());
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
  static const std::vector<std::pair<RowSpec, ThesisPrediction>> told{
      {{"single-move-prediction", 8, Layers::outer, 5}, {97.7, 42, 14.5}},
      {{"complete-solution-prediction", 8, Layers::outer, 5}, {std::nullopt, 39, 8.9}},
      {{"complete-solution-prediction", 24, Layers::outer, 5}, {std::nullopt, 17, 9.3}}};
  for (const auto& [spec, figures] : told)
    if (spec == row) return figures;
  return std::nullopt;
}

TableRow summarise(const std::vector<StoredEpisode>& episodes) {
  TableRow row;
  row.row = episodes.front().episode.row;
  row.world = episodes.front().episode.world;
  const PlannerEntry* const known = find_planner(row.row.agent);
  row.predicts = known != nullptr && known->predicts;
  Totals solved, all;
  std::vector<int> error_free;
  for (const StoredEpisode& stored : episodes) {
    const EpisodeRow& e = stored.episode;
    ++row.mazes;
    count_outcome(e.outcome, row);
    all.add(e.counters);
    row.most_moves = std::max(row.most_moves, e.counters.moves);
    row.mean_path_cells += e.path_cells;
    row.cpu_s += 1e-6 * static_cast<double>(e.cpu_us);
    if (e.outcome != Outcome::solved) continue;
    solved.add(e.counters);
    if (row.predicts && e.counters.predicted_right == e.counters.moves)
      error_free.push_back(e.counters.moves);
  }
  const double n = row.mazes;
  row.mean_path_cells /= n;
  row.moves = sample_of(solved.moves);
  row.repeated = sample_of(solved.repeated);
  row.unrepeatable = sample_of(solved.unrepeatable);
  row.avg_moves = mean(solved.moves);
  row.repeated_per_solved = mean(solved.repeated);
  row.unrepeatable_per_solved = mean(solved.unrepeatable);
  row.avg_moves_all = mean(all.moves);
  row.pct_solved = share(row.solved, row.mazes);
  row.pct_unsolvable = share(row.unsolvable, row.mazes);
  row.pct_frozen = share(row.frozen, row.mazes);
  row.repeated_per_100 = 100 * sum(solved.repeated) / n;
  row.unrepeatable_per_100 = 100 * sum(solved.unrepeatable) / n;
  row.repeated_all_per_100 = 100 * sum(all.repeated) / n;
  row.unrepeatable_all_per_100 = 100 * sum(all.unrepeatable) / n;
  row.pct_predicted = solved.expected > 0 ? 100 * solved.right / solved.expected : kUnknown;
  row.error_free = static_cast<int>(error_free.size());
  row.error_free_moves = mean(error_free).value;
  const double moves = sum(all.moves);
  row.cpu_us_per_move = moves > 0 ? 1e6 * row.cpu_s / moves : kUnknown;
  row.solved_within = solved_within(solved.moves);
  return row;
}

Report make_report(const std::vector<StoredEpisode>& episodes, bool against_thesis,
                   const std::vector<StoredTruth>& truths) {
  std::map<std::pair<int, RowSpec>, std::vector<StoredEpisode>> groups;
  std::set<std::string> settings, versions, worlds;
  std::set<std::uint64_t> seeds;
  for (const StoredEpisode& stored : episodes) {
    settings.insert(stored.settings);
    versions.insert(stored.version);
    worlds.insert(stored.episode.world);
    seeds.insert(stored.episode.seed);
    groups[{thesis_rank(stored.episode.row), stored.episode.row}].push_back(stored);
  }
  if (episodes.empty()) throw BadInput("report", "of no episodes", "at least one");
  require_one(settings, "settings", "--settings or --settings-hash");
  require_one(versions, "versions of the program", "--results-version");
  require_one(worlds, "worlds", "--world");
  Report report{*settings.begin(),
                *versions.begin(),
                *worlds.begin(),
                as_ranges(seeds),
                static_cast<int>(episodes.size()),
                {},
                against_thesis,
                {},
                {},
                {}};
  const TruthTable known(truths, episodes.front());
  for (const auto& [key, group] : groups) {
    report.rows.push_back(summarise(group));
    report.rows.back().truth = against_truth(group, known);
  }
  if (against_thesis) report.facts = paired_facts(episodes);
  report.truths = summarise_truths(episodes, known);
  for (const ThesisRow& thesis : thesis_rows())
    if (!groups.contains({thesis_rank(thesis.row), thesis.row}))
      report.missing.push_back(thesis.row);
  return report;
}

}  // namespace marblemaze
