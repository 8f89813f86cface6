// The report as data: JSON and CSV. Markdown stands in table_markdown.cpp.
#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "agent/control/free_controller.h"
#include "engine/report/report_figures.h"
#include "engine/report/table_report.h"
#include "engine/results/result_table.h"
#include "maze/base/json.h"

namespace marblemaze {
namespace {

using forms::csv_cells;
using forms::csv_headings;
using forms::json_of;
using forms::json_row;
using forms::rounded;

/// [[moves, % of mazes], ...]
Json curve_json(const SolvedCurve& curve, int mazes) {
  return Json::list(curve, [mazes](const CurveStep& step) -> Json {
    return {step.moves, rounded(100.0 * step.solved / mazes)};
  });
}

Json summary_json(const TruthSummary& t) {
  Json summary = json_row(possible_figures(), t);
  summary["solved_within"] = curve_json(t.solved_within, t.mazes);
  return summary;
}

Json our_row(const TableRow& r) {
  Json row = json_row(our_figures(), r);
  row["truth"] = r.truth ? json_row(truth_figures(), *r.truth) : Json(nullptr);
  row["solved_within"] = curve_json(solved_within(r.solved(&Counters::moves)), r.mazes());
  return row;
}

Json row_json(const TableRow& r, bool against_thesis) {
  const ThesisRow* thesis = against_thesis ? thesis_row(r.row) : nullptr;
  if (thesis == nullptr) return our_row(r);
  Json row{{"table", thesis->table}};
  row.update(our_row(r));
  const Json theirs = json_row(thesis_figures(), Beside{r, *thesis}, Digits::all);
  for (const auto& [name, value] : theirs.members())
    if (!value.is_null()) row["thesis"][name] = value;  // what it tells
  for (const ComparedCell& cell : compare(r, *thesis)) {
    const std::string& column = cell.figure.ours.names.json;
    row["inside"][column] = cell.difference.inside();
    row["margins"][column] = json_of(cell.difference.margin());
  }
  return row;
}

/// Of each of the `rows`, for programs that search by them.
template <class Row>
Json json_rows(const std::vector<FigureOf<Row>>& figures, const std::vector<Row>& rows) {
  return Json::list(rows, [&](const Row& row) { return json_row(figures, row, Digits::all); });
}

}  // namespace

std::string row_title(const RowSpec& row) {
  const auto* const controller = row.turns_freely() ? free_controllers().find(row.agent) : nullptr;
  // Null for agents from outside the program.
  const PlannerEntry* const known = planners().find(row.agent);
  const std::string title = controller != nullptr ? std::string(controller->title)
                            : known != nullptr    ? known->title
                                                  : row.agent;
  return fmt::format("{}, {}", title, scheme_title(row));
}

std::string report_json(const Report& report) {
  const auto row_of = [&](const TableRow& row) { return row_json(row, report.against_thesis); };
  Json document{{"settings", report.settings},
                {"version", report.version},
                {"world", report.world},
                {"seeds", report.seeds},
                {"episodes", report.episodes},
                {"rows", Json::list(report.rows, row_of)},
                {"truths", Json::list(report.truths, summary_json)}};
  if (report.against_thesis) {
    const auto [outcomes, repeats] = tally(report.rows);
    document["cells_inside"] = outcomes.inside;
    document["cells_compared"] = outcomes.compared;
    document["repeat_cells_inside"] = repeats.inside;
    document["repeat_cells_compared"] = repeats.compared;
    document["cells"] = json_rows(cell_figures(), compare(report.rows));
    document["facts"] = json_rows(fact_figures(), report.facts);
    document["missing"] = Json::list(report.missing, [](const RowSpec& row) -> Json {
      return {
          {"maze", maze_name(row)}, {"algorithm", row.agent}, {"orientations", row.orientations}};
    });
  }
  return document.dump() + "\n";
}

std::string report_csv(const Report& report) {
  std::string text = csv_headings(our_figures()) + csv_headings(truth_figures());
  if (report.against_thesis) text += csv_headings(thesis_figures());
  std::string lines = text.substr(1) + "\n";
  for (const TableRow& r : report.rows) {
    std::string line =
        csv_cells(our_figures(), &r) + csv_cells(truth_figures(), r.truth ? &*r.truth : nullptr);
    const ThesisRow* thesis = thesis_row(r.row);
    const auto beside = thesis != nullptr ? std::optional(Beside{r, *thesis}) : std::nullopt;
    if (report.against_thesis)
      line += csv_cells(thesis_figures(), beside ? &*beside : nullptr, Digits::all);
    lines += line.substr(1) + "\n";
  }
  return lines;
}

std::string curves_csv(const Report& report) {
  std::string text =
      "maze,cells_per_side,layers,orientations,recovery,algorithm,moves,solved,mazes,pct_solved\n";
  const auto add = [&](const RowSpec& kind, const std::string& algorithm, const SolvedCurve& curve,
                       int mazes) {
    for (const CurveStep& step : curve)
      text += fmt::format("{},{},{},{},{},{},{},{},{},{:.2f}\n", maze_name(kind), kind.size,
                          to_string(kind.layers), kind.orientations, kind.recovery ? 1 : 0,
                          algorithm, step.moves, step.solved, mazes, 100.0 * step.solved / mazes);
  };
  for (const TableRow& r : report.rows)
    add(r.row, r.row.agent, solved_within(r.solved(&Counters::moves)), r.mazes());
  for (const TruthSummary& t : report.truths) add(t.kind, "truth", t.solved_within, t.mazes);
  return text;
}

namespace {

/// What its maze's truth says of an episode.
struct JudgedEpisode {
  const ResultRow& row;
  const GroundTruth* truth;  ///< null where unknown
};

bool knows_a_way(const JudgedEpisode& j) { return j.truth != nullptr && j.truth->chance() > 0; }

/// A whole number, but for a policy's average.
Figure moves_figure(const GroundTruth& truth, double moves) {
  if (truth.uncertain()) return moves;
  return static_cast<std::int64_t>(moves);
}

Figure solvable(const JudgedEpisode& j) {
  return j.truth != nullptr ? Figure(j.truth->solvable) : Figure();
}
Figure fewest_moves(const JudgedEpisode& j) {
  return knows_a_way(j) ? moves_figure(*j.truth, j.truth->expected_moves()) : Figure();
}
/// How many more the run needed.
Figure regret(const JudgedEpisode& j) {
  const auto moves = knows_a_way(j) ? regret_of(j.row.run, *j.truth) : std::nullopt;
  return moves ? moves_figure(*j.truth, *moves) : Figure();
}

/// Columns of `--episodes` that later versions added: programs that count columns find them behind
/// the older ones.
constexpr std::array<std::string_view, 3> kAddedColumns{"recovery", "rest", "effort_ms"};

/// The columns of `--episodes`: what is stored, and what the truth says.
std::vector<FigureOf<JudgedEpisode>> episode_figures() {
  using J = JudgedEpisode;
  std::vector<FigureOf<J>> figures;
  const auto add = [&figures](const StoredColumn& column) {
    figures.push_back(
        {in_csv(column.name), [&column](const J& j) { return text_of(column.get(j.row)); }});
  };
  const std::vector<StoredColumn>& columns = stored_columns(Question::run);
  for (const StoredColumn& column : columns)
    if (!column.measured && std::ranges::count(kAddedColumns, column.name) == 0) add(column);
  const auto add_named = [&](std::string_view name) {
    add(*std::ranges::find(columns, name, &StoredColumn::name));
  };
  add_named("recovery");
  figures.push_back({in_csv("solvable"), solvable});
  figures.push_back({in_csv("fewest_moves"), fewest_moves});
  figures.push_back({in_csv("regret"), regret});
  for (const char* name : {"rest", "effort_ms"}) add_named(name);
  return figures;
}

}  // namespace

std::string episodes_csv(const std::vector<ResultRow>& episodes,
                         const std::vector<ResultRow>& truths) {
  const TruthTable known(truths);
  const std::vector<FigureOf<JudgedEpisode>> figures = episode_figures();
  std::string text = csv_headings(figures).substr(1) + "\n";
  for (const ResultRow& row : episodes) {
    const JudgedEpisode judged{row, known.of(row)};
    text += csv_cells(figures, &judged).substr(1) + "\n";
  }
  return text;
}

}  // namespace marblemaze
