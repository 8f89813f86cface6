// The report as data: JSON and CSV. Markdown stands in table_markdown.cpp.
#include <cmath>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agent/contracts/planner.h"
#include "engine/report/table_report.h"

namespace marblemaze {
namespace {

using Json = nlohmann::ordered_json;

/// Two decimals are what 1,000 mazes can tell.
double rounded(double value) { return std::round(value * 100) / 100; }

/// JSON has no NaN: what is unknown is null.
Json figure(double value) { return std::isnan(value) ? Json(nullptr) : Json(rounded(value)); }

Json interval(const Estimate& e) {
  return std::isnan(e.low) ? Json(nullptr) : Json{rounded(e.low), rounded(e.high)};
}

Json predictions(const TableRow& r) {
  if (!r.predicts)
    return {
        {"pct_predicted", nullptr}, {"error_free_mazes", nullptr}, {"error_free_moves", nullptr}};
  return {{"pct_predicted", figure(r.pct_predicted)},
          {"error_free_mazes", r.error_free},
          {"error_free_moves", figure(r.error_free_moves)}};
}

/// [[moves, % of mazes], ...]
Json curve_json(const SolvedCurve& curve, int mazes) {
  Json steps = Json::array();
  for (const CurveStep& step : curve)
    steps.push_back({step.moves, rounded(100.0 * step.solved / mazes)});
  return steps;
}

Json truth_json(const std::optional<AgainstTruth>& t) {
  if (!t) return nullptr;
  return {{"mazes", t->mazes},
          {"solvable", t->solvable},
          {"solved_of_solvable", t->solved},
          {"pct_solved_of_solvable", figure(t->pct_solved.value)},
          {"wrongly_unsolvable", t->wrongly_unsolvable},
          {"mean_regret", figure(t->regret.value)},
          {"ratio", figure(t->ratio)},
          {"surpassed", t->surpassed},
          {"intervals",
           {{"pct_solved_of_solvable", interval(t->pct_solved)},
            {"mean_regret", interval(t->regret)}}}};
}

Json summary_json(const TruthSummary& t) {
  return {{"maze", maze_name(t.kind.layers, t.kind.size)},
          {"cells_per_side", t.kind.size},
          {"layers", to_string(t.kind.layers)},
          {"orientations", t.kind.orientations},
          {"recovery", t.kind.recovery},
          {"mazes", t.mazes},
          {"solvable", t.solvable},
          {"exact", t.exact},
          {"pct_solvable", figure(t.pct_solvable.value)},
          {"mean_fewest_moves", figure(t.fewest_moves.value)},
          {"intervals",
           {{"pct_solvable", interval(t.pct_solvable)},
            {"mean_fewest_moves", interval(t.fewest_moves)}}},
          {"solved_within", curve_json(t.solved_within, t.mazes)}};
}

/// The columns of the thesis's data file under the names they have there, then what goes beyond it.
Json our_figures(const TableRow& r) {
  Json row{{"maze", maze_name(r.row)},
           {"cells_per_side", r.row.size},
           {"layers", to_string(r.row.layers)},
           {"mazes", r.mazes},
           {"mean_path_cells", rounded(r.mean_path_cells)},
           {"algorithm", r.row.agent},
           {"orientations", r.row.orientations},
           {"recovery", r.row.recovery},
           {"avg_moves", figure(r.avg_moves.value)},
           {"pct_solved", rounded(r.pct_solved.value)},
           {"pct_unsolvable", rounded(r.pct_unsolvable.value)},
           {"pct_frozen", rounded(r.pct_frozen.value)},
           {"repeated_moves", rounded(r.repeated_per_100)},
           {"unrepeatable_moves", rounded(r.unrepeatable_per_100)},
           {"world", r.world},
           {"solved", r.solved},
           {"unsolvable", r.unsolvable},
           {"frozen", r.frozen},
           {"overdue", r.overdue},
           {"capped", r.capped},
           {"avg_moves_all", figure(r.avg_moves_all.value)},
           {"repeated_moves_all", rounded(r.repeated_all_per_100)},
           {"unrepeatable_moves_all", rounded(r.unrepeatable_all_per_100)},
           {"most_moves", r.most_moves}};
  row.update(predictions(r));
  row["intervals"] = {{"avg_moves", interval(r.avg_moves)},
                      {"pct_solved", interval(r.pct_solved)},
                      {"pct_unsolvable", interval(r.pct_unsolvable)},
                      {"pct_frozen", interval(r.pct_frozen)}};
  row["truth"] = truth_json(r.truth);
  row["solved_within"] = curve_json(r.solved_within, r.mazes);
  return row;
}

Json thesis_figures(const ThesisRow& t) {
  Json figures{{"mazes", t.mazes},
               {"mean_path_cells", t.mean_path_cells},
               {"avg_moves", t.avg_moves},
               {"pct_solved", t.pct_solved},
               {"pct_unsolvable", t.pct_unsolvable},
               {"pct_frozen", t.pct_frozen},
               {"repeated_moves", t.repeated},
               {"unrepeatable_moves", t.unrepeatable}};
  if (const auto told = thesis_prediction(t.row)) {
    if (told->pct_predicted) figures["pct_predicted"] = *told->pct_predicted;
    figures["error_free_mazes"] = told->error_free;
    figures["error_free_moves"] = told->error_free_moves;
  }
  return figures;
}

Json row_json(const TableRow& r, const ThesisRow* thesis) {
  if (thesis == nullptr) return our_figures(r);
  Json row{{"table", thesis->table}};
  row.update(our_figures(r));
  row["thesis"] = thesis_figures(*thesis);
  for (const ComparedCell& cell : compare(r, *thesis)) {
    row["inside"][cell.column] = cell.inside;
    row["margins"][cell.column] = figure(cell.margin);
  }
  return row;
}

std::string csv_figure(double value) {
  return std::isnan(value) ? "" : fmt::format("{:.2f}", value);
}

std::string csv_truth(const std::optional<AgainstTruth>& t) {
  if (!t) return std::string(10, ',');
  return fmt::format(",{},{},{},{},{},{},{},{},{},{}", t->mazes, t->solvable, t->solved,
                     csv_figure(t->pct_solved.value), t->wrongly_unsolvable,
                     csv_figure(t->regret.value), csv_figure(t->regret.low),
                     csv_figure(t->regret.high), csv_figure(t->ratio), t->surpassed);
}

std::string csv_beside(const TableRow& r) {
  const ThesisRow* t = thesis_row(r.row);
  if (t == nullptr) return std::string(13, ',');
  std::string text = fmt::format(",{},{:g}", t->table, t->mean_path_cells);
  for (const ComparedCell& cell : compare(r, *t))
    text += fmt::format(",{:g},{}", cell.thesis, cell.inside ? 1 : 0);
  return text + fmt::format(",{:g},{:g},{}", t->repeated, t->unrepeatable, t->mazes);
}

constexpr const char* kCsvColumns =
    "maze,cells_per_side,layers,mazes,mean_path_cells,algorithm,orientations,avg_moves,pct_solved,"
    "pct_unsolvable,pct_frozen,"
    "repeated_moves,unrepeatable_moves,world,overdue,capped,most_moves,avg_moves_low,avg_moves_"
    "high,pct_solved_low,"
    "pct_solved_high,pct_unsolvable_low,pct_unsolvable_high,pct_frozen_low,pct_frozen_high,pct_"
    "predicted,error_free_mazes,"
    "error_free_moves,recovery,truths,solvable,solved_of_solvable,pct_solved_of_solvable,wrongly_"
    "unsolvable,mean_regret,regret_low,regret_high,ratio,surpassed";
constexpr const char* kCsvBeside =
    ",table,thesis_mean_path_cells,thesis_avg_moves,avg_moves_inside,thesis_pct_solved,pct_solved_"
    "inside,"
    "thesis_pct_unsolvable,pct_unsolvable_inside,thesis_pct_frozen,pct_frozen_inside,thesis_"
    "repeated_moves,"
    "thesis_unrepeatable_moves,thesis_mazes";

}  // namespace

std::string maze_name(const RowSpec& row) { return maze_name(row.layers, row.size); }

std::string row_title(const RowSpec& row) {
  return fmt::format("{}, {} orientations{}", planner_entry(row.agent).title, row.orientations,
                     row.recovery ? ", with recovery" : "");
}

std::string report_json(const Report& report) {
  Json rows = Json::array(), truths = Json::array(), missing = Json::array();
  for (const TableRow& row : report.rows)
    rows.push_back(row_json(row, report.against_thesis ? thesis_row(row.row) : nullptr));
  for (const TruthSummary& truth : report.truths) truths.push_back(summary_json(truth));
  Json document{{"settings", report.settings},
                {"version", report.version},
                {"world", report.world},
                {"seeds", report.seeds},
                {"episodes", report.episodes},
                {"rows", rows},
                {"truths", truths}};
  if (report.against_thesis) {
    const Tally t = tally(report.rows);
    document["cells_inside"] = t.inside;
    document["cells_compared"] = t.compared;
    for (const RowSpec& row : report.missing)
      missing.push_back(
          {{"maze", maze_name(row)}, {"algorithm", row.agent}, {"orientations", row.orientations}});
    document["missing"] = missing;
  }
  return document.dump() + "\n";
}

std::string report_csv(const Report& report) {
  std::string text = std::string(kCsvColumns) + (report.against_thesis ? kCsvBeside : "") + "\n";
  for (const TableRow& r : report.rows) {
    text += fmt::format(
        "{},{},{},{},{:.2f},{},{},{},{:.2f},{:.2f},{:.2f},{:.2f},{:.2f},{},{},{},{}",
        maze_name(r.row), r.row.size, to_string(r.row.layers), r.mazes, r.mean_path_cells,
        r.row.agent, r.row.orientations, csv_figure(r.avg_moves.value), r.pct_solved.value,
        r.pct_unsolvable.value, r.pct_frozen.value, r.repeated_per_100, r.unrepeatable_per_100,
        r.world, r.overdue, r.capped, r.most_moves);
    for (const Estimate* e : {&r.avg_moves, &r.pct_solved, &r.pct_unsolvable, &r.pct_frozen})
      text += fmt::format(",{},{}", csv_figure(e->low), csv_figure(e->high));
    text += r.predicts ? fmt::format(",{},{},{}", csv_figure(r.pct_predicted), r.error_free,
                                     csv_figure(r.error_free_moves))
                       : ",,,";
    text += r.row.recovery ? ",1" : ",0";
    text += csv_truth(r.truth) + (report.against_thesis ? csv_beside(r) : "") + "\n";
  }
  return text;
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

/// Is the maze solvable, in how many moves, and how many more did the run
/// need? Empty where unknown.
std::string truth_columns(const EpisodeRow& episode, const TruthRow* truth) {
  if (truth == nullptr) return ",,,";
  if (!truth->truth.solvable) return ",0,,";
  const std::optional<int> regret = regret_of(episode, *truth);
  return fmt::format(",1,{},{}", truth->fewest_moves(), regret ? std::to_string(*regret) : "");
}

}  // namespace

std::string episodes_csv(const std::vector<StoredEpisode>& episodes,
                         const std::vector<StoredTruth>& truths) {
  using Conditions = std::tuple<std::string, std::string, std::string>;
  std::map<Conditions, TruthTable> tables;
  const auto truth_of = [&](const StoredEpisode& s) {
    const Conditions conditions{s.settings, s.version, s.episode.world};
    return tables.try_emplace(conditions, truths, s).first->second.of(s.episode);
  };
  std::string text =
      "layers,size,agent,orientations,world,seed,settings,version,outcome,moves,repeated,"
      "unrepeatable,predicted_right,"
      "predicted_total,ticks,path_cells,recovery,solvable,fewest_moves,regret\n";
  for (const StoredEpisode& s : episodes) {
    const EpisodeRow& e = s.episode;
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}{}\n",
                        to_string(e.row.layers), e.row.size, e.row.agent, e.row.orientations,
                        e.world, e.seed, s.settings, s.version, to_string(e.outcome),
                        e.counters.moves, e.counters.repeated, e.counters.unrepeatable,
                        e.counters.predicted_right, e.counters.predicted_total, e.ticks,
                        e.path_cells, e.row.recovery ? 1 : 0, truth_columns(e, truth_of(s)));
  }
  return text;
}

}  // namespace marblemaze
