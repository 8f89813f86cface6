#include "maze/files/drawing.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "maze/base/text.h"
#include "maze/grid/generator.h"
#include "maze/grid/maze.h"

namespace marblemaze {
namespace {

char vertical_mark(const Maze& maze, CellId cell) {
  const bool above = maze.is_open(cell, {2, +1}), below = maze.is_open(cell, {2, -1});
  return above && below ? 'x' : above ? '^' : below ? 'v' : ' ';
}

std::string cell_text(const Maze& maze, glm::ivec3 p) {
  const Grid& grid = maze.grid();
  if (!grid.in_maze(p)) return "###";
  const CellId cell = grid.cell(p);
  const char role = cell == maze.start() ? 'S' : cell == maze.target() ? 'T' : ' ';
  return {role, vertical_mark(maze, cell), ' '};
}

/// Returns the line of horizontal walls between row y and row y+1. For y = -1, the walls are below
/// the lowest row.
std::string wall_line(const Maze& maze, int y, int z) {
  std::string line = "+";
  for (int x = 0; x < maze.grid().dims().x; ++x)
    line += maze.has_wall({x, y, z}, {1, +1}) ? "---+" : "   +";
  return line + "\n";
}

std::string cell_line(const Maze& maze, int y, int z) {
  std::string line = maze.has_wall({-1, y, z}, {0, +1}) ? "|" : " ";
  for (int x = 0; x < maze.grid().dims().x; ++x)
    line += cell_text(maze, {x, y, z}) + (maze.has_wall({x, y, z}, {0, +1}) ? "|" : " ");
  return line + "\n";
}

// Lengths in CSS pixels.
constexpr double kCell = 44, kGap = 36, kTitle = 70, kLegend = 56;
constexpr double kLegendWidth = 600;
constexpr double kCrossing = 27.5, kPathWidth = 4;
// Left edge and baseline of a cell's number, relative to the upper left corner of the cell.
constexpr double kNumberLeft = 5, kNumberBottom = 13, kNumberSize = 10;
constexpr double kDigitWidth = 0.64;  // fraction of the font size, in DejaVu Sans
constexpr int kMaxLayersPerRow = 6;

constexpr const char* kWall = "#1d2733";
constexpr const char* kNumber = "#5b6675";
constexpr const char* kCore = "#d5dae1";
constexpr const char* kStart = "#ffd9c7";
constexpr const char* kTarget = "#bfeccb";
constexpr const char* kUp = "#2563c9";
constexpr const char* kDown = "#9a4ac4";
constexpr const char* kPath = "#e08600";
constexpr const char* kCorridor =
    "fill=\"none\" stroke=\"#fae0bf\" stroke-width=\"14\" stroke-linecap=\"round\"";
constexpr const char* kRestText = " font-weight=\"bold\" fill=\"#8a4b00\"";

struct Point {
  double x, y;
};

class Sheet {
 public:
  explicit Sheet(const Maze& maze) : maze_(maze) {
    const int layers = maze.grid().dims().z;
    columns_ = layers <= kMaxLayersPerRow ? layers : static_cast<int>(std::ceil(std::sqrt(layers)));
    rows_ = (layers + columns_ - 1) / columns_;
  }

  [[nodiscard]] const Maze& maze() const { return maze_; }
  [[nodiscard]] double width() const {
    return std::max(kGap + columns_ * (kCell * maze_.grid().dims().x + kGap), kLegendWidth);
  }
  [[nodiscard]] double layers_bottom() const { return kTitle + rows_ * layer_pitch(); }
  [[nodiscard]] double height() const { return layers_bottom() + kLegend; }
  [[nodiscard]] Point corner(glm::ivec3 p) const {
    const glm::ivec3 dims = maze_.grid().dims();
    const int column = p.z % columns_, row = p.z / columns_;
    const double left = kGap + column * (kCell * dims.x + kGap);
    const double top = kTitle + row * layer_pitch() + kGap;
    return {left + p.x * kCell, top + (dims.y - p.y) * kCell};
  }
  /// Returns the point at which a path crosses the cell. The point is to the right of the centre,
  /// so the path does not cover the number, the letter S or T, or the triangles.
  [[nodiscard]] Point crossing(CellId cell) const {
    const Point low = corner(maze_.grid().position(cell));
    return {low.x + kCrossing, low.y - kCell / 2};
  }
  [[nodiscard]] Point centre(CellId cell) const {
    const Point low = corner(maze_.grid().position(cell));
    return {low.x + kCell / 2, low.y - kCell / 2};
  }

