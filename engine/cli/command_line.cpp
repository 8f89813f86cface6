#include "engine/cli/command_line.h"

#include <charconv>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "maze/errors.h"
#include "maze/kruskal_generator.h"
#include "maze/maze_file.h"

namespace marblemaze {

glm::ivec3 parse_dims(const std::string& text) {
  glm::ivec3 dims(0);
  const char* next = text.data();
  const char* const end = text.data() + text.size();
  for (int i = 0; i < 3; ++i) {
    const auto [stop, error] = std::from_chars(next, end, dims[i]);
    const bool more = i < 2 ? stop != end && *stop == 'x' : stop == end;
    if (error != std::errc() || !more) throw BadInput("dims", "'" + text + "'", "WxHxD, as in 4x3x5");
    next = stop + 1;
  }
  return dims;
}

void MazeChoice::add_to(CLI::App& command, bool with_file) {
  if (with_file) command.add_option("FILE", file, "Maze file; without one a maze is generated");
  command.add_option("--size", size, "Cells a side of a generated maze, 2 to 64")->capture_default_str();
  command.add_option("--dims", dims, "Sides of a generated maze that is no cube, as WxHxD (flat: WxHx1)");
  command.add_option("--layers", layers, "all, outer (hollow core) or flat (2-D)")->capture_default_str();
  command.add_option("--seed", seed, "Seed of the generator")->capture_default_str();
}

std::shared_ptr<const Maze> MazeChoice::make() const {
  if (!file.empty()) return std::make_shared<const Maze>(load_maze(file));
  const Layers kind = layers_from_string(layers);
  const glm::ivec3 sides = dims.empty() ? glm::ivec3(size, size, kind == Layers::flat ? 1 : size) : parse_dims(dims);
  return std::make_shared<const Maze>(generate_kruskal(sides, kind, seed));
}

void SettingsChoice::add_to(CLI::App& command) {
  command.add_option("--settings", file, "Physics settings as JSON; see the settings command");
}

PhysicsSettings SettingsChoice::make() const { return file.empty() ? PhysicsSettings{} : load_settings(file); }

}  // namespace marblemaze
