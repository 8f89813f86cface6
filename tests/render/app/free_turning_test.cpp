// The window where the maze is turned freely, by mouse and buttons.
#include "tests/render/app/viewer_session.h"

namespace marblemaze {
namespace {

TEST_F(Viewer, ANewcomerTurnsTheMazeFreelyByDraggingIt) {
  Session session;
  session.frame();
  session.click("Turn freely");
  ASSERT_TRUE(session.bench.steers());
  const Camera before = session.bench.view.camera;
  const glm::dquat attitude = session.bench.run().attitude();
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = {600, 250};
  session.frame();
  io.MouseDown[0] = true;
  session.frame();
  io.MousePos = {660, 250};
  session.frames(30);
  io.MouseDown[0] = false;
  session.frames(30);
  const double turned = std::abs(glm::dot(attitude, session.bench.run().attitude()));
  EXPECT_LT(turned, std::cos(0.1)) << "by more than 0.2 rad";
  EXPECT_EQ(session.bench.view.camera.yaw_rad, before.yaw_rad) << "the view stays";
  EXPECT_TRUE(session.bench.run().hand.idle());
  const long ticks = session.bench.run().ticks();
  EXPECT_GT(ticks, 0);
}

TEST_F(Viewer, TheRightButtonLooksAroundAMazeThatIsTurnedByHand) {
  Session session;
  session.bench.ask({Act::turn_freely, 1});
  session.frame();
  const Camera before = session.bench.view.camera;
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = {600, 250};
  session.frame();
  io.MouseDown[1] = true;
  session.frame();
  io.MousePos = {660, 250};
  session.frames(2);
  io.MouseDown[1] = false;
  session.frame();
  EXPECT_NE(session.bench.view.camera.yaw_rad, before.yaw_rad);
  EXPECT_EQ(session.bench.run().ticks(), 0) << "looking is not playing";
}

TEST_F(Viewer, AStickTipsTheTopToItsSideOfThePicture) {
  Session session;
  session.bench.ask({Act::turn_freely, 1});
  session.bench.stick = {1, 0};
  session.frames(15);
  const glm::dquat turned = session.bench.run().attitude();
  session.bench.stick = {0, 0};
  session.frame();
  session.frames(1);
  // What was the top of the maze's first attitude leans to the right.
  const glm::dquat first = session.bench.run().recording().ticks.front().maze;
  const glm::vec2 side =
      session.bench.view.camera.side_of(turned * glm::conjugate(first) * glm::dvec3(0, 0, 1));
  EXPECT_GT(side.x, 0.05);
  EXPECT_LT(std::abs(side.y), side.x);
}

TEST_F(Viewer, PlaysALevelOfFreeTurningFromTheCard) {
  Session session;
  session.bench.ask({Act::levels, 1});
  session.frames(2);
  session.click("First cube\nno time yet");
  EXPECT_TRUE(session.bench.steers());
  EXPECT_EQ(free_level_of(session.bench.run()), 1u);
  EXPECT_FALSE(session.bench.panels.show_levels);
}

}  // namespace
}  // namespace marblemaze
