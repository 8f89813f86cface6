#include "render/session/lessons.h"

#include <cmath>

#include <gtest/gtest.h>

#include "maze/grid/generator.h"
#include "render/scene/draw_lists.h"
#include "render/scene/scene_view.h"
#include "render/session/run.h"
#include "render/session/session.h"

namespace marblemaze {
namespace {

EpisodeResult played(const char* lesson) { return Episode(lesson_spec(find_lesson(lesson))).run(); }

// The lesson texts describe events, which must still occur when the physics changes.

TEST(Lessons, TheMarbleOfTheFrozenLessonFreezes) {
  EXPECT_EQ(played("frozen").outcome, Outcome::frozen);
}

TEST(Lessons, TheMazeOfTheUnsolvableLessonIsTriedToTheEnd) {
  EXPECT_EQ(played("unsolvable").outcome, Outcome::unsolvable);
}

TEST(Lessons, TheAgentOfThePredictionLessonPlansFiveMovesErrsInTheSecondAndSolvesTheMaze) {
  MarbleRun run(lesson_spec(find_lesson("prediction")));
  while (run.advance()) {
  }
  EXPECT_EQ(run.outcome(), Outcome::solved);
  const auto& moves = run.recording().moves;
  const auto as_planned = [&](std::size_t i) {
    return moves[i].plan.front().expected == moves[i].to;
  };
  EXPECT_EQ(moves[0].plan.size(), 5u);
  EXPECT_TRUE(as_planned(0));
  EXPECT_FALSE(as_planned(1));
  const Counters& counted = run.notes().back().counters;
  EXPECT_EQ(counted.predicted_total - counted.predicted_right, 2) << "that one and one more";
}

TEST(Lessons, TheFrozenLessonEndsWithItsThirdMove) {
  EXPECT_EQ(played("frozen").played.size(), 3u);
}

TEST(Lessons, TwentyFourOrientationsFindAWayThatEightDoNot) {
  RunSpec spec = lesson_spec(find_lesson("8-and-24"));
  EXPECT_EQ(Episode(spec).run().outcome, Outcome::frozen);
  spec.setup.control = ControlScheme::cube_24;
  EXPECT_EQ(Episode(spec).run().outcome, Outcome::solved);
}

TEST(Lessons, TheSameTurnOfTheSameStateEndsOnceInCell12AndOnceInTheTarget) {
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

void play_until_it_pauses(Session& session) {
  session.marble().set_speed(100);
  for (int i = 0; i < 2000 && session.marble().playing(); ++i) session.frame(0.1, 0);
}

TEST(Lessons, EveryStepShowsTheInstantThatItIsAbout) {
  for (const Lesson& lesson : lessons()) {
    if (lesson.by_hand) continue;
    const auto session = reader_of(lesson);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      ASSERT_EQ(session->lesson().number(), i) << lesson.name;
      const LessonStep& step = lesson.steps[i];
      const auto from = position_of(session->marble(), step.from);
      ASSERT_TRUE(from) << lesson.name << ", step " << i + 1;
      EXPECT_EQ(session->marble().position(), *from);
      if (step.until.at != LessonMoment::At::here) {
        play_until_it_pauses(*session);
        EXPECT_EQ(position_of(session->marble(), step.until), session->marble().position())
            << lesson.name << ", step " << i + 1;
        EXPECT_GT(session->marble().position(), *from);
      }
      session->act(&Session::step_lesson, 1);
    }
    EXPECT_FALSE(session->lesson().open()) << "the last Next closes it";
  }
}

TEST(Lessons, GoingBackShowsTheEarlierInstantAgain) {
  const auto session = reader_of(find_lesson("frozen"));
  for (const int steps : {3, -2}) session->act(&Session::step_lesson, steps);
  EXPECT_EQ(session->lesson().number(), 1u);
  EXPECT_EQ(session->marble().position(),
            static_cast<double>(session->run().recording().moves[0].begin));
  session->act(&Session::step_lesson, -5);
  EXPECT_EQ(session->lesson().number(), 0u);
}

TEST(Lessons, APersonsMovesLeadOnInTheLessonByHand) {
  const auto session = reader_of(find_lesson("no-undo"));
  const auto& moves = session->run().recording().moves;
  const auto make = [&](float side, std::size_t step) {
    ASSERT_TRUE(session->run().waits_for_person());
    session->act(&Session::choose_towards, glm::vec2(side > 0 ? 1 : -1, 0));
    for (int i = 0; i < 300 && !session->run().waits_for_person(); ++i) session->frame(0.1, 0);
    session->marble().set_speed(100);
    for (int i = 0; i < 10; ++i) session->frame(0.1, 0);
    EXPECT_EQ(session->lesson().number(), step);
  };
  make(1, 0);
  make(1, 1);
  make(-1, 2);
  ASSERT_EQ(moves.size(), 3u);
  EXPECT_EQ(moves[0].move, MoveId(0)) << "the move that is lit";
  EXPECT_EQ(moves[1].move, MoveId(0));
  EXPECT_EQ(moves[2].move, MoveId(1)) << "the move that is lit then";
  EXPECT_NE(moves[2].to, moves[0].to) << "the text says that the marble does not come back";
}

TEST(Lessons, AnotherMazeClosesTheLessonAndTheSameAgainDoesNot) {
  const auto session = reader_of(find_lesson("frozen"));
  session->act(&Session::restart);
  EXPECT_TRUE(session->lesson().open());
  session->act(&Session::next_maze);
  EXPECT_FALSE(session->lesson().open());
}

TEST(Lessons, GiveBackTheMazeAndTheSettingsFromBefore) {
  RunSpec mine;
  mine.setup.maze = std::make_shared<const Maze>(generate_kruskal({4, 3, 3}, Layers::all, 12));
  mine.player.agent = "depth-first";
  mine.setup.control = ControlScheme::cube_24;
  Session session(mine);
  session.marble().set_speed(2);
  const ViewOptions look = session.view.look;
  const MazeRequest request = session.panels.request;
  const auto expect_mine = [&](std::uint64_t seed) {
    EXPECT_FALSE(session.lesson().open());
    EXPECT_EQ(session.run().maze(), generate_kruskal({4, 3, 3}, Layers::all, seed));
    EXPECT_EQ(session.run().spec().player.agent, "depth-first");
    EXPECT_EQ(session.run().spec().setup.control, ControlScheme::cube_24);
    EXPECT_FALSE(session.run().spec().player.by_hand);
    EXPECT_EQ(session.panels.request.size, request.size);
    EXPECT_EQ(session.panels.request.layers, request.layers);
    EXPECT_EQ(session.marble().speed(), 2);
    EXPECT_EQ(session.marble().runs().size(), 1u);
    EXPECT_EQ(session.view.look, look);
  };
  for (const Lesson& lesson : lessons()) {
    session.act(&Session::start_lesson, lesson.name);
    session.act(&Session::step_lesson, static_cast<int>(lesson.steps.size()) - 1);
    EXPECT_EQ(session.view.look, look) << "nor is it kept, if the window is closed now";
    session.act(&Session::step_lesson, 1);
    expect_mine(12);
    session.act(&Session::start_lesson, lesson.name);
    session.act(&Session::close_lesson);
    expect_mine(12);
  }
  session.act(&Session::start_lesson, "8-and-24");
  EXPECT_TRUE(session.look_now().orientation_points);
  session.act(&Session::start_lesson, "no-undo");
  EXPECT_FALSE(session.look_now().orientation_points);
  session.act(&Session::next_maze);
  expect_mine(13);
  session.act(&Session::start_lesson, "8-and-24");
  session.panels.request = {4, Layers::outer, 2};
  session.act(&Session::new_maze);
  EXPECT_EQ(session.run().spec().player.agent, "depth-first");
  EXPECT_EQ(session.marble().speed(), 2);
}

TEST(Lessons, AMazeWithoutAMarbleLeavesTheLessonForWhatWasBefore) {
  RunSpec mine;
  mine.setup.maze = std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, 12));
  Session session(mine);
  session.act(&Session::start_lesson, "prediction");
  session.act(&Session::set_world, "rook");
  ASSERT_TRUE(session.game());
  session.show_marble();
  EXPECT_FALSE(session.lesson().open());
  EXPECT_EQ(session.run().maze(), *mine.setup.maze);
}

