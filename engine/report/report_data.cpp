// The report as data: JSON and CSV. Markdown is in report_markdown.cpp.
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "engine/report/report.h"
#include "maze/base/json.h"

namespace marblemaze {
namespace {

// ---- JSON
//
// Names say what a number is: a count ends in _count, a share in per cent begins with pct_, a sum
// per 100 runs ends in _per_100_mazes. An older name that does not stays next to the new one. The
// CSV keeps the older names.

Json interval(const Estimate& e) {
  return std::isnan(e.low) ? Json(nullptr) : Json{rounded(e.low), rounded(e.high)};
}

/// [[moves, % of runs], ...]
Json curve_json(const SolvedCurve& curve, int runs) {
  return Json::list(curve, [runs](const auto& step) -> Json {
    return {step.first, rounded(100.0 * step.second / runs)};
  });
}

Json summary_json(const TruthSummary& t) {
  return {{"maze", maze_name(t.kind)},
          {"cells_per_side", t.kind.size},
          {"layers", to_string(t.kind.layers)},
          {"orientations", t.kind.orientations},
          {"recovery", t.kind.recovery},
          {"mazes", t.mazes},
          {"maze_count", t.mazes},
          {"solvable", t.solvable},
          {"solvable_count", t.solvable},
          {"exact", t.complete},
          {"exact_count", t.complete},
          {"pct_solvable", rounded(t.pct_solvable.value)},
          {"pct_possible_low", rounded(t.pct_low)},
          {"pct_possible_high", rounded(t.pct_high)},
          {"mean_fewest_moves", rounded(t.fewest_moves.value)},
          {"intervals",
           {{"pct_solvable", interval(t.pct_solvable)},
            {"mean_fewest_moves", interval(t.fewest_moves)}}},
          {"solved_within", curve_json(t.solved_within, t.mazes)}};
}

Json truth_json(const AgainstTruth& a) {
  return {{"mazes", a.mazes},
          {"maze_count", a.mazes},
          {"solvable", a.solvable},
          {"solvable_count", a.solvable},
          {"solved_of_solvable", a.solved},
          {"solved_of_solvable_count", a.solved},
          {"pct_solved_of_solvable", rounded(a.pct_solved.value)},
          {"wrongly_unsolvable", a.wrongly_unsolvable},
          {"wrongly_unsolvable_count", a.wrongly_unsolvable},
          {"mean_regret", rounded(a.regret.value)},
          {"ratio", rounded(a.ratio)},
          {"surpassed", a.surpassed},
          {"surpassed_count", a.surpassed},
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
  Json row{{"maze", maze_name(r.row)},
           {"cells_per_side", r.row.size},
           {"layers", to_string(r.row.layers)},
           {"mazes", r.mazes},
           {"maze_count", r.mazes},
           {"mean_path_cells", rounded(r.mean_path_cells)},
           {"algorithm", r.row.agent},
           {"orientations", r.row.orientations},
           {"avg_moves", rounded(r.moves.value)},
           {"pct_solved", rounded(r.pct_solved.value)},
           {"pct_unsolvable", rounded(r.pct_unsolvable.value)},
           {"pct_frozen", rounded(r.pct_frozen.value)},
           {"repeated_moves", rounded(r.repeated_per_100)},
           {"repeated_per_100_mazes", rounded(r.repeated_per_100)},
           {"unrepeatable_moves", rounded(r.unrepeatable_per_100)},
           {"unrepeatable_per_100_mazes", rounded(r.unrepeatable_per_100)},
           {"world", r.world}};
  for (const Outcome outcome :
       {Outcome::solved, Outcome::unsolvable, Outcome::frozen, Outcome::overdue, Outcome::capped}) {
    row[to_string(outcome)] = r.ended(outcome);
    row[std::string(to_string(outcome)) + "_count"] = r.ended(outcome);
  }
  row.update({{"avg_moves_all", rounded(r.moves_all)},
              {"repeated_moves_all", rounded(r.repeated_all_per_100)},
              {"repeated_all_per_100_mazes", rounded(r.repeated_all_per_100)},
              {"unrepeatable_moves_all", rounded(r.unrepeatable_all_per_100)},
              {"unrepeatable_all_per_100_mazes", rounded(r.unrepeatable_all_per_100)},
              {"most_moves", r.most_moves},
              {"pct_predicted", if_predicts(rounded(r.pct_predicted))},
              {"error_free_mazes", if_predicts(r.error_free)},
              {"error_free_count", if_predicts(r.error_free)},
              {"pct_error_free", if_predicts(rounded(r.pct_error_free))},
              {"error_free_moves", if_predicts(rounded(r.error_free_moves))},
              {"recovery", r.row.recovery},
              {"repeated_per_solved", rounded(r.repeated.value)},
              {"unrepeatable_per_solved", rounded(r.unrepeatable.value)},
              {"fault_count", r.faults},
              {"rest", r.row.rest},
              {"median_seconds", rounded(r.median_seconds)},
              {"seconds_of_90_pct", rounded(r.seconds_of_90_pct)},
              {"mean_seconds", rounded(r.seconds.value)},
              {"mean_effort", r.row.turns_freely() ? Json(rounded(r.effort.value)) : nullptr},
              {"escaped_count", r.ended(Outcome::escaped)},
              {"run_count", r.runs},
              {"move_limit", r.row.move_limit > 0 ? Json(r.row.move_limit) : nullptr}});
  Json intervals{{"avg_moves", interval(r.moves)},
                 {"pct_solved", interval(r.pct_solved)},
                 {"pct_unsolvable", interval(r.pct_unsolvable)},
                 {"pct_frozen", interval(r.pct_frozen)},
                 {"repeated_per_solved", interval(r.repeated)},
                 {"unrepeatable_per_solved", interval(r.unrepeatable)},
                 {"mean_seconds", interval(r.seconds)}};
  if (r.row.turns_freely()) intervals["mean_effort"] = interval(r.effort);
  row["intervals"] = intervals;
  row["truth"] = r.truth ? truth_json(*r.truth) : Json(nullptr);
  row["solved_within"] = curve_json(r.solved_within, r.runs);
  return row;
}

/// The thesis's figures of a row, those that it reports.
Json thesis_json(const ThesisRow& t) {
  Json row{{"mean_path_cells", t.mean_path_cells},
           {"avg_moves", t.avg_moves},
           {"pct_solved", t.pct_solved},
           {"pct_unsolvable", t.pct_unsolvable},
           {"pct_frozen", t.pct_frozen},
           {"repeated_moves", t.repeated},
           {"repeated_per_100_mazes", t.repeated},
           {"unrepeatable_moves", t.unrepeatable},
           {"unrepeatable_per_100_mazes", t.unrepeatable},
           {"mazes", t.mazes},
           {"maze_count", t.mazes}};
  if (const auto prediction = thesis_prediction(t.row)) {
    if (prediction->pct_predicted) row["pct_predicted"] = *prediction->pct_predicted;
    row["error_free_mazes"] = prediction->error_free;
    row["error_free_count"] = prediction->error_free;
    row["pct_error_free"] = 1.0 * prediction->error_free;
    row["error_free_moves"] = prediction->error_free_moves;
  }
  row["repeated_per_solved"] = t.repeated / t.solved();
  row["unrepeatable_per_solved"] = t.unrepeatable / t.solved();
  return row;
}

Json row_json(const TableRow& r, bool against_thesis) {
  const ThesisRow* thesis = against_thesis ? thesis_row(r.row) : nullptr;
  if (thesis == nullptr) return figures_json(r);
  Json row{{"table", thesis->table}};
  row.update(figures_json(r));
  row["thesis"] = thesis_json(*thesis);
  for (const ThesisCell& cell : r.cells) row["inside"][cell.column] = cell.difference.inside();
  for (const ThesisCell& cell : r.cells)
    row["margins"][cell.column] = rounded(cell.difference.margin());
  return row;
}

/// Returns a cell of the thesis's tables and ours, with all digits.
Json cell_json(const RowSpec& row, const ThesisCell& cell) {
  const Difference& d = cell.difference;
  return {{"table", thesis_row(row)->table},
          {"maze", maze_name(row)},
          {"cells_per_side", row.size},
          {"layers", to_string(row.layers)},
          {"algorithm", row.agent},
          {"orientations", row.orientations},
          {"column", cell.column},
          {"ours", cell.ours.value},
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
  return {{"maze", maze_name(row)}, {"algorithm", row.agent}, {"orientations", row.orientations}};
}

// ---- CSV

// A cell with a comma before it: numbers with two decimals, unknown ones empty.
std::string cell(double value) { return std::isnan(value) ? "," : fmt::format(",{:.2f}", value); }
std::string cell(int value) { return fmt::format(",{}", value); }
std::string cell(bool value) { return value ? ",1" : ",0"; }
std::string cell(std::string_view text) { return fmt::format(",{}", text); }
std::string cell(const std::string& text) { return "," + text; }
/// As the thesis prints it.
std::string printed(double value) { return fmt::format(",{:g}", value); }

template <class... Values>
std::string cells(const Values&... values) {
  return (cell(values) + ...);
}

constexpr const char* kRowColumns =
    "maze,cells_per_side,layers,mazes,mean_path_cells,algorithm,orientations,avg_moves,pct_solved,"
    "pct_unsolvable,pct_frozen,repeated_moves,unrepeatable_moves,world,overdue,capped,most_moves,"
    "avg_moves_low,avg_moves_high,pct_solved_low,pct_solved_high,pct_unsolvable_low,"
    "pct_unsolvable_high,pct_frozen_low,pct_frozen_high,pct_predicted,error_free_mazes,"
    "error_free_moves,recovery,repeated_per_solved,unrepeatable_per_solved,faults,rest,"
    "median_seconds,seconds_of_90_pct,run_count,move_limit";
std::string csv_row(const TableRow& r) {
  const std::string predictions =
      r.predicts ? cells(r.pct_predicted, r.error_free, r.error_free_moves) : ",,,";
  return (cells(maze_name(r.row), r.row.size, to_string(r.row.layers), r.mazes, r.mean_path_cells,
                r.row.agent, r.row.orientations, r.moves.value, r.pct_solved.value,
                r.pct_unsolvable.value, r.pct_frozen.value, r.repeated_per_100,
                r.unrepeatable_per_100, r.world, r.ended(Outcome::overdue),
                r.ended(Outcome::capped), r.most_moves, r.moves.low, r.moves.high, r.pct_solved.low,
                r.pct_solved.high, r.pct_unsolvable.low, r.pct_unsolvable.high, r.pct_frozen.low,
                r.pct_frozen.high) +
          predictions +
          cells(r.row.recovery, r.repeated.value, r.unrepeatable.value, r.faults, r.row.rest,
                r.median_seconds, r.seconds_of_90_pct, r.runs, r.row.move_limit))
      .substr(1);
}

constexpr const char* kTruthColumns =
    ",truths,solvable,solved_of_solvable,pct_solved_of_solvable,wrongly_unsolvable,mean_regret,"
    "regret_low,regret_high,ratio,surpassed,points_below_possible,points_below_low,"
    "points_below_high,regret_90,regret_99";
std::string truth_cells(const std::optional<AgainstTruth>& a) {
  if (!a) return ",,,,,,,,,,,,,,,";
  return cells(a->mazes, a->solvable, a->solved, a->pct_solved.value, a->wrongly_unsolvable,
               a->regret.value, a->regret.low, a->regret.high, a->ratio, a->surpassed,
               a->points_below.value, a->points_below_low, a->points_below_high, a->regret_90,
               a->regret_99);
}

constexpr const char* kThesisColumns =
    ",table,thesis_mean_path_cells,thesis_avg_moves,avg_moves_inside,thesis_pct_solved,"
    "pct_solved_inside,thesis_pct_unsolvable,pct_unsolvable_inside,thesis_pct_frozen,"
    "pct_frozen_inside,thesis_repeated_moves,thesis_unrepeatable_moves,thesis_mazes,"
    "thesis_repeated_per_solved,repeated_per_solved_inside,thesis_unrepeatable_per_solved,"
    "unrepeatable_per_solved_inside";
std::string thesis_csv(const TableRow& r) {
  const ThesisRow* const thesis = thesis_row(r.row);
  if (thesis == nullptr) return ",,,,,,,,,,,,,,,,,";
  const auto beside = [&](std::size_t i) {
    return printed(r.cells[i].thesis) + cell(r.cells[i].difference.inside());
  };
  return cell(thesis->table) + printed(thesis->mean_path_cells) + beside(0) + beside(1) +
         beside(2) + beside(3) + printed(thesis->repeated) + printed(thesis->unrepeatable) +
         cell(thesis->mazes) + beside(4) + beside(5);
}

/// The reference solution's cells of a run: whether there is one, its moves, and how many more the
/// run needed. The moves of a policy are means.
std::string truth_cells(const ResultRow& run, const GroundTruth* truth) {
  if (truth == nullptr) return ",,,";
  const auto moves = [&](double value) {
    return truth->uncertain() ? cell(value) : cell(static_cast<int>(value));
  };
  if (truth->chance() == 0) return cell(truth->solvable) + ",,";
  const std::optional<double> regret = regret_of(run, *truth);
  return cell(truth->solvable) + moves(truth->expected_moves()) + (regret ? moves(*regret) : ",");
}

}  // namespace

double rounded(double value) { return std::round(value * 100) / 100; }

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
  std::string text = std::string(kRowColumns) + kTruthColumns +
                     (report.against_thesis ? kThesisColumns : "") + "\n";
  for (const TableRow& row : report.rows)
    text += csv_row(row) + truth_cells(row.truth) + (report.against_thesis ? thesis_csv(row) : "") +
            "\n";
  return text;
}

std::string curves_csv(const Report& report) {
  std::string text =
      "maze,cells_per_side,layers,orientations,recovery,algorithm,moves,solved,mazes,pct_solved,"
      "move_limit\n";
  const auto add = [&](const RowSpec& kind, std::string_view algorithm, const SolvedCurve& curve,
                       int runs) {
    for (const auto& [moves, solved] : curve)
      text += cells(maze_name(kind), kind.size, to_string(kind.layers), kind.orientations,
                    kind.recovery, algorithm, moves, solved, runs, 100.0 * solved / runs,
                    kind.move_limit)
                  .substr(1) +
              "\n";
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
    const Counters& counters = run.counters;
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{:d}{},{:d},{},{},{}\n",
                        to_string(kind.layers), kind.size, kind.agent, kind.orientations,
                        run.job.world, static_cast<std::int64_t>(run.job.seed), run.job.settings,
                        run.job.version, to_string(run.outcome), counters.moves, counters.repeated,
                        counters.unrepeatable, counters.predicted_right, counters.predicted_total,
                        run.ticks, run.path_cells, kind.recovery,
                        truth_cells(run, truth_of(run, known)), kind.rest, run.effort_ms,
                        run.job.run, kind.move_limit);
  }
  return text;
}

}  // namespace marblemaze
