#include <cstring>

#include "engine/c_api/objects.h"
#include "maze/base/errors.h"
#include "maze/files/drawing.h"
#include "maze/files/maze_file.h"
#include "maze/grid/generator.h"
#include "maze/grid/maze.h"

namespace marblemaze::c_api {

std::shared_ptr<const Maze> maze_of(mm_maze handle) { return Use<MazeObject>(handle)->maze; }

std::vector<std::int32_t> distances_in(const Maze& maze) {
  const TheoreticalPaths paths(maze);
  std::vector<std::int32_t> distances(static_cast<std::size_t>(maze.grid().box_cells()));
  for (std::size_t i = 0; i < distances.size(); ++i)
    distances[i] = paths.length(CellId(static_cast<int>(i)));
  return distances;
}

MazeObject::MazeObject(std::shared_ptr<const Maze> of)
    : maze(std::move(of)), distances_(distances_in(*maze)) {
  const Grid& grid = maze->grid();
  for (int cell = 0; cell < grid.box_cells(); ++cell)
    for (const Direction side : kDirections) walls_.push_back(!maze->open(CellId(cell), side));
  for (int axis = 0; axis < 3; ++axis) info.dims[axis] = grid.dims()[axis];
  info.cells = grid.box_cells();
  info.maze_cells = grid.maze_cells();
  info.start = maze->start().index;
  info.target = maze->target().index;
  info.flat = grid.layers() == Layers::flat;
  info.seed = maze->origin().seed;
  maze_hash(*maze).copy(info.hash, sizeof info.hash - 1);
  info.walls = walls_.data();
  info.distances = distances_.data();
}

namespace {

std::shared_ptr<MazeObject> shared(Maze maze) {
  return std::make_shared<MazeObject>(std::make_shared<const Maze>(std::move(maze)));
}

std::string json_in(const char* text, std::size_t length) {
  return std::string(bytes_of(text, length));
}

}  // namespace
}  // namespace marblemaze::c_api

using namespace marblemaze;
using namespace marblemaze::c_api;

mm_status mm_maze_generate(int32_t w, int32_t h, int32_t d, const char* layers, uint64_t seed,
                           mm_maze* maze) {
  return handed_out(maze, "maze", [&] {
    const Layers kind = layers_from_string(std::string(text_of(layers, "layers")));
    return shared(generate_kruskal({w, h, d}, kind, seed));
  });
}

mm_status mm_maze_from_json(const char* text, size_t length, mm_maze* maze) {
  return handed_out(maze, "maze", [&] { return shared(maze_from_json(json_in(text, length))); });
}

mm_status mm_maze_get_info(mm_maze maze, mm_maze_info* info) {
  return answered_by<MazeObject>(maze, [&](MazeObject& of) { put_struct(of.info, info, "info"); });
}

mm_status mm_maze_to_text(mm_maze maze, const char* format, mm_text* text) {
  return text_by<MazeObject>(maze, text, [&](MazeObject& of) {
    const std::string_view wanted = text_of(format, "format");
    if (wanted == "json") return to_json(*of.maze);
    if (wanted == "ascii") return to_ascii(*of.maze);
    throw BadInput("format", "'" + std::string(wanted) + "'", "json or ascii");
  });
}

mm_status mm_maze_svg(mm_maze maze, int32_t path, const int32_t* rests, size_t count,
                      mm_text* svg) {
  return text_by<MazeObject>(maze, svg, [&](MazeObject& of) {
    if (rests == nullptr) return maze_svg(*of.maze, path != 0);
    std::vector<CellId> cells;
    for (std::int32_t rest : std::span(rests, count)) {
      if (!of.maze->grid().in_maze(CellId(rest)))
        throw BadInput("cell", std::to_string(rest), "a cell of the maze");
      cells.emplace_back(rest);
    }
    return maze_svg(*of.maze, cells);
  });
}

mm_status mm_settings_from_json(const char* text, size_t length, mm_settings* settings) {
  return handed_out(settings, "settings", [&] {
    const std::string json = json_in(text, length);
    return std::make_shared<SettingsObject>(json.empty() ? PhysicsSettings{}
                                                         : settings_from_json(json));
  });
}

mm_status mm_settings_to_json(mm_settings settings, mm_text* json) {
  return answered([&] {
    put_text(to_json(settings == 0 ? PhysicsSettings{} : Use<SettingsObject>(settings)->value),
             json);
  });
}
