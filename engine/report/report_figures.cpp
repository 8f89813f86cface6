#include "engine/report/report_figures.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace marblemaze {
namespace {

using R = TableRow;
using T = ThesisRow;
using Kind = Measure::Kind;

constexpr Outcome kAny = Outcome::running;
constexpr Measure kMoves{Kind::mean, &Counters::moves, kAny, &T::avg_moves};
constexpr Measure kSolved{Kind::share, nullptr, Outcome::solved, &T::pct_solved};
constexpr Measure kUnsolvable{Kind::share, nullptr, Outcome::unsolvable, &T::pct_unsolvable};
constexpr Measure kFrozen{Kind::share, nullptr, Outcome::frozen, &T::pct_frozen};
constexpr Measure kRepeated{Kind::events, &Counters::repeated, kAny, &T::repeated};
constexpr Measure kUnrepeatable{Kind::events, &Counters::unrepeatable, kAny, &T::unrepeatable};

/// One of the figures by which rows are compared.
RowFigure measured(const char* name, FigureColumn<R> column, const Measure& measure,
                   unsigned tables) {
  const auto ours = [&measure](const R& r) { return measure.of(r.runs); };
  const auto theirs = [&measure](const T& t) { return measure.of_thesis(t); };
  return {{in_both(name), ours, std::move(column)}, tables, {theirs}, &measure, true};
}
/// The end of its interval, which the CSV has as a column.
RowFigure bound(const char* name, const Measure& measure, double Estimate::*end) {
  return {{in_csv(name), [&measure, end](const R& r) { return measure.of(r.runs).*end; }}};
}

/// As the thesis's tables print it.
ThesisFigure printed(double T::*member) {
  return {[member](const T& t) { return t.*member; }};
}
/// As its text tells it; nothing where it does not.
ThesisFigure in_text(const std::function<Figure(const ThesisPrediction&)>& value) {
  const auto figure = [value](const T& t) {
    const auto prediction = thesis_prediction(t.row);
    return prediction ? value(*prediction) : Figure();
  };
  return {figure, false};
}
/// Nothing where the search predicts nothing.
std::function<Figure(const R&)> if_predicts(const std::function<Figure(const R&)>& value) {
  return [value](const R& r) { return r.predicts() ? value(r) : Figure(); };
}

std::function<Figure(const R&)> ended(Outcome outcome) {
  return [outcome](const R& r) { return r.ended(outcome); };
}

double sum(const std::vector<int>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}
/// What solved mazes, or all, came to for every 100 mazes run.
std::function<Figure(const R&)> solved_per_100(int Counters::*counter) {
  return [counter](const R& r) { return 100 * sum(r.solved(counter)) / r.mazes(); };
}
std::function<Figure(const R&)> all_per_100(int Counters::*counter) {
  return [counter](const R& r) { return 100 * sum(r.all(counter)) / r.mazes(); };
}
int most_moves(const R& r) { return std::ranges::max(r.all(&Counters::moves)); }

/// Of the moves of solved mazes that had an expectation; unknown without any.
double pct_predicted(const R& r) {
  const double expected = sum(r.solved(&Counters::predicted_total));
  return expected > 0 ? 100 * sum(r.solved(&Counters::predicted_right)) / expected : kUnknown;
}
/// The moves of the solved mazes in which every move ended as expected.
std::vector<int> error_free(const R& r) {
  std::vector<int> moves;
  for (const RunFigures* run : r.solved_runs())
    if (run->counters.predicted_right == run->counters.moves) moves.push_back(run->counters.moves);
  return moves;
}
int error_free_count(const R& r) { return static_cast<int>(error_free(r).size()); }
double pct_error_free(const R& r) { return 100.0 * error_free_count(r) / r.mazes(); }
double error_free_moves(const R& r) { return mean(error_free(r)).value; }

/// The time within which this share of the solved runs was; unknown without any.
std::function<Figure(const R&)> seconds_of(double part) {
  return [part](const R& r) {
    const std::vector<double> seconds = r.seconds();
    if (seconds.empty()) return kUnknown;
    return seconds[static_cast<std::size_t>(std::ceil(part * static_cast<double>(seconds.size()))) -
                   1];
  };
}
Figure mean_seconds(const R& r) { return mean(r.seconds()); }
/// Of solved runs; nothing where moves are made.
Figure effort(const R& r) {
  std::vector<double> efforts;
  for (const RunFigures* run : r.solved_runs())
    efforts.push_back(1e-3 * static_cast<double>(run->effort_ms));
  return r.row.turns_freely() ? Figure(mean(efforts)) : Figure();
}

Figure thesis_pct_predicted(const ThesisPrediction& p) {
  return p.pct_predicted ? Figure(*p.pct_predicted) : Figure();
}

double cpu_us_per_move(const R& r) {
  const double moves = sum(r.all(&Counters::moves));
  return moves > 0 ? 1e6 * r.cpu_s() / moves : kUnknown;
}

}  // namespace

