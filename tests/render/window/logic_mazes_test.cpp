#include "engine/run/families/world_registry.h"
#include "render/session/session.h"
#include "support/environment_variable.h"
#include "tests/render/window/simulated_window.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::OwnSettings;
using marblemaze::testing::TemporaryFolder;

constexpr const char* kThreeByThree = "221/122/220";

/// Returns true if a lamp is lit. Each lamp is above the button with the same number.
bool is_lit(const Image& image, int lamp) {
  const PanelBox button = item_box(std::to_string(lamp + 1)).value();
  const PanelBox bulb{{button.at.x, button.at.y - 3 * button.size.y}, button.size};
  const int lit = pixels_in(
      image, bulb, [](const std::uint8_t* pixel) { return pixel[0] > 128 && pixel[1] > 128; });
  return static_cast<float>(lit) > 0.5f * bulb.size.x * bulb.size.y;
}

/// Returns true if the box contains a board piece.
bool occupied(const Image& image, const PanelBox& box) {
  return static_cast<float>(pixels_in(image, box, is_red)) > 0.1f * box.size.x * box.size.y;
}

/// Window with a lamp maze, or with the number board `board`.
struct LogicMazeWindow : SimulatedWindow {
  explicit LogicMazeWindow(const char* board = nullptr) {
    if (board)
      session.act(&Session::open_file, folder.write("board.txt", board));
    else
      session.act(&Session::set_world, "four-bit");
    frames(2);
  }
  [[nodiscard]] const LogicGame& game() const { return *session.game(); }

  TemporaryFolder folder;
};

void wait(SimulatedWindow& viewer) { viewer.frames(30); }

TEST_F(Window, LampsAreVisibleAndRespondToKeysAndClicks) {
  LogicMazeWindow viewer;
  for (const int number : {1, 4, 2, 3, 1}) {
    const int state = viewer.game().state().index;
    for (int lamp = 0; lamp < 4; ++lamp)
      EXPECT_EQ(is_lit(viewer.picture(), lamp), (state >> lamp & 1) != 0) << state << ", " << lamp;
    number == 2 ? viewer.click("2") : viewer.key(GLFW_KEY_0 + number);
    EXPECT_EQ(viewer.game().moves().back().move, MoveId(number - 1));
    wait(viewer);
  }
  EXPECT_EQ(viewer.game().moves().size(), 5u);
}

TEST_F(Window, ArrowKeysAndClicksJumpToTheGoal) {
  LogicMazeWindow viewer(kThreeByThree);
  const PanelBox below = item_box("square 3,1").value();
  EXPECT_FALSE(occupied(viewer.picture(), below));
  viewer.key(GLFW_KEY_UP);
  EXPECT_TRUE(viewer.game().moves().empty());
  viewer.key(GLFW_KEY_DOWN);
  wait(viewer);
  EXPECT_TRUE(occupied(viewer.picture(), below));
  viewer.click("square 3,3");
  EXPECT_EQ(viewer.game().outcome(), Outcome::solved);
}

TEST_F(Window, AllShortestSolutionsAreShownSimultaneously) {
  LogicMazeWindow viewer("212/111/210");
  viewer.scroll_to("all 2 shortest solutions at once");
  viewer.click("all 2 shortest solutions at once");
  viewer.session.shown().go_to(1);
  viewer.frames(2);
  // The two pieces are in the upper right and lower left corners. Only one piece is red.
  const Image seen = viewer.picture();
  const PanelBox scene = plan_panels(viewer.session, kSize).scene;
  const ImVec2 half = scene.size * 0.5f;
  const auto red_from = [&](ImVec2 at) { return pixels_in(seen, {at, half}, is_red) > 100; };
  EXPECT_NE(red_from({scene.middle().x, scene.at.y}), red_from({scene.at.x, scene.middle().y}));
}

TEST_F(Window, EveryRegisteredWorldOpens) {
  SimulatedWindow viewer(small_maze(), {640, 400});
  for (const WorldEntry& entry : world_registry()) {
    viewer.session.act(&Session::set_world, std::string(entry.name));
    viewer.frames(2);
    EXPECT_EQ(viewer.session.game() != nullptr, !entry.marble.has_value()) << entry.name;
    EXPECT_FALSE(viewer.session.message_shown()) << viewer.session.message();
  }
  viewer.session.act(&Session::set_world, "bullet");
  EXPECT_EQ(viewer.session.game(), nullptr);
}

