#include "render/session/session.h"

#include <gmock/gmock.h>

#include "maze/base/file_io.h"
#include "tests/render/session/runs.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::cube;
using marblemaze::testing::play_on;
using marblemaze::testing::TemporaryFolder;
using ::testing::HasSubstr;

TEST(Session, UnrecognizedFileIsNamedInTheMessage) {
  const TemporaryFolder folder;
  Session session(cube());
  const std::string png("\x89PNG\r\n\x1a\n\0{", 10);
  for (const std::string& text : {std::string("hello"), png, std::string("{\"name\": \"npm\"}")}) {
    const std::string file = folder.write("other", text);
    EXPECT_FALSE(session.act(&Session::open_file, file));
    EXPECT_EQ(session.message(), "'" + file +
                                     "' is not a marblemaze file: expected a maze, a recording, a "
                                     "four-bit table or a number board");
  }
  EXPECT_FALSE(session.act(&Session::open_file, folder.write("board.txt", "12/99")));
  EXPECT_THAT(session.message(), HasSubstr("board.txt'"));
  EXPECT_FALSE(session.act(&Session::open_file,
                           folder.write("maze.json", "{\"format\": \"marblemaze-maze\"")));
  EXPECT_THAT(session.message(), HasSubstr("maze.json"));
}

TEST(Session, RestartsUnderOtherPhysicsWithTheSameCamera) {
  Session session(cube());
  session.shown().jump(200);
  session.view.camera.zoom(0.5f);
  const float distance = session.view.camera.distance;
  session.panels.physics.nature.gravity = 5;
  session.act(&use_physics);
  EXPECT_EQ(session.run().spec().setup.settings.nature.gravity, 5);
  EXPECT_EQ(session.shown().position(), 0);
  EXPECT_EQ(session.view.camera.distance, distance);
  session.shown().jump(200);
  session.panels.physics.slopes = {1, 2, 3};
  EXPECT_FALSE(session.act(&use_physics)) << "invalid physics: the run continues";
  EXPECT_EQ(session.panels.physics, session.run().spec().setup.settings);
  EXPECT_EQ(session.shown().position(), 200);
}

TEST(Session, EndOfTheRunCancelsAPendingSchemeSwitch) {
  Session session(cube());
  // Switches the control scheme during the last move, before the marble rests.
  play_on(session.run());
  const std::size_t moves = session.run().moves().size();
  session.act(&Session::restart);
  while (session.run().moves().size() < moves) session.run().advance();
  session.act(&set_scheme, ControlScheme::cube_24);
  EXPECT_EQ(session.run().pending_scheme(), ControlScheme::cube_24);
  session.shown().jump(static_cast<double>(session.run().ticks()));
  session.shown().set_speed(100);
  for (int i = 0; i < 1000 && !session.run().ended(); ++i) session.update(0.1, 0);
  ASSERT_TRUE(session.run().ended());
  EXPECT_EQ(session.run().pending_scheme(), std::nullopt);
  EXPECT_THAT(session.message(), HasSubstr("ended before the maze could turn"));
}

TEST(Session, SchemeChangeAfterTheEndStartsANewRun) {
  Session session(cube());
  play_on(session.run());
  ASSERT_TRUE(session.run().ended());
  EXPECT_TRUE(session.act(&set_scheme, ControlScheme::cube_24));
  EXPECT_FALSE(session.run().ended());
  EXPECT_EQ(session.run().setup().control, ControlScheme::cube_24);
  session.compare_with("breadth-first", ControlScheme::cube_8);
  session.marble().second_selected = true;
  play_on(session.run());
  EXPECT_TRUE(session.act(&set_scheme, ControlScheme::cube_24));
  EXPECT_EQ(session.played().agent(), "breadth-first")
      << "the panels still describe the second run";
  EXPECT_EQ(session.run().setup().control, ControlScheme::cube_24);
}

TEST(Session, ClosingASecondRunKeepsTheFirst) {
  Session session(cube());
  session.marble().step_moves(1);
  const MarbleRun* const first = &session.run();
  session.act(&Session::branch, MoveId(session.run().moves()[0].move.index == 0 ? 1 : 0));
  ASSERT_TRUE(session.marble().second && session.marble().second_selected);
  session.act(&Session::compare_with, "", ControlScheme::none);
  EXPECT_FALSE(session.marble().second);
  EXPECT_EQ(&session.run(), first);
  EXPECT_EQ(session.run().moves().size(), 1u);
}

TEST(Session, FinishedRunRejectsManualPlay) {
  RunSpec spec = cube();
  spec.player.move_limit = 1;
  Session session(spec);
  play_on(session.run());
  session.act(&Session::play_by_hand, true);
  EXPECT_THAT(session.message(), HasSubstr("The run is over"));
  session.act(&Session::choose, MoveId(0));
  EXPECT_THAT(session.message(), HasSubstr("The run is over"));
  session.act(&Session::restart);
  EXPECT_TRUE(session.played().by_hand()) << "the choice applies to the next run";
}

