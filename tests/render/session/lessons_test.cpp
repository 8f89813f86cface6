#include "render/session/lessons.h"

#include <gtest/gtest.h>

#include "tests/render/session/runs.h"

namespace marblemaze {
namespace {

EpisodeResult played(const char* lesson) { return Episode(lesson_spec(find_lesson(lesson))).run(); }

// Lesson texts describe events that must occur even after a change of the physics.

TEST(Lessons, OnlyTwentyFourOrientationsSolveTheMazeOfTheOrientationLesson) {
  EXPECT_EQ(played("8-and-24").outcome, Outcome::frozen);
  RunSpec fine = lesson_spec(find_lesson("8-and-24"));
  fine.setup.control = ControlScheme::cube_24;
  EXPECT_EQ(Episode(fine).run().outcome, Outcome::solved);
}

TEST(Lessons, PredictionLessonMispredictsTheSecondOfFivePlannedMoves) {
  MarbleRun run(lesson_spec(find_lesson("prediction")));
  EXPECT_EQ(testing::play_on(run).outcome(), Outcome::solved);
  const auto as_planned = [&](std::size_t i) {
    return run.moves()[i].plan.front().expected == run.moves()[i].to;
  };
  EXPECT_EQ(run.moves()[0].plan.size(), 5u);
  EXPECT_TRUE(as_planned(0));
  EXPECT_FALSE(as_planned(1));
  const Counters& counted = run.notes().back().counters;
  EXPECT_EQ(counted.predicted_total - counted.predicted_right, 2)
      << "the second move and one other move";
}

TEST(Lessons, NotRepeatableLessonRepeatsAMoveWithADifferentResult) {
  const EpisodeResult run = played("not-repeatable");
  ASSERT_EQ(run.outcome, Outcome::solved);
  ASSERT_EQ(run.played.size(), 6u);
  const MoveRecord &second = run.played[1], &sixth = run.played[5];
  EXPECT_EQ(second.from, sixth.from);
  EXPECT_EQ(second.move, sixth.move);
  const OrientationScheme scheme(ControlScheme::flat_4, Layers::flat);
  EXPECT_EQ(cell_number(scheme.cell(second.from)), 1);
  EXPECT_EQ(cell_number(scheme.cell(second.to.value())), 12);
  EXPECT_EQ(cell_number(scheme.cell(sixth.to.value())), 16);
}

std::unique_ptr<Session> reader_of(const Lesson& lesson) {
  auto session = std::make_unique<Session>(lesson_spec(lesson));
  session->act(&Session::start_lesson, lesson.name);
  return session;
}

TEST(Lessons, EachStepShowsTheMomentItDescribes) {
  for (const Lesson& lesson : lessons()) {
    if (lesson.by_hand) continue;
    const auto session = reader_of(lesson);
    const MarbleRun& marble = session->marble();
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      ASSERT_EQ(session->lesson.number(), i) << lesson.name;
      const LessonStep& step = lesson.steps[i];
      const auto from = position_of(marble, step.from);
      ASSERT_TRUE(from) << lesson.name << ", step " << i + 1;
      EXPECT_EQ(marble.position(), *from);
      if (step.until.at != LessonMoment::At::here) {
        session->marble().set_speed(100);
        for (int frame = 0; frame < 2000 && marble.playing(); ++frame) session->update(0.1, 0);
        EXPECT_EQ(position_of(marble, step.until), marble.position())
            << lesson.name << ", step " << i + 1;
        EXPECT_GT(marble.position(), *from);
      }
      session->act(&Session::step_lesson, 1);
    }
    EXPECT_FALSE(session->lesson.is_open()) << "the last Next closes the lesson";
  }
}

TEST(Lessons, ManualMovesAdvanceTheLesson) {
  const auto session = reader_of(find_lesson("no-undo"));
  const auto make = [&](float side, std::size_t step) {
    ASSERT_TRUE(session->run().waits_for_user());
    session->act(&Session::choose_towards, glm::vec2(side, 0));
    testing::play_on(session->run());
    session->marble().to_latest();
    session->update(0.1, 0);
    EXPECT_EQ(session->lesson.number(), step);
  };
  make(1, 0);
  make(1, 1);
  make(-1, 2);
  const auto& moves = session->run().moves();
  ASSERT_EQ(moves.size(), 3u);
  EXPECT_EQ(moves[0].move, MoveId(0)) << "the highlighted move";
  EXPECT_EQ(moves[1].move, MoveId(0));
  EXPECT_EQ(moves[2].move, MoveId(1)) << "the move that is highlighted next";
  EXPECT_NE(moves[2].to, moves[0].to) << "according to the text, the marble does not return";
}

TEST(Lessons, RestoreThePreviousMazeAndSettings) {
  RunSpec mine;
  mine.setup.maze = std::make_shared<const Maze>(generate_kruskal({4, 3, 3}, Layers::all, 12));
  mine.player.agent = "depth-first";
  mine.setup.control = ControlScheme::cube_24;
  Session session(mine);
  session.marble().set_speed(2);
  const ViewOptions look = session.view.look;
  const auto expect_mine = [&](std::uint64_t seed) {
    EXPECT_FALSE(session.lesson.is_open());
    EXPECT_EQ(session.run().maze(), generate_kruskal({4, 3, 3}, Layers::all, seed));
    EXPECT_EQ(session.played().agent(), "depth-first");
    EXPECT_EQ(session.run().spec().setup.control, ControlScheme::cube_24);
    EXPECT_FALSE(session.played().by_hand());
    EXPECT_EQ(session.panels.request.size, 4);
    EXPECT_EQ(session.marble().speed(), 2);
    EXPECT_EQ(session.marble().runs().size(), 1u);
    EXPECT_EQ(session.view.look, look);
  };
  for (const Lesson& lesson : lessons()) {
    session.act(&Session::start_lesson, lesson.name);
    session.act(&Session::step_lesson, static_cast<int>(lesson.steps.size()) - 1);
    EXPECT_EQ(session.view.look, look)
        << "closing the window now does not save the look of the lesson";
    session.act(&Session::step_lesson, 1);
    expect_mine(12);
  }
  session.act(&Session::start_lesson, "no-undo");
  session.act(&Session::restart);
  EXPECT_TRUE(session.lesson.is_open()) << "restarting stays in the lesson; another maze ends it";
  session.act(&Session::next_maze);
  expect_mine(13);
  session.act(&Session::start_lesson, "8-and-24");
  EXPECT_TRUE(session.current_options().orientation_points);
  session.act(&Session::set_world, "rook");
  ASSERT_TRUE(session.game());
  session.show_marble();
  expect_mine(13);
}

TEST(Lessons, EndAtTheWelcomePanelWithoutAPreviousRun) {
  for (const bool has_run : {false, true}) {
    Session session(testing::cube());
    if (has_run) session.marble().step_moves(1);
    session.act(&Session::start_lesson, "frozen");
    session.act(&Session::step_lesson, static_cast<int>(find_lesson("frozen").steps.size()));
    EXPECT_FALSE(session.lesson.is_open());
    EXPECT_EQ(session.shows_welcome(), !has_run);
    EXPECT_EQ(session.message().empty(), !has_run) << session.message();
  }
}

TEST(Lessons, CameraMovesUntilTheUserTakesControl) {
  const auto session = reader_of(find_lesson("frozen"));
  Camera& camera = session->view.camera;
  const auto wait = [&] {
    for (int i = 0; i < 60; ++i) session->update(1.0 / 30, 0);
  };
  const glm::vec3 start = camera.eye();
  wait();
  const Camera led = camera;
  EXPECT_GT(glm::distance(start, led.eye()), 0) << "the camera moves";
  session->apply_lesson_view();
  EXPECT_LT(glm::distance(led.eye(), camera.eye()), 0.01f) << "the camera has arrived";
  session->act(&Session::step_lesson, 1);
  session->update(1.0 / 30, 0);
  camera.orbit({1, 0});
  const float yaw = camera.yaw_rad;
  wait();
  EXPECT_EQ(camera.yaw_rad, yaw);
}

}  // namespace
}  // namespace marblemaze
