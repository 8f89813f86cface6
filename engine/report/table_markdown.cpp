// The report for a person: Tables 1 to 8 as the thesis lays them out, and what stands beside them.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "engine/report/table_report.h"

namespace marblemaze {
namespace {

constexpr const char* kOutside = " ✗";

/// One cell: our figure, and the thesis's beside it.
std::string beside(double ours, int decimals, const double* thesis, bool inside) {
  std::string text = number_text(ours, decimals);
  if (thesis != nullptr) text += fmt::format(" / {:g}{}", *thesis, inside ? "" : kOutside);
  return text;
}

std::string table_line(const TableRow& r, const std::string& title, const ThesisRow* t) {
  std::string line = "| " + title;
  if (t != nullptr) {
    for (const ComparedCell& cell : compare(r, *t))
      line.append(" | ").append(beside(cell.ours.value, 1, &cell.thesis, cell.inside));
  } else {
    for (const Estimate* e : {&r.avg_moves, &r.pct_solved, &r.pct_unsolvable, &r.pct_frozen})
      line.append(" | ").append(number_text(e->value, 1));
  }
  line.append(" | ").append(
      beside(r.repeated_per_100, 0, t != nullptr ? &t->repeated : nullptr, true));
  line.append(" | ").append(
      beside(r.unrepeatable_per_100, 0, t != nullptr ? &t->unrepeatable : nullptr, true));
  return line + " |\n";
}

/// A table of the thesis: which rows of which kind of maze.
struct Layout {
  int number;
  const char* caption;
  Layers layers;
  int size;
  std::vector<std::pair<const char*, int>> rows;
};

const std::vector<Layout>& layouts() {
  static const std::vector<std::pair<const char*, int>> all{{"depth-first", 8},
                                                            {"breadth-first", 8},
                                                            {"heuristic", 8},
                                                            {"improved-heuristic", 8},
                                                            {"single-move-prediction", 8},
                                                            {"complete-solution-prediction", 8},
                                                            {"complete-solution-prediction", 24}};
  const auto pick = [](std::ptrdiff_t from, std::ptrdiff_t to) {
    return std::vector(all.begin() + from, all.begin() + to);
  };
  static const std::vector<Layout> tables{
      {1, "Blind search", Layers::all, 3, pick(0, 2)},
      {2, "Heuristic search", Layers::all, 3, pick(0, 3)},
      {3, "Simple and improved heuristic", Layers::outer, 5, pick(2, 4)},
      {4, "Single-move prediction", Layers::outer, 5, pick(2, 5)},
      {5, "Single-move and complete-solution prediction", Layers::outer, 5, pick(4, 6)},
      {6, "8 and 24 orientations", Layers::outer, 5, pick(5, 7)},
      {7, "All searches", Layers::outer, 5, all},
      {8, "All searches", Layers::all, 3, all}};
  return tables;
}

const TableRow* find(const std::vector<TableRow>& rows, const RowSpec& wanted) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const TableRow& r) { return r.row == wanted; });
  return found == rows.end() ? nullptr : &*found;
}

constexpr const char* kHead =
    "| Search | avg. moves | % solved | % unsolvable | % frozen | repeated moves | unrepeatable "
    "moves |\n"
    "| --- | --- | --- | --- | --- | --- | --- |\n";

/// "100", or "12 to 100" where rows differ.
std::string maze_count(const std::vector<const TableRow*>& rows) {
  const auto [least, most] = std::minmax_element(
      rows.begin(), rows.end(), [](auto* a, auto* b) { return a->mazes < b->mazes; });
  return (*least)->mazes == (*most)->mazes
             ? std::to_string((*most)->mazes)
             : fmt::format("{} to {}", (*least)->mazes, (*most)->mazes);
}

/// A run that no thesis row knows: ended by our own limits. Its share is missing from the three.
std::string shortfall(const std::vector<const TableRow*>& rows) {
  std::string text;
  for (const TableRow* r : rows)
    if (r->overdue + r->capped > 0)
      text += fmt::format("{}: {} of {} runs overdue, {} capped, in none of the shares.\n",
                          row_title(r->row), r->overdue, r->mazes, r->capped);
  return text.empty() ? text : fmt::format("\n{}", text);
}

std::string table(const Layout& layout, const Report& report) {
  std::string body;
  std::vector<const TableRow*> present;
  for (const auto& [agent, orientations] : layout.rows) {
    const RowSpec spec{agent, orientations, layout.layers, layout.size};
    const TableRow* row = find(report.rows, spec);
    if (row != nullptr) present.push_back(row);
    body += row != nullptr ? table_line(*row, row_title(spec),
                                        report.against_thesis ? thesis_row(spec) : nullptr)
                           : "| " + row_title(spec) + " | not run | | | | | |\n";
  }
  if (present.empty()) return "";
  const ThesisRow* thesis = thesis_row(present.front()->row);
  std::string path =
      fmt::format("average theoretical path {:.1f} cells", present.front()->mean_path_cells);
  if (report.against_thesis)
    path += fmt::format(" (thesis {:g}, {} mazes)", thesis->mean_path_cells, thesis->mazes);
  return fmt::format("## Table {}: {}\n\n{} {} mazes, {}.\n\n{}{}{}\n", layout.number,
                     layout.caption, maze_count(present), maze_name(present.front()->row), path,
                     kHead, body, shortfall(present));
}

std::string other_rows(const std::vector<TableRow>& rows) {
  std::string body;
  std::vector<const TableRow*> others;
  for (const TableRow& row : rows)
    if (thesis_row(row.row) == nullptr) {
      others.push_back(&row);
      body += table_line(
          row, fmt::format("{}, {} mazes: {}", maze_name(row.row), row.mazes, row_title(row.row)),
          nullptr);
    }
  if (body.empty()) return "";
  return fmt::format("## Rows that the thesis does not have\n\n{}{}{}\n", kHead, body,
                     shortfall(others));
}

