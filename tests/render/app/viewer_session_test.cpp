#include "tests/render/app/viewer_session.h"

#include <filesystem>
#include <fstream>

#include "maze/world/scene.h"
#include "render/scene/visibility.h"
#include "render/session/lessons.h"

namespace marblemaze {
namespace {

TEST_F(Viewer, PausesAndStepsByItsButtons) {
  Session session;
  session.frames(10);
  session.click("Pause");
  EXPECT_FALSE(session.bench.marble().time.playing());
  const double paused = session.bench.marble().time.position();
  session.frames(5);
  EXPECT_EQ(session.bench.marble().time.position(), paused);
  session.click("tick >");
  EXPECT_EQ(session.bench.marble().time.position(), std::floor(paused) + 1);
  session.click("move >|");
  ASSERT_EQ(session.bench.run().notes().size(), 1u);
  EXPECT_GT(session.bench.run().recording().moves[0].end, 0);
}

TEST_F(Viewer, DrawsEveryControlThatALessonLights) {
  for (const Lesson& lesson : lessons()) {
    Session session(lesson_spec(lesson));
    session.bench.ask({Act::start_lesson, 0, lesson.name});
    for (const LessonStep& step : lesson.steps) {
      if (!step.light.empty()) {
        session.frames(2);
        EXPECT_TRUE(item_box(step.light)) << lesson.name << " lights '" << step.light << "'";
      }
      session.bench.ask({Act::step_lesson, 1});
    }
  }
}

TEST_F(Viewer, ReadsALessonByItsButtons) {
  Session session;
  session.bench.ask({Act::start_lesson, 0, "prediction"});
  session.frame();
  session.click("lesson next");
  session.click("lesson next");
  EXPECT_EQ(session.bench.guides().lesson().number(), 2u);
  session.click("lesson back");
  EXPECT_EQ(session.bench.guides().lesson().number(), 1u);
  session.key(GLFW_KEY_PAGE_DOWN);
  EXPECT_EQ(session.bench.guides().lesson().number(), 2u);
  session.click("close lesson");
  EXPECT_FALSE(session.bench.guides().lesson().open());
}

TEST_F(Viewer, PlaysALevelFromItsCardWithAHintToItsStars) {
  Session session;
  session.key(GLFW_KEY_L);
  session.frames(2);  // the card finds its place
  session.click("level 2");
  ASSERT_TRUE(session.bench.guides().level().open());
  EXPECT_EQ(session.bench.guides().level().number(), 1u);
  EXPECT_FALSE(session.bench.panels.show_levels);
  session.bench.marble().time.set_speed(100);
  for (int i = 0; i < levels()[1].best(); ++i) {
    session.frames(4);
    session.click("Hint");
    ASSERT_TRUE(session.bench.hint()) << session.bench.message();
    session.click(move_button(*session.bench.hint()));
  }
  session.frames(8);
  ASSERT_TRUE(session.bench.guides().level().result());
  EXPECT_EQ(session.bench.guides().level().result()->stars, 2);
  session.click("Next level");
  EXPECT_EQ(session.bench.guides().level().number(), 2u);
}

TEST_F(Viewer, MakesTheNextMaze) {
  Session session;
  session.frames(3);
  const Maze before = session.bench.run().maze();
  session.click("Next seed");
  EXPECT_FALSE(session.bench.run().maze() == before);
  EXPECT_EQ(session.bench.run().maze().origin().seed, 6u);
}

TEST_F(Viewer, HasRoomForASeedOfNineDigits) {
  Session session;
  session.bench.panels.request.seed = 123'456'789;
  session.frames(2);
  const auto box = item_box("seed");
  ASSERT_TRUE(box);
  const ImGuiStyle& style = ImGui::GetStyle();
  const float field = box->size.x - ImGui::CalcTextSize("seed").x - style.ItemInnerSpacing.x;
  EXPECT_GE(field - 2 * style.FramePadding.x, ImGui::CalcTextSize("123456789").x);
  session.click(box->at.x + field - style.FramePadding.x, box->at.y + box->size.y / 2);
  EXPECT_EQ(session.bench.panels.request.seed, 123'456'789u)
      << "no button takes a part of the field";
}

TEST_F(Viewer, TurnsFromEightToTwentyFourOrientations) {
  Session session;
  session.frames(3);
  session.click("24 orientations");
  session.bench.marble().step_moves(1);
  session.bench.marble().step_moves(1);
  session.frame();
  EXPECT_EQ(session.bench.run().control_at(session.bench.run().ticks()), ControlScheme::cube_24);
}

TEST_F(Viewer, ScrubsToAnEarlierMoment) {
  Session session;
  session.bench.marble().time.step(1200);
  session.frame();
  const PanelBox bar = *item_box("scrub");
  const float y = bar.at.y + bar.size.y / 2;
  session.drag({bar.at.x + bar.size.x * 0.7f, y}, {bar.at.x + bar.size.x / 2, y});
  EXPECT_NEAR(session.bench.marble().time.position(), 600, 25);
  EXPECT_FALSE(session.bench.marble().time.playing());
}

TEST_F(Viewer, LetsAPersonPlayAndRefusesUndo) {
  Session session;
  session.click("Play by hand");
  ASSERT_TRUE(session.bench.run().spec().player.by_hand);
  session.bench.marble().time.play();
  session.frames(90);
  ASSERT_TRUE(session.bench.run().waits_for_person());
  session.key(GLFW_KEY_2);
  session.frames(240);
  ASSERT_EQ(session.bench.run().recording().moves.size(), 1u);
  EXPECT_EQ(session.bench.run().recording().moves[0].move, MoveId(1));
  const StateId there = *session.bench.run().state_at(session.bench.run().ticks());
  session.key(GLFW_KEY_BACKSPACE);
  EXPECT_NE(session.bench.message().find("No undo"), std::string::npos);
  EXPECT_NE(session.bench.message().find("sometimes comes back"), std::string::npos);
  EXPECT_EQ(*session.bench.run().state_at(session.bench.run().ticks()), there);
}

TEST_F(Viewer, ShowsTwoAgentsSideBySideInStep) {
  Session session;
  session.bench.ask({Act::compare_with, 8, "breadth-first"});
  session.frames(60);
  ASSERT_EQ(session.bench.marble().count(), 2u);
  EXPECT_EQ(session.bench.marble().run(0).ticks(), session.bench.marble().run(1).ticks());
}

TEST_F(Viewer, TellsOfABrokenFileAndKeepsRunning) {
  const auto path = std::filesystem::path(::testing::TempDir()) / "marblemaze_broken.json";
  std::ofstream(path) << "{\"format\": \"marblemaze-maze\", \"version\": 1, \"dims\": [3, 3";
  Session session;
  session.frames(5);
  session.bench.open(path);
  EXPECT_TRUE(session.bench.message_shown());
  const long before = session.bench.run().ticks();
  session.frames(10);
  EXPECT_GT(session.bench.run().ticks(), before);
}

TEST_F(Viewer, DrawsTheSamePicturesTwice) {
  Image first[2];
  for (Image& image : first) {
    Session session;
    session.frames(40);
    session.click("move >|");
    session.drag({600, 300}, {680, 340});
    session.frames(5);
    image = session.last;
  }
  EXPECT_TRUE(first[0] == first[1]);
}

TEST_F(Viewer, NeedsAsManyDrawCallsForALargeMazeAsForASmallOne) {
  int calls[2];
  for (int i = 0; i < 2; ++i) {
    RunSpec spec;
    spec.setup.maze = std::make_shared<const Maze>(
        generate_kruskal(glm::ivec3(i == 0 ? 3 : 12), Layers::outer, 1));
    Session session(spec);
    session.frames(2);
    calls[i] = session.screen.scene().draw_calls();
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
  Session session(small_maze(), {640, 400});
  std::size_t next = 0;
  for (const Shortcut& shortcut : shortcuts()) {
    if (shortcut.key == GLFW_KEY_Q) continue;
    session.key(shortcut.key, shortcut.control);
    session.bench.panels.show_help = session.bench.files.asks = session.bench.panels.show_levels =
        false;  // which would keep the next key to themselves
    const Lesson& lesson = lessons()[next++ % lessons().size()];
    session.bench.ask({Act::start_lesson, 0, lesson.name});
    EXPECT_EQ(session.bench.run().maze(), *lesson_spec(lesson).setup.maze) << shortcut.meaning;
    session.bench.ask({Act::close_lesson});
    session.bench.marble().time.play();
    session.frames(4);
    EXPECT_GT(session.bench.run().ticks(), 0) << shortcut.meaning;
    EXPECT_FALSE(session.bench.quit) << shortcut.meaning;
  }
}

}  // namespace
}  // namespace marblemaze
