#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agent/planner.h"
#include "engine/table_report.h"

namespace marblemaze {
namespace {

using Json = nlohmann::ordered_json;

std::string maze_name(const RowSpec& row) {
  return row.layers == Layers::flat ? fmt::format("{0}x{0} flat", row.size)
                                    : fmt::format("{0}x{0}x{0} {1}-layer", row.size, to_string(row.layers));
}

std::string agent_title(const RowSpec& row, bool name_scheme) {
  for (const PlannerEntry& entry : planner_registry())
    if (entry.name == row.agent)
      return std::string(entry.title) + (name_scheme ? fmt::format(", {} orientations", row.orientations) : "");
  return row.agent;
}

/// The registry's doubles have many digits; two decimals are what 1,000 mazes can tell.
double rounded(double value) { return std::round(value * 100) / 100; }

Json interval(const Estimate& e) { return {rounded(e.low), rounded(e.high)}; }

Json row_json(const TableRow& r, const ThesisRow* thesis) {
  Json row{{"maze", maze_name(r.row)},
           {"cells_per_side", r.row.size},
           {"layers", to_string(r.row.layers)},
           {"mazes", r.mazes},
           {"mean_path_cells", rounded(r.mean_path_cells)},
           {"algorithm", r.row.agent},
           {"orientations", r.row.orientations},
           {"world", r.world},
           {"avg_moves", rounded(r.avg_moves.value)},
           {"pct_solved", rounded(r.pct_solved.value)},
           {"pct_unsolvable", rounded(r.pct_unsolvable.value)},
           {"pct_frozen", rounded(r.pct_frozen.value)},
           {"overdue", r.overdue},
           {"capped", r.capped},
           {"repeated_moves", rounded(r.repeated_per_100)},
           {"unrepeatable_moves", rounded(r.unrepeatable_per_100)},
           {"repeated_moves_all", rounded(r.repeated_all_per_100)},
           {"unrepeatable_moves_all", rounded(r.unrepeatable_all_per_100)},
           {"avg_moves_all", rounded(r.avg_moves_all.value)},
           {"most_moves", r.most_moves},
           {"pct_predicted", rounded(r.pct_predicted)},
           {"error_free_mazes", r.error_free},
           {"error_free_moves", rounded(r.error_free_moves)},
           {"intervals",
            {{"avg_moves", interval(r.avg_moves)},
             {"pct_solved", interval(r.pct_solved)},
             {"pct_unsolvable", interval(r.pct_unsolvable)},
             {"pct_frozen", interval(r.pct_frozen)}}}};
  if (thesis == nullptr) return row;
  const Comparison c = compare(r, *thesis);
  row["table"] = thesis->table;
  row["thesis"] = {{"avg_moves", thesis->avg_moves},
                   {"pct_solved", thesis->pct_solved},
                   {"pct_unsolvable", thesis->pct_unsolvable},
                   {"pct_frozen", thesis->pct_frozen},
                   {"repeated_moves", thesis->repeated},
                   {"unrepeatable_moves", thesis->unrepeatable}};
  row["inside"] = {{"avg_moves", c.moves}, {"pct_solved", c.solved}, {"pct_unsolvable", c.unsolvable}, {"pct_frozen", c.frozen}};
  return row;
}

struct Tally {
  int inside = 0, cells = 0;
};

Tally tally(const std::vector<TableRow>& rows) {
  Tally t;
  for (const TableRow& row : rows)
    if (const ThesisRow* thesis = thesis_row(row.row)) {
      t.inside += compare(row, *thesis).inside();
      t.cells += 4;
    }
  return t;
}

/// One cell: our figure, and where asked the thesis's and a mark when they cannot be one rule's.
std::string cell(double ours, double thesis, bool inside, bool against, const char* format) {
  std::string text = fmt::format(fmt::runtime(format), ours);
  if (against) text += fmt::format(" / {:g}{}", thesis, inside ? "" : " *");
  return text;
}

std::string table_line(const TableRow& r, bool against, bool name_scheme) {
  const ThesisRow* t = thesis_row(r.row);
  const bool beside = against && t != nullptr;
  const ThesisRow none;
  const ThesisRow& other = t != nullptr ? *t : none;
  const Comparison c = t != nullptr ? compare(r, *t) : Comparison{true, true, true, true};
  return fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", agent_title(r.row, name_scheme),
                     cell(r.avg_moves.value, other.avg_moves, c.moves, beside, "{:.1f}"),
                     cell(r.pct_solved.value, other.pct_solved, c.solved, beside, "{:.1f}"),
                     cell(r.pct_unsolvable.value, other.pct_unsolvable, c.unsolvable, beside, "{:.1f}"),
                     cell(r.pct_frozen.value, other.pct_frozen, c.frozen, beside, "{:.1f}"),
                     cell(r.repeated_per_100, other.repeated, true, beside, "{:.0f}"),
                     cell(r.unrepeatable_per_100, other.unrepeatable, true, beside, "{:.0f}"));
}

/// A table of the thesis: which rows of which maze kind.
struct Layout {
  int number;
  const char* caption;
  Layers layers;
  int size;
  std::vector<std::pair<const char*, int>> rows;
};

const std::vector<Layout>& layouts() {
  static const std::vector<std::pair<const char*, int>> all{
      {"depth-first", 8}, {"breadth-first", 8}, {"heuristic", 8}, {"improved-heuristic", 8},
      {"single-move-prediction", 8}, {"complete-solution-prediction", 8}, {"complete-solution-prediction", 24}};
  const auto pick = [](std::size_t from, std::size_t to) {
    return std::vector(all.begin() + static_cast<std::ptrdiff_t>(from), all.begin() + static_cast<std::ptrdiff_t>(to));
  };
  static const std::vector<Layout> tables{
      {1, "Blind search", Layers::all, 3, pick(0, 2)},
      {2, "Heuristic search", Layers::all, 3, pick(0, 3)},
      {3, "Simple and improved heuristic", Layers::outer, 5, pick(2, 4)},
      {4, "Single-move prediction", Layers::outer, 5, pick(2, 5)},
      {5, "Single-move and complete-solution prediction", Layers::outer, 5, pick(4, 6)},
      {6, "8 and 24 orientations", Layers::outer, 5, pick(5, 7)},
      {7, "All searches", Layers::outer, 5, all},
      {8, "All searches", Layers::all, 3, all}};
  return tables;
}

const TableRow* find(const std::vector<TableRow>& rows, const RowSpec& wanted) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const TableRow& r) { return r.row == wanted; });
  return found == rows.end() ? nullptr : &*found;
}

