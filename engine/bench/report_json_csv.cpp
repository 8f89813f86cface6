// Report in JSON and CSV.
//
// Names of maze and move columns match thesis_tables.csv. In all other names, counts end in _count,
// percentages begin with pct_, and sums per 100 runs end in _per_100_mazes.
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "engine/bench/report.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

Json interval(const Estimate& e) {
  return std::isnan(e.low) ? Json(nullptr) : Json{rounded(e.low), rounded(e.high)};
}

/// Returns [[moves, percentage of runs], ...].
Json curve_json(const SolvedCurve& curve, int runs) {
  return Json::list(curve, [runs](const auto& step) -> Json {
    return {step.first, rounded(100.0 * step.second / runs)};
  });
}

Json summary_json(const TruthSummary& t) {
  Json summary = maze_json(t.kind);
  summary.update({{"mazes", t.mazes},
                  {"solvable_count", t.solvable},
                  {"exact_count", t.complete},
                  {"pct_solvable", rounded(t.pct_solvable.value)},
                  {"pct_possible_low", rounded(t.pct_low)},
                  {"pct_possible_high", rounded(t.pct_high)},
                  {"mean_fewest_moves", rounded(t.fewest_moves.value)},
                  {"intervals",
                   {{"pct_solvable", interval(t.pct_solvable)},
                    {"mean_fewest_moves", interval(t.fewest_moves)}}},
                  {"solved_within", curve_json(t.solved_within, t.mazes)}});
  return summary;
}

Json truth_json(const TruthComparison& a) {
  return {{"mazes", a.mazes},
          {"solvable_count", a.solvable},
          {"solved_of_solvable_count", a.solved},
          {"wrongly_unsolvable_count", a.wrongly_unsolvable},
          {"surpassed_count", a.surpassed},
          {"pct_solved_of_solvable", rounded(a.pct_solved.value)},
          {"mean_regret", rounded(a.regret.value)},
          {"ratio", rounded(a.ratio)},
          {"points_below_possible", rounded(a.points_below.value)},
          {"points_below_low", rounded(a.points_below_low)},
          {"points_below_high", rounded(a.points_below_high)},
          {"regret_90", rounded(a.regret_90)},
          {"regret_99", rounded(a.regret_99)},
          {"intervals",
           {{"pct_solved_of_solvable", interval(a.pct_solved)},
            {"mean_regret", interval(a.regret)},
            {"points_below_possible", interval(a.points_below)}}}};
}

Json figures_json(const TableRow& r) {
  const auto if_predicts = [&](const Json& figure) { return r.predicts ? figure : Json(nullptr); };
  return {{"maze", maze_name(r.row)},
          {"cells_per_side", r.row.size},
          {"layers", to_string(r.row.layers)},
          {"mazes", r.mazes},
          {"mean_path_cells", rounded(r.mean_path_cells)},
          {"algorithm", r.row.agent},
          {"orientations", orientations_of(r.row.control)},
          {"avg_moves", rounded(r.moves.value)},
          {"pct_solved", rounded(r.pct_solved.value)},
          {"pct_unsolvable", rounded(r.pct_unsolvable.value)},
          {"pct_frozen", rounded(r.pct_frozen.value)},
          {"repeated_moves", rounded(r.repeated_per_100)},
          {"unrepeatable_moves", rounded(r.unrepeatable_per_100)},
          {"world", r.world},
          {"recovery", r.row.recovery},
          {"rest", r.row.rest},
          {"move_limit", r.row.move_limit > 0 ? Json(r.row.move_limit) : nullptr},
          {"run_count", r.runs},
          {"solved_count", r.ended(Outcome::solved)},
          {"unsolvable_count", r.ended(Outcome::unsolvable)},
          {"frozen_count", r.ended(Outcome::frozen)},
          {"overdue_count", r.ended(Outcome::overdue)},
          {"capped_count", r.ended(Outcome::capped)},
          {"escaped_count", r.ended(Outcome::escaped)},
          {"fault_count", r.faults},
          {"repeated_per_solved", rounded(r.repeated.value)},
          {"unrepeatable_per_solved", rounded(r.unrepeatable.value)},
          {"avg_moves_all", rounded(r.moves_all)},
          {"repeated_all_per_100_mazes", rounded(r.repeated_all_per_100)},
          {"unrepeatable_all_per_100_mazes", rounded(r.unrepeatable_all_per_100)},
          {"most_moves", r.most_moves},
          {"pct_predicted", if_predicts(rounded(r.pct_predicted))},
          {"error_free_count", if_predicts(r.error_free)},
          {"pct_error_free", if_predicts(rounded(r.pct_error_free))},
          {"error_free_moves", if_predicts(rounded(r.error_free_moves))},
          {"median_seconds", rounded(r.median_seconds)},
          {"seconds_of_90_pct", rounded(r.seconds_of_90_pct)},
          {"mean_seconds", rounded(r.seconds.value)},
          {"mean_effort", r.row.is_tilt() ? Json(rounded(r.effort.value)) : nullptr},
          {"intervals",
           {{"avg_moves", interval(r.moves)},
            {"pct_solved", interval(r.pct_solved)},
            {"pct_unsolvable", interval(r.pct_unsolvable)},
            {"pct_frozen", interval(r.pct_frozen)},
            {"repeated_per_solved", interval(r.repeated)},
            {"unrepeatable_per_solved", interval(r.unrepeatable)},
            {"mean_seconds", interval(r.seconds)},
            {"mean_effort", r.row.is_tilt() ? interval(r.effort) : Json(nullptr)}}},
          {"truth", r.truth ? truth_json(*r.truth) : Json(nullptr)},
          {"solved_within", curve_json(r.solved_within, r.runs)}};
}

