#include "maze/maze_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "maze/errors.h"
#include "maze/json_text.h"

namespace marblemaze {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* kFormat = "marblemaze-maze";
constexpr int kVersion = 1;

const Json& member(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end())
    throw BadInput("maze file", "without \"" + std::string(name) + "\"", "that member");
  return *found;
}

int integer(const Json& value, const char* name) {
  if (!value.is_number_integer() || value < -1000000000 || value > 1000000000)
    throw BadInput(fmt::format("\"{}\"", name), value.dump(), "a whole number");
  return value.get<int>();
}

void require_format(const Json& document) {
  if (!document.is_object())
    throw BadInput("maze file", document.dump().substr(0, 40), "a JSON object");
  const Json& format = member(document, "format");
  if (format != kFormat)
    throw BadInput("\"format\"", format.dump(), fmt::format("\"{}\"", kFormat));
  const int version = integer(member(document, "version"), "version");
  if (version < 1 || version > kVersion)
    throw BadInput("\"version\"", std::to_string(version),
                   fmt::format("at most {}, the newest this program knows", kVersion));
}

Grid read_grid(const Json& document) {
  const Json& dims = member(document, "dims");
  if (!dims.is_array() || dims.size() != 3)
    throw BadInput("\"dims\"", dims.dump(), "three whole numbers");
  const Json& layers = member(document, "layers");
  if (!layers.is_string())
    throw BadInput("\"layers\"", layers.dump(), "\"all\", \"outer\" or \"flat\"");
  return Grid({integer(dims[0], "dims"), integer(dims[1], "dims"), integer(dims[2], "dims")},
              layers_from_string(layers.get<std::string>()));
}

std::vector<Passage> read_passages(const Json& document) {
  const Json& open = member(document, "open");
  if (!open.is_array())
    throw BadInput("\"open\"", open.dump().substr(0, 40), "a list of pairs of cell numbers");
  std::vector<Passage> passages;
  for (const Json& pair : open) {
    if (!pair.is_array() || pair.size() != 2)
      throw BadInput("open pair", pair.dump().substr(0, 40), "two cell numbers");
    passages.emplace_back(CellId(integer(pair[0], "open") - 1),
                          CellId(integer(pair[1], "open") - 1));
  }
  return passages;
}

Origin read_origin(const Json& document) {
  const auto generator = document.find("generator");
  if (generator == document.end() || !generator->is_object()) return {};
  Origin origin;
  if (const auto name = generator->find("name"); name != generator->end() && name->is_string())
    origin.generator = name->get<std::string>();
  if (const auto seed = generator->find("seed");
      seed != generator->end() && seed->is_number_unsigned())
    origin.seed = seed->get<std::uint64_t>();
  return origin;
}

}  // namespace

std::string to_json(const Maze& maze, const Certificate* certificate) {
  const glm::ivec3 dims = maze.grid().dims();
  std::string pairs;
  for (const Passage& passage : maze.passages())
    pairs += fmt::format("{}[{}, {}]", pairs.empty() ? "" : ", ", cell_number(passage.first),
                         cell_number(passage.second));
  std::string text = fmt::format(
      "{{\"format\": \"{}\", \"version\": {}, \"dims\": [{}, {}, {}], \"layers\": \"{}\", "
      "\"start\": {}, \"target\": {},\n"
      " \"open\": [{}]",
      kFormat, kVersion, dims.x, dims.y, dims.z, to_string(maze.grid().layers()),
      cell_number(maze.start()), cell_number(maze.target()), pairs);
  if (!maze.origin().generator.empty())
    text += fmt::format(",\n \"generator\": {{\"name\": {}, \"seed\": {}}}",
                        Json(maze.origin().generator).dump(), maze.origin().seed);
  if (certificate) text += ",\n \"certificate\": " + to_json(*certificate);
  return text + "}\n";
}

Maze maze_from_json(const std::string& text) {
  const Json document = parse_json("maze file", text);
  require_format(document);
  const Grid grid = read_grid(document);
  return Maze(grid, read_passages(document),
              CellId(integer(member(document, "start"), "start") - 1),
              CellId(integer(member(document, "target"), "target") - 1), read_origin(document));
}

Maze load_maze(const std::filesystem::path& path) {
  const std::string text = read_text_file(path);
  try {
    return maze_from_json(text);
  } catch (const BadInput& error) {
    throw BadInput(path.string() + ": " + error.what());
  }
}

void save_maze(const Maze& maze, const std::filesystem::path& path,
               const Certificate* certificate) {
  write_text_file(path, to_json(maze, certificate));
}

}  // namespace marblemaze
