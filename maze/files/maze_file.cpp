#include "maze/files/maze_file.h"

#include <cctype>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/json.h"
#include "maze/base/text.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {
namespace {

OrientationScheme scheme_of(const Certificate& c) {
  return {c.control, c.control == ControlScheme::flat_4 ? Layers::flat : Layers::all};
}

std::vector<std::string> names_of_moves(const Certificate& c) {
  const OrientationScheme scheme = scheme_of(c);
  std::vector<std::string> names;
  OrientationId orientation(0);
  for (const int index : c.solution) {
    names.push_back(scheme.move_name(orientation, MoveId(index)));
    orientation = scheme.turn(orientation, MoveId(index)).to;
  }
  return names;
}

bool is_hash(const std::string& text) {
  return text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// Throws BadInput unless the lists "solution" and "rests" are as long as the optimum and all moves
/// are legal.
void require_complete_solution(const Certificate& c, const JsonReader& from) {
  const int moves = c.optimum.value_or(0);
  for (const char* name : {"solution", "rests"})
    (void)from.list(name, fmt::format("{} numbers, as many as \"optimum\"", moves), moves);
  const int choices = scheme_of(c).moves();
  for (const int move : c.solution)
    if (move >= choices) from.reject("solution", fmt::format("moves from 0 to {}", choices - 1));
}

Certificate read(const Json& object) {
  const JsonReader from(object, "certificate", "certificate's ");
  from.require_only({"maze", "world", "settings", "orientations", "seed", "moves", "optimum",
                     "shortest_solutions", "traps", "solution", "rests", "runs", "reached", "share",
                     "displacement", "weights"});
  Certificate c;
  c.world = from.text("world");
  c.settings = from.text("settings");
  c.maze = from.text("maze");
  for (const char* name : {"maze", "settings"})
    if (!is_hash(from.text(name))) from.reject(name, "16 hexadecimal digits");
  c.control = ControlScheme{from.count("orientations", 24)};
  c.seed = from.get<std::uint64_t>("seed");
  c.moves = from.count("moves");
  if (!from.at("optimum").is_null()) c.optimum = from.count("optimum");
  c.shortest_solutions = from.get<std::uint64_t>("shortest_solutions");
  c.traps = from.count("traps");
  c.solution = from.counts("solution");
  c.rests = from.counts("rests");
  require_complete_solution(c, from);
  c.runs = from.count("runs");
  c.reached = from.count("reached", c.runs);
  if (object.contains("share") && std::abs(from.non_negative("share") - c.share()) > 1e-9)
    from.reject("share",
                fmt::format("{}, the fraction of the runs that reached the target", c.share()));
  c.displacement = from.non_negative("displacement");
  return c;
}

constexpr const char* kFormat = "marblemaze-maze";
constexpr int kVersion = 1;

JsonReader reader_of(const Json& document) {
  JsonReader from(document, "maze file", "");
  from.version_of(kFormat, kVersion);
  from.require_only({"format", "version", "dims", "layers", "start", "target", "open", "generator",
                     "certificate", "level"});
  return from;
}

Grid read_grid(const JsonReader& from) {
  const Json& dims = from.list("dims", "three integers", 3);
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
    if (!pair.is_array() || pair.size() != 2) from.reject("open", pair, "two cell numbers");
    passages.emplace_back(read_cell(from, pair.at(0), "open"), read_cell(from, pair.at(1), "open"));
  }
  return passages;
}

GeneratorInfo read_origin(const Json& document) {
  const Json* generator = document.find("generator");
  if (generator == nullptr) return {};
  const JsonReader from(*generator, "generator of a maze", "generator's ");
  from.require_only({"name", "seed"});
  GeneratorInfo origin;
  if (generator->contains("name")) origin.name = from.text("name");
  // Ignores seeds that are not integers, which other generators may produce.
  if (const Json* seed = generator->find("seed"); seed != nullptr && seed->is_unsigned_integer())
    origin.seed = seed->get<std::uint64_t>();
  return origin;
}

}  // namespace