constexpr const char* kHead =
    "| Search | avg. moves | % solved | % unsolvable | % frozen | repeated per 100 | unrepeatable per 100 |\n"
    "| --- | --- | --- | --- | --- | --- | --- |\n";

std::string table_markdown(const Layout& layout, const std::vector<TableRow>& rows, bool against) {
  std::string body;
  const TableRow* first = nullptr;
  for (const auto& [agent, orientations] : layout.rows)
    if (const TableRow* row = find(rows, {agent, orientations, layout.layers, layout.size})) {
      if (first == nullptr) first = row;
      body += table_line(*row, against, true);
    }
  if (first == nullptr) return "";
  return fmt::format("### Table {}: {}, {} {} mazes\n\nMean theoretical path {:.2f} cells.\n\n{}{}\n", layout.number, layout.caption,
                     first->mazes, maze_name(first->row), first->mean_path_cells, kHead, body);
}

std::string other_rows(const std::vector<TableRow>& rows) {
  std::string body;
  for (const TableRow& row : rows)
    if (thesis_row(row.row) == nullptr)
      body += "| " + maze_name(row.row) + ": " + table_line(row, false, true).substr(2);
  return body.empty() ? "" : std::string("### Rows the thesis does not have\n\n") + kHead + body + "\n";
}