Json thesis_json(const ThesisRow& t) {
  Json row{{"mean_path_cells", t.mean_path_cells},
           {"avg_moves", t.avg_moves},
           {"pct_solved", t.pct_solved},
           {"pct_unsolvable", t.pct_unsolvable},
           {"pct_frozen", t.pct_frozen},
           {"repeated_per_solved", t.repeated / t.solved()},
           {"unrepeatable_per_solved", t.unrepeatable / t.solved()},
           {"repeated_moves", t.repeated},
           {"unrepeatable_moves", t.unrepeatable},
           {"mazes", t.mazes}};
  if (const auto prediction = thesis_prediction(t.row)) {
    if (prediction->pct_predicted) row["pct_predicted"] = *prediction->pct_predicted;
    row["error_free_count"] = prediction->error_free;
    row["pct_error_free"] = 1.0 * prediction->error_free;
    row["error_free_moves"] = prediction->error_free_moves;
  }
  return row;
}

Json row_json(const TableRow& r, bool against_thesis) {
  Json row = figures_json(r);
  const ThesisRow* const thesis = against_thesis ? thesis_row(r.row) : nullptr;
  if (thesis == nullptr) return row;
  row["table"] = thesis->table;
  row["thesis"] = thesis_json(*thesis);
  for (const ThesisCell& cell : r.cells) {
    row["inside"][cell.column] = cell.difference.inside();
    row["margins"][cell.column] = rounded(cell.difference.margin());
  }
  return row;
}

Json cell_json(const RowSpec& row, const ThesisCell& cell) {
  const Difference& d = cell.difference;
  return {{"table", thesis_row(row)->table},
          {"maze", maze_name(row)},
          {"cells_per_side", row.size},
          {"layers", to_string(row.layers)},
          {"algorithm", row.agent},
          {"orientations", orientations_of(row.control)},
          {"column", cell.column},
          {"ours", cell.ours},
          {"thesis", cell.thesis},
          {"difference", d.value},
          {"standard_error", d.standard_error},
          {"degrees_of_freedom", d.freedom > 0 ? Json(d.freedom) : nullptr},
          {"margin", d.margin()},
          {"z", d.z()},
          {"inside", d.inside()}};
}

Json fact_json(const PairedFact& f) {
  return {{"name", f.name},        {"text", f.text},      {"section", f.section},
          {"maze_count", f.mazes}, {"thesis", f.thesis},  {"ours", f.ours.value},
          {"low", f.ours.low},     {"high", f.ours.high}, {"inside", f.inside}};
}

Json missing_json(const RowSpec& row) {
  return {{"maze", maze_name(row)},
          {"algorithm", row.agent},
          {"orientations", orientations_of(row.control)}};
}

// ---- CSV

/// Numbers in CSV cells have two decimals, and unknown values are empty.
std::string csv_cell(const Json& value) {
  if (value.is_null() || (value.is_number() && std::isnan(value.get<double>()))) return "";
  if (value.is_text()) return value.text();
  if (value.is_integer()) return value.dump();
  return value.is_number() ? fmt::format("{:.2f}", value.get<double>())
                           : fmt::format("{:d}", value.get<bool>());
}

std::string csv_line(const Json& cells) { return join_mapped(cells, ",", csv_cell) + "\n"; }

/// Flattens a JSON object into columns. An interval becomes two columns, one for each bound.
/// Members of a nested object get the object name as a prefix.
void add_columns(Json& columns, const Json& object, const std::string& prefix = "") {
  for (const auto& [name, value] : object.members()) {
    if (name == "intervals")
      for (const auto& [figure, bounds] : value.members()) {
        columns[prefix + figure + "_low"] = bounds.is_null() ? bounds : bounds.at(0);
        columns[prefix + figure + "_high"] = bounds.is_null() ? bounds : bounds.at(1);
      }
    else if (value.is_object())
      add_columns(columns, value, prefix + name + "_");
    else if (name != "solved_within" && name != "truth")
      columns[prefix + name] = value;
  }
}

