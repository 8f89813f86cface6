#include "maze/puzzles/jump_sheet.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "maze/base/markup.h"

namespace marblemaze {
namespace {

constexpr double kPageWidth = 210, kPageHeight = 297, kMargin = 20;  // mm
constexpr double kBoardTop = 55, kLine = 5.5;                        // mm
constexpr std::array<const char*, 8> kColours{"#c02020", "#2050c0", "#208040", "#c07000",
                                              "#8030a0", "#008090", "#707000", "#404040"};

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

struct Stroke {
  std::string colour;
  int number;           // of its arrow head
  double shift, width;  // mm
};

std::string draw_way(const Board& board, const JumpSolution& solution, const Stroke& stroke) {
  std::string points;
  for (int square : solution.squares)
    points += fmt::format("{:.2f},{:.2f} ", board.x(square) + stroke.shift,
                          board.y(square) + stroke.shift);
  return fmt::format(
      "  <polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-opacity=\"0.6\" "
      "stroke-width=\"{}\" marker-end=\"url(#arrow{})\"/>\n",
      points, stroke.colour, stroke.width, stroke.number == 0 ? "" : std::to_string(stroke.number));
}

// "1 down, 2 right", in lines that fit the page.
std::vector<std::string> told(const JumpSolution& solution) {
  std::vector<std::string> lines(1);
  for (std::size_t i = 0; i < solution.headings.size(); ++i) {
    if (lines.back().size() >= 80) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : ", ") +
                    fmt::format("{} {}", i + 1, heading_name(solution.headings[i]));
  }
  return lines;
}

std::string draw_solution(const Board& board, const JumpSolution& solution) {
  std::string svg = draw_way(board, solution, {kColours[0], 0, 0, 1.2});
  double y = board.bottom() + 10;
  for (const std::string& line : told(solution)) {
    svg += svg_text(kMargin, y, 4, "start", line);
    y += kLine;
  }
  return svg;
}

// The listed solutions: the rest of the second page, then as many pages as it takes.
struct Listing {
  std::string svg;
  int pages = 2;
};

Listing draw_all(const Board& board, std::span<const JumpSolution> all) {
  Listing listing;
  double y = board.bottom() + 10;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const int number = static_cast<int>(i % kColours.size());
    // Two ways over the same squares lie side by side: seven places, so that the shifts and the
    // eight colours repeat together only after fifty-six.
    const double shift = (static_cast<double>(i % 7) - 3) * board.side() * 0.05;
    listing.svg += draw_way(board, all[i], {kColours[i % kColours.size()], number, shift, 0.7});
    const auto write = [&](double x, const std::string& line) {
      if (y > listing.pages * kPageHeight - kMargin) y = kPageHeight * listing.pages++ + kMargin;
      listing.svg += svg_text(x, y, 4, "start", line,
                              fmt::format(" fill=\"{}\"", kColours[i % kColours.size()]));
      y += kLine;
    };
    write(kMargin, fmt::format("Way {}, {} moves:", i + 1, all[i].moves()));
    for (const std::string& line : told(all[i])) write(kMargin + 5, line);
  }
  return listing;
}

std::string rule_text(UTurns u_turns) {
  return u_turns == UTurns::allowed ? "From each square go exactly as many squares as its number "
                                      "says: up, right, down or left."
                                    : "Go exactly as many squares as the number says: ahead, left "
                                      "or right, but never straight back.";
}

std::string opening(int pages) {
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" "
      "xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\"\n"
      "     xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd\"\n"
      "     width=\"{0}mm\" height=\"{1}mm\" viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\">\n"
      "  <sodipodi:namedview>\n",
      kPageWidth, pages * kPageHeight);
  for (int page = 0; page < pages; ++page)
    svg += fmt::format("    <inkscape:page x=\"0\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                       page * kPageHeight, kPageWidth, kPageHeight);
  return svg + "  </sodipodi:namedview>\n";
}

// A marker has the colour it is defined with, whatever the line's.
std::string arrow_heads(std::size_t count) {
  std::string svg = "  <defs>";
  for (std::size_t i = 0; i < count; ++i)
    svg += fmt::format(
        "<marker id=\"arrow{}\" viewBox=\"0 0 6 6\" refX=\"4\" refY=\"3\" markerWidth=\"5\" "
        "markerHeight=\"5\" orient=\"auto\"><path d=\"M0,0 L6,3 L0,6 z\" fill=\"{}\"/></marker>",
        i == 0 ? "" : std::to_string(i), kColours[i]);
  return svg + "</defs>\n";
}

std::string puzzle_page(const JumpMaze& maze, UTurns u_turns, const std::string& title,
                        const std::string& note) {
  const Board puzzle{maze, 0};
  return svg_text(kPageWidth / 2, 28, 9, "middle", title) +
         svg_text(kPageWidth / 2, 40, 4, "middle", rule_text(u_turns)) + draw_board(puzzle) +
         svg_text(kPageWidth / 2, puzzle.bottom() + 14, 4, "middle", note);
}

std::string sheet(const Listing& answer, std::size_t colours, const std::string& first_page,
                  const JumpMaze& maze, const std::string& title) {
  return opening(answer.pages) + arrow_heads(colours) +
         fmt::format("  <rect width=\"{}\" height=\"{}\" fill=\"white\"/>\n", kPageWidth,
                     answer.pages * kPageHeight) +
         first_page + svg_text(kPageWidth / 2, kPageHeight + 28, 9, "middle", title) +
         draw_board({maze, kPageHeight}) + answer.svg + "</svg>\n";
}

constexpr const char* kNoWay = "There is no way to the goal.";

}  // namespace

std::string jump_sheet_svg(const JumpMaze& maze, UTurns u_turns, const std::string& title) {
  const JumpSolution solution = shortest_solution(maze, u_turns);
  const bool solvable = !solution.squares.empty();
  const std::string note =
      solvable ? fmt::format("The shortest way takes {} moves.", solution.moves()) : kNoWay;
  const Listing answer{solvable ? draw_solution({maze, kPageHeight}, solution) : "", 2};
  return sheet(answer, 1, puzzle_page(maze, u_turns, title, note), maze, title + ": solution");
}

std::string jump_sheet_svg(const JumpMaze& maze, UTurns u_turns, const std::string& title,
                           const JumpSolutions& all) {
  const std::string note =
      all.found.empty() ? kNoWay
                        : fmt::format("{}{} ways without a loop; the shortest takes {} moves.",
                                      all.complete ? "" : "More than ", all.found.size(),
                                      shortest_solution(maze, u_turns).moves());
  return sheet(draw_all({maze, kPageHeight}, all.found), kColours.size(),
               puzzle_page(maze, u_turns, title, note), maze, title + ": all solutions");
}

}  // namespace marblemaze