std::string details(const std::vector<TableRow>& rows) {
  std::string text =
      "### Beside the tables\n\n"
      "| Maze | Search | mazes | moves 95 % | solved 95 % | frozen 95 % | overdue, capped | most moves | predicted right | "
      "error-free mazes (mean moves) | CPU a move |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const TableRow& r : rows)
    text += fmt::format("| {} | {} | {} | {:.1f} to {:.1f} | {:.1f} to {:.1f} | {:.1f} to {:.1f} | {}, {} | {} | {} | {} | {:.0f} µs |\n",
                        maze_name(r.row), agent_title(r.row, true), r.mazes, r.avg_moves.low, r.avg_moves.high, r.pct_solved.low,
                        r.pct_solved.high, r.pct_frozen.low, r.pct_frozen.high, r.overdue, r.capped, r.most_moves,
                        r.pct_predicted > 0 ? fmt::format("{:.1f} %", r.pct_predicted) : "",
                        r.pct_predicted > 0 ? fmt::format("{} ({:.1f})", r.error_free, r.error_free_moves) : "", r.cpu_us_per_move);
  double cpu = 0;
  for (const TableRow& r : rows) cpu += r.cpu_s;
  return text + fmt::format("\nProcessor time of all episodes: {:.1f} s.\n", cpu);
}

}  // namespace

std::string report_json(const std::vector<TableRow>& rows, bool against) {
  Json list = Json::array();
  for (const TableRow& row : rows) list.push_back(row_json(row, against ? thesis_row(row.row) : nullptr));
  Json document{{"rows", list}};
  if (against) {
    const Tally t = tally(rows);
    document["cells_inside"] = t.inside;
    document["cells_compared"] = t.cells;
  }
  return document.dump() + "\n";
}

std::string report_csv(const std::vector<TableRow>& rows, bool against) {
  std::string text =
      "maze,cells_per_side,layers,mazes,mean_path_cells,algorithm,orientations,avg_moves,pct_solved,pct_unsolvable,pct_frozen,"
      "repeated_moves,unrepeatable_moves";
  text += against ? ",thesis_avg_moves,thesis_pct_solved,thesis_pct_unsolvable,thesis_pct_frozen,cells_inside\n" : "\n";
  for (const TableRow& r : rows) {
    text += fmt::format("{},{},{},{},{:.2f},{},{},{:.2f},{:.2f},{:.2f},{:.2f},{:.2f},{:.2f}", maze_name(r.row), r.row.size,
                        to_string(r.row.layers), r.mazes, r.mean_path_cells, r.row.agent, r.row.orientations, r.avg_moves.value,
                        r.pct_solved.value, r.pct_unsolvable.value, r.pct_frozen.value, r.repeated_per_100, r.unrepeatable_per_100);
    const ThesisRow* t = thesis_row(r.row);
    if (against && t != nullptr)
      text += fmt::format(",{:g},{:g},{:g},{:g},{}", t->avg_moves, t->pct_solved, t->pct_unsolvable, t->pct_frozen, compare(r, *t).inside());
    else if (against)
      text += ",,,,,";
    text += "\n";
  }
  return text;
}

std::string report_markdown(const std::vector<TableRow>& rows, bool against) {
  std::string text;
  if (against) {
    const Tally t = tally(rows);
    text += fmt::format("{} of {} compared cells inside. Ours / thesis; * marks a cell outside.\n\n", t.inside, t.cells);
  }
  for (const Layout& layout : layouts()) text += table_markdown(layout, rows, against);
  return text + other_rows(rows) + details(rows);
}

std::string episodes_csv(const std::vector<StoredEpisode>& episodes) {
  std::string text =
      "layers,size,agent,orientations,world,seed,settings,version,outcome,moves,repeated,unrepeatable,predicted_right,"
      "predicted_total,ticks,path_cells\n";
  for (const StoredEpisode& s : episodes) {
    const EpisodeRow& e = s.episode;
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", to_string(e.row.layers), e.row.size, e.row.agent,
                        e.row.orientations, e.world, e.seed, s.settings, s.version, to_string(e.outcome), e.counters.moves,
                        e.counters.repeated, e.counters.unrepeatable, e.counters.predicted_right, e.counters.predicted_total,
                        e.ticks, e.path_cells);
  }
  return text;
}

}  // namespace marblemaze
