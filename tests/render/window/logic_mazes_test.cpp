#include "engine/run/families/world_families.h"
#include "tests/render/window/simulated_window.h"

namespace marblemaze {
namespace {

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

  testing::TemporaryFolder folder;
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
  for (const WorldFamily& entry : world_families()) {
    viewer.session.act(&Session::set_world, std::string(entry.name));
    viewer.frames(2);
    EXPECT_EQ(viewer.session.game() != nullptr, !entry.marble.has_value()) << entry.name;
    EXPECT_FALSE(viewer.session.message_shown()) << viewer.session.message();
  }
}

}  // namespace
}  // namespace marblemaze