const std::vector<RowFigure>& row_figures() {
  using P = ThesisPrediction;
  constexpr auto kLow = &Estimate::low, kHigh = &Estimate::high;
  constexpr unsigned kNamed = kIntervals | kPrediction | kEffort | kTime;
  constexpr unsigned kShown = kThesisTable | kIntervals;
  static const std::vector<RowFigure> figures{
      {{in_both("maze"), [](const R& r) { return maze_name(r.row); }, {"Maze"}}, kNamed},
      {{{}, [](const R& r) { return row_title(r.row); }, {"Search"}}, kThesisTable | kNamed},
      {{in_both("cells_per_side"), [](const R& r) { return r.row.size; }}},
      {{in_both("layers"), [](const R& r) { return to_string(r.row.layers); }}},
      {{in_both("maze_count", "mazes"), &R::mazes, {"mazes"}}, kIntervals | kTime},
      {{in_both("mean_path_cells"), &R::mean_path_cells}, 0, printed(&T::mean_path_cells)},
      {{in_both("algorithm"), [](const R& r) { return r.row.agent; }}},
      {{in_both("orientations"), [](const R& r) { return r.row.orientations; }}},
      measured("avg_moves", {"avg. moves"}, kMoves, kShown),
      measured("pct_solved", {"% solved"}, kSolved, kShown | kTime),
      measured("pct_unsolvable", {"% unsolvable"}, kUnsolvable, kShown),
      measured("pct_frozen", {"% frozen"}, kFrozen, kShown),
      {{in_both("repeated_per_100_mazes", "repeated_moves"),
        solved_per_100(&Counters::repeated),
        {"repeated moves", 0}},
       kThesisTable,
       printed(&T::repeated),
       &kRepeated},
      {{in_both("unrepeatable_per_100_mazes", "unrepeatable_moves"),
        solved_per_100(&Counters::unrepeatable),
        {"unrepeatable moves", 0}},
       kThesisTable,
       printed(&T::unrepeatable),
       &kUnrepeatable},
      // Where the thesis's number of mazes stands among its figures.
      {{in_both("maze_count", "mazes"), {}}, 0, {&T::mazes}},
      {{in_both("world"), [](const R& r) { return r.runs.front().job.world; }}},
      {{in_json("solved_count", "solved"), ended(Outcome::solved)}},
      {{in_json("unsolvable_count", "unsolvable"), ended(Outcome::unsolvable)}},
      {{in_json("frozen_count", "frozen"), ended(Outcome::frozen)}},
      {{in_both("overdue_count", "overdue"), ended(Outcome::overdue)}},
      {{in_both("capped_count", "capped"), ended(Outcome::capped)}},
      {{in_json("avg_moves_all"),
        [](const R& r) { return mean(r.all(&Counters::moves)).value; },
        {"avg. moves"}},
       kEffort},
      {{{}, most_moves, {"most moves"}}, kEffort},
      {{in_json("repeated_all_per_100_mazes", "repeated_moves_all"),
        all_per_100(&Counters::repeated),
        {"repeated per 100 mazes", 0}},
       kEffort},
      {{in_json("unrepeatable_all_per_100_mazes", "unrepeatable_moves_all"),
        all_per_100(&Counters::unrepeatable),
        {"unrepeatable per 100 mazes", 0}},
       kEffort},
      {{in_both("most_moves"), most_moves}},
      bound("avg_moves_low", kMoves, kLow),
      bound("avg_moves_high", kMoves, kHigh),
      bound("pct_solved_low", kSolved, kLow),
      bound("pct_solved_high", kSolved, kHigh),
      bound("pct_unsolvable_low", kUnsolvable, kLow),
      bound("pct_unsolvable_high", kUnsolvable, kHigh),
      bound("pct_frozen_low", kFrozen, kLow),
      bound("pct_frozen_high", kFrozen, kHigh),
      {{in_both("pct_predicted"), if_predicts(pct_predicted), {"% moves predicted right"}},
       kPrediction,
       in_text(thesis_pct_predicted)},
      {{in_both("error_free_count", "error_free_mazes"), if_predicts(error_free_count)},
       0,
       in_text(&P::error_free)},
      {{in_json("pct_error_free"), if_predicts(pct_error_free), {"error-free mazes of 100"}},
       kPrediction,
       in_text([](const P& p) { return 1.0 * p.error_free; })},
      {{in_both("error_free_moves"), if_predicts(error_free_moves), {"their avg. moves"}},
       kPrediction,
       in_text([](const P& p) { return p.error_free_moves; })},
      {{in_both("recovery"), [](const R& r) { return r.row.recovery; }}},
      measured("repeated_per_solved", {"repeated a solved maze"}, kRepeated, kIntervals),
      // A few in a hundred mazes.
      measured("unrepeatable_per_solved", {"unrepeatable a solved maze", 3}, kUnrepeatable,
               kIntervals),
      {{{"fault_count", "", "faults"}, &R::faults}},
      {{{}, cpu_us_per_move, {"CPU a move", 0, " µs"}}, kEffort},
      {{in_both("rest"), [](const R& r) { return r.row.rest; }}},
      {{in_both("median_seconds"), seconds_of(0.5), {"median, s"}}, kTime},
      {{in_both("seconds_of_90_pct"), seconds_of(0.9), {"of 90 %, s"}}, kTime},
      {{in_json("mean_seconds"), mean_seconds, {"mean, s", Interval::beside}}, kTime},
      {{in_json("mean_effort"), effort, {"effort, s", Interval::beside}}, kTime},
      {{in_json("escaped_count"), ended(Outcome::escaped)}}};
  return figures;
}

