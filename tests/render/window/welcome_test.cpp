// Tests the first screens: the welcome card and the lessons.
#include <algorithm>

#include <imgui_internal.h>

#include "maze/world/scene.h"
#include "render/scene/draw_lists.h"
#include "render/session/lessons.h"
#include "render/session/run_words.h"
#include "tests/render/window/viewing.h"

namespace marblemaze {
namespace {

// Returns the positions of the cube's corners and the marble on the screen.
std::vector<ImVec2> seen(Session& session, glm::ivec2 size) {
  const PanelBox scene = plan_panels(size, session.view.ui_scale, wishes_of(session)).scene;
  const Scene shown = session.run().scene();
  const MazePlacement placement(shown, session.view.look);
  std::vector<glm::vec3> points{placement.marble()};
  for (int corner = 0; corner < 8; ++corner)
    points.push_back(placement.to_world(glm::vec3(corner & 1, corner >> 1 & 1, corner >> 2) *
                                        glm::vec3(shown.maze->grid().dims())));
  const glm::mat4 to_clip =
      session.view.camera.projection(scene.size.x / scene.size.y, placement.reach()) *
      session.view.camera.view();
  std::vector<ImVec2> places;
  for (const glm::vec3& point : points) {
    const glm::vec4 clip = to_clip * glm::vec4(point, 1);
    places.emplace_back(scene.at.x + (clip.x / clip.w / 2 + 0.5f) * scene.size.x,
                        scene.at.y + (0.5f - clip.y / clip.w / 2) * scene.size.y);
  }
  return places;
}

RunSpec maze_played_by_hand() {
  RunSpec spec = small_maze();
  spec.player.by_hand = true;
  return spec;
}

/// The marble rests at its start, and a person may make a move.
struct PersonsTurn : Viewing {
  PersonsTurn() : Viewing(maze_played_by_hand()) {
    session.marble().step(300);
    frames(2);
  }
};

bool holds(const PanelBox& box, ImVec2 place) {
  return place.x >= box.at.x && place.x <= box.at.x + box.size.x && place.y >= box.at.y &&
         place.y <= box.at.y + box.size.y;
}

TEST_F(Window, TheWelcomeCoversNeitherTheCubeNorTheMarble) {
  for (const glm::ivec2 size :
       {glm::ivec2(900, 600), glm::ivec2(1280, 720), glm::ivec2(2560, 1440)}) {
    Viewing viewer(small_maze(), size);
    viewer.session.panels.welcome = true;
    viewer.frames(3);
    const auto welcome = item_box("welcome");
    ASSERT_TRUE(welcome);
    EXPECT_GT(welcome->size.y, 0);
    const PanelBox scene =
        plan_panels(size, viewer.session.view.ui_scale, wishes_of(viewer.session)).scene;
    for (const ImVec2 place : seen(viewer.session, size)) {
      EXPECT_TRUE(holds(scene, place)) << size.x << ": " << place.x << ", " << place.y;
      EXPECT_FALSE(holds(*welcome, place)) << size.x << ": " << place.x << ", " << place.y;
    }
  }
}

TEST_F(Window, TheDoorsStandBeforeATurningMazeUntilOneIsChosen) {
  Viewing viewer;
  viewer.session.panels.welcome = true;
  viewer.frames(2);
  for (const char* door : {"door Watch", "door Play", "door Learn", "marble", "target"})
    EXPECT_TRUE(item_box(door)) << door;
  EXPECT_FALSE(item_box("scrub")) << "nothing but the doors and the maze";
  EXPECT_FALSE(item_box("Build new maze"));
  const float before = viewer.session.view.camera.yaw_rad;
  viewer.frames(10);
  EXPECT_NE(viewer.session.view.camera.yaw_rad, before);
  viewer.session.view.reduced_motion = true;
  const float still = viewer.session.view.camera.yaw_rad;
  viewer.session.marble().jump(1e9);
  viewer.frames(3);
  EXPECT_EQ(viewer.session.view.camera.yaw_rad, still);
  EXPECT_TRUE(item_box("door Watch")) << "a run that ends begins again";
  viewer.click("door Watch");
  viewer.frame();
  EXPECT_FALSE(item_box("door Watch"));
  EXPECT_TRUE(item_box("scrub") && item_box("Build new maze"));
}

TEST_F(Window, EveryDoorBringsTheViewBackFromItsTurn) {
  for (const char* door : {"door Watch", "door Play", "Turn it freely"}) {
    Viewing viewer;
    viewer.frame();
    const Camera usual = viewer.session.view.camera;
    viewer.session.panels.welcome = true;
    viewer.frames(20);
    viewer.click(door);
    EXPECT_EQ(viewer.session.view.camera.yaw_rad, usual.yaw_rad) << door;
    EXPECT_EQ(viewer.session.view.camera.pitch_rad, usual.pitch_rad) << door;
  }
}

TEST_F(Window, UndoIsOfferedByTheLessonAboutItAlone) {
  PersonsTurn viewer;
  EXPECT_TRUE(item_box("Hint"));
  EXPECT_FALSE(item_box("Undo"));
  const auto asks = [](const LessonStep& step) { return step.light == "Undo"; };
  const Lesson& lesson = *std::ranges::find_if(
      lessons(), [&](const Lesson& each) { return std::ranges::any_of(each.steps, asks); });
  viewer.session.act(&Session::start_lesson, lesson.name);
  while (!asks(viewer.session.lesson().step())) viewer.session.act(&Session::step_lesson, 1);
  viewer.frames(2);
  viewer.click("Undo");
  EXPECT_NE(viewer.session.message().find("No undo"), std::string::npos);
}

TEST_F(Window, PlayShowsTheMazeItsMovesAndNoSolution) {
  Viewing viewer;
  viewer.session.panels.welcome = true;
  viewer.session.marble().step_moves(1);
  viewer.frame();
  viewer.click("door Play");
  EXPECT_TRUE(viewer.session.by_hand());
  EXPECT_TRUE(viewer.session.run().recording().moves.empty()) << "no agent has begun it";
  viewer.session.marble().step(300);
  viewer.frames(2);
  EXPECT_FALSE(item_box("Build new maze")) << "panels are folded";
  EXPECT_FALSE(viewer.session.look_now().theoretical_path);
  EXPECT_TRUE(item_box("marble") && item_box("target"));
  viewer.session.act(&Session::play_by_hand, false);
  viewer.frame();
  EXPECT_FALSE(item_box("door Play")) << "the doors were passed";
}

TEST_F(Window, AnArrowAtACornerOfTheCubeShowsItsMoveAndMakesIt) {
  PersonsTurn viewer;
  ASSERT_TRUE(viewer.session.run().waits_for_person());
  for (const char* arrow : {"arrow 1", "arrow 2", "arrow 3"}) ASSERT_TRUE(item_box(arrow));
  const PanelBox arrow = *item_box("arrow 2");
  viewer.point_at(arrow.at + arrow.size * 0.5f);
  viewer.frames(2);
  EXPECT_TRUE(viewer.session.marble().frames().front().ghost) << "the move is shown first";
  viewer.click("arrow 2");
  ASSERT_EQ(viewer.session.run().recording().moves.size(), 1u);
  EXPECT_EQ(viewer.session.run().recording().moves[0].move, MoveId(1));
  EXPECT_FALSE(item_box("arrow 2")) << "the maze is on its way";
}

TEST_F(Window, LearnListsTheLessonsInOrderAndWhichWereRead) {
  Viewing viewer;
  viewer.session.panels.welcome = true;
  viewer.frame();
  viewer.click("door Learn");
  viewer.frames(2);
  viewer.click("1. " + lessons()[0].title);
  ASSERT_TRUE(viewer.session.lesson().open());
  EXPECT_FALSE(viewer.session.progress().learned(lessons()[0].name));
  while (viewer.session.lesson().open()) viewer.session.act(&Session::step_lesson, 1);
  EXPECT_TRUE(viewer.session.progress().learned(lessons()[0].name));
  EXPECT_FALSE(viewer.session.progress().learned(lessons()[1].name));
}

TEST_F(Window, EveryStepOfALessonThatTurnsTheCameraShowsAllOfTheCube) {
  for (const Lesson& lesson : lessons()) {
    Viewing viewer;
    viewer.session.act(&Session::start_lesson, lesson.name);
    for (const LessonStep& step : lesson.steps) {
      viewer.frames(2);
      const PanelBox scene =
          plan_panels(kSize, viewer.session.view.ui_scale, wishes_of(viewer.session)).scene;
      viewer.session.look_as_lesson_says();
      if (step.view) {
        for (const ImVec2 place : seen(viewer.session, kSize))
          EXPECT_TRUE(holds(scene, place))
              << lesson.name << " " << viewer.session.lesson().number() + 1 << ": " << place.x
              << ", " << place.y;
      }
      viewer.session.act(&Session::step_lesson, 1);
    }
  }
}

TEST_F(Window, NoButtonCoversALessonWhereAPanelIsFolded) {
  Viewing viewer(small_maze(), {900, 600});
  viewer.session.act(&Session::start_lesson, "frozen");
  viewer.frames(3);
  const PanelBox lesson =
      plan_panels({900, 600}, viewer.session.view.ui_scale, wishes_of(viewer.session)).lesson;
  const auto unfold = item_box("Maze and agent");
  ASSERT_TRUE(unfold) << "a panel is folded";
  EXPECT_GE(unfold->at.y, lesson.at.y + lesson.size.y);
}

double luminance(const std::uint8_t* pixel) {
  const auto linear = [](double c) {
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(pixel[0] / 255.0) + 0.7152 * linear(pixel[1] / 255.0) +
         0.0722 * linear(pixel[2] / 255.0);
}

TEST_F(Window, NextOfALessonCanBeReadWhileItIsPointedAtAndPressed) {
  Viewing viewer;
  viewer.session.act(&Session::start_lesson, "frozen");
  for (std::size_t palette = 0; palette < palettes().size(); ++palette)
    for (const bool down : {false, true}) {
      viewer.session.view.palette = palette;
      viewer.frames(2);
      const PanelBox next = *item_box("lesson next");
      viewer.point_at({next.at.x + 4, next.at.y + next.size.y / 2});
      viewer.frame();
      viewer.hold(0, down);
      viewer.frame();
      const Image seen = viewer.picture();
      double high = 0, low = 1;
      for (int y = 6; y < static_cast<int>(next.size.y) - 6; ++y)
        for (int x = 6; x < static_cast<int>(next.size.x) - 6; ++x) {
          const double light = luminance(
              seen.pixel(static_cast<int>(next.at.x) + x, static_cast<int>(next.at.y) + y));
          high = std::max(high, light), low = std::min(low, light);
        }
      EXPECT_GE((high + 0.05) / (low + 0.05), 4.5) << palettes()[palette].name << " " << down;
      viewer.point_at({640, 300});
      viewer.hold(0, false);
      viewer.frame();
    }
}

}  // namespace
}  // namespace marblemaze
