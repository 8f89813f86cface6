#include "maze/files/certificate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "maze/files/maze_file.h"
#include "support/bad_input.h"
#include "support/mazes.h"
#include "support/temporary_folder.h"

namespace marblemaze {
namespace {

using ::testing::AllOf;
using testing::bad_input_of;
using ::testing::HasSubstr;
using testing::random_maze;
using Json = nlohmann::json;

Certificate made_certificate() {
  Certificate c;
  c.world = "bullet";
  c.settings = "a33bed669900dc3d";
  c.orientations = 24;
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
  c.weights = {{"moves", 1}, {"traps", 0.5}};
  return c;
}

/// The refusal of a maze file in whose certificate one member is another value.
std::string refusal_with(const std::string& member, const Json& value) {
  const Certificate certificate = made_certificate();
  Json document = Json::parse(to_json(*random_maze(glm::ivec3(3), Layers::all, 1), &certificate));
  document["certificate"][member] = value;
  return bad_input_of([&] { return certificate_from_maze_json(document.dump()); });
}

TEST(Certificate, TravelsInAMazeFileAndComesBackAsItWas) {
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

TEST(Certificate, OfAMazeFileWithoutOneIsNone) {
  EXPECT_EQ(certificate_from_maze_json(to_json(*random_maze(glm::ivec3(3), Layers::all, 1))),
            std::nullopt);
}

TEST(Certificate, WithoutAMemberIsRefusedByName) {
  const Certificate certificate = made_certificate();
  const Json whole =
      Json::parse(to_json(*random_maze(glm::ivec3(3), Layers::all, 1), &certificate));
  for (const auto& [name, value] : whole["certificate"].items()) {
    if (name == "share") continue;  // told for the reader's sake: reached over runs
    Json document = whole;
    document["certificate"].erase(name);
    EXPECT_THAT(bad_input_of([&] { return certificate_from_maze_json(document.dump()); }),
                HasSubstr("\"" + name + "\""));
  }
}

TEST(Certificate, WithAMemberOfAnotherKindIsRefusedWithItsValue) {
  EXPECT_THAT(refusal_with("runs", 3.5), AllOf(HasSubstr("\"runs\""), HasSubstr("3.5")));
  EXPECT_THAT(refusal_with("optimum", "long"), HasSubstr("\"long\""));
  EXPECT_THAT(refusal_with("seed", -1), HasSubstr("-1"));
  EXPECT_THAT(refusal_with("traps", -2), HasSubstr("-2"));
  EXPECT_THAT(refusal_with("solution", 7), HasSubstr("7"));
  EXPECT_THAT(refusal_with("displacement", -0.1), HasSubstr("-0.1"));
  EXPECT_THAT(refusal_with("weights", {{"moves", "many"}}), HasSubstr("many"));
  EXPECT_THAT(refusal_with("world", 1), HasSubstr("\"world\""));
}

TEST(Certificate, ThatContradictsItselfIsRefused) {
  EXPECT_THAT(refusal_with("reached", 101), AllOf(HasSubstr("101"), HasSubstr("0 to 100")));
  EXPECT_THAT(refusal_with("solution", {0, 1}), HasSubstr("3 numbers"));
  EXPECT_THAT(refusal_with("rests", {1, 2, 3, 27}), HasSubstr("3 numbers"));
  EXPECT_THAT(refusal_with("optimum", nullptr), HasSubstr("0 numbers"));
  EXPECT_THAT(refusal_with("solution", {0, 4, 1}), HasSubstr("0 to 3"));
  EXPECT_THAT(refusal_with("orientations", 7), HasSubstr("7"));
  EXPECT_THAT(refusal_with("share", 1.0), HasSubstr("0.97"));
  EXPECT_THAT(refusal_with("settings", "zzz"), HasSubstr("\"zzz\""));
}

TEST(Certificate, ThatRestsOutsideOfTheMazeIsRefused) {
  Certificate certificate = made_certificate();
  const auto maze = random_maze(glm::ivec3(3), Layers::outer, 1);
  EXPECT_EQ(rests_in(*maze, certificate), (std::vector{CellId(0), CellId(5), CellId(26)}));
  for (int number : {0, 14, 28}) {  // 14: the hollow core
    certificate.rests[1] = number;
    EXPECT_THAT(bad_input_of([&] { return rests_in(*maze, certificate); }),
                HasSubstr(std::to_string(number) + ": expected a cell of the maze"));
  }
  certificate.rests = {1, 6, 5};
  EXPECT_THAT(bad_input_of([&] { return rests_in(*maze, certificate); }),
              HasSubstr("end in 5: expected the target, 27"));
}

}  // namespace
}  // namespace marblemaze
