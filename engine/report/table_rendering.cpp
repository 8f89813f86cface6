// The report as data: JSON and CSV. Markdown stands in table_markdown.cpp.
#include <map>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "engine/report/report_columns.h"
#include "engine/report/table_report.h"
#include "engine/results/result_csv.h"
#include "maze/base/json.h"

namespace marblemaze {
namespace {

using report::csv_cells;
using report::csv_headings;
using report::json_of;
using report::json_row;
using report::rounded;

/// [[moves, % of mazes], ...]
Json curve_json(const SolvedCurve& curve, int mazes) {
  Json steps = Json::array();
  for (const CurveStep& step : curve)
    steps.push_back({step.moves, rounded(100.0 * step.solved / mazes)});
  return steps;
}

Json summary_json(const TruthSummary& t) {
  Json summary = json_row(truth_summary_columns(), t);
  summary["solved_within"] = curve_json(t.solved_within, t.mazes);
  return summary;
}

Json our_figures(const TableRow& r) {
  Json row = json_row(row_columns(), r);
  row["truth"] = r.truth ? json_row(against_truth_columns(), *r.truth) : Json(nullptr);
  row["solved_within"] = curve_json(r.solved_within, r.mazes);
  return row;
}

/// Nothing where the thesis has no such row.
std::optional<Beside> beside(const TableRow& r) {
  const ThesisRow* thesis = thesis_row(r.row);
  if (thesis == nullptr) return std::nullopt;
  return Beside{*thesis, thesis_prediction(r.row), compare(r, *thesis)};
}

Json row_json(const TableRow& r, bool against_thesis) {
  const auto theirs = against_thesis ? beside(r) : std::nullopt;
  if (!theirs) return our_figures(r);
  Json row{{"table", theirs->thesis.table}};
  row.update(our_figures(r));
  row["thesis"] = json_row(thesis_columns(), *theirs, true);
  for (const ComparedCell& cell : theirs->cells) {
    row["inside"][cell.column] = cell.difference.inside();
    row["margins"][cell.column] = json_of(cell.difference.margin());
  }
  return row;
}

/// Every cell that the thesis has, in the order of its tables.
Json cells_json(const std::vector<TableRow>& rows) {
  Json cells = Json::array();
  for (const TableRow& row : rows)
    if (const ThesisRow* thesis = thesis_row(row.row))
      for (const ComparedCell& cell : compare(row, *thesis))
        cells.push_back(json_row(cell_columns(), JudgedCell{row, *thesis, cell}));
  return cells;
}

}  // namespace

std::string maze_name(const RowSpec& row) { return maze_name(row.layers, row.size); }

std::string row_title(const RowSpec& row) {
  const PlannerEntry* const known = find_planner(row.agent);  // not those from outside the program
  return fmt::format("{}, {} orientations{}", known != nullptr ? known->title : row.agent,
                     row.orientations, row.recovery ? ", with recovery" : "");
}

std::string report_json(const Report& report) {
  Json rows = Json::array(), truths = Json::array(), missing = Json::array(), facts = Json::array();
  for (const TableRow& row : report.rows) rows.push_back(row_json(row, report.against_thesis));
  for (const TruthSummary& truth : report.truths) truths.push_back(summary_json(truth));
  Json document{{"settings", report.settings},
                {"version", report.version},
                {"world", report.world},
                {"seeds", report.seeds},
                {"episodes", report.episodes},
                {"rows", rows},
                {"truths", truths}};
  if (report.against_thesis) {
    const auto [outcomes, repeats] = tally(report.rows);
    document["cells_inside"] = outcomes.inside;
    document["cells_compared"] = outcomes.compared;
    document["repeat_cells_inside"] = repeats.inside;
    document["repeat_cells_compared"] = repeats.compared;
    document["cells"] = cells_json(report.rows);
    for (const PairedFact& fact : report.facts) facts.push_back(json_row(fact_columns(), fact));
    document["facts"] = facts;
    for (const RowSpec& row : report.missing)
      missing.push_back(
          {{"maze", maze_name(row)}, {"algorithm", row.agent}, {"orientations", row.orientations}});
    document["missing"] = missing;
  }
  return document.dump() + "\n";
}

std::string report_csv(const Report& report) {
  std::string text = csv_headings(row_columns()) + csv_headings(against_truth_columns());
  if (report.against_thesis) text += csv_headings(thesis_columns());
  std::string lines = text.substr(1) + "\n";
  for (const TableRow& r : report.rows) {
    std::string line = csv_cells(row_columns(), &r) +
                       csv_cells(against_truth_columns(), r.truth ? &*r.truth : nullptr);
    const auto theirs = beside(r);
    if (report.against_thesis) line += csv_cells(thesis_columns(), theirs ? &*theirs : nullptr);
    lines += line.substr(1) + "\n";
  }
  return lines;
}

std::string curves_csv(const Report& report) {
  std::string text =
      "maze,cells_per_side,layers,orientations,recovery,algorithm,moves,solved,mazes,pct_solved\n";
  const auto add = [&](const ProblemKind& kind, const std::string& algorithm,
                       const SolvedCurve& curve, int mazes) {
    for (const CurveStep& step : curve)
      text +=
          fmt::format("{},{},{},{},{},{},{},{},{},{:.2f}\n", maze_name(kind.layers, kind.size),
                      kind.size, to_string(kind.layers), kind.orientations, kind.recovery ? 1 : 0,
                      algorithm, step.moves, step.solved, mazes, 100.0 * step.solved / mazes);
  };
  for (const TableRow& r : report.rows)
    add(problem_kind(r.row), r.row.agent, r.solved_within, r.mazes);
  for (const TruthSummary& t : report.truths) add(t.kind, "truth", t.solved_within, t.mazes);
  return text;
}

namespace {

/// What its maze's truth says of an episode.
struct JudgedEpisode {
  const EpisodeRow& episode;
  const TruthRow* truth;  ///< null where unknown
};

bool knows_a_way(const JudgedEpisode& j) {
  return j.truth != nullptr && j.truth->truth.chance() > 0;
}

/// A whole number, but for a policy's average.
Figure moves_figure(const TruthRow& truth, double moves) {
  if (truth.uncertain()) return moves;
  return static_cast<std::int64_t>(moves);
}

/// Is the maze solvable, in how many moves, and how many more did the run need?
const std::vector<ReportColumn<JudgedEpisode>>& judgement_columns() {
  using J = JudgedEpisode;
  static const std::vector<ReportColumn<J>> columns{
      {nullptr, nullptr, "solvable",
       [](const J& j) { return j.truth == nullptr ? Figure() : Figure(j.truth->truth.solvable); }},
      {nullptr, nullptr, "fewest_moves",
       [](const J& j) {
         return knows_a_way(j) ? moves_figure(*j.truth, j.truth->truth.expected_moves()) : Figure();
       }},
      {nullptr, nullptr, "regret", [](const J& j) {
         const auto regret = knows_a_way(j) ? regret_of(j.episode, *j.truth) : std::nullopt;
         return regret ? moves_figure(*j.truth, *regret) : Figure();
       }}};
  return columns;
}

using EpisodeColumn = StoredColumn<StoredEpisode>;

/// The columns of `--episodes` in its order.
std::vector<EpisodeColumn> printed_columns() {
  std::vector<EpisodeColumn> printed;
  for (const auto place :
       {EpisodeColumn::Printed::in_its_place, EpisodeColumn::Printed::after_the_others})
    for (const EpisodeColumn& column : episode_columns())
      if (column.printed == place) printed.push_back(column);
  return printed;
}

}  // namespace

std::string episodes_csv(const std::vector<StoredEpisode>& episodes,
                         const std::vector<StoredTruth>& truths, const HostNames& host_names) {
  using Conditions = std::tuple<std::string, std::string, std::string>;
  std::map<Conditions, TruthTable> tables;
  const auto truth_of = [&](const StoredEpisode& s) {
    const Conditions conditions{s.settings, s.version, s.episode.world};
    return tables.try_emplace(conditions, truths, s).first->second.of(s.episode);
  };
  const std::vector<EpisodeColumn> columns = printed_columns();
  std::string heading;
  for (const EpisodeColumn& column : columns) heading += std::string(",") + column.name;
  std::string text =
      heading.substr(1) + csv_headings(judgement_columns()) + (host_names ? ",host\n" : "\n");
  for (const StoredEpisode& s : episodes) {
    std::string line;
    for (const EpisodeColumn& column : columns) line += "," + text_of(column.get(s));
    const JudgedEpisode judged{s.episode, truth_of(s)};
    text += line.substr(1) + csv_cells(judgement_columns(), &judged);
    if (host_names) text += "," + csv_cell(host_names(s.host));
    text += "\n";
  }
  return text;
}

}  // namespace marblemaze
