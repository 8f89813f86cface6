#include "maze/files/maze_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "maze/base/file_io.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"
#include "support/bad_input.h"
#include "support/mazes.h"
#include "support/temporary_folder.h"

namespace marblemaze {
namespace {

using testing::error_message_of;
using ::testing::HasSubstr;
using testing::random_maze;

using Document = nlohmann::json;

Document square() {
  return Document::parse(R"({"format": "marblemaze-maze", "version": 1, "dims": [2, 2, 1],
    "layers": "flat", "start": 1, "target": 4, "open": [[1, 2], [1, 3], [3, 4]]})");
}

TEST(MazeFile, RoundTrips) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    for (const Maze& maze : {generate_kruskal(glm::ivec3(3), Layers::all, seed),
                             generate_kruskal({5, 4, 6}, Layers::outer, seed),
                             generate_kruskal({7, 3, 1}, Layers::flat, seed)}) {
      const Maze again = maze_from_json(to_json(maze));
      EXPECT_EQ(again, maze);
      EXPECT_EQ(again.generator().seed, seed);
      EXPECT_EQ(to_json(again), to_json(maze));
    }
}

TEST(MazeFile, ReadsHandWrittenFilesAndIgnoresTheCertificate) {
  Document document = square();
  document["certificate"] = {{"moves", 14}};
  document["open"] = {{4, 3}, {3, 1}, {2, 1}};
  const Maze maze = maze_from_json(document.dump());
  EXPECT_EQ(maze.passages(), testing::passages({{1, 2}, {1, 3}, {3, 4}}));
  EXPECT_TRUE(maze.generator().name.empty());
}

TEST(MazeFile, RejectsOtherDocumentsWithTheCause) {
  for (const auto& [member, value, message] :
       std::vector<std::tuple<const char*, Document, const char*>>{
           {"version", 2, "version"},
           {"version", 0, "0: expected 1, the only version"},
           {"version", "one", "\"one\""},
           {"version", 1e300, "integer"},
           {"format", "marblemaze-trace", "marblemaze-trace"},
           {"dims", Document::array({2, 2}), "[2,2]"},
           {"dims", Document::array({2, 2.5, 1}), "2.5"},
           {"dims", Document::array({2, 99999999999, 1}), "99999999999"},
           {"dims", Document::array({100000, 2, 1}), "100000"},
           {"layers", 3, "3"},
           {"layers", "onion", "'onion': expected all, outer or flat"},
           {"start", "one", "one"},
           {"start", 17, "cell 17"},
           {"start", 0, "cell 0"},
           {"start", 4, "target"},
           {"target", nullptr, "null"},
           {"target", -2, "-2"},
           {"open", "all", "all"},
           {"open", Document::array({1, 2}), "open"},
           {"open", {{1, 2, 3}}, "[1,2,3]"},
           {"open", {{1, 2}, {1, 3}, {3, 5}}, "[3, 5]"},
           {"open", {{0, 1}, {1, 3}, {3, 4}}, "[0, 1]"},
           {"open", {{1, 1}, {1, 3}, {3, 4}}, "[1, 1]"},
           {"open", {{1, 2}, {1, 3}, {1, 4}}, "[1, 4]"},
           {"open", {{1, 2}, {2, 3}, {3, 4}}, "[2, 3]"},  // a row's last cell and the next row
           {"open", {{1, 2}, {2, 1}, {1, 3}, {3, 4}}, "[1, 2]"},
           {"open", Document::array(), "4 separate parts"},
           {"open", {{1, 2}, {3, 4}}, "2 separate parts"},
           {"open", {{1, 2}, {1, 3}, {2, 4}, {3, 4}}, "cycle"},
           {"orientations", 24, "unknown member \"orientations\""},
           {"generator", {{"name", "kruskal"}, {"seeds", 7}}, "unknown member \"seeds\""},
           {"generator", "kruskal", "kruskal"},
           {"generator", {{"name", 7}, {"seed", 7}}, "\"name\" 7"}}) {
    Document document = square();
    document[member] = value;
    EXPECT_THAT(error_message_of([&] { return maze_from_json(document.dump()); }),
                HasSubstr(message))
        << member << " " << value;
  }
  const Document whole = square();
  for (const auto& [name, ignored] : whole.items()) {
    Document document = whole;
    document.erase(name);
    EXPECT_THAT(error_message_of([&] { return maze_from_json(document.dump()); }),
                HasSubstr("\"" + name + "\""));
  }
  EXPECT_THAT(error_message_of([] { return maze_from_json("[1, 2]"); }), HasSubstr("JSON object"));
  EXPECT_EQ(error_message_of([] { return maze_from_json("rows 1; columns 1\nmore"); }),
            "maze file 'rows 1; columns 1': expected a JSON object with \"format\": "
            "\"marblemaze-maze\"");
}

