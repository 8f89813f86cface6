#include "maze/files/certificate.h"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/base/json_reader.h"
#include "maze/base/text_file.h"
#include "maze/base/words.h"
#include "maze/files/maze_file.h"
#include "maze/grid/maze_hash.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {
namespace {

OrientationScheme scheme_of(const Certificate& c) {
  return {c.orientations, c.orientations == 4 ? Layers::flat : Layers::all};
}

/// As other commands call them; a solution begins in the first orientation.
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

/// A solution has as many moves as the optimum and as many places to rest in.
void require_whole_solution(const Certificate& c, const JsonReader& from) {
  const auto moves = static_cast<std::size_t>(c.optimum.value_or(0));
  for (const char* name : {"solution", "rests"})
    if (from.at(name).size() != moves)
      from.refuse(name, fmt::format("{} numbers, as many as \"optimum\"", moves));
  const int choices = scheme_of(c).moves();
  for (const int move : c.solution)
    if (move >= choices) from.refuse("solution", fmt::format("moves from 0 to {}", choices - 1));
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
    if (!is_hash(from.text(name))) from.refuse(name, "16 hexadecimal digits");
  c.orientations = from.count("orientations", 24);
  c.seed = from.natural("seed");
  c.moves = from.count("moves");
  if (!from.at("optimum").is_null()) c.optimum = from.count("optimum");
  c.shortest_solutions = from.natural("shortest_solutions");
  c.traps = from.count("traps");
  c.solution = from.counts("solution");
  c.rests = from.counts("rests");
  require_whole_solution(c, from);
  c.runs = from.count("runs");
  c.reached = from.count("reached", c.runs);
  if (object.contains("share") && std::abs(from.size("share") - c.share()) > 1e-9)
    from.refuse("share", fmt::format("{}, of the runs reached", c.share()));
  c.displacement = from.size("displacement");
  return c;
}

}  // namespace

void require_certificate_of(const Maze& maze, const Certificate& certificate) {
  if (const std::string hash = maze_hash(maze); certificate.maze != hash)
    throw BadInput("certificate of another maze,", certificate.maze,
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
  return Json{{"maze", c.maze}, {"world", c.world},
                     {"settings", c.settings},
                     {"orientations", c.orientations},
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
                  c.moves, c.orientations, c.seed, c.settings);
  if (!c.optimum) return text + "unsolvable, " + counted(c.traps, "dead-end region") + "\n";
  text += fmt::format("solvable in {} moves at best, in {}, {}\n", *c.optimum,
                      counted(c.shortest_solutions, "way"), counted(c.traps, "dead-end region"));
  text += fmt::format("moves {}\nresting in cells {}\n", fmt::join(names_of_moves(c), ", "),
                      fmt::join(c.rests, " "));
  return text + fmt::format(
                    "{} of {} runs reach the target, the marble displaced by up to {} cells before "
                    "each move\n",
                    c.reached, c.runs, c.displacement);
}

std::optional<Certificate> certificate_from_maze_json(const std::string& text) {
  const Json document = Json::parse("maze file", text);
  if (!document.is_object() || !document.contains("certificate")) return std::nullopt;
  return read(document.at("certificate"));
}

std::optional<Certificate> load_certificate(const std::filesystem::path& path) {
  const std::string text = read_text_file(path);
  return naming(path.string(), [&] { return certificate_from_maze_json(text); });
}

}  // namespace marblemaze
