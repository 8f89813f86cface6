#include "engine/table_report.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "maze/errors.h"

namespace marblemaze {
namespace {

constexpr double kZ95 = 1.96;

constexpr const char* kThesisCsv =
#include "thesis_tables_csv.inc"
    ;

ThesisRow parse_row(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
  ThesisRow row;
  row.table = std::stoi(fields.at(0));
  row.row = {fields.at(6), std::stoi(fields.at(7)), layers_from_string(fields.at(3)), std::stoi(fields.at(2))};
  row.mazes = std::stoi(fields.at(4));
  row.mean_path_cells = std::stod(fields.at(5));
  std::size_t next = 8;
  for (double* figure : {&row.avg_moves, &row.pct_solved, &row.pct_unsolvable, &row.pct_frozen, &row.repeated, &row.unrepeatable})
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

/// Wilson's score interval, which stays within 0 to 100 and is right near its ends.
Estimate share(int hits, int n) {
  if (n == 0) return {};
  const double p = static_cast<double>(hits) / n, z2 = kZ95 * kZ95;
  const double centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double half = kZ95 * std::sqrt(p * (1 - p) / n + z2 / (4.0 * n * n)) / (1 + z2 / n);
  return {100 * p, 100 * std::max(0.0, centre - half), 100 * std::min(1.0, centre + half)};
}

Estimate mean(const std::vector<int>& values) {
  if (values.empty()) return {};
  double sum = 0, squares = 0;
  for (int value : values) sum += value;
  const double average = sum / static_cast<double>(values.size());
  for (int value : values) squares += (value - average) * (value - average);
  const double n = static_cast<double>(values.size());
  const double half = n > 1 ? kZ95 * std::sqrt(squares / (n - 1) / n) : 0;
  return {average, average - half, average + half};
}

void count_outcome(Outcome outcome, TableRow& row) {
  switch (outcome) {
    case Outcome::solved: ++row.solved; break;
    case Outcome::unsolvable: ++row.unsolvable; break;
    case Outcome::frozen: ++row.frozen; break;
    case Outcome::overdue: ++row.overdue; break;
    case Outcome::capped: ++row.capped; break;
    case Outcome::running: break;
  }
}

/// Sums over solved mazes, or over all.
struct Totals {
  std::vector<int> moves;
  double repeated = 0, unrepeatable = 0, right = 0, expected = 0;

  void add(const Counters& c) {
    moves.push_back(c.moves);
    repeated += c.repeated;
    unrepeatable += c.unrepeatable;
    right += c.predicted_right;
    expected += c.predicted_total;
  }
};

void require_one(const std::set<std::string>& values, const char* what) {
  if (values.size() <= 1) return;
  throw BadInput(std::string("results of several ") + what, fmt::format("{}", fmt::join(values, ", ")),
                 "one (choose with --settings or --settings-hash)");
}

int thesis_rank(const RowSpec& row) {
  const auto& rows = thesis_rows();
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const ThesisRow& t) { return t.row == row; });
  return static_cast<int>(found - rows.begin());
}

}  // namespace

const std::vector<ThesisRow>& thesis_rows() {
  static const std::vector<ThesisRow> rows = parse_thesis();
  return rows;
}

const ThesisRow* thesis_row(const RowSpec& row) {
  const auto rank = static_cast<std::size_t>(thesis_rank(row));
  return rank < thesis_rows().size() ? &thesis_rows()[rank] : nullptr;
}

TableRow summarise(const std::vector<StoredEpisode>& episodes) {
  TableRow row;
  row.row = episodes.front().episode.row;
  row.world = episodes.front().episode.world;
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
    const bool predicts = e.counters.predicted_total > 0;
    if (predicts && e.counters.predicted_right == e.counters.moves) error_free.push_back(e.counters.moves);
  }
  const double n = row.mazes;
  row.mean_path_cells /= n;
  row.avg_moves = mean(solved.moves);
  row.avg_moves_all = mean(all.moves);
  row.pct_solved = share(row.solved, row.mazes);
  row.pct_unsolvable = share(row.unsolvable, row.mazes);
  row.pct_frozen = share(row.frozen, row.mazes);
  row.repeated_per_100 = 100 * solved.repeated / n;
  row.unrepeatable_per_100 = 100 * solved.unrepeatable / n;
  row.repeated_all_per_100 = 100 * all.repeated / n;
  row.unrepeatable_all_per_100 = 100 * all.unrepeatable / n;
  row.pct_predicted = solved.expected > 0 ? 100 * solved.right / solved.expected : 0;
  row.error_free = static_cast<int>(error_free.size());
  row.error_free_moves = mean(error_free).value;
  double moves = 0;
  for (int m : all.moves) moves += m;
  row.cpu_us_per_move = moves > 0 ? 1e6 * row.cpu_s / moves : 0;
  return row;
}

std::vector<TableRow> table_rows(const std::vector<StoredEpisode>& episodes) {
  std::map<std::pair<int, RowSpec>, std::vector<StoredEpisode>> groups;
  std::set<std::string> settings, versions, worlds;
  for (const StoredEpisode& stored : episodes) {
    settings.insert(stored.settings);
    versions.insert(stored.version);
    worlds.insert(stored.episode.world);
    groups[{thesis_rank(stored.episode.row), stored.episode.row}].push_back(stored);
  }
  require_one(settings, "settings");
  require_one(versions, "versions of the program");
  require_one(worlds, "worlds");
  std::vector<TableRow> rows;
  for (const auto& [key, group] : groups) rows.push_back(summarise(group));
  return rows;
}

bool moves_inside(double a, int na, double b, int nb) {
  if (na == 0 || nb == 0) return false;
  const double variance = 0.64 * (a * a / na + b * b / nb);
  return std::abs(a - b) <= kZ95 * std::sqrt(variance);
}

bool share_inside(int hits, int n, double other_pct, int other_n) {
  const double p = static_cast<double>(hits) / n, q = other_pct / 100;
  const double pooled = (hits + q * other_n) / (n + other_n);
  const double variance = std::max(pooled * (1 - pooled), 0.0099) * (1.0 / n + 1.0 / other_n);
  return std::abs(p - q) <= kZ95 * std::sqrt(variance);
}

Comparison compare(const TableRow& ours, const ThesisRow& thesis) {
  const int thesis_solved = static_cast<int>(std::lround(thesis.pct_solved * thesis.mazes / 100));
  return {moves_inside(ours.avg_moves.value, ours.solved, thesis.avg_moves, thesis_solved),
          share_inside(ours.solved, ours.mazes, thesis.pct_solved, thesis.mazes),
          share_inside(ours.unsolvable, ours.mazes, thesis.pct_unsolvable, thesis.mazes),
          share_inside(ours.frozen, ours.mazes, thesis.pct_frozen, thesis.mazes)};
}

}  // namespace marblemaze
