#include "engine/report/paired_rows.h"

#include <cmath>

#include <fmt/format.h>

namespace marblemaze {
namespace {

PairedCell paired_cell(const RowFigure& figure, const std::vector<RunPair>& pairs) {
  const Measure& measure = *figure.measure;
  std::vector<double> firsts, seconds, differences;
  for (const auto& [first, second] : pairs) {
    const auto a = measure.value(*first), b = measure.value(*second);
    if (!a || !b) continue;
    firsts.push_back(*a);
    seconds.push_back(*b);
    differences.push_back(*b - *a);
  }
  PairedCell cell{&figure, static_cast<int>(differences.size()), sample_of(firsts).mean,
                  sample_of(seconds).mean, mean_difference(differences)};
  if (measure.kind == Measure::Kind::share)
    cell.difference = count(pairs, measure.outcome).share_difference();
  return cell;
}

PairedRow paired_row(const RowSpec& row, const std::vector<RunPair>& pairs) {
  PairedRow paired;
  paired.row = row;
  paired.mazes = static_cast<int>(pairs.size());
  for (const auto& [first, second] : pairs)
    paired.same +=
        first->outcome == second->outcome && first->counters.moves == second->counters.moves;
  for (const RowFigure& figure : compared_figures())
    paired.cells.push_back(paired_cell(figure, pairs));
  paired.freezing = count(pairs, Outcome::frozen);
  return paired;
}

PairedPaths paired_paths(const PathResults& first, const PathResults& second,
                         const std::vector<RowSpec>& rows) {
  PairedPaths paired{first.name, second.name, {}, {}};
  std::vector<RunPair> all;
  for (const RowSpec& row : rows) {
    const std::vector<RunPair> pairs = pairs_of(first.episodes, row, second.episodes, row);
    if (pairs.empty()) continue;
    paired.rows.push_back(paired_row(row, pairs));
    all.insert(all.end(), pairs.begin(), pairs.end());
  }
  paired.all = count(all, Outcome::frozen);
  return paired;
}

// As Markdown and JSON.

using forms::json_row;
using forms::markdown_table;

Json cell_json(const PairedCell& cell) {
  return {{"column", cell.figure->ours.names.json},
          {"pairs", cell.pairs},
          {"first", cell.first},
          {"second", cell.second},
          {"difference", cell.difference.value},
          {"low", cell.difference.low},
          {"high", cell.difference.high},
          {"apart", cell.apart()}};
}

/// "+1.2 (-0.3 to +2.7)"
std::string difference(const PairedCell& cell) {
  const int decimals = cell.figure->ours.column.decimals;
  if (std::isnan(cell.difference.value)) return "–";
  if (std::isnan(cell.difference.low))
    return fmt::format("{:+.{}f}", cell.difference.value, decimals);
  return fmt::format("{:+.{}f} ({:+.{}f} to {:+.{}f}){}", cell.difference.value, decimals,
                     cell.difference.low, decimals, cell.difference.high, decimals,
                     cell.apart() ? kOutside : "");
}

std::string maze_of(const PairedRow& r) { return maze_name(r.row); }
std::string title_of(const PairedRow& r) { return row_title(r.row); }

const std::vector<FigureOf<PairedRow>>& line_figures() {
  using P = PairedRow;
  static const auto all = [] {
    std::vector<FigureOf<P>> figures{
        {in_json("maze"), maze_of, {"Maze"}},
        {{}, title_of, {"Search"}},
        {in_json("cells_per_side"), [](const P& p) { return p.row.size; }},
        {in_json("layers"), [](const P& p) { return to_string(p.row.layers); }},
        {in_json("algorithm"), [](const P& p) { return p.row.agent; }},
        {in_json("orientations"), [](const P& p) { return p.row.orientations; }},
        {in_json("maze_count"), &P::mazes, {"mazes"}},
        {in_json("same_count"), &P::same, {"the same run"}}};
    for (std::size_t i = 0; i < compared_figures().size(); ++i)
      figures.push_back({{},
                         [i](const P& p) { return difference(p.cells[i]); },
                         {compared_figures()[i].ours.column.heading}});
    return figures;
  }();
  return all;
}

/// A line of the table of freezing.
struct FreezingLine {
  std::string maze, search;
  PairedCounts freezing;
};

std::vector<FigureOf<FreezingLine>> freezing_figures(const PairedPaths& paths) {
  using L = FreezingLine;
  const auto p_text = [](const L& l) { return fmt::format("{:.2g}", l.freezing.p()); };
  return {{{}, &L::maze, {"Maze"}},
          {{}, &L::search, {"Search"}},
          {in_json("maze_count"), [](const L& l) { return l.freezing.cases; }, {"mazes"}},
          {in_json("first_only"),
           [](const L& l) { return l.freezing.first_only; },
           {"froze in " + paths.first + " only"}},
          {in_json("second_only"),
           [](const L& l) { return l.freezing.second_only; },
           {"in " + paths.second + " only"}},
          {in_json("both"), [](const L& l) { return l.freezing.both; }, {"in both"}},
          {in_json("mcnemar_p"), [](const L& l) { return l.freezing.p(); }, {"p", p_text}}};
}

FreezingLine freezing_of(const PairedRow& row) {
  return {maze_of(row), title_of(row), row.freezing};
}
FreezingLine freezing_of_all(const PairedPaths& paths) { return {"all rows", "", paths.all}; }

Json paths_json(const PairedPaths& paths) {
  const auto freezing = freezing_figures(paths);
  Json rows = Json::array();
  for (const PairedRow& paired : paths.rows) {
    Json row = json_row(line_figures(), paired);
    row["freezing"] = json_row(freezing, freezing_of(paired), Digits::all);
    row["cells"] = Json::list(paired.cells, cell_json);
    rows.push_back(row);
  }
  return {{"first", paths.first},
          {"second", paths.second},
          {"rows", rows},
          {"freezing", json_row(freezing, freezing_of_all(paths), Digits::all)}};
}

std::string paths_markdown(const PairedPaths& paths) {
  int apart = 0, cells = 0;
  std::vector<FreezingLine> freezing;
  for (const PairedRow& row : paths.rows) {
    freezing.push_back(freezing_of(row));
    for (const PairedCell& cell : row.cells) {
      ++cells;
      apart += cell.apart();
    }
  }
  freezing.push_back(freezing_of_all(paths));
  return fmt::format(
             "## {} against {}\n\n{} less {}, with the 95 % interval of the paired difference;{} "
             "marks one that leaves out 0: {} of {} cells. Moves and repeated moves are of mazes "
             "that both solved.\n\n",
             paths.second, paths.first, paths.second, paths.first, kOutside, apart, cells) +
         markdown_table(line_figures(), paths.rows) +
         "\nFreezing, maze by maze; p by McNemar's exact test:\n\n" +
         markdown_table(freezing_figures(paths), freezing) + "\n";
}

}  // namespace

std::vector<PairedPaths> pair_paths(const std::vector<PathResults>& paths,
                                    const std::vector<RowSpec>& rows) {
  std::vector<PairedPaths> pairs;
  for (std::size_t first = 0; first < paths.size(); ++first)
    for (std::size_t second = first + 1; second < paths.size(); ++second)
      pairs.push_back(paired_paths(paths[first], paths[second], rows));
  return pairs;
}

std::string paired_markdown(const std::vector<PairedPaths>& pairs) {
  std::string text;
  for (const PairedPaths& paths : pairs) text += paths_markdown(paths);
  return text;
}

std::string paired_json(const std::vector<PairedPaths>& pairs) {
  return Json{{"pairs", Json::list(pairs, paths_json)}}.dump() + "\n";
}

}  // namespace marblemaze