TEST(Session, QualityAndRecentFilesPersist) {
  const TemporaryFolder folder;
  const OwnSettings settings;
  Session first(small_maze());
  for (int i = 0; i < 10; ++i)
    first.act(&Session::open_file,
              folder.write("board" + std::to_string(i) + ".txt", kThreeByThree));
  first.act(&Session::open_file, folder / "board5.txt");
  first.view.look.quality = QualityLevel::balanced;
  save_view_settings(first);
  Session second(small_maze());
  load_view_settings(second);
  EXPECT_EQ(second.view.look.quality, QualityLevel::balanced);
  ASSERT_EQ(second.files.recent.size(), Files::kMaxRecent);
  EXPECT_EQ(second.files.recent[0], (folder / "board5.txt").string());
  EXPECT_EQ(second.files.recent[1], (folder / "board9.txt").string());
  EXPECT_EQ(
      std::count(second.files.recent.begin(), second.files.recent.end(), second.files.recent[0]),
      1);
}

TEST(Session, NextMazeKeepsTheSizeAndIncrementsTheSeed) {
  RunSpec spec = small_maze();
  const std::uint64_t seed = (1ull << 63) + 5;
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal({4, 3, 5}, Layers::outer, seed));
  Session session(spec);
  EXPECT_EQ(session.panels.request.seed, seed);
  session.act(&Session::next_maze);
  EXPECT_EQ(session.run().maze(), generate_kruskal({4, 3, 5}, Layers::outer, seed + 1));
  session.act(&Session::set_world, "jump");
  LogicSpec board;
  board.family = "jump";
  board.seed = seed;
  session.play_logic(board);
  session.act(&Session::next_maze);
  EXPECT_EQ(session.game()->seed(), seed + 1);
  EXPECT_EQ(session.panels.request.seed, seed + 1);
}

TEST(Session, ManualRecordingRestartsAsAManualRun) {
  RunSpec spec = small_maze();
  spec.player.by_hand = true;
  Session played(spec);
  while (played.run().advance()) {
  }
  Session session(played.run().recording());
  EXPECT_EQ(session.panels.request.size, 3);
  EXPECT_EQ(session.panels.request.seed, 5);
  session.act(&Session::restart);
  EXPECT_FALSE(session.message_shown()) << session.message();
  EXPECT_TRUE(session.run().live());
  EXPECT_TRUE(session.played().by_hand());
}

TEST(Session, CellOfABalancedMarbleIsMarkedAsVisited) {
  RunSpec spec = small_maze();
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, 2));
  spec.player.agent = "heuristic";
  spec.player.recovery = true;
  Session session(spec);
  while (session.run().advance()) {
  }
  session.shown().to_latest();
  const auto& moves = session.run().recording().moves;
  const auto tipped = std::find_if(moves.begin(), moves.end(),
                                   [](const RecordedMove& move) { return is_balanced(move.from); });
  ASSERT_NE(tipped, moves.end());
  const Frame frame = session.shown().frames().front();
  const CellId cell = session.run().scheme(ControlScheme::cube_8).cell(tipped->from);
  ASSERT_EQ(frame.visited.size(), 27u);
  EXPECT_TRUE(frame.visited[cell.index]);
}

TEST(Session, SavedLogicMazeCanBeReopened) {
  const TemporaryFolder folder;
  Session session(small_maze());
  session.act(&Session::set_world, "rook");
  ASSERT_NE(session.game(), nullptr);
  const JumpMaze made = session.game()->maze().board()->maze();
  session.act(&save_maze_as, folder / "rook.txt");
  session.show_marble();
  session.act(&Session::open_file, folder / "rook.txt");
  ASSERT_NE(session.game(), nullptr);
  EXPECT_TRUE(session.game()->maze().board()->maze() == made);
}

}  // namespace
}  // namespace marblemaze