const std::vector<FigureOf<TableRow>>& our_figures() {
  static const auto ours = [] {
    std::vector<FigureOf<TableRow>> list;
    for (const RowFigure& figure : row_figures())
      if (figure.ours.value) list.push_back(figure.ours);
    return list;
  }();
  return ours;
}

const std::vector<FigureOf<Beside>>& thesis_figures() {
  using B = Beside;
  static const auto theirs = [] {
    std::vector<FigureOf<B>> list{{in_csv("table"), [](const B& b) { return b.thesis.table; }}};
    for (const RowFigure& figure : row_figures()) {
      if (!figure.thesis.value) continue;
      FigureNames names = figure.ours.names;
      const std::string csv = names.csv;
      names.csv = figure.thesis.in_csv ? "thesis_" + csv : "";
      list.push_back({names, [&figure](const B& b) { return figure.thesis.value(b.thesis); }});
      if (figure.cell)
        list.push_back({{.csv = csv + "_inside"}, [&figure](const B& b) {
                          return figure.measure->difference(b.ours.runs, b.thesis).inside();
                        }});
    }
    return list;
  }();
  return theirs;
}

/// Moves, solved, unsolvable, frozen; repeated and unrepeatable moves a solved maze.
static const std::vector<RowFigure>& compared_figures() {
  static const auto compared = [] {
    std::vector<RowFigure> list;
    for (const RowFigure& figure : row_figures())
      if (figure.cell) list.push_back(figure);
    return list;
  }();
  return compared;
}

