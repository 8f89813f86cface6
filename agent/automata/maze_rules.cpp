#include "agent/automata/maze_rules.h"

#include <array>

namespace marblemaze {
namespace {

using WalkCells = Neighbourhood<WalkCell, VonNeumannShape<1>>;

template <class Condition>
int count_neighbours(const WalkCells& cells, Condition condition) {
  return condition(cells(1, 0)) + condition(cells(-1, 0)) + condition(cells(0, 1)) +
         condition(cells(0, -1));
}

int count_path_sides(const WalkCells& cells) {
  return count_neighbours(
      cells, [](WalkCell next) { return next != WalkCell::wall && next != WalkCell::fake; });
}

bool is_next_to_walked(const WalkCells& cells) {
  return count_neighbours(cells, [](WalkCell next) {
           return next == WalkCell::walked || next == WalkCell::walked_fork ||
                  next == WalkCell::entrance || next == WalkCell::arrived;
         }) > 0;
}

template <class Cell, class Keep>
std::vector<int> squares_where(const Lattice<Cell>& cells, Keep keep) {
  std::vector<int> squares;
  cells.for_each([&](int x, int y, int, const Cell& cell) {
    if (keep(cell)) squares.push_back(y * cells.width() + x);
  });
  return squares;
}

int size_of(const PathMaze& maze) { return static_cast<int>(maze.path.size()); }

/// Returns a lattice in which the start and the target are fixed. open_sides(position) returns a
/// bit mask of the open sides of a cell, or a negative number if there is no cell.
template <class OpenSides>
Lattice<MazeCell> dead_end_lattice(glm::ivec3 size, glm::ivec3 start, glm::ivec3 target,
                                   OpenSides open_sides) {
  Lattice<MazeCell> cells(size.x, size.y, size.z);
  for (int z = 0; z < size.z; ++z) {
    for (int y = 0; y < size.y; ++y) {
      for (int x = 0; x < size.x; ++x) {
        const int open = open_sides({x, y, z});
        if (open >= 0)
          cells.at(x, y, z) = {MazeCell::Kind::path, false, static_cast<std::uint8_t>(open)};
      }
    }
  }
  cells.at(start.x, start.y, start.z).fixed = true;
  cells.at(target.x, target.y, target.z).fixed = true;
  return cells;
}

}  // namespace

MazeCell DeadEndRule::operator()(const Neighbourhood<MazeCell, Shape>& cells) const {
  MazeCell cell = cells.self();
  if (cell.kind != MazeCell::Kind::path || cell.fixed) return cell;
  int ways = 0;
  for (const Direction side : kDirections) {
    const glm::ivec3 to = side.vector();
    const bool open = (cell.open >> side.index() & 1) != 0;
    ways += open && cells(to.x, to.y, to.z).kind == MazeCell::Kind::path ? 1 : 0;
  }
  if (ways == 1) cell.kind = mark ? MazeCell::Kind::fake : MazeCell::Kind::wall;
  return cell;
}

WalkCell WalkerRule::operator()(const Neighbourhood<WalkCell, Shape>& cells) const {
  const WalkCell cell = cells.self();
  switch (cell) {
    case WalkCell::path:
      if (count_path_sides(cells) >= 3)
        return is_next_to_walked(cells) ? WalkCell::walked_fork : WalkCell::crossing;
      return is_next_to_walked(cells) ? WalkCell::walked : cell;
    case WalkCell::crossing: return is_next_to_walked(cells) ? WalkCell::walked_fork : cell;
    case WalkCell::walked:
    case WalkCell::walked_fork: return count_path_sides(cells) == 1 ? WalkCell::fake : cell;
    case WalkCell::destination: return is_next_to_walked(cells) ? WalkCell::arrived : cell;
    default: return cell;
  }
}

Lattice<MazeCell> dead_end_lattice(const PathMaze& maze) {
  const auto on_border = [&](int square) { return square == maze.entrance || square == maze.exit; };
  return dead_end_lattice({maze.width, maze.height, 1},
                          {maze.entrance % maze.width, maze.entrance / maze.width, 0},
                          {maze.exit % maze.width, maze.exit / maze.width, 0}, [&](glm::ivec3 at) {
                            const int square = at.y * maze.width + at.x;
                            return maze.path[square] || on_border(square) ? 63 : -1;
                          });
}

Lattice<MazeCell> dead_end_lattice(const Maze& maze) {
  const Grid& grid = maze.grid();
  return dead_end_lattice(
      grid.dims(), grid.position(maze.start()), grid.position(maze.target()), [&](glm::ivec3 at) {
        return grid.in_maze(at) ? static_cast<int>(maze.open_mask(grid.cell(at))) : -1;
      });
}

// Excludes the gaps in the border at the entrance and the exit.
Lattice<WalkCell> walker_lattice(const PathMaze& maze) {
  Lattice<WalkCell> cells(maze.width, maze.height);
  for (int square = 0; square < size_of(maze); ++square) {
    if (maze.path[square] && square != maze.entrance && square != maze.exit)
      cells.square(square) = WalkCell::path;
  }
  for (int first : maze.path_neighbours(maze.entrance)) cells.square(first) = WalkCell::entrance;
  for (int last : maze.path_neighbours(maze.exit)) cells.square(last) = WalkCell::destination;
  return cells;
}

MazeSolution solve_by_dead_ends(const PathMaze& maze, bool mark) {
  Automaton<DeadEndRule> automaton(dead_end_lattice(maze), {mark});
  MazeSolution solution;
  solution.iterations = run_to_rest(automaton);
  solution.path = squares_where(
      automaton.now(), [](const MazeCell& cell) { return cell.kind == MazeCell::Kind::path; });
  solution.reached = !main_path(maze).empty();
  return solution;
}

MazeSolution solve_by_walker(const PathMaze& maze) {
  Automaton<WalkerRule> automaton(walker_lattice(maze));
  MazeSolution solution;
  solution.iterations = run_to_rest(automaton);
  solution.path = squares_where(automaton.now(), [&](WalkCell cell) {
    solution.reached = solution.reached || cell == WalkCell::arrived;
    return cell == WalkCell::walked || cell == WalkCell::walked_fork ||
           cell == WalkCell::entrance || cell == WalkCell::destination || cell == WalkCell::arrived;
  });
  return solution;
}

std::string picture(const Lattice<MazeCell>& cells) {
  return drawn(cells, [](const MazeCell& cell) { return "#.-"[static_cast<int>(cell.kind)]; });
}

std::string picture(const Lattice<WalkCell>& cells) {
  return drawn(cells, [](WalkCell cell) { return "#XT925-81"[static_cast<int>(cell)]; });
}

}  // namespace marblemaze
