#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agent/automata/lattice.h"
#include "maze/grid/maze.h"
#include "maze/puzzles/path_maze.h"

/// Two automata that solve mazes without cycles (van Dijk 2017, 3.1).
namespace marblemaze {

/// Cell with up to six open sides. In plane mazes drawn on squares, all sides are open and only the
/// cell kind matters.
struct MazeCell {
  enum class Kind : std::uint8_t { wall, path, fake };
  Kind kind = Kind::wall;
  bool fixed = false;  ///< entrance or exit, which is never filled
  /// One bit per open side: +x 1, -x 2, +y 4, -y 8, +z 16, -z 32.
  std::uint8_t open = 63;

  bool operator==(const MazeCell&) const = default;
};

/// Dead-end filling ("Maze 1"). Turns each path cell with exactly one path neighbour into a wall.
/// In the marked variant (van Dijk 2017, 4.1), the cell becomes `fake` instead.
struct DeadEndRule {
  using Cell = MazeCell;
  using Shape = SixShape;
  bool mark = false;

  MazeCell operator()(const Neighbourhood<MazeCell, Shape>& cells) const;
};

/// State of a cell in the walker automaton ("Maze 2"). The walker follows all paths from the
/// entrance at once and marks dead ends on the way back.
enum class WalkCell : std::uint8_t {
  wall,         ///< '#'
  path,         ///< 'X', not walked yet
  crossing,     ///< 'T', three or four exits, not walked yet
  entrance,     ///< '9', the first path cell
  walked,       ///< '2'
  walked_fork,  ///< '5', a crossing that was walked
  fake,         ///< '-', a dead end
  destination,  ///< '8', the last path cell
  arrived,      ///< '1', the last path cell, walked
};

struct WalkerRule {
  using Cell = WalkCell;
  using Shape = VonNeumannShape<1>;

  WalkCell operator()(const Neighbourhood<WalkCell, Shape>& cells) const;
};

[[nodiscard]] Lattice<MazeCell> dead_end_lattice(const PathMaze& maze);

/// Returns the lattice of a marble maze. Dead-end filling leaves only the theoretical path.
[[nodiscard]] Lattice<MazeCell> dead_end_lattice(const Maze& maze);

[[nodiscard]] Lattice<WalkCell> walker_lattice(const PathMaze& maze);

struct MazeSolution {
  int iterations = 0;
  bool reached = false;   ///< true if the exit is connected to the entrance
  std::vector<int> path;  ///< squares of the main path, sorted by index
};
[[nodiscard]] MazeSolution solve_by_dead_ends(const PathMaze& maze, bool mark = false);
[[nodiscard]] MazeSolution solve_by_walker(const PathMaze& maze);

/// Return one character per cell, one line per row, and an empty line between layers.
[[nodiscard]] std::string picture(const Lattice<MazeCell>& cells);
[[nodiscard]] std::string picture(const Lattice<WalkCell>& cells);

}  // namespace marblemaze
