// The report for a person: Tables 1 to 8 as the thesis lays them out, and what stands beside them.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "engine/report/comparison.h"
#include "engine/report/report_column.h"

namespace marblemaze {
namespace {

using report::markdown_head;
using report::markdown_line;

constexpr const char* kOutside = " ✗";

/// One cell: our figure, and the thesis's beside it.
std::string beside(double ours, int decimals, const double* thesis, bool inside) {
  std::string text = number_text(ours, decimals);
  if (thesis != nullptr) text += fmt::format(" / {:g}{}", *thesis, inside ? "" : kOutside);
  return text;
}

/// A row of ours under the title that a table gives it, and the thesis's where it has one.
struct Titled {
  const TableRow& ours;
  std::string title;
  const ThesisRow* thesis;  ///< null: not compared
};

/// One of the figures that are held against the thesis's.
template <std::size_t Cell, Estimate TableRow::*Ours>
std::string compared(const Titled& t) {
  if (t.thesis == nullptr) return number_text((t.ours.*Ours).value, 1);
  const ComparedCell cell = compare(t.ours, *t.thesis)[Cell];
  return beside(cell.ours.value, 1, &cell.thesis, cell.difference.inside());
}

/// One that is told for every 100 mazes, as the thesis does, and judged for a solved maze.
template <std::size_t Cell, double TableRow::*Ours, double ThesisRow::*Theirs>
std::string counted(const Titled& t) {
  if (t.thesis == nullptr) return number_text(t.ours.*Ours, 0);
  const bool inside = compare(t.ours, *t.thesis)[Cell].difference.inside();
  return beside(t.ours.*Ours, 0, &(t.thesis->*Theirs), inside);
}

const std::vector<MarkdownColumn<Titled>>& thesis_table() {
  using R = TableRow;
  static const std::vector<MarkdownColumn<Titled>> columns{
      {"Search", [](const Titled& t) { return t.title; }},
      {"avg. moves", compared<0, &R::avg_moves>},
      {"% solved", compared<1, &R::pct_solved>},
      {"% unsolvable", compared<2, &R::pct_unsolvable>},
      {"% frozen", compared<3, &R::pct_frozen>},
      {"repeated moves", counted<4, &R::repeated_per_100, &ThesisRow::repeated>},
      {"unrepeatable moves", counted<5, &R::unrepeatable_per_100, &ThesisRow::unrepeatable>}};
  return columns;
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
  for (const TableRow* r : rows) {
    if (r->overdue + r->capped > 0)
      text += fmt::format("{}: {} of {} runs overdue, {} capped, in none of the shares.\n",
                          row_title(r->row), r->overdue, r->mazes, r->capped);
    if (r->faults > 0)
      text +=
          fmt::format("{}: {} of {} runs ended by a fault of the agent, in none of the shares.\n",
                      row_title(r->row), r->faults, r->mazes);
  }
  return text.empty() ? text : fmt::format("\n{}", text);
}

std::string table(const Layout& layout, const Report& report) {
  std::string body;
  std::vector<const TableRow*> present;
  for (const auto& [agent, orientations] : layout.rows) {
    const RowSpec spec{agent, orientations, layout.layers, layout.size};
    const TableRow* row = find(report.rows, spec);
    if (row != nullptr) present.push_back(row);
    const ThesisRow* compared_with = report.against_thesis ? thesis_row(spec) : nullptr;
    body += row != nullptr
                ? markdown_line(thesis_table(), Titled{*row, row_title(spec), compared_with})
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
                     markdown_head(thesis_table()), body, shortfall(present));
}

std::string other_rows(const std::vector<TableRow>& rows) {
  std::string body;
  std::vector<const TableRow*> others;
  for (const TableRow& row : rows)
    if (thesis_row(row.row) == nullptr) {
      others.push_back(&row);
      const std::string title =
          fmt::format("{}, {} mazes: {}", maze_name(row.row), row.mazes, row_title(row.row));
      body += markdown_line(thesis_table(), Titled{row, title, nullptr});
    }
  if (body.empty()) return "";
  return fmt::format("## Rows that the thesis does not have\n\n{}{}{}\n",
                     markdown_head(thesis_table()), body, shortfall(others));
}

/// A cell outside.
struct Outside {
  const TableRow& row;
  ComparedCell cell;
};

/// Unrepeatable moves are a few in a hundred mazes.
int decimals_of(const Outside& o) {
  return std::string_view(o.cell.column) == "unrepeatable_per_solved" ? 3 : 1;
}

const std::vector<MarkdownColumn<Outside>>& outside_table() {
  static const std::vector<MarkdownColumn<Outside>> columns{
      {"Maze", [](const Outside& o) { return maze_name(o.row.row); }},
      {"Search", [](const Outside& o) { return row_title(o.row.row); }},
      {"column", [](const Outside& o) { return std::string(o.cell.column); }},
      {"ours", [](const Outside& o) { return number_text(o.cell.ours.value, decimals_of(o)); }},
      {"thesis", [](const Outside& o) { return number_text(o.cell.thesis, decimals_of(o)); }},
      {"difference",
       [](const Outside& o) {
         const double difference = o.cell.difference.value;
         return std::isnan(difference) ? "–" : fmt::format("{:+.{}f}", difference, decimals_of(o));
       }},
      {"margin",
       [](const Outside& o) { return number_text(o.cell.difference.margin(), decimals_of(o)); }},
      {"standard errors", [](const Outside& o) {
         const double z = o.cell.difference.z();
         return std::isfinite(z) ? fmt::format("{:+.1f}", z) : "–";
       }}};
  return columns;
}

/// The cells outside, and by how much: what a reader asks next.
std::string differences(const std::vector<TableRow>& rows) {
  std::string body;
  for (const TableRow& row : rows)
    if (const ThesisRow* thesis = thesis_row(row.row))
      for (const ComparedCell& cell : compare(row, *thesis))
        if (!cell.difference.inside()) body += markdown_line(outside_table(), Outside{row, cell});
  if (body.empty()) return "";
  return "## Cells outside\n\nChance explains a difference up to the margin 95 times in 100.\n\n" +
         markdown_head(outside_table()) + body + "\n";
}

std::string maze_of(const TableRow& r) { return maze_name(r.row); }
std::string title_of(const TableRow& r) { return row_title(r.row); }

template <Estimate TableRow::*Member>
std::string interval_of(const TableRow& r) {
  return interval_text(r.*Member);
}

const std::vector<MarkdownColumn<TableRow>>& interval_table() {
  using R = TableRow;
  static const std::vector<MarkdownColumn<R>> columns{
      {"Maze", maze_of},
      {"Search", title_of},
      {"mazes", [](const R& r) { return std::to_string(r.mazes); }},
      {"avg. moves", interval_of<&R::avg_moves>},
      {"% solved", interval_of<&R::pct_solved>},
      {"% unsolvable", interval_of<&R::pct_unsolvable>},
      {"% frozen", interval_of<&R::pct_frozen>},
      {"repeated a solved maze", interval_of<&R::repeated_per_solved>},
      {"unrepeatable a solved maze", interval_of<&R::unrepeatable_per_solved>}};
  return columns;
}

std::string intervals(const std::vector<TableRow>& rows) {
  std::string text = "## 95 % intervals of our figures\n\n" + markdown_head(interval_table());
  for (const TableRow& r : rows) text += markdown_line(interval_table(), r);
  return text + "\n";
}

/// A row whose search predicts, and what the thesis's text tells of it.
struct Predicting {
  const TableRow& ours;
  std::optional<ThesisPrediction> told;
};

std::string beside_told(double ours, const std::optional<double>& theirs) {
  return beside(ours, 1, theirs ? &*theirs : nullptr, true);
}

const std::vector<MarkdownColumn<Predicting>>& prediction_table() {
  using P = Predicting;
  static const std::vector<MarkdownColumn<P>> columns{
      {"Maze", [](const P& p) { return maze_of(p.ours); }},
      {"Search", [](const P& p) { return title_of(p.ours); }},
      {"% moves predicted right",
       [](const P& p) {
         return beside_told(p.ours.pct_predicted, p.told ? p.told->pct_predicted : std::nullopt);
       }},
      {"error-free mazes of 100",
       [](const P& p) {
         const auto theirs = p.told ? std::optional<double>(p.told->error_free) : std::nullopt;
         return beside_told(100.0 * p.ours.error_free / p.ours.mazes, theirs);
       }},
      {"their avg. moves", [](const P& p) {
         const auto theirs =
             p.told ? std::optional<double>(p.told->error_free_moves) : std::nullopt;
         return beside_told(p.ours.error_free_moves, theirs);
       }}};
  return columns;
}

std::string prediction(const std::vector<TableRow>& rows, bool against) {
  std::string body;
  for (const TableRow& r : rows)
    if (r.predicts)
      body += markdown_line(prediction_table(),
                            Predicting{r, against ? thesis_prediction(r.row) : std::nullopt});
  if (body.empty()) return "";
  return "## Prediction\n\nOf the physical moves of solved mazes, those that ended as expected; "
         "and the mazes solved without one "
         "wrong expectation.\n\n" +
         markdown_head(prediction_table()) + body + "\n";
}

const std::vector<MarkdownColumn<PairedFact>>& fact_table() {
  static const std::vector<MarkdownColumn<PairedFact>> columns{
      {"Fact", [](const PairedFact& f) { return std::string(f.text); }},
      {"section", [](const PairedFact& f) { return std::string(f.section); }},
      {"mazes", [](const PairedFact& f) { return std::to_string(f.mazes); }},
      {"% ours / thesis",
       [](const PairedFact& f) {
         return fmt::format("{} / {:.1f}{}", number_text(f.ours.value, 1), f.thesis,
                            f.inside ? "" : kOutside);
       }},
      {"100 mazes of ours", [](const PairedFact& f) { return interval_text(f.ours); }}};
  return columns;
}

std::string facts(const std::vector<PairedFact>& facts) {
  if (facts.empty()) return "";
  std::string text =
      "## Facts of the thesis's text\n\nOf mazes that both searches played. The last column is "
      "where the figure of 100 mazes lies 95 times in 100, if our rule makes it.\n\n" +
      markdown_head(fact_table());
  for (const PairedFact& fact : facts) text += markdown_line(fact_table(), fact);
  return text + "\n";
}

const std::vector<MarkdownColumn<TableRow>>& effort_table() {
  using R = TableRow;
  static const std::vector<MarkdownColumn<R>> columns{
      {"Maze", maze_of},
      {"Search", title_of},
      {"avg. moves", [](const R& r) { return number_text(r.avg_moves_all.value, 1); }},
      {"most moves", [](const R& r) { return std::to_string(r.most_moves); }},
      {"repeated per 100 mazes",
       [](const R& r) { return fmt::format("{:.0f}", r.repeated_all_per_100); }},
      {"unrepeatable per 100 mazes",
       [](const R& r) { return fmt::format("{:.0f}", r.unrepeatable_all_per_100); }},
      {"CPU a move", [](const R& r) { return number_text(r.cpu_us_per_move, 0) + " µs"; }}};
  return columns;
}

std::string effort(const Report& report) {
  std::string text = "## All runs, solved or not\n\n" + markdown_head(effort_table());
  double cpu_s = 0;
  for (const TableRow& r : report.rows) {
    cpu_s += r.cpu_s;
    text += markdown_line(effort_table(), r);
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
    const auto [outcomes, repeats] = tally(report.rows);
    text += fmt::format(
        "- {} of {} compared cells inside: one rule could have made both figures, at 95 %\n"
        "- {} of {} cells of repeated and unrepeatable moves inside\n",
        outcomes.inside, outcomes.compared, repeats.inside, repeats.compared);
    if (!report.missing.empty())
      text += fmt::format("- {} of the thesis's {} rows were not run\n", report.missing.size(),
                          thesis_rows().size());
    text += fmt::format("\nA cell reads ours / thesis;{} marks one outside.", kOutside);
  }
  return text +
         "\nMoves are averaged over solved mazes; repeated and unrepeatable moves are summed over "
         "solved mazes, for every 100 "
         "mazes run, and judged as means of a solved maze.\n\n";
}

}  // namespace

std::string report_markdown(const Report& report) {
  std::string text = opening(report);
  for (const Layout& layout : layouts()) text += table(layout, report);
  text += other_rows(report.rows);
  if (report.against_thesis) text += differences(report.rows) + facts(report.facts);
  return text + truth_markdown(report) + intervals(report.rows) +
         prediction(report.rows, report.against_thesis) + effort(report);
}

}  // namespace marblemaze
