#include "render/session/workbench.h"

#include <gmock/gmock.h>

#include "maze/base/file_io.h"
#include "maze/grid/generator.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::TemporaryFolder;
using ::testing::HasSubstr;

RunSpec small_maze(std::uint64_t seed = 5) {
  RunSpec spec;
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, seed));
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
                                   "' is not a marblemaze file: expected a maze, a recording, a "
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
  bench.view.camera.zoom(0.5f);
  const float distance = bench.view.camera.distance;
  bench.panels.physics.nature.gravity = 5;
  bench.ask({Act::use_physics});
  EXPECT_EQ(bench.run().spec().setup.settings.nature.gravity, 5);
  EXPECT_EQ(bench.shown().time.position(), 0);
  EXPECT_EQ(bench.view.camera.distance, distance);
}

TEST(Workbench, RefusesPhysicsThatCannotBeAndGoesOn) {
  Workbench bench(small_maze());
  bench.shown().time.jump(200);
  bench.panels.physics.slopes = {1, 2, 3};
  bench.ask({Act::use_physics});
  EXPECT_TRUE(bench.message_shown());
  EXPECT_EQ(bench.panels.physics, PhysicsSettings());
  EXPECT_EQ(bench.shown().time.position(), 200);
}

TEST(Workbench, DoesNotPromiseATurnThatTheEndOfTheRunPrevents) {
  Workbench bench(small_maze());
  // The last move: the wish comes while the marble rolls to its end.
  while (bench.run().advance()) {
  }
  const int moves = static_cast<int>(bench.run().recording().moves.size());
  bench.ask({Act::restart});
  while (static_cast<int>(bench.run().recording().moves.size()) < moves) bench.run().advance();
  bench.ask({Act::set_scheme, 24});
  EXPECT_THAT(bench.message(), HasSubstr("unless that ends the run"));
  EXPECT_EQ(bench.run().pending_scheme(), ControlScheme::cube_24);
  bench.shown().time.jump(static_cast<double>(bench.run().ticks()));
  bench.shown().time.set_speed(100);
  for (int i = 0; i < 1000 && !bench.run().ended(); ++i) bench.frame(0.1, 0);
  ASSERT_TRUE(bench.run().ended());
  EXPECT_EQ(bench.run().pending_scheme(), std::nullopt);
  EXPECT_THAT(bench.message(), HasSubstr("ended before the maze could turn"));
}

TEST(Workbench, NobodyIsAskedToPlayARunThatIsOver) {
  RunSpec spec = small_maze();
  spec.player.move_cap = 1;
  Workbench bench(spec);
  while (bench.run().advance()) {
  }
  bench.ask({Act::play_by_hand, 1});
  EXPECT_THAT(bench.message(), HasSubstr("The run is over"));
  bench.ask({Act::choose_move, 0});
  EXPECT_THAT(bench.message(), HasSubstr("The run is over"));
  bench.ask({Act::restart});
  EXPECT_TRUE(bench.played().by_hand()) << "the wish holds for the next run";
}

TEST(Workbench, AFrozenMarbleIsFreedWhereItLies) {
  RunSpec spec = small_maze(2);
  spec.player.agent = "heuristic";
  Workbench bench(spec);
  while (bench.run().advance()) {
  }
  ASSERT_EQ(bench.run().outcome(), Outcome::frozen);
  ASSERT_TRUE(bench.run().can_recover());
  const std::size_t made = bench.run().recording().moves.size();
  bench.shown().time.jump(0);
  bench.ask({Act::recover});
  EXPECT_EQ(bench.run().outcome(), Outcome::running);
  EXPECT_EQ(bench.run().recording().moves.size(), made) << "nothing begins anew";
  bench.frame(0.1, 0);
  const StateId balanced = bench.run().recording().moves[made - 1].to;
  EXPECT_TRUE(bench.marble().graph()->layout->find(balanced));
  while (bench.run().advance()) {
  }
  EXPECT_GT(bench.run().recording().moves.size(), made);
  bench.ask({Act::recover});
  EXPECT_THAT(bench.message(), HasSubstr("Only a marble that balances"));
}

TEST(Workbench, TheShortestPathIsHiddenFromWhomItWouldTellTheSolution) {
  Workbench bench(small_maze());
  EXPECT_TRUE(bench.look_now().theoretical_path) << "an agent plays";
  bench.ask({Act::play_by_hand, 1});
  EXPECT_FALSE(bench.look_now().theoretical_path);
  bench.view.look.*bench.path_switch() = true;
  EXPECT_TRUE(bench.look_now().theoretical_path) << "who asks for it sees it";
  bench.view.look = {};
  bench.ask({Act::play_by_hand, 0});
  bench.ask({Act::start_level, 0});
  bench.ask({Act::play_by_hand, 0});
  EXPECT_FALSE(bench.look_now().theoretical_path) << "a level is a person's";
}

TEST(Workbench, ALongThoughtSaysHowFarItIsAndIsBrokenOffByPlayingByHand) {
  RunSpec spec = small_maze();
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal({6, 6, 6}, Layers::all, 3));
  spec.player.agent = "simulation-search";
  spec.player.background = true;
  Workbench bench(spec);
  std::string facts;
  while (facts.find("thinking: tried") == std::string::npos) {
    bench.frame(0.05, 0);
    facts = bench.shown().transport_words().facts;
  }
  EXPECT_THAT(facts, HasSubstr("moves of at most"));
  EXPECT_THAT(facts, ::testing::Not(HasSubstr("x")));
  bench.ask({Act::play_by_hand, 1});
  EXPECT_TRUE(bench.run().waits_for_person());
  EXPECT_FALSE(bench.run().episode().thinks());
}

TEST(Workbench, AWindowThatChangesItsShapeKeepsHowNearThePictureIs) {
  Workbench bench(small_maze());
  bench.view.fit_camera(1.4f);
  bench.view.reset_camera();
  const float whole = bench.view.camera.distance;
  bench.view.camera.zoom(0.5f);
  bench.view.fit_camera(0.7f);
  bench.view.fit_camera(1.4f);
  EXPECT_NEAR(bench.view.camera.distance, 0.5f * whole, 1e-4f * whole);
}

TEST(Workbench, TakesAWishForAnotherSchemeBack) {
  Workbench bench(small_maze());
  bench.run().advance();
  bench.ask({Act::set_scheme, 24});
  bench.ask({Act::set_scheme, 8});
  EXPECT_EQ(bench.run().pending_scheme(), std::nullopt);
  EXPECT_THAT(bench.message(), HasSubstr("stays"));
}

TEST(Workbench, ThePlottedFiguresOfAllTicksAreSavedAsCsv) {
  const TemporaryFolder folder;
  Workbench bench(small_maze());
  bench.files.browser.go(folder.path());
  bench.marble().step_moves(1);
  ASSERT_TRUE(bench.ask({Act::export_csv}));
  const auto file = std::filesystem::directory_iterator(folder.path())->path();
  const std::string text = read_text_file(file);
  EXPECT_TRUE(
      text.starts_with("time_s,speed_cells_per_s,kinetic_energy_j,angular_speed_rad_per_s\n0,"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), bench.run().ticks() + 1);
}

}  // namespace
}  // namespace marblemaze
