#include <filesystem>
#include <fstream>

#include "maze/world/scene.h"
#include "render/scene/visibility.h"
#include "render/session/lessons.h"
#include "tests/render/window/viewing.h"

namespace marblemaze {
namespace {

TEST_F(Window, PausesAndStepsByItsButtons) {
  Viewing viewer;
  viewer.frames(10);
  viewer.click("Pause");
  EXPECT_FALSE(viewer.session.marble().playing());
  const double paused = viewer.session.marble().position();
  viewer.frames(5);
  EXPECT_EQ(viewer.session.marble().position(), paused);
  viewer.click("Tick on");
  EXPECT_EQ(viewer.session.marble().position(), std::floor(paused) + 1);
  viewer.click("Move on");
  ASSERT_EQ(viewer.session.run().notes().size(), 1u);
  EXPECT_GT(viewer.session.run().recording().moves[0].end, 0);
}

TEST_F(Window, DrawsEveryControlThatALessonLights) {
  for (const Lesson& lesson : lessons()) {
    Viewing viewer(lesson_spec(lesson));
    viewer.session.act(&Session::start_lesson, lesson.name);
    for (const LessonStep& step : lesson.steps) {
      if (!step.light.empty()) {
        viewer.frames(2);
        EXPECT_TRUE(item_box(step.light)) << lesson.name << " lights '" << step.light << "'";
      }
      viewer.session.act(&Session::step_lesson, 1);
    }
  }
}

TEST_F(Window, ReadsALessonByItsButtons) {
  Viewing viewer;
  viewer.session.act(&Session::start_lesson, "prediction");
  viewer.frame();
  viewer.click("lesson next");
  viewer.click("lesson next");
  EXPECT_EQ(viewer.session.lesson().number(), 2u);
  viewer.click("lesson back");
  EXPECT_EQ(viewer.session.lesson().number(), 1u);
  viewer.key(GLFW_KEY_PAGE_DOWN);
  EXPECT_EQ(viewer.session.lesson().number(), 2u);
  viewer.click("close lesson");
  EXPECT_FALSE(viewer.session.lesson().open());
}

TEST_F(Window, PlaysALevelFromItsCardWithAHintToItsStars) {
  Viewing viewer;
  viewer.key(GLFW_KEY_L);
  viewer.frames(2);  // the card moves to its position
  viewer.click("level 2");
  ASSERT_TRUE(viewer.session.level().open());
  EXPECT_EQ(viewer.session.level().number(), 1u);
  EXPECT_FALSE(viewer.session.panels.show_levels);
  viewer.session.marble().set_speed(100);
  for (int i = 0; i < levels()[1].best(); ++i) {
    viewer.frames(4);
    viewer.click("Hint");
    ASSERT_TRUE(viewer.session.hint()) << viewer.session.message();
    viewer.click(move_button(*viewer.session.hint()));
  }
  viewer.frames(8);
  ASSERT_TRUE(viewer.session.level().result());
  EXPECT_EQ(viewer.session.level().result()->stars, 2);
  viewer.click("Next level");
  EXPECT_EQ(viewer.session.level().number(), 2u);
}

TEST_F(Window, HasRoomForASeedOfNineDigits) {
  Viewing viewer;
  viewer.session.panels.request.seed = 123'456'789;
  viewer.frames(2);
  const auto box = item_box("seed");
  ASSERT_TRUE(box);
  const ImGuiStyle& style = ImGui::GetStyle();
  const float field = box->size.x;
  EXPECT_GE(field - 2 * style.FramePadding.x, ImGui::CalcTextSize("123456789").x);
  viewer.click(box->at.x + field - style.FramePadding.x, box->at.y + box->size.y / 2);
  EXPECT_EQ(viewer.session.panels.request.seed, 123'456'789u)
      << "no button takes a part of the field";
}

TEST_F(Window, TurnsFromEightToTwentyFourOrientations) {
  Viewing viewer;
  viewer.frames(3);
  viewer.click("24 orientations");
  viewer.session.marble().step_moves(1);
  viewer.session.marble().step_moves(1);
  viewer.frame();
  EXPECT_EQ(viewer.session.run().control_at(viewer.session.run().ticks()), ControlScheme::cube_24);
}

TEST_F(Window, ScrubsToAnEarlierMoment) {
  Viewing viewer;
  viewer.session.marble().step(1200);
  viewer.frame();
  const PanelBox bar = *item_box("scrub");
  const float y = bar.at.y + bar.size.y / 2;
  viewer.drag({bar.at.x + bar.size.x * 0.7f, y}, {bar.at.x + bar.size.x / 2, y});
  EXPECT_NEAR(viewer.session.marble().position(), 600, 25);
  EXPECT_FALSE(viewer.session.marble().playing());
}

TEST_F(Window, LetsAPersonPlayAndRefusesUndo) {
  Viewing viewer;
  viewer.click("Play by hand");
  ASSERT_TRUE(viewer.session.run().spec().player.by_hand);
  viewer.session.marble().play();
  viewer.frames(90);
  ASSERT_TRUE(viewer.session.run().waits_for_person());
  viewer.key(GLFW_KEY_2);
  viewer.frames(240);
  ASSERT_EQ(viewer.session.run().recording().moves.size(), 1u);
  EXPECT_EQ(viewer.session.run().recording().moves[0].move, MoveId(1));
  const StateId there = *viewer.session.run().state_at(viewer.session.run().ticks());
  viewer.key(GLFW_KEY_BACKSPACE);
  EXPECT_NE(viewer.session.message().find("No undo"), std::string::npos);
  EXPECT_NE(viewer.session.message().find("sometimes comes back"), std::string::npos);
  EXPECT_EQ(*viewer.session.run().state_at(viewer.session.run().ticks()), there);
}

}  // namespace
}  // namespace marblemaze
