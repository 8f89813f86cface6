#include "maze/files/maze_file.h"

#include <cctype>

#include <fmt/format.h>

#include "maze/base/json.h"
#include "maze/base/json_reader.h"
#include "maze/base/text_file.h"

namespace marblemaze {
namespace {

constexpr const char* kFormat = "marblemaze-maze";
constexpr int kVersion = 1;

JsonReader reader_of(const Json& document) {
  const JsonReader from(document, "maze file", "");
  if (from.at("format") != std::string_view(kFormat))
    from.refuse("format", fmt::format("\"{}\"", kFormat));
  const int version = from.whole(from.at("version"), "version");
  if (version < 1) from.refuse("version", "at least 1, the oldest there is");
  if (version > kVersion)
    from.refuse("version", fmt::format("at most {}, the newest this program knows", kVersion));
  from.require_only({"format", "version", "dims", "layers", "start", "target", "open", "generator",
                     "certificate", "level"});
  return from;
}

Grid read_grid(const JsonReader& from) {
  const Json& dims = from.list("dims", "three whole numbers", 3);
  const std::string layers = from.text("layers", "\"all\", \"outer\" or \"flat\"");
  return Grid({from.whole(dims.at(0), "dims"), from.whole(dims.at(1), "dims"),
               from.whole(dims.at(2), "dims")},
              layers_from_string(layers));
}

CellId read_cell(const JsonReader& from, const Json& number, const std::string& name) {
  return CellId(from.whole(number, name) - 1);
}

std::vector<Passage> read_passages(const JsonReader& from) {
  std::vector<Passage> passages;
  for (const Json& pair : from.list("open", "a list of pairs of cell numbers")) {
    if (!pair.is_array() || pair.size() != 2) from.refuse("open", pair, "two cell numbers");
    passages.emplace_back(read_cell(from, pair.at(0), "open"), read_cell(from, pair.at(1), "open"));
  }
  return passages;
}

Origin read_origin(const Json& document) {
  const Json* generator = document.find("generator");
  if (generator == nullptr) return {};
  const JsonReader from(*generator, "generator of a maze", "generator's ");
  from.require_only({"name", "seed"});
  Origin origin;
  if (generator->contains("name")) origin.generator = from.text("name");
  // A generator may have another kind of seed, which nobody can repeat here.
  if (const Json* seed = generator->find("seed"); seed != nullptr && seed->is_natural())
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
  if (certificate) text += ",\n \"certificate\": " + json_of(*certificate).dump();
  return text + "}\n";
}

Json json_of(const Maze& maze) { return Json::parse("maze file", to_json(maze)); }

Maze maze_from_json(const std::string& text) {
  constexpr std::size_t kQuoted = 60;  // characters
  const auto first = text.find_first_not_of(" \t\r\n");
  // A list may be damaged JSON, but "[Section]" is another format.
  const auto is_list = [&] {
    return std::isalpha(static_cast<unsigned char>(text[first + 1])) == 0;
  };
  if (first != std::string::npos && text[first] != '{' && !(text[first] == '[' && is_list())) {
    const std::string line = text.substr(first, text.find('\n', first) - first);
    throw BadInput("maze file", "'" + line.substr(0, kQuoted) + "'",
                   fmt::format("a JSON object with \"format\": \"{}\"", kFormat));
  }
  return maze_from(Json::parse("maze file", text));
}

Maze maze_from(const Json& document) {
  const JsonReader from = reader_of(document);
  const Grid grid = read_grid(from);
  return Maze(grid, read_passages(from), read_cell(from, from.at("start"), "start"),
              read_cell(from, from.at("target"), "target"), read_origin(document));
}

Maze load_maze(const std::filesystem::path& path) {
  const std::string text = read_text_file(path);
  return naming(path.string(), [&] { return maze_from_json(text); });
}

void save_maze(const Maze& maze, const std::filesystem::path& path,
               const Certificate* certificate) {
  write_text_file(path, to_json(maze, certificate));
}

}  // namespace marblemaze
