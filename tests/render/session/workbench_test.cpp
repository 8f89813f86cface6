#include "render/session/workbench.h"

#include <gmock/gmock.h>

#include "maze/grid/kruskal_generator.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::TemporaryFolder;
using ::testing::HasSubstr;

EpisodeSpec small_maze(std::uint64_t seed = 5) {
  EpisodeSpec spec;
  spec.maze = std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, seed));
  return spec;
}

TEST(Workbench, TakesNoNameThatAFileHas) {
  const TemporaryFolder folder;
  const std::string stem = (folder / "picture").string();
  EXPECT_EQ(unused_path(stem, ".png"), stem + ".png");
  static_cast<void>(folder.write("picture.png", "kept"));
  static_cast<void>(folder.write("picture-2.png", "kept"));
  EXPECT_EQ(unused_path(stem, ".png"), stem + "-3.png");
}

TEST(Workbench, ATextThatIsNoMazeIsRefusedByNameAndWithWhatWasExpected) {
  const TemporaryFolder folder;
  Workbench bench(small_maze());
  bench.open(folder.write("greeting.txt", "hello"));
  EXPECT_THAT(bench.message(), HasSubstr("greeting.txt'"));
  EXPECT_THAT(bench.message(), HasSubstr("expected a maze, a recording"));
}

TEST(Workbench, AFileOfNoneOfTheKindsGetsASentenceThatNamesIt) {
  const TemporaryFolder folder;
  Workbench bench(small_maze());
  const std::string png("\x89PNG\r\n\x1a\n\0{", 10);
  for (const std::string& text : {std::string("hello"), png, std::string("{\"name\": \"npm\"}")}) {
    const std::string file = folder.write("other", text);
    EXPECT_FALSE(bench.open(file));
    EXPECT_EQ(bench.message(), "'" + file +
                                   "' is no marblemaze file: expected a maze, a recording, a "
                                   "four-bit table or a number board");
  }
  EXPECT_FALSE(bench.open(folder.write("board.txt", "12/99")));
  EXPECT_THAT(bench.message(), HasSubstr("board.txt' has a fault"));
  EXPECT_FALSE(bench.open(folder.write("maze.json", "{\"format\": \"marblemaze-maze\"")));
  EXPECT_THAT(bench.message(), HasSubstr("maze.json"));
}

TEST(Workbench, BeginsTheRunAnewUnderOtherPhysicsAndKeepsTheCamera) {
  Workbench bench(small_maze());
  bench.shown().time.jump(200);
  bench.camera.zoom(0.5f);
  const float distance = bench.camera.distance;
  bench.physics.nature.gravity = 5;
  bench.use_physics();
  EXPECT_EQ(bench.run().spec().settings.nature.gravity, 5);
  EXPECT_EQ(bench.shown().time.position(), 0);
  EXPECT_EQ(bench.camera.distance, distance);
}

TEST(Workbench, RefusesPhysicsThatCannotBeAndGoesOn) {
  Workbench bench(small_maze());
  bench.shown().time.jump(200);
  bench.physics.slopes = {1, 2, 3};
  bench.use_physics();
  EXPECT_TRUE(bench.message_shown());
  EXPECT_EQ(bench.physics, PhysicsSettings());
  EXPECT_EQ(bench.shown().time.position(), 200);
}

TEST(Workbench, DoesNotPromiseATurnThatTheEndOfTheRunPrevents) {
  Workbench bench(small_maze());
  // The last move: the wish comes while the marble rolls to its end.
  while (bench.run().advance()) {
  }
  const int moves = static_cast<int>(bench.run().recording().moves.size());
  bench.restart();
  while (static_cast<int>(bench.run().recording().moves.size()) < moves) bench.run().advance();
  bench.set_scheme(24);
  EXPECT_THAT(bench.message(), HasSubstr("unless that ends the run"));
  EXPECT_EQ(bench.run().pending_scheme(), 24);
  bench.shown().time.jump(static_cast<double>(bench.run().ticks()));
  bench.shown().time.set_speed(100);
  for (int i = 0; i < 1000 && !bench.run().ended(); ++i) bench.frame(0.1, 0);
  ASSERT_TRUE(bench.run().ended());
  EXPECT_EQ(bench.run().pending_scheme(), std::nullopt);
  EXPECT_THAT(bench.message(), HasSubstr("ended before the maze could turn"));
}

TEST(Workbench, TakesAWishForAnotherSchemeBack) {
  Workbench bench(small_maze());
  bench.run().advance();
  bench.set_scheme(24);
  bench.set_scheme(8);
  EXPECT_EQ(bench.run().pending_scheme(), std::nullopt);
  EXPECT_THAT(bench.message(), HasSubstr("stays"));
}

}  // namespace
}  // namespace marblemaze
