// The comparison of paths as Markdown and JSON.
#include <cmath>

#include <fmt/format.h>

#include "engine/report/paired_rows.h"
#include "engine/report/report_column.h"
#include "engine/report/table_report.h"

namespace marblemaze {
namespace {

using report::markdown_head;
using report::markdown_line;

constexpr const char* kApart = " ✗";

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json freezing_json(const Freezing& f) {
  return {{"maze_count", f.mazes},
          {"first_only", f.first_only},
          {"second_only", f.second_only},
          {"both", f.both},
          {"mcnemar_p", f.p}};
}

Json row_json(const RowSpec& row) {
  return {{"maze", maze_name(row.layers, row.size)},
          {"cells_per_side", row.size},
          {"layers", std::string(to_string(row.layers))},
          {"algorithm", row.agent},
          {"orientations", row.orientations}};
}

Json cell_json(const PairedCell& cell) {
  return {{"column", cell.column},
          {"pairs", cell.pairs},
          {"first", number(cell.first)},
          {"second", number(cell.second)},
          {"difference", number(cell.difference.value)},
          {"low", number(cell.difference.low)},
          {"high", number(cell.difference.high)},
          {"apart", cell.apart()}};
}

Json paths_json(const PairedPaths& paths) {
  Json rows = Json::array();
  for (const PairedRow& paired : paths.rows) {
    Json row = row_json(paired.row);
    row["maze_count"] = paired.mazes;
    row["same_count"] = paired.same;
    row["freezing"] = freezing_json(paired.freezing);
    row["cells"] = Json::array();
    for (const PairedCell& cell : paired.cells) row["cells"].push_back(cell_json(cell));
    rows.push_back(row);
  }
  return {{"first", paths.first},
          {"second", paths.second},
          {"rows", rows},
          {"freezing", freezing_json(paths.all)}};
}

std::string maze_of(const PairedRow& r) { return maze_name(r.row.layers, r.row.size); }
std::string title_of(const PairedRow& r) { return row_title(r.row); }

/// "+1.2 (-0.3 to +2.7)"
template <std::size_t Cell>
std::string difference(const PairedRow& r) {
  const PairedCell& cell = r.cells[Cell];
  const int decimals = Cell == 5 ? 3 : 1;
  if (std::isnan(cell.difference.value)) return "–";
  if (std::isnan(cell.difference.low))
    return fmt::format("{:+.{}f}", cell.difference.value, decimals);
  return fmt::format("{:+.{}f} ({:+.{}f} to {:+.{}f}){}", cell.difference.value, decimals,
                     cell.difference.low, decimals, cell.difference.high, decimals,
                     cell.apart() ? kApart : "");
}

const std::vector<MarkdownColumn<PairedRow>>& difference_table() {
  using R = PairedRow;
  static const std::vector<MarkdownColumn<R>> columns{
      {"Maze", maze_of},
      {"Search", title_of},
      {"mazes", [](const R& r) { return std::to_string(r.mazes); }},
      {"the same run", [](const R& r) { return std::to_string(r.same); }},
      {"avg. moves", difference<0>},
      {"% solved", difference<1>},
      {"% unsolvable", difference<2>},
      {"% frozen", difference<3>},
      {"repeated a solved maze", difference<4>},
      {"unrepeatable a solved maze", difference<5>}};
  return columns;
}

/// A line of the table of freezing.
struct FreezingLine {
  std::string maze, search;
  Freezing freezing;
};

std::vector<MarkdownColumn<FreezingLine>> freezing_table(const PairedPaths& paths) {
  using L = FreezingLine;
  return {{"Maze", [](const L& l) { return l.maze; }},
          {"Search", [](const L& l) { return l.search; }},
          {"mazes", [](const L& l) { return std::to_string(l.freezing.mazes); }},
          {"froze in " + paths.first + " only",
           [](const L& l) { return std::to_string(l.freezing.first_only); }},
          {"in " + paths.second + " only",
           [](const L& l) { return std::to_string(l.freezing.second_only); }},
          {"in both", [](const L& l) { return std::to_string(l.freezing.both); }},
          {"p", [](const L& l) { return fmt::format("{:.2g}", l.freezing.p); }}};
}

std::string paths_markdown(const PairedPaths& paths) {
  int apart = 0, cells = 0;
  for (const PairedRow& row : paths.rows)
    for (const PairedCell& cell : row.cells) {
      ++cells;
      apart += cell.apart();
    }
  std::string text = fmt::format(
      "## {} against {}\n\n{} less {}, with the 95 % interval of the paired difference;{} marks "
      "one "
      "that leaves out 0: {} of {} cells. Moves and repeated moves are of mazes that both "
      "solved.\n\n",
      paths.second, paths.first, paths.second, paths.first, kApart, apart, cells);
  text += markdown_head(difference_table());
  for (const PairedRow& row : paths.rows) text += markdown_line(difference_table(), row);
  const auto columns = freezing_table(paths);
  text += "\nFreezing, maze by maze; p by McNemar's exact test:\n\n" + markdown_head(columns);
  for (const PairedRow& row : paths.rows)
    text += markdown_line(columns, FreezingLine{maze_of(row), title_of(row), row.freezing});
  return text + markdown_line(columns, FreezingLine{"all rows", "", paths.all}) + "\n";
}

}  // namespace

std::string paired_markdown(const std::vector<PairedPaths>& pairs) {
  std::string text;
  for (const PairedPaths& paths : pairs) text += paths_markdown(paths);
  return text;
}

std::string paired_json(const std::vector<PairedPaths>& pairs) {
  Json list = Json::array();
  for (const PairedPaths& paths : pairs) list.push_back(paths_json(paths));
  return Json{{"pairs", list}}.dump() + "\n";
}

}  // namespace marblemaze