 private:
  [[nodiscard]] double layer_pitch() const { return kCell * maze_.grid().dims().y + kGap; }

  const Maze& maze_;
  int columns_, rows_;
};

std::string triangle(Point at, bool up) {
  const double half = 4.5, high = up ? -8 : 8;
  return fmt::format("  <path d=\"M{:.1f},{:.1f} h{} l{},{} z\" fill=\"{}\"/>\n", at.x - half, at.y,
                     2 * half, -half, high, up ? kUp : kDown);
}

std::string square(Point low, const char* colour) {
  return fmt::format("  <rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
                     low.x, low.y - kCell, kCell, kCell, colour);
}

std::string draw_floor(const Sheet& sheet, glm::ivec3 position) {
  const Maze& maze = sheet.maze();
  const Point low = sheet.corner(position);
  if (!maze.grid().in_maze(position)) return square(low, kCore);
  const CellId cell = maze.grid().cell(position);
  if (cell == maze.start()) return square(low, kStart);
  return cell == maze.target() ? square(low, kTarget) : "";
}

/// Returns the font size of a cell number. Numbers must end to the left of the path, so long
/// numbers get a smaller font.
double number_size(std::size_t digits) {
  const double room = kCrossing - kPathWidth / 2 - 0.5 - kNumberLeft;
  return std::min(kNumberSize, room / (kDigitWidth * static_cast<double>(digits)));
}

std::string draw_symbols(const Sheet& sheet, glm::ivec3 position) {
  const Maze& maze = sheet.maze();
  if (!maze.grid().in_maze(position)) return "";
  const Point low = sheet.corner(position);
  const CellId cell = maze.grid().cell(position);
  const std::string number = std::to_string(cell_number(cell));
  std::string svg =
      svg_text(low.x + kNumberLeft, low.y - kCell + kNumberBottom, number_size(number.size()),
               "start", number, fmt::format(" fill=\"{}\"", kNumber));
  if (cell == maze.start() || cell == maze.target())
    svg += svg_text(low.x + 5, low.y - 6, 15, "start", cell == maze.start() ? "S" : "T",
                    " font-weight=\"bold\"");
  if (maze.is_open(cell, {2, +1})) svg += triangle({low.x + kCell - 9, low.y - kCell + 15}, true);
  if (maze.is_open(cell, {2, -1})) svg += triangle({low.x + kCell - 9, low.y - 15}, false);
  return svg;
}

// Draws the walls between one row of cells and the next along `axis`. Adjacent walls become one
// stroke.
std::string wall_strokes(const Sheet& sheet, int axis, int row, int z) {
  const int along = 1 - axis, count = sheet.maze().grid().dims()[along];
  std::string strokes;
  bool drawing = false;
  for (int i = 0; i <= count; ++i) {
    glm::ivec3 cell(0, 0, z);
    cell[axis] = row;
    cell[along] = i;
    const bool wall = i < count && sheet.maze().has_wall(cell, {axis, -1});
    const Point at = sheet.corner(cell);
    if (wall != drawing) strokes += fmt::format("{}{:.1f},{:.1f} ", wall ? 'M' : 'L', at.x, at.y);
    drawing = wall;
  }
  return strokes;
}

std::string draw_walls(const Sheet& sheet, int z) {
  const glm::ivec3 dims = sheet.maze().grid().dims();
  std::string strokes;
  for (int axis = 0; axis < 2; ++axis)
    for (int row = 0; row <= dims[axis]; ++row) strokes += wall_strokes(sheet, axis, row, z);
  return fmt::format(
      "  <path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\" "
      "stroke-linecap=\"square\"/>\n",
      strokes, kWall);
}

template <class Draw>
std::string for_each_cell(const Sheet& sheet, int z, Draw draw) {
  const glm::ivec3 dims = sheet.maze().grid().dims();
  std::string svg;
  for (int y = 0; y < dims.y; ++y)
    for (int x = 0; x < dims.x; ++x) svg += draw(sheet, glm::ivec3(x, y, z));
  return svg;
}

std::string layer_title(const Sheet& sheet, int z) {
  const glm::ivec3 dims = sheet.maze().grid().dims();
  if (dims.z == 1) return "";
  const Point top = sheet.corner({0, dims.y, z});
  const char* place = z == 0 ? " (lowest)" : z + 1 == dims.z ? " (highest)" : "";
  return svg_text(top.x, top.y - 9, 13, "start", fmt::format("layer z = {}{}", z, place));
}

std::string path_stroke(const std::string& points) {
  return fmt::format(
      "  <polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" "
      "stroke-linejoin=\"round\" stroke-linecap=\"round\" stroke-opacity=\"0.85\"/>\n",
      points, kPath, kPathWidth);
}

std::string step_mark(Point at, int number) {
  return fmt::format("  <circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"6\" fill=\"{}\"/>\n", at.x, at.y,
                     kPath) +
         svg_text(at.x, at.y + 2.9, 8, "middle", std::to_string(number),
                  " fill=\"white\" font-weight=\"bold\"");
}

std::string draw_path(const Sheet& sheet) {
  const Maze& maze = sheet.maze();
  std::string lines, marks, points;
  int steps = 0, z = maze.grid().position(maze.start()).z;
  Point last{};
  for (CellId cell : TheoreticalPaths(maze).path_from(maze.start())) {
    const Point at = sheet.crossing(cell);
    if (maze.grid().position(cell).z != z) {
      z = maze.grid().position(cell).z;
      lines += path_stroke(points);
      points.clear();
      ++steps;
      marks += step_mark({last.x - 4, last.y + 14}, steps) + step_mark({at.x + 9.5, at.y}, steps);
    }
    points += fmt::format("{:.1f},{:.1f} ", at.x, at.y);
    last = at;
  }
  return lines + path_stroke(points) + marks;
}

std::vector<std::string> lines_of(const std::vector<int>& numbers) {
  constexpr std::size_t kMaxCharacters = 6;
  std::vector<std::string> lines;
  for (const std::string& run : format_ranges(numbers)) {
    if (lines.empty() || lines.back().size() + 1 + run.size() > kMaxCharacters)
      lines.push_back(run);
    else
      lines.back() += " " + run;
  }
  return lines;
}

// Draws move indices between the cell number and the letter S or T.
std::string draw_numbers(const Sheet& sheet, CellId cell, const std::vector<int>& moves) {
  const Maze& maze = sheet.maze();
  const std::vector<std::string> lines = lines_of(moves);
  const Point at = sheet.centre(cell);
  const bool is_end = cell == maze.start() || cell == maze.target();
  const double top = at.y - kCell / 2 + kNumberBottom + 1, room = is_end ? 12.5 : 28;
  const double pitch = std::min(10.5, room / static_cast<double>(lines.size()));
  double y = top + (room + pitch * (1 - static_cast<double>(lines.size()))) / 2 + 0.36 * pitch;
  if (!is_end && lines.size() == 1) y = at.y + 4;
  std::string svg;
  for (const std::string& line : lines) {
    svg += svg_text(at.x, y, pitch, "middle", line, kRestText);
    y += pitch;
  }
  return svg;
}

std::string corridor_stroke(Point from, Point to) {
  return fmt::format("  <path d=\"M{:.1f},{:.1f} L{:.1f},{:.1f}\" {}/>\n", from.x, from.y, to.x,
                     to.y, kCorridor);
}

std::string draw_passage(const Sheet& sheet, const Passage& passage) {
  const Point a = sheet.centre(passage.first), b = sheet.centre(passage.second);
  const Grid& grid = sheet.maze().grid();
  if (grid.position(passage.first).z == grid.position(passage.second).z)
    return corridor_stroke(a, b);
  const Point up{a.x + kCell / 2 - 9, a.y - kCell / 2 + 11};
  const Point down{b.x + kCell / 2 - 9, b.y + kCell / 2 - 11};
  return corridor_stroke(up, up) + corridor_stroke(down, down);
}

std::string draw_run(const Sheet& sheet, std::span<const CellId> rests) {
  const Maze& maze = sheet.maze();
  std::set<Passage> taken;
  std::map<CellId, std::vector<int>> ended;
  CellId from = maze.start();
  for (std::size_t i = 0; i < rests.size(); ++i) {
    for (const Passage& passage : passages_between(maze, from, rests[i])) taken.insert(passage);
    ended[rests[i]].push_back(static_cast<int>(i) + 1);
    from = rests[i];
  }
  std::string svg;
  for (const Passage& passage : taken) svg += draw_passage(sheet, passage);
  for (const auto& [cell, moves] : ended) svg += draw_numbers(sheet, cell, moves);
  return svg;
}

enum class Content { walls, path, run };

std::string legend_symbol(Content what, double x, double y) {
  if (what == Content::run) return svg_text(x + 12, y, 10.5, "middle", "3-5", kRestText);
  return path_stroke(fmt::format("{:.1f},{:.1f} {:.1f},{:.1f}", x, y - 4, x + 22, y - 4));
}

std::string draw_legend(const Sheet& sheet, Content what) {
  double x = kGap;
  const double y = sheet.layers_bottom() + 30;
  std::string svg;
  const auto words = [&](const std::string& text) {
    svg += svg_text(x, y, 13, "start", text);
    x += 8.0 * static_cast<double>(text.size()) + 14;
  };
  words("S start");
  words("T target");
  if (sheet.maze().grid().dims().z > 1) {
    svg += triangle({x + 2, y}, true);
    x += 12;
    words("open up");
    svg += triangle({x + 2, y - 8}, false);
    x += 12;
    words("open down");
  }
  if (what != Content::walls) {
    svg += legend_symbol(what, x, y);
    x += 32;
    words(what == Content::path ? "theoretical path" : "where these moves end");
  }
  return svg;
}

std::string draw(const Sheet& sheet, Content what, const std::string& path) {
  const Maze& maze = sheet.maze();
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" font-family=\"DejaVu Sans, sans-serif\" fill=\"{2}\">\n"
      "  <rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      sheet.width(), sheet.height(), kWall);
  svg += svg_text(kGap, 40, 20, "start", describe(maze), " font-weight=\"bold\"");
  for (int z = 0; z < maze.grid().dims().z; ++z)
    svg += layer_title(sheet, z) + for_each_cell(sheet, z, draw_floor);
  svg += path;
  for (int z = 0; z < maze.grid().dims().z; ++z)
    svg += for_each_cell(sheet, z, draw_symbols) + draw_walls(sheet, z);
  return svg + draw_legend(sheet, what) + "</svg>\n";
}

}  // namespace

std::string to_ascii(const Maze& maze) {
  const glm::ivec3 dims = maze.grid().dims();
  std::string text;
  for (int z = 0; z < dims.z; ++z) {
    if (dims.z > 1) text += fmt::format("layer z = {}  (^ opens up, v down, x both)\n", z);
    for (int y = dims.y - 1; y >= 0; --y) text += wall_line(maze, y, z) + cell_line(maze, y, z);
    text += wall_line(maze, -1, z) + (z + 1 < dims.z ? "\n" : "");
  }
  return text;
}

std::string maze_svg(const Maze& maze, bool path) {
  const Sheet sheet(maze);
  return draw(sheet, path ? Content::path : Content::walls, path ? draw_path(sheet) : "");
}

std::string maze_svg(const Maze& maze, std::span<const CellId> rests) {
  const Sheet sheet(maze);
  return draw(sheet, Content::run, draw_run(sheet, rests));
}

}  // namespace marblemaze