Certificate sample_certificate() {
  Certificate c;
  c.maze = "0123456789abcdef";
  c.world = "bullet";
  c.settings = "a33bed669900dc3d";
  c.control = ControlScheme::cube_24;
  c.seed = 0xffffffffffffffffu;
  c.moves = 4;
  c.optimum = 3;
  c.shortest_solutions = 12;
  c.traps = 1;
  c.solution = {0, 2, 1};
  c.rests = {1, 6, 27};
  c.runs = 100;
  c.reached = 97;
  c.displacement = 1e-3;
  return c;
}

TEST(Certificate, RoundTripsInAMazeFile) {
  const testing::TemporaryFolder folder;
  const auto maze = random_maze(glm::ivec3(3), Layers::all, 1);
  Certificate unsolvable = sample_certificate();
  unsolvable.optimum.reset();
  unsolvable.solution.clear();
  unsolvable.rests.clear();
  for (const Certificate& certificate : {sample_certificate(), unsolvable}) {
    save_maze(*maze, folder / "maze.json", &certificate);
    EXPECT_EQ(load_certificate(folder / "maze.json"), certificate);
    EXPECT_EQ(load_maze(folder / "maze.json"), *maze);
  }
}

TEST(Certificate, RejectsOtherDocumentsWithTheCause) {
  const Certificate certificate = sample_certificate();
  const Document whole =
      Document::parse(to_json(*random_maze(glm::ivec3(3), Layers::all, 1), &certificate));
  const auto error_for = [](const Document& document) {
    return error_message_of([&] { return certificate_from_maze_json(document.dump()); });
  };
  for (const auto& [member, value, message] :
       std::vector<std::tuple<const char*, Document, const char*>>{
           {"runs", 3.5, "\"runs\" 3.5"},
           {"optimum", "long", "\"long\""},
           {"seed", -1, "-1"},
           {"traps", -2, "-2"},
           {"solution", 7, "7"},
           {"displacement", -0.1, "-0.1"},
           {"world", 1, "\"world\""},
           {"trap", 1, "certificate: unknown member \"trap\""},
           {"reached", 101, "0 to 100"},
           {"solution", {0, 1}, "3 numbers"},
           {"rests", {1, 2, 3, 27}, "3 numbers"},
           {"optimum", nullptr, "0 numbers"},
           {"solution", {0, 4, 1}, "0 to 3"},
           {"orientations", 7, "7"},
           {"share", 1.0, "0.97"},
           {"settings", "zzz", "\"zzz\""},
           {"maze", "zzz", "\"zzz\""}}) {
    Document document = whole;
    document["certificate"][member] = value;
    EXPECT_THAT(error_for(document), HasSubstr(message)) << member << " " << value;
  }
  for (const auto& [name, value] : whole["certificate"].items()) {
    if (name == "share") continue;  // optional: reached / runs, for human readers
    Document document = whole;
    document["certificate"].erase(name);
    EXPECT_THAT(error_for(document), HasSubstr("\"" + name + "\""));
  }
}

TEST(Certificate, BelongsToExactlyOneMaze) {
  const auto maze = random_maze(glm::ivec3(3), Layers::all, 1);
  const auto hash_of = [](const Grid& grid, const Maze& m, int start, int target) {
    return maze_hash(Maze(grid, m.passages(), CellId(start), CellId(target), {"by hand", 9}));
  };
  EXPECT_EQ(hash_of(maze->grid(), *maze, 0, 26), maze_hash(*maze)) << "the origin does not matter";
  EXPECT_NE(hash_of(maze->grid(), *maze, 1, 26), maze_hash(*maze));
  EXPECT_NE(hash_of(maze->grid(), *maze, 0, 25), maze_hash(*maze));
  const auto cube = random_maze(glm::ivec3(2), Layers::all, 1);
  EXPECT_NE(hash_of(Grid(glm::ivec3(2), Layers::outer), *cube, 0, 7), maze_hash(*cube));
  EXPECT_NE(maze_hash(*random_maze(glm::ivec3(3), Layers::all, 2)), maze_hash(*maze));
}

TEST(Certificate, IsRejectedForAnotherMazeOrCellsOutside) {
  Certificate certificate = sample_certificate();
  const auto maze = random_maze(glm::ivec3(3), Layers::outer, 1);
  EXPECT_THAT(
      error_message_of([&] { return rests_in(*maze, certificate); }),
      HasSubstr("certificate of a different maze, 0123456789abcdef: expected " + maze_hash(*maze)));
  certificate.maze = maze_hash(*maze);
  EXPECT_EQ(rests_in(*maze, certificate), (std::vector{CellId(0), CellId(5), CellId(26)}));
  for (int number : {0, 14, 28}) {  // 14 is the hollow core
    certificate.rests[1] = number;
    EXPECT_THAT(error_message_of([&] { return rests_in(*maze, certificate); }),
                HasSubstr(std::to_string(number) + ": expected a cell of the maze"));
  }
  certificate.rests = {1, 6, 5};
  EXPECT_THAT(error_message_of([&] { return rests_in(*maze, certificate); }),
              HasSubstr("end in 5: expected the target, 27"));
}

}  // namespace
}  // namespace marblemaze
