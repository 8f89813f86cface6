// The window where the maze is turned freely, by mouse and buttons.
#include "tests/render/app/viewer_session.h"

namespace marblemaze {
namespace {

TEST_F(Viewer, ANewcomerTurnsTheMazeFreelyByDraggingIt) {
  Viewing viewer;
  viewer.frame();
  viewer.click("Turn freely");
  ASSERT_TRUE(viewer.session.steers());
  const Camera before = viewer.session.view.camera;
  const glm::dquat attitude = viewer.session.run().attitude();
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = {600, 250};
  viewer.frame();
  io.MouseDown[0] = true;
  viewer.frame();
  io.MousePos = {660, 250};
  viewer.frames(30);
  io.MouseDown[0] = false;
  viewer.frames(30);
  const double turned = std::abs(glm::dot(attitude, viewer.session.run().attitude()));
  EXPECT_LT(turned, std::cos(0.1)) << "by more than 0.2 rad";
  EXPECT_EQ(viewer.session.view.camera.yaw_rad, before.yaw_rad) << "the view stays";
  EXPECT_TRUE(viewer.session.run().hand.idle());
  const long ticks = viewer.session.run().ticks();
  EXPECT_GT(ticks, 0);
}

TEST_F(Viewer, TheRightButtonLooksAroundAMazeThatIsTurnedByHand) {
  Viewing viewer;
  viewer.session.act(&Session::turn_freely, true);
  viewer.frame();
  const Camera before = viewer.session.view.camera;
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = {600, 250};
  viewer.frame();
  io.MouseDown[1] = true;
  viewer.frame();
  io.MousePos = {660, 250};
  viewer.frames(2);
  io.MouseDown[1] = false;
  viewer.frame();
  EXPECT_NE(viewer.session.view.camera.yaw_rad, before.yaw_rad);
  EXPECT_EQ(viewer.session.run().ticks(), 0) << "looking is not playing";
}

TEST_F(Viewer, AStickTipsTheTopToItsSideOfThePicture) {
  Viewing viewer;
  viewer.session.act(&Session::turn_freely, true);
  viewer.session.stick = {1, 0};
  viewer.frames(15);
  const glm::dquat turned = viewer.session.run().attitude();
  viewer.session.stick = {0, 0};
  viewer.frame();
  viewer.frames(1);
  // What was the top of the maze's first attitude leans to the right.
  const glm::dquat first = viewer.session.run().recording().ticks.front().maze;
  const glm::vec2 side =
      viewer.session.view.camera.side_of(turned * glm::conjugate(first) * glm::dvec3(0, 0, 1));
  EXPECT_GT(side.x, 0.05);
  EXPECT_LT(std::abs(side.y), side.x);
}

TEST_F(Viewer, PlaysALevelOfFreeTurningFromTheCard) {
  Viewing viewer;
  viewer.session.panels.show_levels = true;
  viewer.frames(2);
  viewer.click("First cube\nno time yet");
  EXPECT_TRUE(viewer.session.steers());
  EXPECT_EQ(free_level_of(viewer.session.run()), 1u);
  EXPECT_FALSE(viewer.session.panels.show_levels);
}

}  // namespace
}  // namespace marblemaze
