// Report in Markdown: Tables 1 to 8 in the layout of the thesis, then additional tables.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/bench/report.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

// Marks a figure that differs from the thesis by more than sampling error.
constexpr const char* kOutside = " ✗";

std::string with_thesis(const std::string& ours, double thesis, bool inside = true) {
  return fmt::format("{} / {:g}{}", ours, thesis, inside ? "" : kOutside);
}

/// Returns text such as "40 mazes, 5 runs each".
std::string mazes_text(const TableRow& r, const std::string& noun) {
  std::string text = fmt::format("{}{}", r.mazes, noun);
  if (r.runs == r.mazes) return text;
  return text + (r.runs % r.mazes == 0 ? fmt::format(", {} runs each", r.runs / r.mazes)
                                       : fmt::format(", {} runs", r.runs));
}

// ---- the thesis's tables

/// Table of the thesis: a range of the rows of Table 7 (5x5x5) or Table 8 (3x3x3).
struct Layout {
  int number;
  const char* caption;
  std::size_t first, end;
};

constexpr std::array kLayouts{Layout{1, "Blind search", 7, 9},
                              Layout{2, "Heuristic search", 7, 10},
                              Layout{3, "Simple and improved heuristic", 2, 4},
                              Layout{4, "Single-move prediction", 2, 5},
                              Layout{5, "Single-move and complete-solution prediction", 4, 6},
                              Layout{6, "8 and 24 orientations", 5, 7},
                              Layout{7, "All searches", 0, 7},
                              Layout{8, "All searches", 7, 14}};

const Cells kThesisHeadings{"Search",   "avg. moves",     "% solved",          "% unsolvable",
                            "% frozen", "repeated moves", "unrepeatable moves"};

Cells thesis_line(const TableRow& r, bool against_thesis) {
  Cells ours{number_text(r.moves.value, 1),          number_text(r.pct_solved.value, 1),
             number_text(r.pct_unsolvable.value, 1), number_text(r.pct_frozen.value, 1),
             number_text(r.repeated_per_100, 0),     number_text(r.unrepeatable_per_100, 0)};
  if (const ThesisRow* t = against_thesis ? thesis_row(r.row) : nullptr) {
    // Repeated moves are compared as means per solved maze but printed as sums.
    const double theirs[] = {t->avg_moves,  t->pct_solved, t->pct_unsolvable,
                             t->pct_frozen, t->repeated,   t->unrepeatable};
    for (std::size_t i = 0; i < ours.size(); ++i)
      ours[i] = with_thesis(ours[i], theirs[i], r.cells[i].difference.inside());
  }
  ours.insert(ours.begin(), row_title(r.row));
  return ours;
}

/// Returns text such as "40 5x5x5 outer-layer mazes", or "12 to 40 ..." if the maze counts differ.
std::string title_of_mazes(const std::vector<const TableRow*>& rows) {
  const auto [least, most] = std::ranges::minmax(rows, {}, &TableRow::mazes);
  const std::string noun = " " + maze_name(most->row) + " mazes";
  return least->mazes == most->mazes ? mazes_text(*most, noun)
                                     : fmt::format("{} to {}", least->mazes, most->mazes) + noun;
}

/// Lists the runs that ended at a time or move limit, and the runs that the percentages exclude
/// because of a fault.
std::string unfinished_runs(const std::vector<const TableRow*>& rows) {
  std::string text;
  for (const TableRow* r : rows) {
    const int overdue = r->ended(Outcome::overdue), capped = r->ended(Outcome::capped);
    if (overdue + capped > 0)
      text += fmt::format(
          "{}: {} of {} runs timed out and {} were truncated. They count as unsolved.\n",
          row_title(r->row), overdue, r->runs, capped);
    const int escaped = r->ended(Outcome::escaped);
    for (const auto& [runs, whose] :
         {std::pair(r->faults - escaped, "agent"), {escaped, "physics"}})
      if (runs > 0)
        text += fmt::format(
            "{}: {} of {} runs ended by a failure of the {}. They are excluded from all "
            "percentages.\n",
            row_title(r->row), runs, r->runs, whose);
  }
  return text.empty() ? text : "\n" + text;
}

