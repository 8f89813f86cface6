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
/// between cells: all sides are open and only the kind counts.
struct MazeCell {
  enum class Kind : std::uint8_t { wall, path, fake };
  Kind kind = Kind::wall;
  bool fixed = false;      ///< entrance or exit: never filled
  std::uint8_t open = 63;  ///< bit per side without a wall: +x 1, -x 2, +y 4, -y 8, +z 16, -z 32

  bool operator==(const MazeCell&) const = default;
};

/// Maze 1, dead-end filling: a path cell with exactly one path neighbour becomes wall; or, in the
/// marked variant of section 4.1, a third state that keeps the fake paths visible.
struct DeadEndRule {
  using Cell = MazeCell;
  using Shape = SixShape;
  bool mark = false;

  MazeCell operator()(const Neighbourhood<MazeCell, Shape>& cells) const;
};

/// Maze 2, the walker: walks all paths from the entrance at once and marks on the way back which of
/// them were fake. Its source (van Dijk 2017, docs/reference/puzzles.md) names states in two ways
/// (T/4, X/1, 0/o); these names are ours.
enum class WalkCell : std::uint8_t {
  wall,         ///< '#'
  path,         ///< 'X', not walked yet
  crossing,     ///< 'T', three or four ways, not walked yet
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

/// Any maze in space: `open_sides(place)` are the open bits of a cell, or nothing (negative)
/// where there is no cell. Start and target are fixed.
[[nodiscard]] Lattice<MazeCell> dead_end_lattice(glm::ivec3 size, glm::ivec3 start,
                                                 glm::ivec3 target,
                                                 const std::function<int(glm::ivec3)>& open_sides);

/// A marble maze: what is left at rest is its theoretical path.
[[nodiscard]] Lattice<MazeCell> dead_end_lattice(const Maze& maze);

[[nodiscard]] Lattice<WalkCell> walker_lattice(const PathMaze& maze);

/// What an automaton made of a maze.
struct MazeSolution {
  int iterations = 0;     ///< iterations that changed something
  bool reached = false;   ///< the exit is connected with the entrance
  std::vector<int> path;  ///< squares left or marked as main path, in order of number
};
[[nodiscard]] MazeSolution solve_by_dead_ends(const PathMaze& maze, bool mark = false);
[[nodiscard]] MazeSolution solve_by_walker(const PathMaze& maze);

/// One character a cell, rows as lines; layers separated by blank lines.
[[nodiscard]] std::string picture(const Lattice<MazeCell>& cells);
[[nodiscard]] std::string picture(const Lattice<WalkCell>& cells);

}  // namespace marblemaze
