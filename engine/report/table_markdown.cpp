// The report for a person: Tables 1 to 8 as the thesis lays them out, and what stands beside them.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "engine/report/report_figures.h"

namespace marblemaze {
namespace {

using Columns = std::vector<FigureOf<TableRow>>;

/// Our figure, and the thesis's beside it where it has one.
std::string beside(const RowFigure& figure, const TableRow& row) {
  std::string ours = forms::text_of(figure.ours, row);
  const ThesisRow* thesis = thesis_row(row.row);
  const Figure theirs = thesis != nullptr ? figure.thesis.value(*thesis) : Figure();
  if (std::holds_alternative<std::monostate>(theirs)) return ours;
  const bool outside =
      figure.measure != nullptr && !figure.measure->difference(row.runs, *thesis).inside();
  return fmt::format("{} / {}{}", ours, forms::csv_of(theirs, Digits::all),
                     outside ? kOutside : "");
}

Columns columns_of(RowTable table, bool against_thesis = false) {
  Columns columns;
  for (const RowFigure& figure : row_figures()) {
    if ((figure.tables & table) == 0) continue;
    columns.push_back(figure.ours);
    if (against_thesis && figure.thesis.value)
      columns.back().column.words = [&figure](const TableRow& r) { return beside(figure, r); };
  }
  return columns;
}

/// A table of the thesis: some of the rows of Table 7 (5x5x5) or Table 8 (3x3x3).
struct Layout {
  int number;
  const char* caption;
  std::size_t first, end;  ///< of thesis_rows()
};

constexpr std::array kLayouts{Layout{1, "Blind search", 7, 9},
                              Layout{2, "Heuristic search", 7, 10},
                              Layout{3, "Simple and improved heuristic", 2, 4},
                              Layout{4, "Single-move prediction", 2, 5},
                              Layout{5, "Single-move and complete-solution prediction", 4, 6},
                              Layout{6, "8 and 24 orientations", 5, 7},
                              Layout{7, "All searches", 0, 7},
                              Layout{8, "All searches", 7, 14}};

const TableRow* find(const std::vector<TableRow>& rows, const RowSpec& wanted) {
  const auto found = std::ranges::find(rows, wanted, &TableRow::row);
  return found == rows.end() ? nullptr : &*found;
}

/// "100", or "12 to 100" where rows differ.
std::string maze_count(const std::vector<const TableRow*>& rows) {
  const auto [least, most] = std::ranges::minmax(rows, {}, &TableRow::mazes);
  return least->mazes() == most->mazes() ? std::to_string(most->mazes())
                                         : fmt::format("{} to {}", least->mazes(), most->mazes());
}

/// A run that no thesis row knows: ended by our own limits. Its share is missing from the three.
std::string shortfall(const std::vector<const TableRow*>& rows) {
  std::string text;
  for (const TableRow* r : rows) {
    const int overdue = r->ended(Outcome::overdue), capped = r->ended(Outcome::capped);
    if (overdue + capped > 0)
      text += fmt::format("{}: {} of {} runs overdue, {} capped. No share counts them.\n",
                          row_title(r->row), overdue, r->mazes(), capped);
    const int escaped = r->ended(Outcome::escaped);
    for (const auto& [runs, whose] :
         {std::pair(r->faults() - escaped, "agent"), {escaped, "physics"}})
      if (runs > 0)
        text += fmt::format("{}: {} of {} runs ended by a fault of the {}. No share counts them.\n",
                            row_title(r->row), runs, r->mazes(), whose);
  }
  return text.empty() ? text : fmt::format("\n{}", text);
}

std::string table(const Layout& layout, const Report& report) {
  const Columns columns = columns_of(kThesisTable, report.against_thesis);
  std::string body;
  std::vector<const TableRow*> present;
  for (std::size_t i = layout.first; i < layout.end; ++i) {
    const RowSpec& spec = thesis_rows()[i].row;
    const TableRow* row = find(report.rows, spec);
    if (row != nullptr) present.push_back(row);
    body += row != nullptr ? forms::markdown_line(columns, *row)
                           : "| " + row_title(spec) + " | not run | | | | | |\n";
  }
  if (present.empty()) return "";
  const ThesisRow* thesis = thesis_row(present.front()->row);
  std::string path =
      fmt::format("average theoretical path {:.1f} cells", present.front()->mean_path_cells());
  if (report.against_thesis)
    path += fmt::format(" (thesis {:g}, {} mazes)", thesis->mean_path_cells, thesis->mazes);
  return fmt::format("## Table {}: {}\n\n{} {} mazes, {}.\n\n{}{}{}\n", layout.number,
                     layout.caption, maze_count(present), maze_name(present.front()->row), path,
                     forms::markdown_head(forms::headings(columns)), body, shortfall(present));
}

std::string other_rows(const std::vector<TableRow>& rows) {
  Columns columns = columns_of(kThesisTable);
  columns.front().column.words = [](const TableRow& r) {
    return fmt::format("{}, {} mazes: {}", maze_name(r.row), r.mazes(), row_title(r.row));
  };
  std::string body;
  std::vector<const TableRow*> others;
  for (const TableRow& row : rows)
    if (thesis_row(row.row) == nullptr) {
      others.push_back(&row);
      body += forms::markdown_line(columns, row);
    }
  if (body.empty()) return "";
  return fmt::format("## Rows that the thesis does not have\n\n{}{}{}\n",
                     forms::markdown_head(forms::headings(columns)), body, shortfall(others));
}

/// The cells in which the figures disagree, and by how much.
std::string differences(const std::vector<TableRow>& rows) {
  std::string body;
  for (const ComparedCell& cell : compare(rows))
    if (!cell.difference.inside()) body += forms::markdown_line(cell_figures(), cell);
  if (body.empty()) return "";
  return "## Cells that disagree\n\nIn 95 of 100 samples the error is at most the margin.\n\n" +
         forms::markdown_head(forms::headings(cell_figures())) + body + "\n";
}

// What was possible, and what the agents made of it.

/// What the rows' agents made of it, where there are truths.
std::string achieved(const std::vector<TableRow>& rows) {
  std::vector<AgainstTruth> known;
  for (const TableRow& r : rows)
    if (r.truth) known.push_back(*r.truth);
  return forms::markdown_table(truth_figures(), known) + "\n";
}

/// Said only where there are any, as it puts the truth itself in question.
std::string surpassed(const std::vector<TableRow>& rows) {
  int runs = 0;
  for (const TableRow& r : rows)
    if (r.truth) runs += r.truth->surpassed;
  return runs == 0
             ? ""
             : fmt::format(
                   "{} {} better than the optimum found: through a pose that the search took for a "
                   "known one, or in a maze that it did not try to the end.\n\n",
                   runs, runs == 1 ? "run was" : "runs were");
}

std::string possible(const Report& report) {
  if (report.truths.empty()) return "";
  return "## What was possible\n\nFound by trying moves in copies of the world, from the start. "
         "A maze was tried to the end where nothing was left to try. There an agent can do better "
         "only through poses so close that the search took them for one. With noise of the "
         "actuator, a policy was tried in new runs: its share counts as solvable. The possible "
         "lies between what these runs prove and what optimism about the sampled moves "
         "allows.\n\n" +
         forms::markdown_table(possible_figures(), report.truths) +
         "\nExcess moves and ratio compare the moves made with the fewest possible, in the mazes "
         "that could be solved and were. Excess moves are the average difference. The ratio is "
         "that of the averages.\n\n" +
         achieved(report.rows) + surpassed(report.rows);
}

// What stands beside it.

std::string intervals(const std::vector<TableRow>& rows) {
  Columns columns = columns_of(kIntervals);
  for (FigureOf<TableRow>& figure : columns) figure.column.interval = Interval::alone;
  return "## 95 % intervals of our figures\n\n" + forms::markdown_table(columns, rows) + "\n";
}

std::string time_of(const std::vector<TableRow>& rows) {
  if (std::ranges::none_of(rows, &RowSpec::turns_freely, &TableRow::row)) return "";
  Columns columns = columns_of(kTime);
  return "## Simulated time of solved runs\n\nA maze that is turned freely is wished to turn at a "
         "share of its limit, 15 times a second; these wishes count as moves, and their effort is "
         "the square of the share, over the time.\n\n" +
         forms::markdown_table(columns, rows) + "\n";
}

std::string prediction(const std::vector<TableRow>& rows, bool against_thesis) {
  const Columns columns = columns_of(kPrediction, against_thesis);
  std::string body;
  for (const TableRow& row : rows)
    if (row.predicts()) body += forms::markdown_line(columns, row);
  if (body.empty()) return "";
  return "## Prediction\n\nMoves of solved mazes that ended as expected, and mazes solved without "
         "a wrong expectation.\n\n" +
         forms::markdown_head(forms::headings(columns)) + body + "\n";
}

std::string facts(const std::vector<PairedFact>& facts) {
  if (facts.empty()) return "";
  return "## Facts of the thesis's text\n\nEach number covers the mazes that both searches played. "
         "The last column is the 95 % range of samples of 100 of our mazes.\n\n" +
         forms::markdown_table(fact_figures(), facts) + "\n";
}

std::string effort(const Report& report) {
  std::string text =
      "## All runs, solved or not\n\n" + forms::markdown_table(columns_of(kEffort), report.rows);
  double cpu_s = 0;
  for (const TableRow& r : report.rows) cpu_s += r.cpu_s();
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
    const auto [outcomes, repeats] = tally(report.rows);
    text += fmt::format(
        "- {} of {} compared cells inside: both figures agree within sampling error, at 95 %\n"
        "- {} of {} cells of repeated and unrepeatable moves inside\n",
        outcomes.inside, outcomes.compared, repeats.inside, repeats.compared);
    if (!report.missing.empty())
      text += fmt::format("- {} of the thesis's {} rows were not run\n", report.missing.size(),
                          thesis_rows().size());
    text += fmt::format("\nA cell reads ours / thesis;{} marks one where they disagree.", kOutside);
  }
  return text +
         "\nMoves are averaged over solved mazes; repeated and unrepeatable moves are summed over "
         "solved mazes, for every 100 "
         "mazes run. They are compared as means of a solved maze.\n\n";
}

}  // namespace

std::string report_markdown(const Report& report) {
  std::string text = opening(report);
  for (const Layout& layout : kLayouts) text += table(layout, report);
  text += other_rows(report.rows);
  if (report.against_thesis) text += differences(report.rows) + facts(report.facts);
  return text + possible(report) + intervals(report.rows) + time_of(report.rows) +
         prediction(report.rows, report.against_thesis) + effort(report);
}

}  // namespace marblemaze