std::string thesis_table(const Layout& layout, const Report& report) {
  std::vector<Cells> lines;
  std::vector<const TableRow*> present;
  for (std::size_t i = layout.first; i < layout.end; ++i) {
    const RowSpec& spec = thesis_rows()[i].row;
    const auto row = std::ranges::find(report.rows, spec, &TableRow::row);
    if (row == report.rows.end()) {
      lines.push_back({row_title(spec), "not run | | | | |"});
      continue;
    }
    present.push_back(&*row);
    lines.push_back(thesis_line(*row, report.against_thesis));
  }
  if (present.empty()) return "";
  const ThesisRow* thesis = thesis_row(present.front()->row);
  std::string path =
      fmt::format("average theoretical path {:.1f} cells", present.front()->mean_path_cells);
  if (report.against_thesis)
    path += fmt::format(" (thesis {:g}, {} mazes)", thesis->mean_path_cells, thesis->mazes);
  return fmt::format("## Table {}: {}\n\n{}, {}.\n\n{}{}\n", layout.number, layout.caption,
                     title_of_mazes(present), path, markdown_table(kThesisHeadings, lines),
                     unfinished_runs(present));
}

std::string other_rows(const std::vector<TableRow>& rows) {
  std::vector<Cells> lines;
  std::vector<const TableRow*> others;
  for (const TableRow& r : rows) {
    if (thesis_row(r.row) != nullptr) continue;
    others.push_back(&r);
    Cells& cells = lines.emplace_back(thesis_line(r, false));
    cells[0] = fmt::format("{}, {}: {}", maze_name(r.row), mazes_text(r, " mazes"), cells[0]);
  }
  if (others.empty()) return "";
  return fmt::format("## Rows that the thesis does not have\n\n{}{}\n",
                     markdown_table(kThesisHeadings, lines), unfinished_runs(others));
}

// ---- comparison with the thesis

std::string signed_text(double value, int decimals) {
  return std::isfinite(value) ? fmt::format("{:+.{}f}", value, decimals) : "–";
}

std::string differences(const std::vector<TableRow>& rows) {
  std::vector<Cells> lines;
  for (const TableRow& r : rows)
    for (const ThesisCell& c : r.cells)
      if (!c.difference.inside())
        lines.push_back(
            {maze_name(r.row), row_title(r.row), c.column, number_text(c.ours, c.decimals),
             number_text(c.thesis, c.decimals), signed_text(c.difference.value, c.decimals),
             number_text(c.difference.margin(), c.decimals), signed_text(c.difference.z(), 1)});
  if (lines.empty()) return "";
  return "## Cells that disagree\n\nIn 95 of 100 samples the error is at most the margin.\n\n" +
         markdown_table({"Maze", "Search", "column", "ours", "thesis", "difference", "margin",
                         "standard errors"},
                        lines) +
         "\n";
}

std::string facts(const std::vector<PairedFact>& facts) {
  if (facts.empty()) return "";
  std::vector<Cells> lines;
  for (const PairedFact& f : facts)
    lines.push_back({f.text, f.section, std::to_string(f.mazes),
                     fmt::format("{} / {:.1f}{}", number_text(f.ours.value, 1), f.thesis,
                                 f.inside ? "" : kOutside),
                     interval_text(f.ours)});
  return "## Claims in the thesis's text\n\nEach number covers the mazes that both searches "
         "played. The last column is the range of 95 % of random samples of 100 of our mazes.\n\n" +
         markdown_table(
             {"Fact", "section", "mazes", "% ours / thesis", "range for 100 of our mazes"}, lines) +
         "\n";
}

// ---- reference solutions

std::string references_table(const std::vector<TruthSummary>& truths) {
  std::vector<Cells> lines;
  for (const TruthSummary& t : truths)
    lines.push_back({maze_name(t.kind), scheme_title(t.kind), std::to_string(t.mazes),
                     estimate_text(t.pct_solvable), number_text(t.pct_low, 1),
                     number_text(t.pct_high, 1), estimate_text(t.fewest_moves),
                     std::to_string(t.complete)});
  return markdown_table({"Maze", "Scheme", "mazes", "% solvable", "lower bound on success, %",
                         "upper bound on success, %", "minimum moves, average", "fully explored"},
                        lines);
}

