// Logic mazes and the automaton in the viewer: what is drawn, and what keys and clicks do.
#include "engine/run/families/world_registry.h"
#include "render/session/settings_file.h"
#include "tests/render/app/viewer_session.h"
#include "tests/render/session/logic_mazes.h"
#include "tests/support/own_settings.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::board_of;
using marblemaze::testing::lamps_of;
using marblemaze::testing::OwnSettings;
using marblemaze::testing::TemporaryFolder;
using marblemaze::testing::undrawn_board;

constexpr const char* kThreeByThree = "221/122/220";

/// The part of the pixels in a box for which `holds`.
template <class Holds>
double share_of(const Image& image, const PanelBox& box, const Holds& holds) {
  int all = 0, those = 0;
  for (int y = 0; y < static_cast<int>(box.size.y); ++y)
    for (int x = 0; x < static_cast<int>(box.size.x); ++x, ++all)
      those += holds(image.pixel(static_cast<int>(box.at.x) + x, static_cast<int>(box.at.y) + y));
  return static_cast<double>(those) / all;
}

/// A lamp stands above the button with its number.
bool burns(const Image& image, int lamp) {
  const PanelBox button = item_box(std::to_string(lamp + 1)).value();
  const PanelBox bulb{{button.at.x, button.at.y - 3 * button.size.y}, button.size};
  return share_of(image, bulb,
                  [](const std::uint8_t* pixel) { return pixel[0] > 128 && pixel[1] > 128; }) > 0.5;
}

/// Does the marble's red lie there?
bool occupied(const Image& image, const PanelBox& square) {
  return share_of(image, square,
                  [](const std::uint8_t* pixel) { return pixel[0] > 200 && pixel[1] < 120; }) > 0.1;
}

void open_board(Session& session, const TemporaryFolder& folder) {
  session.bench.open(folder.write("three.txt", kThreeByThree));
  ASSERT_NE(session.bench.game(), nullptr);
  session.frame();
}

// Until the move that was made is seen.
void wait(Session& session) { session.frames(30); }

TEST_F(Viewer, LightsTheLampsThatBurn) {
  Session session;
  session.bench.ask({Act::set_world, 0, "four-bit"});
  session.frames(2);
  for (const int key : {GLFW_KEY_1, GLFW_KEY_4, GLFW_KEY_2, GLFW_KEY_3, GLFW_KEY_1}) {
    const int state = session.bench.game()->state().index;
    for (int lamp = 0; lamp < 4; ++lamp)
      EXPECT_EQ(burns(session.last, lamp), (state >> lamp & 1) != 0) << state << ", lamp " << lamp;
    session.key(key);
    wait(session);
  }
  EXPECT_EQ(session.bench.game()->moves().size(), 5u);
}

TEST_F(Viewer, PressesALampByKeyAndByClick) {
  Session session;
  session.bench.ask({Act::set_world, 0, "four-bit"});
  session.frames(2);
  session.key(GLFW_KEY_2);
  const FourBitMaze& maze = lamps_of(*session.bench.game());
  EXPECT_EQ(session.bench.game()->state(), StateId(maze.press(15, 1)));
  session.click("3");
  EXPECT_EQ(session.bench.game()->moves().back().move, MoveId(2));
}

TEST_F(Viewer, ResetsALogicMazeAndMakesTheNext) {
  Session session;
  session.bench.ask({Act::set_world, 0, "four-bit"});
  session.key(GLFW_KEY_1);
  session.key(GLFW_KEY_R);
  EXPECT_TRUE(session.bench.game()->moves().empty());
  const FourBitMaze before = lamps_of(*session.bench.game());
  session.key(GLFW_KEY_N, true);
  EXPECT_FALSE(lamps_of(*session.bench.game()) == before);
}

TEST_F(Viewer, JumpsByArrowKeysAndClicksToTheGoal) {
  const TemporaryFolder folder;
  Session session;
  open_board(session, folder);
  const PanelBox below = item_box("square 3,1").value();
  EXPECT_FALSE(occupied(session.last, below));
  session.key(GLFW_KEY_UP);
  EXPECT_TRUE(session.bench.game()->moves().empty());
  session.key(GLFW_KEY_DOWN);
  wait(session);
  EXPECT_TRUE(occupied(session.last, below));
  session.click("square 3,3");
  EXPECT_EQ(session.bench.game()->outcome(), Outcome::solved);
}

TEST_F(Viewer, LetsAnAgentPlayALogicMazeStepByStepAndOnItsOwn) {
  Session session;
  session.bench.ask({Act::set_world, 0, "four-bit"});
  session.key(GLFW_KEY_P);
  session.bench.shown().time.pause();
  const std::size_t before = session.bench.game()->moves().size();
  session.key(GLFW_KEY_END);
  session.click("step >");
  EXPECT_EQ(session.bench.game()->moves().size(), before + 1);
  session.key(GLFW_KEY_SPACE);
  session.bench.shown().time.set_speed(30);
  session.frames(400);
  EXPECT_EQ(session.bench.game()->outcome(), Outcome::solved);
}

