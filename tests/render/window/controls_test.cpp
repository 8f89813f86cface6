// Tests the controls of the window: menus, sliders, the timeline and the graph.
#include <filesystem>

#include "tests/render/window/viewing.h"
#include "tests/support/pictures.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::TemporaryFolder;

TEST_F(Window, OffersTheSizeOfTextInAMenu) {
  Viewing viewer;
  viewer.click("View");
  viewer.frames(2);
  viewer.click("Size of text and panels");
  viewer.frames(2);
  viewer.click("150 %");
  viewer.frame();
  EXPECT_EQ(viewer.session.view.ui_scale, 1.5f);
}

TEST_F(Window, BeginsTheRunAnewUnderASettingThatIsDraggedAndResetsIt) {
  Viewing viewer;
  viewer.frames(20);
  viewer.session.panels.show_physics = true;
  viewer.frames(2);
  const PanelBox slider = *item_box("gravity");
  const float y = slider.at.y + slider.size.y / 2;
  viewer.drag({slider.at.x + 20, y}, {slider.at.x + slider.size.x / 2, y});
  const double gravity = viewer.session.run().spec().setup.settings.nature.gravity;
  EXPECT_NE(gravity, PhysicsSettings().nature.gravity);
  EXPECT_LT(viewer.session.marble().done(), 20);
  viewer.click("reset gravity");
  EXPECT_EQ(viewer.session.run().spec().setup.settings, PhysicsSettings());
}

TEST_F(Window, TakingTheKnobOfASliderChangesNothing) {
  Viewing viewer;
  viewer.session.panels.show_physics = true;
  viewer.frames(20);
  const PanelBox slider = *item_box("gravity");
  const ImGuiStyle& style = ImGui::GetStyle();
  // ImGui's position on a logarithmic scale from 0.1 to 100.
  const float room = slider.size.x - 4 - style.GrabMinSize;
  const float knob =
      slider.at.x + 2 + style.GrabMinSize / 2 + room * std::log(9.81f / 0.1f) / std::log(1000.0f);
  viewer.click(knob + style.GrabMinSize / 2 - 1, slider.at.y + slider.size.y / 2);
  EXPECT_EQ(viewer.session.panels.physics, PhysicsSettings());
  EXPECT_GT(viewer.session.marble().done(), 20) << "the run goes on";
  viewer.click(knob - style.GrabMinSize, slider.at.y + slider.size.y / 2);
  EXPECT_LT(viewer.session.panels.physics.nature.gravity, 9.7) << "beside the knob it is set";
}

// Returns the number of pixels with the marble's red in a box of the image.
int red_in(const Image& image, const PanelBox& box) {
  int red = 0;
  for (int y = static_cast<int>(box.at.y); y < static_cast<int>(box.at.y + box.size.y); ++y)
    for (int x = static_cast<int>(box.at.x); x < static_cast<int>(box.at.x + box.size.x); ++x) {
      const std::uint8_t* pixel = image.pixel(x, y);
      red += pixel[0] > 130 && pixel[1] < pixel[0] / 2 && pixel[2] < pixel[0] / 2;
    }
  return red;
}

TEST_F(Window, SaysWhatTheArrowsOfAMovePointTo) {
  Viewing viewer;
  viewer.session.marble().step_moves(1);
  viewer.session.marble().pause();
  viewer.frames(2);
  EXPECT_FALSE(item_box("top"));
  viewer.session.view.look.turn_vectors = true;
  viewer.frames(2);
  EXPECT_TRUE(item_box("top"));
  EXPECT_FALSE(item_box("top after")) << "the turn is over";
  const RecordedMove& move = viewer.session.run().recording().moves.front();
  viewer.session.marble().jump(static_cast<double>(move.begin + 10));
  viewer.frames(2);
  EXPECT_TRUE(item_box("top before") && item_box("top after"));
}