std::string agents_table(const std::vector<TableRow>& rows) {
  std::vector<Cells> lines;
  int surpassed = 0;
  for (const TableRow& r : rows) {
    if (!r.truth) continue;
    const TruthComparison& a = *r.truth;
    surpassed += a.surpassed;
    lines.push_back(
        {maze_name(r.row), row_title(r.row), fmt::format("{} of {}", a.solved, a.solvable),
         number_text(a.pct_solved.value, 1), estimate_text(a.points_below),
         fmt::format("{:.1f} to {:.1f}", a.points_below_low, a.points_below_high),
         std::to_string(a.wrongly_unsolvable), estimate_text(a.regret),
         fmt::format("{}, {}", number_text(a.regret_90, 1), number_text(a.regret_99, 1)),
         number_text(a.ratio, 2)});
  }
  std::string text = markdown_table({"Maze", "Search", "solved, of the solvable mazes", "%",
                                     "points below the reference policy", "points below the bounds",
                                     "gave up, though solvable", "excess moves",
                                     "90th and 99th percentile", "ratio"},
                                    lines) +
                     "\n";
  if (surpassed > 0)
    text += fmt::format(
        "{} {} better than the optimum found. Either the search treated two close poses as one, or "
        "it did not fully explore the maze.\n\n",
        surpassed, surpassed == 1 ? "run was" : "runs were");
  return text;
}

std::string references(const Report& report) {
  if (report.truths.empty()) return "";
  return "## Reference solutions\n\nThe reference solutions were found by trying moves in copies "
         "of the world. A maze was fully explored if no untried move was left. In such a maze, an "
         "agent can do better only if the search treated two close poses as one. With actuator "
         "noise, a reference policy was tried in new runs, and its success probability counts as "
         "the solvable share. The success probability of the best policy is between the two "
         "bounds.\n\n" +
         references_table(report.truths) +
         "\nExcess moves and ratio compare the moves of the agent with the minimum, in the "
         "solvable mazes that the agent solved. Excess moves are the average difference. The ratio "
         "is the ratio of the averages.\n\n" +
         agents_table(report.rows);
}

// ---- further tables of all rows

std::string intervals(const std::vector<TableRow>& rows) {
  std::vector<Cells> lines;
  for (const TableRow& r : rows)
    lines.push_back({maze_name(r.row), row_title(r.row), mazes_text(r, ""), interval_text(r.moves),
                     interval_text(r.pct_solved), interval_text(r.pct_unsolvable),
                     interval_text(r.pct_frozen), interval_text(r.repeated),
                     interval_text(r.unrepeatable)});
  return "## 95 % intervals of our figures\n\n" +
         markdown_table({"Maze", "Search", "mazes", "avg. moves", "% solved", "% unsolvable",
                         "% frozen", "repeated per solved maze", "unrepeatable per solved maze"},
                        lines) +
         "\n";
}

std::string times(const std::vector<TableRow>& rows) {
  if (std::ranges::none_of(rows, &RowSpec::is_tilt, &TableRow::row)) return "";
  std::vector<Cells> lines;
  for (const TableRow& r : rows)
    lines.push_back({maze_name(r.row), row_title(r.row), mazes_text(r, ""),
                     number_text(r.pct_solved.value, 1), number_text(r.median_seconds, 1),
                     number_text(r.seconds_of_90_pct, 1), estimate_text(r.seconds),
                     r.row.is_tilt() ? estimate_text(r.effort) : ""});
  return "## Simulated time of solved runs\n\nWith continuous control, the agent sends 15 commands "
         "per second, which count as moves. A command is a fraction of the maximum rate, and the "
         "effort is the integral of its square over time.\n\n" +
         markdown_table({"Maze", "Search", "mazes", "% solved", "median, s", "90th percentile, s",
                         "mean, s", "effort, s"},
                        lines) +
         "\n";
}