Comparison compare(const TableRow& ours, const T& thesis) {
  Comparison cells;
  for (const RowFigure& figure : compared_figures())
    cells.push_back({ours, thesis, figure, figure.measure->of(ours.runs),
                     figure.measure->of_thesis(thesis),
                     figure.measure->difference(ours.runs, thesis)});
  return cells;
}

Comparison compare(const std::vector<TableRow>& rows) {
  Comparison all;
  for (const TableRow& row : rows)
    if (const ThesisRow* thesis = thesis_row(row.row))
      for (const ComparedCell& cell : compare(row, *thesis)) all.push_back(cell);
  return all;
}

Tallies tally(const std::vector<TableRow>& rows) {
  Tallies sums;
  for (const ComparedCell& cell : compare(rows)) {
    Tally& sum = cell.figure.measure->kind == Kind::events ? sums.repeats : sums.outcomes;
    ++sum.compared;
    sum.inside += cell.difference.inside();
  }
  return sums;
}

namespace {

/// In full for programs, and for a person with the decimals of what is compared.
FigureOf<ComparedCell> cell_number(const char* name, double (*value)(const ComparedCell&)) {
  const auto words = [value](const ComparedCell& c) {
    return number_text(value(c), c.figure.ours.column.decimals);
  };
  return {in_json(name), [value](const ComparedCell& c) { return value(c); }, {name, words}};
}
std::string signed_text(double value, int decimals) {
  return std::isfinite(value) ? fmt::format("{:+.{}f}", value, decimals) : "–";
}
std::string difference_text(const ComparedCell& c) {
  return signed_text(c.difference.value, c.figure.ours.column.decimals);
}
std::string z_text(const ComparedCell& c) { return signed_text(c.difference.z(), 1); }
Figure freedom(const ComparedCell& c) {
  return c.difference.freedom > 0 ? Figure(c.difference.freedom) : Figure();
}

}  // namespace

const std::vector<FigureOf<ComparedCell>>& cell_figures() {
  using C = ComparedCell;
  static const std::vector<FigureOf<C>> figures{
      {in_json("table"), [](const C& c) { return c.thesis_row.table; }},
      {in_json("maze"), [](const C& c) { return maze_name(c.row.row); }, {"Maze"}},
      {{}, [](const C& c) { return row_title(c.row.row); }, {"Search"}},
      {in_json("cells_per_side"), [](const C& c) { return c.row.row.size; }},
      {in_json("layers"), [](const C& c) { return to_string(c.row.row.layers); }},
      {in_json("algorithm"), [](const C& c) { return c.row.row.agent; }},
      {in_json("orientations"), [](const C& c) { return c.row.row.orientations; }},
      {in_json("column"), [](const C& c) { return c.figure.ours.names.json; }, {"column"}},
      cell_number("ours", [](const C& c) { return c.ours.value; }),
      cell_number("thesis", [](const C& c) { return c.thesis; }),
      {in_json("difference"),
       [](const C& c) { return c.difference.value; },
       {"difference", difference_text}},
      {in_json("standard_error"), [](const C& c) { return c.difference.standard_error; }},
      {in_json("degrees_of_freedom"), freedom},
      cell_number("margin", [](const C& c) { return c.difference.margin(); }),
      {in_json("z"), [](const C& c) { return c.difference.z(); }, {"standard errors", z_text}},
      {in_json("inside"), [](const C& c) { return c.difference.inside(); }}};
  return figures;
}

const std::vector<FigureOf<PairedFact>>& fact_figures() {
  using F = PairedFact;
  constexpr auto both = [](const F& f) {
    return fmt::format("{} / {:.1f}{}", number_text(f.ours.value, 1), f.thesis,
                       f.inside ? "" : kOutside);
  };
  static const std::vector<FigureOf<F>> figures{
      {in_json("name"), &F::name},
      {in_json("text"), &F::text, {"Fact"}},
      {in_json("section"), &F::section, {"section"}},
      {in_json("maze_count"), &F::mazes, {"mazes"}},
      {in_json("thesis"), [](const F& f) { return f.thesis; }},
      {in_json("ours"), [](const F& f) { return f.ours.value; }, {"% ours / thesis", both}},
      {in_json("low"), [](const F& f) { return f.ours.low; }},
      {in_json("high"), [](const F& f) { return f.ours.high; }},
      {in_json("inside"), &F::inside},
      {{}, [](const F& f) { return interval_text(f.ours); }, {"range for 100 of our mazes"}}};
  return figures;
}

