// Tests continuous control in the window, by mouse and buttons.
#include "tests/render/window/viewing.h"

namespace marblemaze {
namespace {

TEST_F(Window, ANewcomerTurnsTheMazeFreelyByDraggingIt) {
  Viewing viewer;
  viewer.frame();
  viewer.click("Freely");
  ASSERT_TRUE(viewer.session.steers());
  const Camera before = viewer.session.view.camera;
  const glm::dquat attitude = viewer.session.run().attitude();
  viewer.point_at({600, 250});
  viewer.frame();
  viewer.hold(0, true);
  viewer.frame();
  viewer.point_at({660, 250});
  viewer.frames(30);
  viewer.hold(0, false);
  viewer.frames(30);
  const double turned = std::abs(glm::dot(attitude, viewer.session.run().attitude()));
  EXPECT_LT(turned, std::cos(0.1)) << "by more than 0.2 rad";
  EXPECT_EQ(viewer.session.view.camera.yaw_rad, before.yaw_rad) << "the view stays";
  EXPECT_TRUE(viewer.session.run().hand.idle());
  const long ticks = viewer.session.run().ticks();
  EXPECT_GT(ticks, 0);
}

TEST_F(Window, TheRightButtonLooksAroundAMazeThatIsTurnedByHand) {
  Viewing viewer;
  viewer.session.act(&Session::turn_freely, true);
  viewer.frame();
  const Camera before = viewer.session.view.camera;
  viewer.point_at({600, 250});
  viewer.frame();
  viewer.hold(1, true);
  viewer.frame();
  viewer.point_at({660, 250});
  viewer.frames(2);
  viewer.hold(1, false);
  viewer.frame();
  EXPECT_NE(viewer.session.view.camera.yaw_rad, before.yaw_rad);
  EXPECT_EQ(viewer.session.run().ticks(), 0) << "looking is not playing";
}

TEST_F(Window, AStickTipsTheTopToItsSideOfThePicture) {
  Viewing viewer;
  viewer.session.act(&Session::turn_freely, true);
  viewer.session.stick = {1, 0};
  viewer.frames(15);
  const glm::dquat turned = viewer.session.run().attitude();
  viewer.session.stick = {0, 0};
  viewer.frame();
  viewer.frames(1);
  // The point that was at the top in the maze's first orientation moves to the right.
  const glm::dquat first = viewer.session.run().recording().ticks.front().maze;
  const glm::vec2 side =
      viewer.session.view.camera.side_of(turned * glm::conjugate(first) * glm::dvec3(0, 0, 1));
  EXPECT_GT(side.x, 0.05);
  EXPECT_LT(std::abs(side.y), side.x);
}

}  // namespace
}  // namespace marblemaze