std::string prediction(const std::vector<TableRow>& rows, bool against_thesis) {
  std::vector<Cells> lines;
  for (const TableRow& r : rows) {
    if (!r.predicts) continue;
    std::string right = number_text(r.pct_predicted, 1), free = number_text(r.pct_error_free, 1),
                moves = number_text(r.error_free_moves, 1);
    if (const auto thesis = against_thesis ? thesis_prediction(r.row) : std::nullopt) {
      if (thesis->pct_predicted) right = with_thesis(right, *thesis->pct_predicted);
      free = with_thesis(free, thesis->error_free);
      moves = with_thesis(moves, thesis->error_free_moves);
    }
    lines.push_back({maze_name(r.row), row_title(r.row), right, free, moves});
  }
  if (lines.empty()) return "";
  return "## Prediction\n\nThis table shows how many moves in solved mazes ended as expected, and "
         "how many mazes were solved without a wrong prediction.\n\n" +
         markdown_table({"Maze", "Search", "% of moves predicted correctly",
                         "error-free mazes of 100", "their avg. moves"},
                        lines) +
         "\n";
}

std::string all_runs(const Report& report) {
  double cpu_s = 0;
  std::vector<Cells> lines;
  for (const TableRow& r : report.rows) {
    cpu_s += r.cpu_s;
    lines.push_back({maze_name(r.row), row_title(r.row), number_text(r.moves_all, 1),
                     std::to_string(r.most_moves), number_text(r.repeated_all_per_100, 0),
                     number_text(r.unrepeatable_all_per_100, 0),
                     number_text(r.cpu_us_per_move, 0) + " µs"});
  }
  return fmt::format(
      "## All runs, solved or not\n\n{}{}\nProcessor time of all {} episodes: {:.1f} s.\n",
      markdown_table({"Maze", "Search", "avg. moves", "most moves", "repeated per 100 mazes",
                      "unrepeatable per 100 mazes", "CPU per move"},
                     lines),
      report.against_thesis
          ? "\nThe thesis's worst case: over 1400 moves, 24 orientations, an unsolvable maze.\n"
          : "",
      report.episodes, cpu_s);
}

std::string header(const Report& report) {
  std::string text = fmt::format(
      "# Results{}\n\n"
      "- {} episodes, {}, mazes with seeds {}\n"
      "- world `{}`, settings `{}`, marblemaze {}\n",
      report.against_thesis ? " against the thesis" : "", report.episodes,
      pluralize(report.rows.size(), "row"), report.seeds, report.job.world, report.job.settings,
      report.job.version);
  if (report.against_thesis) {
    const auto [outcomes, repeats] = tally(report.rows);
    text += fmt::format(
        "- {} of {} compared cells agree within sampling error, at 95 %\n"
        "- {} of {} cells of repeated and unrepeatable moves agree in this way\n",
        outcomes.inside, outcomes.compared, repeats.inside, repeats.compared);
    if (!report.missing.empty())
      text += fmt::format("- {} of the thesis's {} rows were not run\n", report.missing.size(),
                          thesis_rows().size());
    text += fmt::format(
        "\nEach cell contains ours / thesis;{} marks the cells in which they disagree.", kOutside);
  }
  return text +
         "\nMoves are averaged over solved mazes; repeated and unrepeatable moves are summed over "
         "solved mazes, per 100 mazes played. For the comparison, they are averaged per solved "
         "maze.\n\n";
}

}  // namespace

std::string markdown_table(const Cells& headings, const std::vector<Cells>& rows) {
  std::string text;
  const auto add = [&](const Cells& cells) {
    text += fmt::format("| {} |\n", fmt::join(cells, " | "));
  };
  add(headings);
  add(Cells(headings.size(), "---"));
  for (const Cells& row : rows) add(row);
  return text;
}

std::string report_markdown(const Report& report) {
  std::string text = header(report);
  for (const Layout& layout : kLayouts) text += thesis_table(layout, report);
  text += other_rows(report.rows);
  if (report.against_thesis) text += differences(report.rows) + facts(report.facts);
  return text + references(report) + intervals(report.rows) + times(report.rows) +
         prediction(report.rows, report.against_thesis) + all_runs(report);
}

}  // namespace marblemaze