TEST(Lessons, TheCameraIsLedWithoutAJumpAndLeftToWhoeverTakesIt) {
  const auto session = reader_of(find_lesson("frozen"));
  float most = 0;
  for (int i = 0; i < 60; ++i) {
    const Camera before = session->view.camera;
    session->frame(1.0 / 30, 0);
    most = std::max(most, glm::distance(before.eye(), session->view.camera.eye()));
  }
  EXPECT_GT(most, 0) << "it moves";
  EXPECT_LT(most, 0.1f * session->view.camera.distance);
  const Camera led = session->view.camera;
  session->look_as_lesson_says();
  EXPECT_LT(glm::distance(led.eye(), session->view.camera.eye()), 0.01f) << "it has arrived";

  session->act(&Session::step_lesson, 1);
  session->frame(1.0 / 30, 0);
  session->view.camera.orbit({1, 0});
  const float yaw = session->view.camera.yaw_rad;
  for (int i = 0; i < 60; ++i) session->frame(1.0 / 30, 0);
  EXPECT_EQ(session->view.camera.yaw_rad, yaw);
}

// Thesis Figure 22: the axis is the cross product of the old and the new top vertex.
TEST(TurnVectors, SpanTheAxisAboutWhichTheMazeTurns) {
  MarbleRun run(lesson_spec(find_lesson("prediction")));
  while (!run.turned_from_at(run.ticks() - 1)) ASSERT_TRUE(run.advance());
  const long tick = run.ticks() - 1;
  const OrientationScheme& scheme = run.scheme(ControlScheme::cube_8);
  const glm::dvec3 before = scheme.up(*run.turned_from_at(tick)),
                   after = scheme.up(run.orientation_at(tick));
  EXPECT_NE(before, after);
  const glm::dvec3 axis =
      glm::inverse(glm::dquat(run.recording().ticks.back().maze)) * run.hinge_axis_at(tick);
  EXPECT_NEAR(std::abs(glm::dot(glm::normalize(glm::cross(before, after)), axis)), 1, 1e-9);
}

TEST(TurnVectors, AreThreeArrowsDuringATurnAndOneWhileTheMazeStands) {
  MarbleRun run(lesson_spec(find_lesson("prediction")));
  ViewOptions bare;
  bare.hinge = bare.predicted_path = false;
  const auto drawn = [&](bool vectors) {
    ViewOptions look = bare;
    look.turn_vectors = vectors;
    const Frame frame = frame_at(run, static_cast<double>(run.ticks()));
    const SceneView view{.frame = frame,
                         .look = look,
                         .palette = palettes().front(),
                         .camera = {},
                         .placement = MazePlacement(frame.scene, look),
                         .eye = {9, 9, 9}};
    return annotations(view).size();
  };
  run.advance();
  EXPECT_EQ(drawn(false), 0u);
  EXPECT_EQ(drawn(true), 2u);  // shaft and head
  while (!run.turned_from_at(run.ticks() - 1)) run.advance();
  EXPECT_EQ(drawn(true), 6u);
}

}  // namespace
}  // namespace marblemaze