TEST_F(Window, PointingAtAStateOfTheGraphShowsTheMazeInThatState) {
  Viewing viewer;
  viewer.fills_every_frame = true;
  viewer.session.marble().step_moves(1);
  viewer.session.marble().pause();
  viewer.frames(3);
  const MarbleRun& run = viewer.session.run();
  const std::string label = std::to_string(run.first_state().index);
  const PanelBox state = *item_box("state " + label);
  viewer.point_at({state.at.x + state.size.x / 2, state.at.y + state.size.y / 2});
  viewer.frames(3);
  const auto picture = item_box("picture of state " + label);
  ASSERT_TRUE(picture);
  EXPECT_GT(red_in(viewer.picture(), *picture), 20) << "the marble is seen in it";
}

TEST_F(Window, ShowsMomentsAlongTheTimelineWhereTheWindowIsHighEnough) {
  const auto pictures = [](glm::ivec2 size) {
    Viewing viewer(small_maze(), size);
    viewer.fills_every_frame = true;
    viewer.session.marble().step(900);
    viewer.frames(2);
    const auto second = item_box("picture 2");
    return second ? red_in(viewer.picture(), *second) : -1;
  };
  EXPECT_EQ(pictures({1280, 600}), -1);
  EXPECT_GT(pictures(kSize), 3);
}

TEST_F(Window, ShowsLifeAndElementaryRulesFromTheMenuAndGoesBackToTheMarble) {
  Viewing viewer;
  viewer.click("Automata");
  viewer.frames(2);
  viewer.click("Game of Life");
  viewer.frames(3);
  ASSERT_NE(viewer.session.classic(), nullptr);
  const Image life = viewer.picture();
  viewer.click("elementary rule");
  viewer.frames(3);
  EXPECT_EQ(viewer.session.classic()->spec().rule, kUsualRule);
  EXPECT_GT(testing::mean_difference(life, viewer.picture()), 5);
  viewer.click("Back to the marble");
  EXPECT_EQ(viewer.session.classic(), nullptr);
}

TEST_F(Window, DrawsEachOfTheShortestSolutionsAtOnceInItsOwnColour) {
  const TemporaryFolder folder;
  Viewing viewer;
  viewer.session.open(folder.write("two.txt", "212/111/210"));
  ASSERT_NE(viewer.session.game(), nullptr);
  viewer.frames(2);
  viewer.scroll_to("all 2 shortest at once");
  viewer.click("all 2 shortest at once");
  viewer.session.shown().jump(1);
  viewer.session.shown().pause();
  viewer.frames(2);
  // There is one piece in the upper right corner and one in the lower left corner, of which one is
  // red.
  const Image seen = viewer.picture();
  const PanelBox scene = plan_panels(kSize, 1, wishes_of(viewer.session)).scene;
  const ImVec2 half = scene.size * 0.5f;
  const auto red_pixels = [&](ImVec2 from) {
    int count = 0;
    for (int y = 0; y < static_cast<int>(half.y); ++y)
      for (int x = 0; x < static_cast<int>(half.x); ++x) {
        const std::uint8_t* pixel =
            seen.pixel(static_cast<int>(from.x) + x, static_cast<int>(from.y) + y);
        count += pixel[0] > 200 && pixel[1] < 100 && pixel[2] < 100;
      }
    return count;
  };
  EXPECT_NE(red_pixels({scene.at.x + half.x, scene.at.y}) > 100,
            red_pixels({scene.at.x, scene.at.y + half.y}) > 100);
}

TEST_F(Window, ThePathPredictorsGuessHasASwitchOfItsOwnAndALabel) {
  RunSpec spec = small_maze();
  spec.player.agent = "breadth-first";
  Viewing viewer(spec);
  viewer.session.marble().pause();
  viewer.session.marble().step_moves(1);
  viewer.session.marble().jump(
      static_cast<double>(viewer.session.run().recording().moves[0].begin + 40));
  viewer.frames(2);
  EXPECT_FALSE(item_box("where the agent expects the marble"));
  EXPECT_FALSE(item_box("path predictor's guess")) << "off at first";
  const Image without = viewer.picture();
  viewer.scroll_to("More settings");
  viewer.click("More settings");
  viewer.frames(2);
  viewer.scroll_to("Path predictor's guess");
  viewer.click("Path predictor's guess");
  viewer.frames(2);
  EXPECT_TRUE(item_box("path predictor's guess"));
  EXPECT_FALSE(item_box("where the agent expects the marble"));
  EXPECT_FALSE(viewer.picture() == without);
}

}  // namespace
}  // namespace marblemaze