TEST(Session, RecoveryContinuesFromTheFrozenState) {
  Session session(cube(2, false, "heuristic"));
  play_on(session.run());
  ASSERT_EQ(session.run().outcome(), Outcome::frozen);
  ASSERT_TRUE(session.run().can_recover());
  const std::size_t made = session.run().moves().size();
  session.shown().jump(0);
  session.act(&Session::recover);
  EXPECT_EQ(session.run().outcome(), Outcome::running);
  EXPECT_EQ(session.run().moves().size(), made) << "the run does not restart";
  session.update(0.1, 0);
  const StateId balanced = session.run().moves()[made - 1].to;
  EXPECT_TRUE(session.marble().graph()->layout->find(balanced));
  play_on(session.run());
  EXPECT_GT(session.run().moves().size(), made);
  session.shown().to_latest();
  const CellId cell = session.run().scheme(ControlScheme::cube_8).cell(balanced);
  EXPECT_TRUE(session.shown().frames().front().visited.at(cell.index));
  session.act(&Session::recover);
  EXPECT_THAT(session.message(), HasSubstr("Only a marble that balances"));
}

TEST(Session, ShortestPathIsHiddenWhileTheUserPlays) {
  Session session(cube());
  EXPECT_TRUE(session.current_options().theoretical_path) << "an agent plays";
  session.act(&Session::play_by_hand, true);
  EXPECT_FALSE(session.current_options().theoretical_path);
  session.view.look.*session.path_option() = true;
  EXPECT_TRUE(session.current_options().theoretical_path) << "the user has turned the path on";
  session.view.look = {};
  session.act(&Session::play_by_hand, false);
  session.act(&Session::start_level, 0);
  session.act(&Session::play_by_hand, false);
  EXPECT_FALSE(session.current_options().theoretical_path) << "levels are for the user";
}

TEST(Session, SlowSearchShowsProgressAndIsCancelledByManualPlay) {
  RunSpec spec = cube();
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal({6, 6, 6}, Layers::all, 3));
  spec.player.agent = "simulation-search";
  spec.player.background = true;
  Session session(spec);
  std::string facts;
  while (facts.find("thinking: tried") == std::string::npos) {
    session.update(0.05, 0);
    facts = session.shown().transport_info().facts;
  }
  EXPECT_THAT(facts, HasSubstr("moves of at most"));
  EXPECT_THAT(facts, ::testing::Not(HasSubstr("x")));
  session.act(&Session::play_by_hand, true);
  EXPECT_TRUE(session.run().waits_for_user());
  EXPECT_FALSE(session.run().episode().is_planning());
}

TEST(Session, ResizingTheWindowPreservesTheZoom) {
  Session session(cube());
  session.view.fit_camera(1.4f);
  session.view.reset_camera();
  const float whole = session.view.camera.distance;
  session.view.camera.zoom(0.5f);
  session.view.fit_camera(0.7f);
  session.view.fit_camera(1.4f);
  EXPECT_NEAR(session.view.camera.distance, 0.5f * whole, 1e-4f * whole);
}

TEST(Session, ChoosingTheCurrentSchemeCancelsAPendingSwitch) {
  Session session(cube());
  session.run().advance();
  session.act(&set_scheme, ControlScheme::cube_24);
  session.act(&set_scheme, ControlScheme::cube_8);
  EXPECT_EQ(session.run().pending_scheme(), std::nullopt);
  EXPECT_THAT(session.message(), HasSubstr("keeps 8 orientations"));
}

TEST(Session, NextMazeKeepsTheSizeAndIncrementsTheSeed) {
  RunSpec spec = cube();
  const std::uint64_t seed = (1ull << 63) + 5;
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal({4, 3, 5}, Layers::outer, seed));
  Session session(spec);
  EXPECT_EQ(session.panels.request.seed, seed);
  session.act(&Session::next_maze);
  EXPECT_EQ(session.run().maze(), generate_kruskal({4, 3, 5}, Layers::outer, seed + 1));
  session.play_logic({.family = "jump", .seed = seed});
  session.act(&Session::next_maze);
  EXPECT_EQ(session.game()->seed(), seed + 1);
  EXPECT_EQ(session.panels.request.seed, seed + 1);
}

TEST(Session, ManualRecordingRestartsAsAManualRun) {
  Session played(cube(5, true));
  play_on(played.run());
  Session session(played.run().recording());
  EXPECT_EQ(session.panels.request.size, 3);
  EXPECT_EQ(session.panels.request.seed, 5);
  session.act(&Session::restart);
  EXPECT_FALSE(session.message_shown()) << session.message();
  EXPECT_TRUE(session.run().live());
  EXPECT_TRUE(session.played().by_hand());
}

TEST(Session, SavedLogicMazeCanBeReopened) {
  const TemporaryFolder folder;
  Session session(cube());
  session.act(&Session::set_world, "rook");
  const JumpMaze made = session.game()->maze().board()->maze();
  session.act(&save_maze_as, folder / "rook.txt");
  session.show_marble();
  session.act(&Session::open_file, folder / "rook.txt");
  ASSERT_NE(session.game(), nullptr);
  EXPECT_TRUE(session.game()->maze().board()->maze() == made);
}

TEST(Session, ExportsThePlottedValuesOfAllTicksAsCsv) {
  const TemporaryFolder folder;
  Session session(cube());
  session.files.browser.go(folder.path());
  session.marble().step_moves(1);
  ASSERT_TRUE(session.act(&export_csv));
  const auto file = std::filesystem::directory_iterator(folder.path())->path();
  const std::string text = read_text_file(file);
  EXPECT_TRUE(text.starts_with(
      "time_s,speed_cells_per_s,kinetic_energy_j,total_energy_j,angular_speed_rad_per_s,"
      "marble_x_cells,marble_y_cells,marble_z_cells,phase,move,state,cell\n0,"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), session.run().ticks() + 1);
  const RecordedMove& move = session.run().moves().front();
  EXPECT_GT(session.run().turning_speed_at(move.begin + kHalfTurnTicks), 0.5);
}

}  // namespace
}  // namespace marblemaze
