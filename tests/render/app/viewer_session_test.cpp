#include "tests/render/app/viewer_session.h"

#include <filesystem>
#include <fstream>

#include "maze/world/scene.h"
#include "render/scene/visibility.h"
#include "render/session/lessons.h"

namespace marblemaze {
namespace {

TEST_F(Viewer, PausesAndStepsByItsButtons) {
  Viewing viewer;
  viewer.frames(10);
  viewer.click("Pause");
  EXPECT_FALSE(viewer.session.marble().time.playing());
  const double paused = viewer.session.marble().time.position();
  viewer.frames(5);
  EXPECT_EQ(viewer.session.marble().time.position(), paused);
  viewer.click("tick >");
  EXPECT_EQ(viewer.session.marble().time.position(), std::floor(paused) + 1);
  viewer.click("move >|");
  ASSERT_EQ(viewer.session.run().notes().size(), 1u);
  EXPECT_GT(viewer.session.run().recording().moves[0].end, 0);
}

TEST_F(Viewer, DrawsEveryControlThatALessonLights) {
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

TEST_F(Viewer, ReadsALessonByItsButtons) {
  Viewing viewer;
  viewer.session.act(&Session::start_lesson, "prediction");
  viewer.frame();
  viewer.click("lesson next");
  viewer.click("lesson next");
  EXPECT_EQ(viewer.session.guides().lesson().number(), 2u);
  viewer.click("lesson back");
  EXPECT_EQ(viewer.session.guides().lesson().number(), 1u);
  viewer.key(GLFW_KEY_PAGE_DOWN);
  EXPECT_EQ(viewer.session.guides().lesson().number(), 2u);
  viewer.click("close lesson");
  EXPECT_FALSE(viewer.session.guides().lesson().open());
}

TEST_F(Viewer, PlaysALevelFromItsCardWithAHintToItsStars) {
  Viewing viewer;
  viewer.key(GLFW_KEY_L);
  viewer.frames(2);  // the card finds its place
  viewer.click("level 2");
  ASSERT_TRUE(viewer.session.guides().level().open());
  EXPECT_EQ(viewer.session.guides().level().number(), 1u);
  EXPECT_FALSE(viewer.session.panels.show_levels);
  viewer.session.marble().time.set_speed(100);
  for (int i = 0; i < levels()[1].best(); ++i) {
    viewer.frames(4);
    viewer.click("Hint");
    ASSERT_TRUE(viewer.session.hint()) << viewer.session.message();
    viewer.click(move_button(*viewer.session.hint()));
  }
  viewer.frames(8);
  ASSERT_TRUE(viewer.session.guides().level().result());
  EXPECT_EQ(viewer.session.guides().level().result()->stars, 2);
  viewer.click("Next level");
  EXPECT_EQ(viewer.session.guides().level().number(), 2u);
}

TEST_F(Viewer, MakesTheNextMaze) {
  Viewing viewer;
  viewer.frames(3);
  const Maze before = viewer.session.run().maze();
  viewer.click("Next seed");
  EXPECT_FALSE(viewer.session.run().maze() == before);
  EXPECT_EQ(viewer.session.run().maze().origin().seed, 6u);
}

TEST_F(Viewer, HasRoomForASeedOfNineDigits) {
  Viewing viewer;
  viewer.session.panels.request.seed = 123'456'789;
  viewer.frames(2);
  const auto box = item_box("seed");
  ASSERT_TRUE(box);
  const ImGuiStyle& style = ImGui::GetStyle();
  const float field = box->size.x - ImGui::CalcTextSize("seed").x - style.ItemInnerSpacing.x;
  EXPECT_GE(field - 2 * style.FramePadding.x, ImGui::CalcTextSize("123456789").x);
  viewer.click(box->at.x + field - style.FramePadding.x, box->at.y + box->size.y / 2);
  EXPECT_EQ(viewer.session.panels.request.seed, 123'456'789u)
      << "no button takes a part of the field";
}

TEST_F(Viewer, TurnsFromEightToTwentyFourOrientations) {
  Viewing viewer;
  viewer.frames(3);
  viewer.click("24 orientations");
  viewer.session.marble().step_moves(1);
  viewer.session.marble().step_moves(1);
  viewer.frame();
  EXPECT_EQ(viewer.session.run().control_at(viewer.session.run().ticks()), ControlScheme::cube_24);
}

TEST_F(Viewer, ScrubsToAnEarlierMoment) {
  Viewing viewer;
  viewer.session.marble().time.step(1200);
  viewer.frame();
  const PanelBox bar = *item_box("scrub");
  const float y = bar.at.y + bar.size.y / 2;
  viewer.drag({bar.at.x + bar.size.x * 0.7f, y}, {bar.at.x + bar.size.x / 2, y});
  EXPECT_NEAR(viewer.session.marble().time.position(), 600, 25);
  EXPECT_FALSE(viewer.session.marble().time.playing());
}

TEST_F(Viewer, LetsAPersonPlayAndRefusesUndo) {
  Viewing viewer;
  viewer.click("Play by hand");
  ASSERT_TRUE(viewer.session.run().spec().player.by_hand);
  viewer.session.marble().time.play();
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

TEST_F(Viewer, ShowsTwoAgentsSideBySideInStep) {
  Viewing viewer;
  viewer.session.act(&Session::compare_with, "breadth-first", ControlScheme::cube_8);
  viewer.frames(60);
  ASSERT_EQ(viewer.session.marble().count(), 2u);
  EXPECT_EQ(viewer.session.marble().run(0).ticks(), viewer.session.marble().run(1).ticks());
}

TEST_F(Viewer, TellsOfABrokenFileAndKeepsRunning) {
  const auto path = std::filesystem::path(::testing::TempDir()) / "marblemaze_broken.json";
  std::ofstream(path) << "{\"format\": \"marblemaze-maze\", \"version\": 1, \"dims\": [3, 3";
  Viewing viewer;
  viewer.frames(5);
  viewer.session.open(path);
  EXPECT_TRUE(viewer.session.message_shown());
  const long before = viewer.session.run().ticks();
  viewer.frames(10);
  EXPECT_GT(viewer.session.run().ticks(), before);
}

TEST_F(Viewer, DrawsTheSamePicturesTwice) {
  Image first[2];
  for (Image& image : first) {
    Viewing viewer;
    viewer.frames(40);
    viewer.click("move >|");
    viewer.drag({600, 300}, {680, 340});
    viewer.frames(5);
    image = viewer.last;
  }
  EXPECT_TRUE(first[0] == first[1]);
}

TEST_F(Viewer, NeedsAsManyDrawCallsForALargeMazeAsForASmallOne) {
  int calls[2];
  for (int i = 0; i < 2; ++i) {
    RunSpec spec;
    spec.setup.maze = std::make_shared<const Maze>(
        generate_kruskal(glm::ivec3(i == 0 ? 3 : 12), Layers::outer, 1));
    Viewing viewer(spec);
    viewer.frames(2);
    calls[i] = viewer.screen.scene().draw_calls();
  }
  EXPECT_EQ(calls[0], calls[1]);
}

TEST_F(Viewer, ShowsTheMarbleThroughTheWalls) {
  const auto maze = generate_kruskal({5, 5, 5}, Layers::outer, 7);
  const OrientationScheme scheme(ControlScheme::cube_8, Layers::outer);
  Frame frame;
  frame.scene = still_scene(maze, scheme, scheme.state(CellId(56), OrientationId(3)));
  SceneRenderer renderer;
  for (const Palette& palette : palettes())
    EXPECT_TRUE(measure_visibility(renderer, frame, ViewOptions{}, palette, kSize).found())
        << palette.name;
}

TEST_F(Viewer, StartsALessonAndRollsAfterItWhateverKeyWasPressed) {
  Viewing viewer(small_maze(), {640, 400});
  std::size_t next = 0;
  for (const Action& action : actions()) {
    if (action.key == 0 || action.key == GLFW_KEY_Q) continue;
    viewer.key(action.key, action.control);
    viewer.session.panels.show_help = viewer.session.files.asks =
        viewer.session.panels.show_levels = false;  // which would keep the next key to themselves
    const Lesson& lesson = lessons()[next++ % lessons().size()];
    viewer.session.act(&Session::start_lesson, lesson.name);
    EXPECT_EQ(viewer.session.run().maze(), *lesson_spec(lesson).setup.maze) << action.meaning;
    viewer.session.act(&Session::close_lesson);
    viewer.session.marble().time.play();
    viewer.frames(4);
    EXPECT_GT(viewer.session.run().ticks(), 0) << action.meaning;
    EXPECT_FALSE(viewer.session.quit) << action.meaning;
  }
}

}  // namespace
}  // namespace marblemaze
