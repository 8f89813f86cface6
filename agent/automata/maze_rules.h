#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "agent/automata/lattice.h"
#include "maze/grid/maze.h"
#include "maze/puzzles/path_maze.h"

/// Two automata that solve mazes without cycles (van Dijk 2017, 3.1).
namespace marblemaze {

/// A cell that may be open towards its six neighbours. Plane mazes drawn on squares have no walls
/// between cells, so all sides are open and only the kind matters.
struct MazeCell {
  enum class Kind : std::uint8_t { wall, path, fake };
  Kind kind = Kind::wall;
  bool fixed = false;  ///< entrance or exit, which is never filled
  /// One bit for each side without a wall: +x 1, -x 2, +y 4, -y 8, +z 16, -z 32.
  std::uint8_t open = 63;

  bool operator==(const MazeCell&) const = default;
};

/// Maze 1, dead-end filling. A path cell with exactly one path neighbour becomes a wall. In the
/// marked variant of section 4.1, it becomes a third state, so the fake paths remain visible.
struct DeadEndRule {
  using Cell = MazeCell;
  using Shape = SixShape;
  bool mark = false;

  MazeCell operator()(const Neighbourhood<MazeCell, Shape>& cells) const;
};

/// State of a cell in Maze 2, the walker. It walks all paths from the entrance at once and marks
/// the fake paths on the way back. The document (van Dijk 2017) has two names for some states (T/4,
/// X/1, 0/o). The names used here are ours, and the comments show the characters of picture().
enum class WalkCell : std::uint8_t {
  wall,         ///< '#'
  path,         ///< 'X', not walked yet
  crossing,     ///< 'T', three or four exits, not walked yet
  entrance,     ///< '9', the first path cell
  walked,       ///< '2'
  walked_fork,  ///< '5', a crossing that was walked
  fake,         ///< '-', known to lead nowhere
  destination,  ///< '8', the last path cell
  arrived,      ///< '1', the last path cell, walked
};

struct WalkerRule {
  using Cell = WalkCell;
  using Shape = VonNeumannShape<1>;

  WalkCell operator()(const Neighbourhood<WalkCell, Shape>& cells) const;
};

[[nodiscard]] Lattice<MazeCell> dead_end_lattice(const PathMaze& maze);

/// Returns the lattice of a 3D maze. `open_sides(place)` returns the open bits of a cell, or a
/// negative number if there is no cell. Start and target are fixed.
[[nodiscard]] Lattice<MazeCell> dead_end_lattice(glm::ivec3 size, glm::ivec3 start,
                                                 glm::ivec3 target,
                                                 const std::function<int(glm::ivec3)>& open_sides);

/// Returns the lattice of a marble maze. At the end, only the theoretical path remains.
[[nodiscard]] Lattice<MazeCell> dead_end_lattice(const Maze& maze);

[[nodiscard]] Lattice<WalkCell> walker_lattice(const PathMaze& maze);

/// Result of an automaton in a maze.
struct MazeSolution {
  int iterations = 0;     ///< iterations that changed something
  bool reached = false;   ///< the exit is connected with the entrance
  std::vector<int> path;  ///< squares that remain or are marked as main path, sorted by index
};
[[nodiscard]] MazeSolution solve_by_dead_ends(const PathMaze& maze, bool mark = false);
[[nodiscard]] MazeSolution solve_by_walker(const PathMaze& maze);

/// Return a character for each cell, with each row on a separate line and an empty line between
/// layers.
[[nodiscard]] std::string picture(const Lattice<MazeCell>& cells);
[[nodiscard]] std::string picture(const Lattice<WalkCell>& cells);

}  // namespace marblemaze
