// What was possible, and what the agents made of it, for a person.
#include <array>

#include <fmt/format.h>

#include "engine/report/table_report.h"

namespace marblemaze {
namespace {

constexpr std::array kMilestones{5, 10, 20, 50, 100, 200, 500};  // moves

std::string scheme_title(const ProblemKind& kind) {
  return fmt::format("{} orientations{}", kind.orientations,
                     kind.recovery ? ", with recovery" : "");
}

std::string possible(const std::vector<TruthSummary>& truths) {
  std::string text =
      "| Maze | Scheme | mazes | % solvable | fewest moves, average | tried to the end |\n"
      "| --- | --- | --- | --- | --- | --- |\n";
  for (const TruthSummary& t : truths)
    text +=
        fmt::format("| {} | {} | {} | {} ({}) | {} ({}) | {} |\n",
                    maze_name(t.kind.layers, t.kind.size), scheme_title(t.kind), t.mazes,
                    number_text(t.pct_solvable.value, 1), interval_text(t.pct_solvable),
                    number_text(t.fewest_moves.value, 1), interval_text(t.fewest_moves), t.exact);
  return text + "\n";
}

std::string achieved(const std::vector<TableRow>& rows) {
  std::string text =
      "| Maze | Search | solved, of the solvable | % | given up though solvable | regret, moves | "
      "ratio |\n| --- | --- | --- | --- | --- | --- | --- |\n";
  for (const TableRow& r : rows)
    if (const auto& t = r.truth)
      text += fmt::format(
          "| {} | {} | {} of {} | {} | {} | {} ({}) | {} |\n", maze_name(r.row), row_title(r.row),
          t->solved, t->solvable, number_text(t->pct_solved.value, 1), t->wrongly_unsolvable,
          number_text(t->regret.value, 1), interval_text(t->regret), number_text(t->ratio, 2));
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
  return "## What was possible\n\nFound by trying every move in exact copies of the world, from "
         "the "
         "start. Where a maze was tried to the end, no agent can do better.\n\n" +
         possible(report.truths) +
         "Regret: moves beyond the fewest, over the solved of the solvable; ratio: their average "
         "moves to the average fewest.\n\n" +
         achieved(report.rows) + surpassed(report.rows) + curves(report);
}

}  // namespace marblemaze