/// The cells outside, and by how much: what a reader asks next.
std::string differences(const std::vector<TableRow>& rows) {
  std::string body;
  for (const TableRow& row : rows)
    if (const ThesisRow* thesis = thesis_row(row.row))
      for (const ComparedCell& cell : compare(row, *thesis))
        if (!cell.inside)
          body += fmt::format(
              "| {} | {} | {} | {} | {:g} | {} | {} |\n", maze_name(row.row), row_title(row.row),
              cell.column, number_text(cell.ours.value, 1), cell.thesis,
              std::isnan(cell.margin) ? "–" : fmt::format("{:+.1f}", cell.ours.value - cell.thesis),
              number_text(cell.margin, 1));
  if (body.empty()) return "";
  return "## Cells outside\n\nChance explains a difference up to the margin 95 times in 100.\n\n"
         "| Maze | Search | column | ours | thesis | difference | margin |\n| --- | --- | --- | "
         "--- | --- | --- | --- |\n" +
         body + "\n";
}

std::string intervals(const std::vector<TableRow>& rows) {
  std::string text =
      "## 95 % intervals of our figures\n\n"
      "| Maze | Search | mazes | avg. moves | % solved | % unsolvable | % frozen |\n| --- | --- | "
      "--- | --- | --- | --- | --- |\n";
  for (const TableRow& r : rows)
    text +=
        fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", maze_name(r.row), row_title(r.row),
                    r.mazes, interval_text(r.avg_moves), interval_text(r.pct_solved),
                    interval_text(r.pct_unsolvable), interval_text(r.pct_frozen));
  return text + "\n";
}

std::string prediction_line(const TableRow& r, bool against) {
  const auto told = against ? thesis_prediction(r.row) : std::nullopt;
  const double accuracy = told && told->pct_predicted ? *told->pct_predicted : 0;
  const double error_free = told ? told->error_free : 0, moves = told ? told->error_free_moves : 0;
  return fmt::format("| {} | {} | {} | {} | {} |\n", maze_name(r.row), row_title(r.row),
                     beside(r.pct_predicted, 1, accuracy > 0 ? &accuracy : nullptr, true),
                     beside(100.0 * r.error_free / r.mazes, 1, told ? &error_free : nullptr, true),
                     beside(r.error_free_moves, 1, told ? &moves : nullptr, true));
}

std::string prediction(const std::vector<TableRow>& rows, bool against) {
  std::string body;
  for (const TableRow& r : rows)
    if (r.predicts) body += prediction_line(r, against);
  if (body.empty()) return "";
  return "## Prediction\n\nOf the physical moves of solved mazes, those that ended as expected; "
         "and the mazes solved without one "
         "wrong expectation.\n\n"
         "| Maze | Search | % moves predicted right | error-free mazes of 100 | their avg. moves "
         "|\n| --- | --- | --- | --- | --- |\n" +
         body + "\n";
}

std::string effort(const Report& report) {
  std::string text =
      "## All runs, solved or not\n\n"
      "| Maze | Search | avg. moves | most moves | repeated per 100 mazes | unrepeatable per 100 "
      "mazes | CPU a move |\n"
      "| --- | --- | --- | --- | --- | --- | --- |\n";
  double cpu_s = 0;
  for (const TableRow& r : report.rows) {
    cpu_s += r.cpu_s;
    text += fmt::format("| {} | {} | {} | {} | {:.0f} | {:.0f} | {} µs |\n", maze_name(r.row),
                        row_title(r.row), number_text(r.avg_moves_all.value, 1), r.most_moves,
                        r.repeated_all_per_100, r.unrepeatable_all_per_100,
                        number_text(r.cpu_us_per_move, 0));
  }
  if (report.against_thesis)
    text += "\nThe thesis's worst case: over 1400 moves, 24 orientations, an unsolvable maze.\n";
  return text +
         fmt::format("\nProcessor time of all {} episodes: {:.1f} s.\n", report.episodes, cpu_s);
}

std::string opening(const Report& report) {
  std::string text = fmt::format(
      "# Results{}\n\n"
      "- {} episodes, {} {}, mazes of seeds {}\n"
      "- world `{}`, settings `{}`, marblemaze {}\n",
      report.against_thesis ? " against the thesis" : "", report.episodes, report.rows.size(),
      report.rows.size() == 1 ? "row" : "rows", report.seeds, report.world, report.settings,
      report.version);
  if (report.against_thesis) {
    const Tally t = tally(report.rows);
    text += fmt::format(
        "- {} of {} compared cells inside: one rule could have made both figures, at 95 %\n",
        t.inside, t.compared);
    if (!report.missing.empty())
      text += fmt::format("- {} of the thesis's {} rows were not run\n", report.missing.size(),
                          thesis_rows().size());
    text += fmt::format("\nA cell reads ours / thesis;{} marks one outside.", kOutside);
  }
  return text +
         "\nMoves are averaged over solved mazes; repeated and unrepeatable moves are summed over "
         "solved mazes, for every 100 "
         "mazes run.\n\n";
}

}  // namespace

std::string report_markdown(const Report& report) {
  std::string text = opening(report);
  for (const Layout& layout : layouts()) text += table(layout, report);
  text += other_rows(report.rows);
  if (report.against_thesis) text += differences(report.rows);
  return text + truth_markdown(report) + intervals(report.rows) +
         prediction(report.rows, report.against_thesis) + effort(report);
}

}  // namespace marblemaze
