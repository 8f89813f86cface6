// What was possible, and what the agents made of it, for a person.
#include <array>

#include <fmt/format.h>

#include "engine/report/report_figures.h"

namespace marblemaze {
namespace {

constexpr std::array kMilestones{5, 10, 20, 50, 100, 200, 500};  // moves

/// What the rows' agents made of it, where there are truths.
std::string achieved(const std::vector<TableRow>& rows) {
  std::vector<AgainstTruth> known;
  for (const TableRow& r : rows)
    if (r.truth) known.push_back(*r.truth);
  return forms::markdown_table(truth_figures(), known) + "\n";
}

std::string milestones(const std::string& maze, const std::string& title, const SolvedCurve& curve,
                       int mazes) {
  std::vector<std::string> line{maze, title};
  for (int k : kMilestones) line.push_back(number_text(100.0 * solved_at(curve, k) / mazes, 1));
  return forms::markdown_line(line);
}

std::string curves(const Report& report) {
  std::vector<std::string> head{"Maze", "% of mazes solved within … moves"};
  for (int k : kMilestones) head.push_back(std::to_string(k));
  std::string text = forms::markdown_head(head);
  for (const TruthSummary& t : report.truths)
    text += milestones(maze_name(t.kind), fmt::format("**possible**, {}", scheme_title(t.kind)),
                       t.solved_within, t.mazes);
  for (const TableRow& r : report.rows)
    if (r.truth)
      text += milestones(maze_name(r.row), row_title(r.row),
                         solved_within(r.solved(&Counters::moves)), r.mazes());
  return text + "\n";
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

}  // namespace

std::string truth_markdown(const Report& report) {
  if (report.truths.empty()) return "";
  return "## What was possible\n\nFound by trying moves in copies of the world, from the start. "
         "A maze was tried to the end where nothing was left to try. There an agent can do better "
         "only through poses so close that the search took them for one. With noise of the "
         "actuator, a policy was tried in new runs: its share counts as solvable. The possible "
         "lies "
         "between what these runs prove and what optimism about the sampled moves allows."
         "\n\n" +
         forms::markdown_table(possible_figures(), report.truths) +
         "\nExcess moves and ratio compare the moves made with the fewest possible, in the mazes "
         "that could be solved and were. Excess moves are the average difference. The ratio is "
         "that of the averages.\n\n" +
         achieved(report.rows) + surpassed(report.rows) + curves(report);
}

}  // namespace marblemaze
