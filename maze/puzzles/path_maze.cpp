#include "maze/puzzles/path_maze.h"

#include <algorithm>

#include <fmt/format.h>

#include "maze/base/digraph.h"
#include "maze/base/errors.h"
#include "maze/base/text.h"
#include "maze/puzzles/board.h"

namespace marblemaze {
namespace {

PathMaze blank(int width, int height) {
  return {width, height, std::vector<bool>(width * height, false), 0, 0};
}

bool inner(const PathMaze& maze, int square) {
  const int x = square % maze.width, y = square / maze.width;
  return x > 0 && x < maze.width - 1 && y > 0 && y < maze.height - 1;
}

std::vector<int> neighbours(const PathMaze& maze, int square) {
  const int x = square % maze.width, y = square / maze.width;
  std::vector<int> squares;
  if (y > 0) squares.push_back(square - maze.width);
  if (x + 1 < maze.width) squares.push_back(square + 1);
  if (y + 1 < maze.height) squares.push_back(square + maze.width);
  if (x > 0) squares.push_back(square - 1);
  return squares;
}

void grow(PathMaze& maze, int root, double fill, Rng& rng, GeneratorBudget& budget) {
  std::vector<bool> rejected(maze.path.size(), false);
  std::vector<int> candidates;
  const auto add = [&](int square) {
    maze.path[square] = true;
    for (int next : neighbours(maze, square)) {
      if (inner(maze, next) && !maze.path[next] && !rejected[next]) candidates.push_back(next);
    }
  };
  add(root);
  while (!candidates.empty()) {
    std::swap(candidates[rng.uniform_int(candidates.size())], candidates.back());
    const int square = candidates.back();
    candidates.pop_back();
    budget.spend();
    if (maze.path[square] || rejected[square] || maze.path_neighbours(square).size() != 1) continue;
    if (rng.uniform() < fill) {
      add(square);
    } else {
      rejected[square] = true;
    }
  }
}

void set_mark(PathMaze& maze, int square, int& mark, const char* what) {
  if (mark >= 0) throw BadInput(std::string("path maze's second"), what, "one B and one E");
  mark = square;
  maze.path[square] = true;
}

void check_tree(const PathMaze& maze) {
  DisjointSet joined(static_cast<int>(maze.path.size()));
  for (int square = 0; square < static_cast<int>(maze.path.size()); ++square) {
    if (!maze.path[square]) continue;
    for (int next : maze.path_neighbours(square)) {
      if (next > square && !joined.join(square, next))
        throw BadInput("path maze with a cycle at", square_name(square, maze.width),
                       "path squares without cycles");
    }
  }
}

}  // namespace

std::vector<int> PathMaze::path_neighbours(int square) const {
  std::vector<int> found = neighbours(*this, square);
  std::erase_if(found, [&](int next) { return !path[next]; });
  return found;
}

std::optional<PathMaze> random_path_maze(int width, int height, double fill, Rng& rng,
                                         GeneratorBudget& budget) {
  check_sides("maze side", width, height, PathMaze::kSmallestSide, PathMaze::kLargestSide);
  if (!(fill > 0 && fill <= 1))
    throw BadInput("fill", fmt::format("{}", fill), "above 0, at most 1");
  do {
    PathMaze maze = blank(width, height);
    maze.entrance = static_cast<int>(1 + rng.uniform_int(height - 2)) * width;
    maze.path[maze.entrance] = true;
    grow(maze, maze.entrance + 1, fill, rng, budget);
    std::vector<int> exits;
    for (int y = 1; y < height - 1; ++y) {
      if (maze.path[y * width + width - 2]) exits.push_back(y * width + width - 1);
    }
    if (exits.empty()) continue;  // no tree reached the right border
    maze.exit = exits[rng.uniform_int(exits.size())];
    maze.path[maze.exit] = true;
    return maze;
  } while (budget.spend());
  return std::nullopt;
}

std::vector<int> main_path(const PathMaze& maze) {
  std::vector<DigraphArc> arcs;
  for (int square = 0; square < static_cast<int>(maze.path.size()); ++square) {
    if (!maze.path[square]) continue;
    for (int next : maze.path_neighbours(square)) arcs.push_back({square, next});
  }
  return shortest_path(Digraph(static_cast<int>(maze.path.size()), arcs), maze.entrance, maze.exit);
}

PathMaze parse_path_maze(const std::string& text) {
  const auto rows = read_rows("path maze", text, '\0', [](std::string row) {
    std::erase(row, '\r');
    return row;
  });
  if (rows.empty()) throw BadInput("path maze", "''", "rows of #, ., B and E");
  PathMaze maze = blank(static_cast<int>(rows[0].size()), static_cast<int>(rows.size()));
  int entrance = -1, exit = -1;
  for (int y = 0; y < maze.height; ++y) {
    if (static_cast<int>(rows[y].size()) != maze.width)
      throw BadInput("path maze row", "'" + rows[y] + "'", fmt::format("{} squares", maze.width));
    for (int x = 0; x < maze.width; ++x) {
      const int square = y * maze.width + x;
      switch (rows[y][x]) {
        case '#': break;
        case '.':
        case ' ': maze.path[square] = true; break;
        case 'B': set_mark(maze, square, entrance, "B"); break;
        case 'E': set_mark(maze, square, exit, "E"); break;
        default:
          throw BadInput("path maze square", std::string("'") + rows[y][x] + "'", "#, ., B or E");
      }
    }
  }
  if (entrance < 0 || exit < 0)
    throw BadInput("path maze", "without B or E", "an entrance B and an exit E");
  maze.entrance = entrance;
  maze.exit = exit;
  check_tree(maze);
  return maze;
}

std::string to_text(const PathMaze& maze) {
  return board_text(static_cast<int>(maze.path.size()), maze.width, [&](int square) {
    return square == maze.entrance ? 'B'
           : square == maze.exit   ? 'E'
           : maze.path[square]     ? '.'
                                   : '#';
  });
}

}  // namespace marblemaze
