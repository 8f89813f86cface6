#include "engine/report/report_columns.h"

namespace marblemaze {
namespace {

using Row = TableRow;

Figure count(std::int64_t number) { return number; }
Figure text(std::string words) { return words; }
Figure layers_text(Layers layers) { return std::string(to_string(layers)); }

/// In full, where a reader computes with it.
Figure exact(double value) { return std::isfinite(value) ? Figure(Printed{value}) : Figure(); }

/// Nothing where the search predicts nothing.
Figure if_predicts(const Row& r, Figure figure) { return r.predicts ? figure : Figure(); }

/// A figure that has an interval.
template <class R, Estimate R::*Member>
ReportColumn<R> estimated(const char* name, const char* csv) {
  return {name, nullptr, csv, [](const R& r) { return Figure((r.*Member).value); },
          [](const R& r) -> const Estimate* { return &(r.*Member); }};
}
/// The ends of its interval, which the CSV has as columns.
template <class R, Estimate R::*Member, double Estimate::*End>
ReportColumn<R> bound(const char* csv) {
  return {nullptr, nullptr, csv, [](const R& r) { return Figure(r.*Member.*End); }};
}

/// One of the figures that are held against the thesis's, and whether it is inside.
template <std::size_t Cell>
ReportColumn<Beside> compared(const char* name, const char* csv) {
  return {name, nullptr, csv,
          [](const Beside& b) { return Figure(Printed{b.cells[Cell].thesis}); }};
}
template <std::size_t Cell>
ReportColumn<Beside> inside(const char* csv) {
  return {nullptr, nullptr, csv,
          [](const Beside& b) { return Figure(b.cells[Cell].difference.inside()); }};
}

}  // namespace

const std::vector<ReportColumn<TableRow>>& row_columns() {
  constexpr auto kLow = &Estimate::low, kHigh = &Estimate::high;
  static const std::vector<ReportColumn<Row>> columns{
      {"maze", nullptr, "maze", [](const Row& r) { return text(maze_name(r.row)); }},
      {"cells_per_side", nullptr, "cells_per_side", [](const Row& r) { return count(r.row.size); }},
      {"layers", nullptr, "layers", [](const Row& r) { return layers_text(r.row.layers); }},
      {"maze_count", "mazes", "mazes", [](const Row& r) { return count(r.mazes); }},
      {"mean_path_cells", nullptr, "mean_path_cells",
       [](const Row& r) { return Figure(r.mean_path_cells); }},
      {"algorithm", nullptr, "algorithm", [](const Row& r) { return text(r.row.agent); }},
      {"orientations", nullptr, "orientations",
       [](const Row& r) { return count(r.row.orientations); }},
      estimated<Row, &Row::avg_moves>("avg_moves", "avg_moves"),
      estimated<Row, &Row::pct_solved>("pct_solved", "pct_solved"),
      estimated<Row, &Row::pct_unsolvable>("pct_unsolvable", "pct_unsolvable"),
      estimated<Row, &Row::pct_frozen>("pct_frozen", "pct_frozen"),
      {"repeated_per_100_mazes", "repeated_moves", "repeated_moves",
       [](const Row& r) { return Figure(r.repeated_per_100); }},
      {"unrepeatable_per_100_mazes", "unrepeatable_moves", "unrepeatable_moves",
       [](const Row& r) { return Figure(r.unrepeatable_per_100); }},
      {"world", nullptr, "world", [](const Row& r) { return text(r.world); }},
      {"solved_count", "solved", nullptr, [](const Row& r) { return count(r.solved); }},
      {"unsolvable_count", "unsolvable", nullptr, [](const Row& r) { return count(r.unsolvable); }},
      {"frozen_count", "frozen", nullptr, [](const Row& r) { return count(r.frozen); }},
      {"overdue_count", "overdue", "overdue", [](const Row& r) { return count(r.overdue); }},
      {"capped_count", "capped", "capped", [](const Row& r) { return count(r.capped); }},
      {"avg_moves_all", nullptr, nullptr,
       [](const Row& r) { return Figure(r.avg_moves_all.value); }},
      {"repeated_all_per_100_mazes", "repeated_moves_all", nullptr,
       [](const Row& r) { return Figure(r.repeated_all_per_100); }},
      {"unrepeatable_all_per_100_mazes", "unrepeatable_moves_all", nullptr,
       [](const Row& r) { return Figure(r.unrepeatable_all_per_100); }},
      {"most_moves", nullptr, "most_moves", [](const Row& r) { return count(r.most_moves); }},
      bound<Row, &Row::avg_moves, kLow>("avg_moves_low"),
      bound<Row, &Row::avg_moves, kHigh>("avg_moves_high"),
      bound<Row, &Row::pct_solved, kLow>("pct_solved_low"),
      bound<Row, &Row::pct_solved, kHigh>("pct_solved_high"),
      bound<Row, &Row::pct_unsolvable, kLow>("pct_unsolvable_low"),
      bound<Row, &Row::pct_unsolvable, kHigh>("pct_unsolvable_high"),
      bound<Row, &Row::pct_frozen, kLow>("pct_frozen_low"),
      bound<Row, &Row::pct_frozen, kHigh>("pct_frozen_high"),
      {"pct_predicted", nullptr, "pct_predicted",
       [](const Row& r) { return if_predicts(r, r.pct_predicted); }},
      {"error_free_count", "error_free_mazes", "error_free_mazes",
       [](const Row& r) { return if_predicts(r, count(r.error_free)); }},
      {"pct_error_free", nullptr, nullptr,
       [](const Row& r) { return if_predicts(r, 100.0 * r.error_free / r.mazes); }},
      {"error_free_moves", nullptr, "error_free_moves",
       [](const Row& r) { return if_predicts(r, r.error_free_moves); }},
      {"recovery", nullptr, "recovery", [](const Row& r) { return Figure(r.row.recovery); }},
      estimated<Row, &Row::repeated_per_solved>("repeated_per_solved", "repeated_per_solved"),
      estimated<Row, &Row::unrepeatable_per_solved>("unrepeatable_per_solved",
                                                    "unrepeatable_per_solved"),
      {"fault_count", nullptr, "faults", [](const Row& r) { return count(r.faults); }}};
  return columns;
}

const std::vector<ReportColumn<AgainstTruth>>& against_truth_columns() {
  using T = AgainstTruth;
  static const std::vector<ReportColumn<T>> columns{
      {"maze_count", "mazes", "truths", [](const T& t) { return count(t.mazes); }},
      {"solvable_count", "solvable", "solvable", [](const T& t) { return count(t.solvable); }},
      {"solved_of_solvable_count", "solved_of_solvable", "solved_of_solvable",
       [](const T& t) { return count(t.solved); }},
      estimated<T, &T::pct_solved>("pct_solved_of_solvable", "pct_solved_of_solvable"),
      {"wrongly_unsolvable_count", "wrongly_unsolvable", "wrongly_unsolvable",
       [](const T& t) { return count(t.wrongly_unsolvable); }},
      estimated<T, &T::regret>("mean_regret", "mean_regret"),
      bound<T, &T::regret, &Estimate::low>("regret_low"),
      bound<T, &T::regret, &Estimate::high>("regret_high"),
      {"ratio", nullptr, "ratio", [](const T& t) { return Figure(t.ratio); }},
      {"surpassed_count", "surpassed", "surpassed", [](const T& t) { return count(t.surpassed); }},
      estimated<T, &T::points_below>("points_below_possible", "points_below_possible")};
  return columns;
}

const std::vector<ReportColumn<Beside>>& thesis_columns() {
  using B = Beside;
  static const std::vector<ReportColumn<B>> columns{
      {nullptr, nullptr, "table", [](const B& b) { return count(b.thesis.table); }},
      {"mean_path_cells", nullptr, "thesis_mean_path_cells",
       [](const B& b) { return Figure(Printed{b.thesis.mean_path_cells}); }},
      compared<0>("avg_moves", "thesis_avg_moves"),
      inside<0>("avg_moves_inside"),
      compared<1>("pct_solved", "thesis_pct_solved"),
      inside<1>("pct_solved_inside"),
      compared<2>("pct_unsolvable", "thesis_pct_unsolvable"),
      inside<2>("pct_unsolvable_inside"),
      compared<3>("pct_frozen", "thesis_pct_frozen"),
      inside<3>("pct_frozen_inside"),
      {"repeated_per_100_mazes", "repeated_moves", "thesis_repeated_moves",
       [](const B& b) { return Figure(Printed{b.thesis.repeated}); }},
      {"unrepeatable_per_100_mazes", "unrepeatable_moves", "thesis_unrepeatable_moves",
       [](const B& b) { return Figure(Printed{b.thesis.unrepeatable}); }},
      {"maze_count", "mazes", "thesis_mazes", [](const B& b) { return count(b.thesis.mazes); }},
      {"pct_predicted", nullptr, nullptr,
       [](const B& b) {
         return b.told && b.told->pct_predicted ? Figure(Printed{*b.told->pct_predicted})
                                                : Figure();
       }},
      {"error_free_count", "error_free_mazes", nullptr,
       [](const B& b) { return b.told ? count(b.told->error_free) : Figure(); }},
      {"pct_error_free", nullptr, nullptr,
       [](const B& b) {
         return b.told ? Figure(100.0 * b.told->error_free / b.thesis.mazes) : Figure();
       }},
      {"error_free_moves", nullptr, nullptr,
       [](const B& b) { return b.told ? Figure(Printed{b.told->error_free_moves}) : Figure(); }},
      compared<4>("repeated_per_solved", "thesis_repeated_per_solved"),
      inside<4>("repeated_per_solved_inside"),
      compared<5>("unrepeatable_per_solved", "thesis_unrepeatable_per_solved"),
      inside<5>("unrepeatable_per_solved_inside")};
  return columns;
}

const std::vector<ReportColumn<JudgedCell>>& cell_columns() {
  using C = JudgedCell;
  static const std::vector<ReportColumn<C>> columns{
      {"table", nullptr, nullptr, [](const C& c) { return count(c.thesis.table); }},
      {"maze", nullptr, nullptr, [](const C& c) { return text(maze_name(c.row.row)); }},
      {"cells_per_side", nullptr, nullptr, [](const C& c) { return count(c.row.row.size); }},
      {"layers", nullptr, nullptr, [](const C& c) { return layers_text(c.row.row.layers); }},
      {"algorithm", nullptr, nullptr, [](const C& c) { return text(c.row.row.agent); }},
      {"orientations", nullptr, nullptr, [](const C& c) { return count(c.row.row.orientations); }},
      {"column", nullptr, nullptr, [](const C& c) { return text(c.cell.column); }},
      {"ours", nullptr, nullptr, [](const C& c) { return exact(c.cell.ours.value); }},
      {"thesis", nullptr, nullptr, [](const C& c) { return exact(c.cell.thesis); }},
      {"difference", nullptr, nullptr, [](const C& c) { return exact(c.cell.difference.value); }},
      {"standard_error", nullptr, nullptr,
       [](const C& c) { return exact(c.cell.difference.standard_error); }},
      {"degrees_of_freedom", nullptr, nullptr,
       [](const C& c) {
         const int freedom = c.cell.difference.freedom;
         return freedom > 0 ? count(freedom) : Figure();
       }},
      {"margin", nullptr, nullptr, [](const C& c) { return exact(c.cell.difference.margin()); }},
      {"z", nullptr, nullptr, [](const C& c) { return exact(c.cell.difference.z()); }},
      {"inside", nullptr, nullptr, [](const C& c) { return Figure(c.cell.difference.inside()); }}};
  return columns;
}

const std::vector<ReportColumn<PairedFact>>& fact_columns() {
  using F = PairedFact;
  static const std::vector<ReportColumn<F>> columns{
      {"name", nullptr, nullptr, [](const F& f) { return text(f.name); }},
      {"text", nullptr, nullptr, [](const F& f) { return text(f.text); }},
      {"section", nullptr, nullptr, [](const F& f) { return text(f.section); }},
      {"maze_count", nullptr, nullptr, [](const F& f) { return count(f.mazes); }},
      {"thesis", nullptr, nullptr, [](const F& f) { return exact(f.thesis); }},
      {"ours", nullptr, nullptr, [](const F& f) { return exact(f.ours.value); }},
      {"low", nullptr, nullptr, [](const F& f) { return exact(f.ours.low); }},
      {"high", nullptr, nullptr, [](const F& f) { return exact(f.ours.high); }},
      {"inside", nullptr, nullptr, [](const F& f) { return Figure(f.inside); }}};
  return columns;
}

const std::vector<ReportColumn<TruthSummary>>& truth_summary_columns() {
  using T = TruthSummary;
  static const std::vector<ReportColumn<T>> columns{
      {"maze", nullptr, nullptr,
       [](const T& t) { return text(maze_name(t.kind.layers, t.kind.size)); }},
      {"cells_per_side", nullptr, nullptr, [](const T& t) { return count(t.kind.size); }},
      {"layers", nullptr, nullptr, [](const T& t) { return layers_text(t.kind.layers); }},
      {"orientations", nullptr, nullptr, [](const T& t) { return count(t.kind.orientations); }},
      {"recovery", nullptr, nullptr, [](const T& t) { return Figure(t.kind.recovery); }},
      {"maze_count", "mazes", nullptr, [](const T& t) { return count(t.mazes); }},
      {"solvable_count", "solvable", nullptr, [](const T& t) { return count(t.solvable); }},
      {"exact_count", "exact", nullptr, [](const T& t) { return count(t.complete); }},
      estimated<T, &T::pct_solvable>("pct_solvable", nullptr),
      estimated<T, &T::fewest_moves>("mean_fewest_moves", nullptr)};
  return columns;
}

}  // namespace marblemaze
