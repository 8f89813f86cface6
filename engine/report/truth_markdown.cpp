// What was possible, and what the agents made of it, for a person.
#include <array>

#include <fmt/format.h>

#include "engine/report/report_column.h"
#include "engine/report/table_report.h"

namespace marblemaze {
namespace {

using report::markdown_head;
using report::markdown_line;

constexpr std::array kMilestones{5, 10, 20, 50, 100, 200, 500};  // moves

std::string scheme_title(const ProblemKind& kind) {
  return fmt::format("{} orientations{}", kind.orientations,
                     kind.recovery ? ", with recovery" : "");
}

std::string with_interval(const Estimate& e) {
  return fmt::format("{} ({})", number_text(e.value, 1), interval_text(e));
}

const std::vector<MarkdownColumn<TruthSummary>>& possible_table() {
  using T = TruthSummary;
  static const std::vector<MarkdownColumn<T>> columns{
      {"Maze", [](const T& t) { return maze_name(t.kind.layers, t.kind.size); }},
      {"Scheme", [](const T& t) { return scheme_title(t.kind); }},
      {"mazes", [](const T& t) { return std::to_string(t.mazes); }},
      {"% solvable", [](const T& t) { return with_interval(t.pct_solvable); }},
      {"fewest moves, average", [](const T& t) { return with_interval(t.fewest_moves); }},
      {"tried to the end", [](const T& t) { return std::to_string(t.complete); }}};
  return columns;
}

std::string possible(const std::vector<TruthSummary>& truths) {
  std::string text = markdown_head(possible_table());
  for (const TruthSummary& t : truths) text += markdown_line(possible_table(), t);
  return text + "\n";
}

/// Of rows whose mazes have a truth.
const std::vector<MarkdownColumn<TableRow>>& achieved_table() {
  using R = TableRow;
  static const std::vector<MarkdownColumn<R>> columns{
      {"Maze", [](const R& r) { return maze_name(r.row); }},
      {"Search", [](const R& r) { return row_title(r.row); }},
      {"solved, of the solvable",
       [](const R& r) { return fmt::format("{} of {}", r.truth->solved, r.truth->solvable); }},
      {"%", [](const R& r) { return number_text(r.truth->pct_solved.value, 1); }},
      {"points below the possible",
       [](const R& r) { return with_interval(r.truth->points_below); }},
      {"given up though solvable",
       [](const R& r) { return std::to_string(r.truth->wrongly_unsolvable); }},
      {"regret, moves", [](const R& r) { return with_interval(r.truth->regret); }},
      {"ratio", [](const R& r) { return number_text(r.truth->ratio, 2); }}};
  return columns;
}

std::string achieved(const std::vector<TableRow>& rows) {
  std::string text = markdown_head(achieved_table());
  for (const TableRow& r : rows)
    if (r.truth) text += markdown_line(achieved_table(), r);
  return text + "\n";
}

std::string milestones(const std::string& maze, const std::string& title, const SolvedCurve& curve,
                       int mazes) {
  std::string line = fmt::format("| {} | {} |", maze, title);
  for (int k : kMilestones) line += fmt::format(" {:.1f} |", 100.0 * solved_at(curve, k) / mazes);
  return line + "\n";
}

std::string curves(const Report& report) {
  std::string text = "| Maze | % of mazes solved within … moves |", rule = "| --- | --- |";
  for (int k : kMilestones) {
    text += fmt::format(" {} |", k);
    rule += " --- |";
  }
  text += "\n" + rule + "\n";
  for (const TruthSummary& t : report.truths)
    text +=
        milestones(maze_name(t.kind.layers, t.kind.size),
                   fmt::format("**possible**, {}", scheme_title(t.kind)), t.solved_within, t.mazes);
  for (const TableRow& r : report.rows)
    if (r.truth) text += milestones(maze_name(r.row), row_title(r.row), r.solved_within, r.mazes);
  return text + "\n";
}

/// Said only where there are any, as it puts the truth itself in question.
std::string surpassed(const std::vector<TableRow>& rows) {
  int runs = 0;
  for (const TableRow& r : rows)
    if (r.truth) runs += r.truth->surpassed;
  return runs == 0 ? ""
                   : fmt::format(
                         "{} {} better than the truth: through a pose that it took for a "
                         "known one, or in a maze that it did not try to the end.\n\n",
                         runs, runs == 1 ? "run was" : "runs were");
}

}  // namespace

std::string truth_markdown(const Report& report) {
  if (report.truths.empty()) return "";
  return "## What was possible\n\nFound by trying moves in copies of the world, from the start. "
         "Where a maze was tried to the end, nothing was left to try; an agent can do better only "
         "through poses so close that the search took them for one. Where moves are a matter of "
         "chance, the best policy was tried in new runs, and what it reached is called possible."
         "\n\n" +
         possible(report.truths) +
         "Regret and ratio compare moves made with the fewest possible, in the mazes that could be "
         "solved and were: regret is the average difference, ratio that of the averages.\n\n" +
         achieved(report.rows) + surpassed(report.rows) + curves(report);
}

}  // namespace marblemaze