/// With noise, the reference moves are a mean.
std::vector<Json> truth_cells(const ResultRow& run, const GroundTruth* truth) {
  if (truth == nullptr) return {nullptr, nullptr, nullptr};
  const auto moves = [&](double value) {
    return truth->uncertain() ? Json(value) : Json(static_cast<int>(value));
  };
  if (truth->chance() == 0) return {truth->solvable, nullptr, nullptr};
  const std::optional<double> regret = regret_of(run, *truth);
  return {truth->solvable, moves(truth->expected_moves()), regret ? moves(*regret) : Json(nullptr)};
}

}  // namespace

Json maze_json(const RowSpec& row) {
  return {{"maze", maze_name(row)},
          {"cells_per_side", row.size},
          {"layers", to_string(row.layers)},
          {"orientations", orientations_of(row.control)},
          {"recovery", row.recovery}};
}

double rounded(double value) { return std::round(value * 100) / 100; }

std::string report_json(const Report& report) {
  const auto row_of = [&](const TableRow& row) { return row_json(row, report.against_thesis); };
  Json document{{"settings", report.job.settings},
                {"version", report.job.version},
                {"world", report.job.world},
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
    Json cells = Json::array();
    for (const TableRow& row : report.rows)
      for (const ThesisCell& cell : row.cells) cells.push_back(cell_json(row.row, cell));
    document["cells"] = cells;
    document["facts"] = Json::list(report.facts, fact_json);
    document["missing"] = Json::list(report.missing, missing_json);
  }
  return document.dump() + "\n";
}

std::string report_csv(const Report& report) {
  std::vector<Json> lines;
  Json header = Json::object();
  for (const TableRow& row : report.rows) {
    add_columns(lines.emplace_back(Json::object()), row_json(row, report.against_thesis));
    header.update(lines.back());
  }
  const auto name = [](const Json::Member& column) { return column.first; };
  std::string text = join_mapped(header.members(), ",", name) + "\n";
  for (const Json& line : lines) {
    const auto cell = [&](const Json::Member& column) {
      const Json* const value = line.find(column.first);
      return value == nullptr ? "" : csv_cell(*value);
    };
    text += join_mapped(header.members(), ",", cell) + "\n";
  }
  return text;
}

std::string curves_csv(const Report& report) {
  std::string text =
      "maze,cells_per_side,layers,orientations,recovery,algorithm,moves,solved,mazes,pct_solved,"
      "move_limit\n";
  const auto add = [&](const RowSpec& kind, std::string_view algorithm, const SolvedCurve& curve,
                       int runs) {
    for (const auto& [moves, solved] : curve)
      text += csv_line(Json::array({maze_name(kind), kind.size, to_string(kind.layers),
                                    orientations_of(kind.control), kind.recovery, algorithm, moves,
                                    solved, runs, 100.0 * solved / runs, kind.move_limit}));
  };
  for (const TableRow& r : report.rows) add(r.row, r.row.agent, r.solved_within, r.runs);
  for (const TruthSummary& t : report.truths) add(t.kind, "truth", t.solved_within, t.mazes);
  return text;
}

std::string episodes_csv(const std::vector<ResultRow>& runs, const std::vector<ResultRow>& truths) {
  const Truths known = truths_of(truths);
  std::string text =
      "layers,size,agent,orientations,world,seed,settings,version,outcome,moves,repeated,"
      "unrepeatable,predicted_right,predicted_total,ticks,path_cells,recovery,solvable,"
      "fewest_moves,regret,rest,effort_ms,run,move_limit\n";
  for (const ResultRow& run : runs) {
    const RowSpec& kind = run.job.row;
    const Counters& c = run.counters;
    const std::vector<Json> truth = truth_cells(run, truth_of(run, known));
    text += csv_line(Json::array({to_string(kind.layers),
                                  kind.size,
                                  kind.agent,
                                  orientations_of(kind.control),
                                  run.job.world,
                                  run.job.seed,
                                  run.job.settings,
                                  run.job.version,
                                  to_string(run.outcome),
                                  c.moves,
                                  c.repeated,
                                  c.unrepeatable,
                                  c.predicted_right,
                                  c.predicted_total,
                                  run.ticks,
                                  run.path_cells,
                                  kind.recovery,
                                  truth[0],
                                  truth[1],
                                  truth[2],
                                  kind.rest,
                                  run.effort_ms,
                                  run.job.run,
                                  kind.move_limit}));
  }
  return text;
}

}  // namespace marblemaze