TEST_F(Viewer, GoesBackFromALogicMazeToTheMarble) {
  Session session;
  session.bench.ask({Act::set_world, 0, "four-bit"});
  session.frames(2);
  session.click("Back to the marble");
  EXPECT_EQ(session.bench.game(), nullptr);
}

TEST_F(Viewer, ShowsAWorldThatNobodyHasDrawnInWords) {
  LogicSpec spec;
  spec.family = "jump";
  Session session;
  session.bench.play(std::make_unique<LogicGame>(spec, make_logic_maze(undrawn_board(), spec)));
  session.frames(2);
  const LogicGame& game = *session.bench.game();
  const MoveId first = game.rules().moves(game.state()).front();
  const std::string name = "1: " + game.rules().describe(game.state(), first);
  session.click(name);
  ASSERT_EQ(game.moves().size(), 1u);
  EXPECT_EQ(game.moves()[0].move, first);
  session.frames(30);
  session.key(GLFW_KEY_P);
  session.frames(60);
  EXPECT_GT(game.moves().size(), 1u);
  EXPECT_FALSE(session.bench.shown().graph()->layout->nodes().empty());
}

TEST_F(Viewer, OpensEveryWorldOfTheRegistry) {
  Session session(small_maze(), {640, 400});
  for (const WorldEntry& entry : world_registry()) {
    session.bench.ask({Act::set_world, 0, std::string(entry.name)});
    session.frames(2);
    EXPECT_EQ(session.bench.game() != nullptr, !entry.marble.has_value()) << entry.name;
    EXPECT_FALSE(session.bench.message_shown()) << session.bench.message();
  }
}

TEST_F(Viewer, FillsDeadEndsAndRewindsToTheSamePicture) {
  Session session;
  session.key(GLFW_KEY_D);
  ASSERT_NE(session.bench.filling(), nullptr);
  session.bench.shown().time.pause();
  session.bench.shown().time.jump(0);
  session.frames(3);  // a table takes a frame to fit its columns
  const Image start = session.last;
  session.key(GLFW_KEY_N);
  EXPECT_EQ(session.bench.filling()->time.done(), 1);
  EXPECT_FALSE(session.last == start);
  session.key(GLFW_KEY_END);
  EXPECT_EQ(session.bench.filling()->open_cells(), session.bench.filling()->left_cells());
  session.bench.shown().time.jump(0);
  session.frames(3);  // a table takes a frame to fit its columns
  EXPECT_TRUE(session.last == start);
  session.key(GLFW_KEY_D);
  EXPECT_EQ(session.bench.filling(), nullptr);
}

TEST_F(Viewer, SurvivesEveryKeyInAPuzzleAndInTheAutomaton) {
  Session session(small_maze(), {640, 400});
  for (const char* world : {"four-bit", "jump-no-u-turn", "bullet"}) {
    session.bench.ask({Act::set_world, 0, world});
    if (!session.bench.game()) session.bench.show_filling();
    for (const Shortcut& shortcut : shortcuts())
      if (shortcut.key != GLFW_KEY_Q) session.key(shortcut.key, shortcut.control);
    session.frames(5);
  }
  EXPECT_FALSE(session.bench.quit);
}

TEST_F(Viewer, ABoardWithAFaultLeavesTheMarbleRunning) {
  const TemporaryFolder folder;
  Session session;
  session.bench.open(folder.write("broken.txt", "12/3"));
  EXPECT_EQ(session.bench.game(), nullptr);
  EXPECT_TRUE(session.bench.message_shown());
  EXPECT_TRUE(session.bench.files.recent.empty());
}

TEST(Workbench, RemembersQualityAndOpenedFilesFromOneStartToTheNext) {
  const TemporaryFolder folder;
  const OwnSettings settings;
  Workbench first(small_maze());
  for (int i = 0; i < 10; ++i)
    first.open(folder.write("board" + std::to_string(i) + ".txt", kThreeByThree));
  first.open(folder / "board5.txt");
  first.view.look.quality = QualityLevel::balanced;
  save_view_settings(first);
  Workbench second(small_maze());
  load_view_settings(second);
  EXPECT_EQ(second.view.look.quality, QualityLevel::balanced);
  ASSERT_EQ(second.files.recent.size(), Files::kMostRecent);
  EXPECT_EQ(second.files.recent[0], (folder / "board5.txt").string());
  EXPECT_EQ(second.files.recent[1], (folder / "board9.txt").string());
  EXPECT_EQ(
      std::count(second.files.recent.begin(), second.files.recent.end(), second.files.recent[0]),
      1);
}

