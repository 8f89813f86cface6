#include "maze/files/export.h"

#include <fmt/format.h>

namespace marblemaze {
namespace {

char vertical_mark(const Maze& maze, CellId cell) {
  const bool above = maze.open(cell, {2, +1}), below = maze.open(cell, {2, -1});
  return above && below ? 'x' : above ? '^' : below ? 'v' : ' ';
}

std::string cell_text(const Maze& maze, glm::ivec3 p) {
  const Grid& grid = maze.grid();
  if (!grid.in_maze(p)) return "###";
  const CellId cell = grid.cell(p);
  const char role = cell == maze.start() ? 'S' : cell == maze.target() ? 'T' : ' ';
  return {role, vertical_mark(maze, cell), ' '};
}

/// The line of horizontal walls between row y and row y+1 (y = -1: below the lowest row).
std::string wall_line(const Maze& maze, int y, int z) {
  std::string line = "+";
  for (int x = 0; x < maze.grid().dims().x; ++x)
    line += maze.wall({x, y, z}, {1, +1}) ? "---+" : "   +";
  return line + "\n";
}

std::string cell_line(const Maze& maze, int y, int z) {
  std::string line = maze.wall({-1, y, z}, {0, +1}) ? "|" : " ";
  for (int x = 0; x < maze.grid().dims().x; ++x)
    line += cell_text(maze, {x, y, z}) + (maze.wall({x, y, z}, {0, +1}) ? "|" : " ");
  return line + "\n";
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

}  // namespace marblemaze
