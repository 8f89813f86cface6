#include "maze/puzzles/jump_sheet.h"

#include <algorithm>

#include <fmt/format.h>

#include "maze/base/markup.h"

namespace marblemaze {
namespace {

constexpr double kPageWidth = 210, kPageHeight = 297, kMargin = 20;  // mm
constexpr double kBoardTop = 55;

// Where the squares of a page's board are, in mm.
struct Board {
  const JumpMaze& maze;
  double page_top;

  [[nodiscard]] double side() const {
    return std::min((kPageWidth - 2 * kMargin) / maze.cols, 165.0 / maze.rows);
  }
  [[nodiscard]] double left() const { return (kPageWidth - side() * maze.cols) / 2; }
  [[nodiscard]] double x(int square) const { return left() + (square % maze.cols + 0.5) * side(); }
  [[nodiscard]] double y(int square) const {
    return page_top + kBoardTop + (square / maze.cols + 0.5) * side();
  }
  [[nodiscard]] double bottom() const { return page_top + kBoardTop + side() * maze.rows; }
};

std::string draw_board(const Board& board) {
  std::string svg;
  const double side = board.side();
  for (int square = 0; square < board.maze.squares(); ++square) {
    const bool special = square == board.maze.start || square == board.maze.goal;
    svg += fmt::format(
        "  <rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\" "
        "stroke=\"black\" stroke-width=\"0.4\"/>\n",
        board.x(square) - side / 2, board.y(square) - side / 2, side, side,
        special ? "#e8e8e8" : "white");
    const std::string label =
        square == board.maze.goal ? "GOAL" : std::to_string(board.maze.jumps[square]);
    const double size = square == board.maze.goal ? side * 0.26 : side * 0.5;
    svg += svg_text(board.x(square), board.y(square) + size * 0.35, size, "middle", label);
    if (square == board.maze.start)
      svg +=
          svg_text(board.x(square), board.y(square) - side * 0.32, side * 0.13, "middle", "START");
  }
  return svg;
}

std::string draw_solution(const Board& board, const JumpSolution& solution) {
  std::string points;
  for (int square : solution.squares)
    points += fmt::format("{:.2f},{:.2f} ", board.x(square), board.y(square));
  std::string svg = fmt::format(
      "  <polyline points=\"{}\" fill=\"none\" stroke=\"#c02020\" stroke-opacity=\"0.6\" "
      "stroke-width=\"1.2\" marker-end=\"url(#arrow)\"/>\n",
      points);
  double y = board.bottom() + 10;
  std::string words;
  for (std::size_t i = 0; i < solution.headings.size(); ++i) {
    words += (words.empty() ? "" : ", ") +
             fmt::format("{} {}", i + 1, heading_name(solution.headings[i]));
    if (words.size() < 80 && i + 1 < solution.headings.size()) continue;
    svg += svg_text(kMargin, y, 4, "start", words);
    y += 5.5;
    words.clear();
  }
  return svg;
}

std::string rule_text(UTurns u_turns) {
  return u_turns == UTurns::allowed ? "From each square go exactly as many squares as its number "
                                      "says: up, right, down or left."
                                    : "Go exactly as many squares as the number says: ahead, left "
                                      "or right, but never straight back.";
}

}  // namespace

std::string jump_sheet_svg(const JumpMaze& maze, UTurns u_turns, const std::string& title) {
  const JumpSolution solution = shortest_solution(maze, u_turns);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" "
      "xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\"\n"
      "     xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd\"\n"
      "     width=\"{0}mm\" height=\"{1}mm\" viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\">\n",
      kPageWidth, 2 * kPageHeight);
  svg += fmt::format(
      "  <sodipodi:namedview>\n    <inkscape:page x=\"0\" y=\"0\" width=\"{0}\" height=\"{1}\"/>\n"
      "    <inkscape:page x=\"0\" y=\"{1}\" width=\"{0}\" height=\"{1}\"/>\n  "
      "</sodipodi:namedview>\n",
      kPageWidth, kPageHeight);
  svg +=
      "  <defs><marker id=\"arrow\" viewBox=\"0 0 6 6\" refX=\"4\" refY=\"3\" markerWidth=\"5\" "
      "markerHeight=\"5\" orient=\"auto\">"
      "<path d=\"M0,0 L6,3 L0,6 z\" fill=\"#c02020\"/></marker></defs>\n";
  svg += fmt::format("  <rect width=\"{}\" height=\"{}\" fill=\"white\"/>\n", kPageWidth,
                     2 * kPageHeight);
  const Board puzzle{maze, 0}, answer{maze, kPageHeight};
  svg += svg_text(kPageWidth / 2, 28, 9, "middle", title) +
         svg_text(kPageWidth / 2, 40, 4, "middle", rule_text(u_turns));
  svg += draw_board(puzzle);
  svg += svg_text(kPageWidth / 2, puzzle.bottom() + 14, 4, "middle",
                  solution.squares.empty()
                      ? "There is no way to the goal."
                      : fmt::format("The shortest way takes {} moves.", solution.moves()));
  svg += svg_text(kPageWidth / 2, kPageHeight + 28, 9, "middle", title + ": solution") +
         draw_board(answer);
  if (!solution.squares.empty()) svg += draw_solution(answer, solution);
  return svg + "</svg>\n";
}

}  // namespace marblemaze