TEST(Workbench, MakesTheNextMazeOfTheSameSidesAndOfAnySeed) {
  RunSpec spec = small_maze();
  const std::uint64_t seed = (1ull << 63) + 5;
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal({4, 3, 5}, Layers::outer, seed));
  Workbench bench(spec);
  EXPECT_EQ(bench.panels.request.seed, seed);
  bench.ask({Act::next_maze});
  EXPECT_EQ(bench.run().maze(), generate_kruskal({4, 3, 5}, Layers::outer, seed + 1));
  bench.ask({Act::set_world, 0, "jump"});
  LogicSpec board;
  board.family = "jump";
  board.seed = seed;
  bench.play_logic(board);
  bench.ask({Act::next_maze});
  EXPECT_EQ(bench.game()->seed(), seed + 1);
  EXPECT_EQ(bench.panels.request.seed, seed + 1);
}

TEST(Workbench, SaysThatARunThatHasEndedKeepsItsScheme) {
  Workbench bench(small_maze());
  while (bench.run().advance()) {
  }
  bench.ask({Act::set_scheme, 24});
  EXPECT_NE(bench.message().find("has ended"), std::string::npos);
}

TEST(Workbench, StartsTheSameMazeAgainWithAndWithoutRecovery) {
  Workbench bench(small_maze());
  const auto maze = bench.run().spec().setup.maze;
  bench.ask({Act::set_recovery, true});
  EXPECT_TRUE(bench.run().recording().spec.player.recovery);
  EXPECT_EQ(bench.run().spec().setup.maze, maze);
  bench.ask({Act::set_recovery, false});
  EXPECT_FALSE(bench.run().recording().spec.player.recovery);
}

TEST(Workbench, StartsARecordingMadeByHandAgainByHandAndInItsOwnMaze) {
  RunSpec spec = small_maze();
  spec.player.by_hand = true;
  Workbench played(spec);
  while (played.run().advance()) {
  }
  Workbench bench(played.run().recording());
  EXPECT_EQ(bench.panels.request.size, 3);
  EXPECT_EQ(bench.panels.request.seed, 5);
  bench.ask({Act::restart});
  EXPECT_FALSE(bench.message_shown()) << bench.message();
  EXPECT_TRUE(bench.run().live());
  EXPECT_TRUE(bench.played().by_hand());
}

TEST(Workbench, TakesANumberBoardWithAColonInACommentForABoard) {
  const TemporaryFolder folder;
  Workbench bench(small_maze());
  bench.open(folder.write("easy.txt", std::string("# jump: easy {1}\n") + kThreeByThree));
  ASSERT_NE(bench.game(), nullptr) << bench.message();
  EXPECT_EQ(bench.game()->maze().board()->u_turns(), UTurns::allowed);
}

TEST_F(Viewer, LeavesALogicMazeForAMarblesByTheChoiceInItsOwnPanel) {
  Session session;
  session.bench.ask({Act::set_world, 0, "four-bit"});
  session.frames(2);
  session.click("world");
  session.frames(2);
  session.click("bullet");
  session.frames(2);
  EXPECT_EQ(session.bench.game(), nullptr);
}

TEST(Workbench, CountsTheCellOfABalancedMarbleAsVisited) {
  RunSpec spec = small_maze();
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, 2));
  spec.player.agent = "heuristic";
  spec.player.recovery = true;
  Workbench bench(spec);
  while (bench.run().advance()) {
  }
  bench.shown().to_newest();
  const auto& moves = bench.run().recording().moves;
  const auto tipped = std::find_if(moves.begin(), moves.end(),
                                   [](const RecordedMove& move) { return is_balanced(move.from); });
  ASSERT_NE(tipped, moves.end());
  const Frame frame = bench.shown().frames().front();
  const CellId cell = bench.run().scheme(ControlScheme::cube_8).cell(tipped->from);
  ASSERT_EQ(frame.visited.size(), 27u);
  EXPECT_TRUE(frame.visited[static_cast<std::size_t>(cell.index)]);
}

TEST(Workbench, SavesALogicMazeThatOpensAgain) {
  const TemporaryFolder folder;
  Workbench bench(small_maze());
  bench.ask({Act::set_world, 0, "rook"});
  ASSERT_NE(bench.game(), nullptr);
  const JumpMaze made = board_of(*bench.game()).maze();
  bench.ask({Act::save_maze, 0, (folder / "rook.txt").string()});
  bench.show_marble();
  bench.open(folder / "rook.txt");
  ASSERT_NE(bench.game(), nullptr);
  EXPECT_TRUE(board_of(*bench.game()).maze() == made);
}

}  // namespace
}  // namespace marblemaze