const std::vector<FigureOf<AgainstTruth>>& truth_figures() {
  using A = AgainstTruth;
  constexpr auto solved = [](const A& a) { return fmt::format("{} of {}", a.solved, a.solvable); };
  constexpr auto points_to_ends = [](const A& a) {
    return fmt::format("{:.1f} to {:.1f}", a.points_below_low, a.points_below_high);
  };
  constexpr auto tails = [](const A& a) {
    return fmt::format("{}, {}", number_text(a.regret_90, 1), number_text(a.regret_99, 1));
  };
  static const std::vector<FigureOf<A>> figures{
      {{}, [](const A& a) { return maze_name(a.row); }, {"Maze"}},
      {{}, [](const A& a) { return row_title(a.row); }, {"Search"}},
      {{"maze_count", "mazes", "truths"}, &A::mazes},
      {in_both("solvable_count", "solvable"), &A::solvable},
      {in_both("solved_of_solvable_count", "solved_of_solvable"),
       &A::solved,
       {"solved, of the solvable", solved}},
      {in_both("pct_solved_of_solvable"), &A::pct_solved, {"%"}},
      {{}, &A::points_below, {"points below the policy tried", Interval::beside}},
      {{}, points_to_ends, {"points below the possible"}},
      {in_both("wrongly_unsolvable_count", "wrongly_unsolvable"),
       &A::wrongly_unsolvable,
       {"given up though solvable"}},
      {in_both("mean_regret"), &A::regret, {"excess moves", Interval::beside}},
      {{}, tails, {"of 90 and 99 % at most"}},
      {in_csv("regret_low"), [](const A& a) { return a.regret.low; }},
      {in_csv("regret_high"), [](const A& a) { return a.regret.high; }},
      {in_both("ratio"), &A::ratio, {"ratio", 2}},
      {in_both("surpassed_count", "surpassed"), &A::surpassed},
      {in_both("points_below_possible"), &A::points_below},
      {in_both("points_below_low"), &A::points_below_low},
      {in_both("points_below_high"), &A::points_below_high},
      {in_both("regret_90"), &A::regret_90},
      {in_both("regret_99"), &A::regret_99}};
  return figures;
}

const std::vector<FigureOf<TruthSummary>>& possible_figures() {
  using S = TruthSummary;
  static const std::vector<FigureOf<S>> figures{
      {in_json("maze"), [](const S& s) { return maze_name(s.kind); }, {"Maze"}},
      {{}, [](const S& s) { return scheme_title(s.kind); }, {"Scheme"}},
      {in_json("cells_per_side"), [](const S& s) { return s.kind.size; }},
      {in_json("layers"), [](const S& s) { return to_string(s.kind.layers); }},
      {in_json("orientations"), [](const S& s) { return s.kind.orientations; }},
      {in_json("recovery"), [](const S& s) { return s.kind.recovery; }},
      {in_json("maze_count", "mazes"), &S::mazes, {"mazes"}},
      {in_json("solvable_count", "solvable"), &S::solvable},
      {in_json("exact_count", "exact"), &S::complete},
      {in_json("pct_solvable"), &S::pct_solvable, {"% solvable", Interval::beside}},
      {in_json("pct_possible_low"), &S::pct_low, {"% possible at least"}},
      {in_json("pct_possible_high"), &S::pct_high, {"% possible at most"}},
      {in_json("mean_fewest_moves"), &S::fewest_moves, {"fewest moves, average", Interval::beside}},
      {{}, &S::complete, {"tried to the end"}}};
  return figures;
}

}  // namespace marblemaze