void require_certificate_of(const Maze& maze, const Certificate& certificate) {
  if (const std::string hash = maze_hash(maze); certificate.maze != hash)
    throw BadInput("certificate of a different maze,", certificate.maze,
                   hash + ", the hash of the maze in this file");
}

std::vector<CellId> rests_in(const Maze& maze, const Certificate& certificate) {
  require_certificate_of(maze, certificate);
  std::vector<CellId> rests;
  for (int number : certificate.rests) {
    const CellId cell(number - 1);
    if (!maze.grid().in_maze(cell))
      throw BadInput("certificate's \"rests\"", std::to_string(number), "a cell of the maze");
    rests.push_back(cell);
  }
  if (!rests.empty() && rests.back() != maze.target())
    throw BadInput("certificate's \"rests\"",
                   fmt::format("that end in {}", cell_number(rests.back())),
                   fmt::format("the target, {}", cell_number(maze.target())));
  return rests;
}

Json json_of(const Certificate& c) {
  return Json{{"maze", c.maze},
              {"world", c.world},
              {"settings", c.settings},
              {"orientations", orientations_of(c.control)},
              {"seed", c.seed},
              {"moves", c.moves},
              {"optimum", c.optimum ? Json(*c.optimum) : Json()},
              {"shortest_solutions", c.shortest_solutions},
              {"traps", c.traps},
              {"solution", c.solution},
              {"rests", c.rests},
              {"runs", c.runs},
              {"reached", c.reached},
              {"share", c.share()},
              {"displacement", c.displacement}};
}

std::string describe(const Certificate& c) {
  std::string text =
      fmt::format("designed for {} moves with {} orientations (seed {}, physics settings {})\n",
                  c.moves, c.control, c.seed, c.settings);
  if (!c.optimum) return text + "unsolvable, " + pluralize(c.traps, "dead-end region") + "\n";
  text += fmt::format("solvable in {} moves, {}, {}\n", *c.optimum,
                      pluralize(c.shortest_solutions, "shortest solution"),
                      pluralize(c.traps, "dead-end region"));
  text += fmt::format("moves {}\nthe marble rests in cells {}\n",
                      fmt::join(names_of_moves(c), ", "), fmt::join(c.rests, " "));
  return text + fmt::format(
                    "{} of {} runs reach the target if the marble is displaced by up to {} cells "
                    "before each move\n",
                    c.reached, c.runs, c.displacement);
}

std::optional<Certificate> certificate_from_maze_json(const std::string& text) {
  const Json document = Json::parse("maze file", text);
  if (!document.is_object() || !document.contains("certificate")) return std::nullopt;
  return read(document.at("certificate"));
}

std::optional<Certificate> load_certificate(const std::filesystem::path& path) {
  const std::string text = read_text_file(path);
  return prefix_errors(path.string(), [&] { return certificate_from_maze_json(text); });
}

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
  if (!maze.generator().name.empty())
    text += fmt::format(",\n \"generator\": {{\"name\": {}, \"seed\": {}}}",
                        Json(maze.generator().name).dump(), maze.generator().seed);
  if (certificate) text += ",\n \"certificate\": " + json_of(*certificate).dump();
  return text + "}\n";
}

Json json_of(const Maze& maze) { return Json::parse("maze file", to_json(maze)); }

Maze maze_from_json(const std::string& text) {
  constexpr std::size_t kQuoted = 60;
  const auto first = text.find_first_not_of(" \t\r\n");
  // A list may be damaged JSON, but "[Section]" is a different format.
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
  return prefix_errors(path.string(), [&] { return maze_from_json(text); });
}

void save_maze(const Maze& maze, const std::filesystem::path& path,
               const Certificate* certificate) {
  write_text_file(path, to_json(maze, certificate));
}

}  // namespace marblemaze
