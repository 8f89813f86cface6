// Fuzzes maze files and the certificates in them. Writing and reading must give the same maze and
// the same certificate. The maze must be drawable.
#include "maze/files/maze_file.h"

#include "fuzz/fuzz_target.h"
#include "maze/base/json.h"
#include "maze/files/drawing.h"
#include "maze/grid/maze.h"

namespace marblemaze {
namespace {

void read_maze(const std::string& text) {
  const Maze maze = maze_from_json(text);
  const std::string written = to_json(maze);
  const Maze again = maze_from_json(written);
  fuzz::require(to_json(again) == written, "a maze is read as it was written");
  fuzz::require(maze_hash(again) == maze_hash(maze), "a maze keeps its hash");
  if (maze.grid().box_cells() > 64) return;  // larger drawings do not cover more code
  fuzz::require(!to_ascii(maze).empty(), "a maze can be drawn in letters");
  fuzz::require(maze_svg(maze, true).ends_with("</svg>\n"), "a drawing is whole");
}

void read_certificate(const std::string& text) {
  const auto certificate = certificate_from_maze_json(text);
  if (!certificate) return;
  fuzz::require(describe(*certificate).ends_with('\n'), "a certificate is told in whole lines");
  const Json file{{"certificate", json_of(*certificate)}};
  fuzz::require(certificate_from_maze_json(file.dump()) == certificate,
                "a certificate is read as it was written");
  static_cast<void>(rests_in(maze_from_json(text), *certificate));
}

}  // namespace

void fuzz::test_input(const std::string& input) {
  try_to([&] { read_maze(input); });
  try_to([&] { read_certificate(input); });
}

}  // namespace marblemaze
