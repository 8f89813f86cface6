#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/base/numbers.h"
#include "maze/puzzles/board.h"
#include "maze/puzzles/jump_maze.h"

namespace marblemaze {
namespace {

// "3", "[3]", "G" or "0"; several digits are one number only where squares are separated.
struct Square {
  std::string label;
  bool start = false;
};

std::vector<Square> split_row(std::string row) {
  const auto require = [original = row](bool sound) {
    if (!sound) throw BadInput("jump maze row", "'" + original + "'", "brackets around one square");
  };
  std::replace(row.begin(), row.end(), ',', ' ');
  const auto first = row.find_first_not_of(" \t\r");
  const auto last = row.find_last_not_of(" \t\r");
  row = row.substr(first, last - first + 1);
  const bool separated = row.find_first_of(" \t") != std::string::npos;
  std::vector<Square> squares;
  bool fresh = true, marked = false;
  for (char c : row) {
    if (c == '[') {
      require(!marked);
      marked = fresh = true;
    } else if (c == ']') {
      require(marked && !fresh);
      fresh = true;
      marked = false;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      require(!marked);
      fresh = true;
    } else if (fresh) {
      squares.push_back({std::string(1, c), marked});
      fresh = !separated && !marked;
    } else {
      squares.back().label += c;
    }
  }
  require(!marked);
  return squares;
}

int read_jump(const std::string& label) {
  if (label == "G" || label == "g") return 0;
  const auto value = number_from<unsigned>(label);
  if (!value || *value > JumpMaze::kMaxSide)
    throw BadInput(
        "jump", "'" + label + "'",
        fmt::format("a number from 1 to {}, or 0 or G for the goal", JumpMaze::kMaxSide));
  return static_cast<int>(*value);
}

}  // namespace

JumpMaze parse_jump_maze(const std::string& text) {
  const auto rows = read_rows("jump maze", text, '#', split_row);
  if (rows.empty()) throw BadInput("jump maze", "''", "rows of numbers, such as 221/122/220");
  check_rows(rows, "squares", JumpMaze::kMaxSide);
  JumpMaze maze{static_cast<int>(rows.size()), static_cast<int>(rows[0].size()), {}, 0, 0};
  int goals = 0, starts = 0;
  for (const auto& row : rows) {
    for (const Square& square : row) {
      const int here = static_cast<int>(maze.jumps.size());
      maze.jumps.push_back(static_cast<std::uint8_t>(read_jump(square.label)));
      if (maze.jumps.back() == 0) maze.goal = here, ++goals;
      if (square.start) maze.start = here, ++starts;
    }
  }
  if (goals != 1)
    throw BadInput("jump maze with", fmt::format("{} goals", goals), "exactly one goal (0 or G)");
  if (starts > 1)
    throw BadInput("jump maze with", fmt::format("{} starts", starts),
                   "at most one square in brackets");
  if (maze.start == maze.goal) throw BadInput("jump maze's start", "on the goal", "another square");
  return maze;
}

std::string to_text(const JumpMaze& maze) {
  const bool wide = *std::max_element(maze.jumps.begin(), maze.jumps.end()) > 9;
  return board_text(maze.squares(), maze.cols, [&](int square) {
    std::string label = square == maze.goal ? "G" : std::to_string(maze.jumps[square]);
    if (square == maze.start) label = "[" + label + "]";
    return fmt::format("{:>{}}", label, wide ? 4 : 3);
  });
}

std::string distance_table(const JumpMaze& maze, UTurns u_turns) {
  const std::vector<int> distances = maze.distances_to_goal(u_turns);
  return board_text(maze.squares(), maze.cols, [&](int square) {
    const int distance = distances[square];
    return fmt::format("{:>4}", distance == kUnreachable ? "-" : std::to_string(distance));
  });
}

std::string to_dot(const JumpMaze& maze, UTurns u_turns) {
  const JumpSolution solution = shortest_solution(maze, u_turns);
  std::set<std::pair<int, int>> bold;
  for (std::size_t i = 0; i + 1 < solution.squares.size(); ++i)
    bold.insert({solution.squares[i], solution.squares[i + 1]});
  std::string dot =
      "digraph jump_maze {\n  layout=neato;\n  node [shape=box, fontname=monospace];\n";
  for (int square = 0; square < maze.squares(); ++square) {
    dot += fmt::format("  q{} [label=\"{}\", pos=\"{},{}!\"{}];\n", square,
                       square == maze.goal ? "G" : std::to_string(maze.jumps[square]),
                       square % maze.cols, maze.rows - 1 - square / maze.cols,
                       square == maze.start || square == maze.goal ? ", penwidth=3" : "");
  }
  for (int square = 0; square < maze.squares(); ++square) {
    for (Heading heading : kHeadings) {
      const int to = maze.target(square, heading);
      if (to == JumpMaze::kNoSquare) continue;
      dot += fmt::format("  q{} -> q{}{};\n", square, to,
                         bold.contains({square, to}) ? " [penwidth=3]" : "");
    }
  }
  return dot + "}\n";
}

}  // namespace marblemaze
