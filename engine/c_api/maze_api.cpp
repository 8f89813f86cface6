
#include "engine/c_api/call.h"
#include "engine/c_api/objects.h"
#include "maze/base/errors.h"
#include "maze/files/drawing.h"
#include "maze/files/maze_file.h"
#include "maze/grid/generator.h"
#include "maze/grid/maze.h"

namespace marblemaze::c_api {
namespace {

mm_maze_info info_of(const Maze& maze) {
  const Grid& grid = maze.grid();
  mm_maze_info info{};
  for (int axis = 0; axis < 3; ++axis) info.dims[axis] = grid.dims()[axis];
  info.cells = grid.box_cells();
  info.maze_cells = grid.maze_cells();
  info.start = maze.start().index;
  info.target = maze.target().index;
  info.flat = grid.layers() == Layers::flat;
  info.seed = maze.origin().seed;
  return info;
}

void write_walls(const Maze& maze, std::span<std::uint8_t> walls) {
  for (std::size_t i = 0; i < walls.size(); ++i) {
    const CellId cell(static_cast<std::int32_t>(i / kDirections.size()));
    walls[i] = !maze.open(cell, kDirections[i % kDirections.size()]);
  }
}

std::string svg_of(const Maze& maze, bool path, const std::int32_t* rests, std::size_t count) {
  if (rests == nullptr) return maze_svg(maze, path);
  std::vector<CellId> cells;
  for (std::int32_t rest : std::span(rests, count)) {
    if (!maze.grid().in_maze(CellId(rest)))
      throw BadInput("cell", std::to_string(rest), "a cell of the maze");
    cells.emplace_back(rest);
  }
  return maze_svg(maze, cells);
}

}  // namespace
}  // namespace marblemaze::c_api

using namespace marblemaze;
using namespace marblemaze::c_api;

mm_status mm_maze_generate(int32_t w, int32_t h, int32_t d, const char* layers, uint64_t seed,
                           mm_maze* maze) {
  return handed_out(maze, "maze", [&] {
    const Layers kind = layers_from_string(std::string(text_of(layers, "layers")));
    return std::make_shared<MazeObject>(
        std::make_shared<const Maze>(generate_kruskal({w, h, d}, kind, seed)));
  });
}

mm_status mm_maze_from_json(const char* text, size_t length, mm_maze* maze) {
  return handed_out(maze, "maze", [&] {
    const auto json = array(text, length, "text");
    return std::make_shared<MazeObject>(
        std::make_shared<const Maze>(maze_from_json(std::string(json.begin(), json.end()))));
  });
}

mm_status mm_maze_to_json(mm_maze maze, char* buffer, size_t capacity, size_t* needed) {
  return answered([&] { put_text(to_json(*maze_of(maze)), buffer, capacity, needed); });
}

mm_status mm_maze_get_info(mm_maze maze, mm_maze_info* info) {
  return answered([&] { put_struct(info_of(*maze_of(maze)), info, "info"); });
}

mm_status mm_maze_walls(mm_maze maze, uint8_t* walls, size_t count) {
  return answered([&] {
    const auto from = maze_of(maze);
    const auto needed = static_cast<std::size_t>(from->grid().box_cells()) * kDirections.size();
    require_room(count, needed, "walls");
    write_walls(*from, array(walls, needed, "walls"));
  });
}

mm_status mm_maze_distances(mm_maze maze, int32_t* distances, size_t count) {
  return answered([&] {
    const auto from = maze_of(maze);
    const auto cells = static_cast<std::size_t>(from->grid().box_cells());
    require_room(count, cells, "distances");
    const auto to = array(distances, cells, "distances");
    const TheoreticalPaths paths(*from);
    for (std::size_t i = 0; i < cells; ++i) to[i] = paths.length(CellId(static_cast<int>(i)));
  });
}

mm_status mm_maze_hash(mm_maze maze, char* buffer, size_t capacity, size_t* needed) {
  return answered([&] { put_text(maze_hash(*maze_of(maze)), buffer, capacity, needed); });
}

mm_status mm_maze_ascii(mm_maze maze, char* buffer, size_t capacity, size_t* needed) {
  return answered([&] { put_text(to_ascii(*maze_of(maze)), buffer, capacity, needed); });
}

mm_status mm_maze_svg(mm_maze maze, int32_t path, const int32_t* rests, size_t count, char* buffer,
                      size_t capacity, size_t* needed) {
  return answered(
      [&] { put_text(svg_of(*maze_of(maze), path != 0, rests, count), buffer, capacity, needed); });
}

mm_status mm_settings_from_json(const char* text, size_t length, mm_settings* settings) {
  return handed_out(settings, "settings", [&] {
    const auto json = array(text, length, "text");
    return std::make_shared<SettingsObject>(
        json.empty() ? PhysicsSettings{}
                     : settings_from_json(std::string(json.begin(), json.end())));
  });
}

mm_status mm_settings_to_json(mm_settings settings, char* buffer, size_t capacity, size_t* needed) {
  return answered([&] { put_text(to_json(settings_of(settings)), buffer, capacity, needed); });
}
