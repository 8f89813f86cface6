#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "maze/files/maze_file.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"
#include "support/bad_input.h"
#include "support/mazes.h"
#include "support/temporary_folder.h"

namespace marblemaze {
namespace {

using ::testing::AllOf;
using testing::bad_input_of;
using ::testing::HasSubstr;
using testing::random_maze;
using Document = nlohmann::json;

Certificate made_certificate() {
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

/// Returns the error message for a maze file whose certificate has another value in one member.
std::string refusal_with(const std::string& member, const Document& value) {
  const Certificate certificate = made_certificate();
  Document document =
      Document::parse(to_json(*random_maze(glm::ivec3(3), Layers::all, 1), &certificate));
  document["certificate"][member] = value;
  return bad_input_of([&] { return certificate_from_maze_json(document.dump()); });
}

TEST(Certificate, RoundTripsInAMazeFile) {
  const testing::TemporaryFolder folder;
  const auto maze = random_maze(glm::ivec3(3), Layers::all, 1);
  Certificate unsolvable = made_certificate();
  unsolvable.optimum.reset();
  unsolvable.solution.clear();
  unsolvable.rests.clear();
  for (const Certificate& certificate : {made_certificate(), unsolvable}) {
    save_maze(*maze, folder / "maze.json", &certificate);
    EXPECT_EQ(load_certificate(folder / "maze.json"), certificate);
    EXPECT_EQ(load_maze(folder / "maze.json"), *maze);
  }
}

TEST(Certificate, IsOptionalInAMazeFile) {
  EXPECT_EQ(certificate_from_maze_json(to_json(*random_maze(glm::ivec3(3), Layers::all, 1))),
            std::nullopt);
}

TEST(Certificate, MissingMembersAreNamed) {
  const Certificate certificate = made_certificate();
  const Document whole =
      Document::parse(to_json(*random_maze(glm::ivec3(3), Layers::all, 1), &certificate));
  for (const auto& [name, value] : whole["certificate"].items()) {
    if (name == "share") continue;  // redundant member for human readers: reached over runs
    Document document = whole;
    document["certificate"].erase(name);
    EXPECT_THAT(bad_input_of([&] { return certificate_from_maze_json(document.dump()); }),
                HasSubstr("\"" + name + "\""));
  }
}

TEST(Certificate, WrongTypesAreQuoted) {
  EXPECT_THAT(refusal_with("runs", 3.5), AllOf(HasSubstr("\"runs\""), HasSubstr("3.5")));
  EXPECT_THAT(refusal_with("optimum", "long"), HasSubstr("\"long\""));
  EXPECT_THAT(refusal_with("seed", -1), HasSubstr("-1"));
  EXPECT_THAT(refusal_with("traps", -2), HasSubstr("-2"));
  EXPECT_THAT(refusal_with("solution", 7), HasSubstr("7"));
  EXPECT_THAT(refusal_with("displacement", -0.1), HasSubstr("-0.1"));
  EXPECT_THAT(refusal_with("world", 1), HasSubstr("\"world\""));
}

TEST(Certificate, UnknownMembersAreNamed) {
  EXPECT_THAT(refusal_with("trap", 1), HasSubstr("certificate: unknown member \"trap\""));
}

TEST(Certificate, ContradictionsAreRejected) {
  EXPECT_THAT(refusal_with("reached", 101), AllOf(HasSubstr("101"), HasSubstr("0 to 100")));
  EXPECT_THAT(refusal_with("solution", {0, 1}), HasSubstr("3 numbers"));
  EXPECT_THAT(refusal_with("rests", {1, 2, 3, 27}), HasSubstr("3 numbers"));
  EXPECT_THAT(refusal_with("optimum", nullptr), HasSubstr("0 numbers"));
  EXPECT_THAT(refusal_with("solution", {0, 4, 1}), HasSubstr("0 to 3"));
  EXPECT_THAT(refusal_with("orientations", 7), HasSubstr("7"));
  EXPECT_THAT(refusal_with("share", 1.0), HasSubstr("0.97"));
  EXPECT_THAT(refusal_with("settings", "zzz"), HasSubstr("\"zzz\""));
}

TEST(Certificate, OfAnotherMazeIsRejectedInOneLine) {
  const auto maze = random_maze(glm::ivec3(3), Layers::all, 1);
  const auto other = random_maze(glm::ivec3(3), Layers::all, 2);
  Certificate certificate = made_certificate();
  certificate.maze = maze_hash(*maze);
  const auto carried = certificate_from_maze_json(to_json(*other, &certificate));
  ASSERT_EQ(carried, certificate);
  EXPECT_NO_THROW(require_certificate_of(*maze, *carried));
  const auto refusal = bad_input_of([&] { return rests_in(*other, *carried); });
  EXPECT_THAT(refusal, HasSubstr("certificate of another maze, " + maze_hash(*maze) +
                                 ": expected " + maze_hash(*other)));
  EXPECT_THAT(refusal, ::testing::Not(HasSubstr("\n")));
  EXPECT_THAT(refusal_with("maze", "zzz"), HasSubstr("\"zzz\""));
}

TEST(Certificate, DependsOnEveryPropertyOfTheMaze) {
  const auto maze = random_maze(glm::ivec3(3), Layers::all, 1);
  const auto hash_of = [](const Grid& grid, const Maze& m, int start, int target) {
    return maze_hash(Maze(grid, m.passages(), CellId(start), CellId(target), {"by hand", 9}));
  };
  EXPECT_EQ(hash_of(maze->grid(), *maze, 0, 26), maze_hash(*maze)) << "wherever it came from";
  EXPECT_NE(hash_of(maze->grid(), *maze, 1, 26), maze_hash(*maze));
  EXPECT_NE(hash_of(maze->grid(), *maze, 0, 25), maze_hash(*maze));
  const auto cube = random_maze(glm::ivec3(2), Layers::all, 1);
  EXPECT_NE(hash_of(Grid(glm::ivec3(2), Layers::outer), *cube, 0, 7), maze_hash(*cube));
  EXPECT_NE(maze_hash(*random_maze(glm::ivec3(3), Layers::all, 2)), maze_hash(*maze));
}

TEST(Certificate, RestsOutsideTheMazeAreRejected) {
  Certificate certificate = made_certificate();
  const auto maze = random_maze(glm::ivec3(3), Layers::outer, 1);
  certificate.maze = maze_hash(*maze);
  EXPECT_EQ(rests_in(*maze, certificate), (std::vector{CellId(0), CellId(5), CellId(26)}));
  for (int number : {0, 14, 28}) {  // 14 is the hollow core
    certificate.rests[1] = number;
    EXPECT_THAT(bad_input_of([&] { return rests_in(*maze, certificate); }),
                HasSubstr(std::to_string(number) + ": expected a cell of the maze"));
  }
  certificate.rests = {1, 6, 5};
  EXPECT_THAT(bad_input_of([&] { return rests_in(*maze, certificate); }),
              HasSubstr("end in 5: expected the target, 27"));
}

TEST(Certificate, NamesTheMovesAsTheyAreMadeFromTheFirstOrientation) {
  Certificate certificate = made_certificate();
  for (const ControlScheme control : {ControlScheme::cube_8, ControlScheme::cube_24}) {
    certificate.control = control;
    const OrientationScheme scheme(control, Layers::all);
    std::string names;
    OrientationId orientation(0);
    for (const int index : certificate.solution) {
      names += (names.empty() ? "" : ", ") + scheme.move_name(orientation, MoveId(index));
      orientation = scheme.turn(orientation, MoveId(index)).to;
    }
    EXPECT_THAT(describe(certificate), HasSubstr("moves " + names + "\n"));
  }
}

}  // namespace
}  // namespace marblemaze
