#include "render/session/lessons.h"

#include <cmath>

#include <gtest/gtest.h>

#include "render/scene/draw_lists.h"
#include "render/session/run_frames.h"

namespace marblemaze {
namespace {

EpisodeResult played(const char* lesson) { return Episode(lesson_spec(find_lesson(lesson))).run(); }

// The texts tell what happens: they must stay true when the physics changes.

TEST(Lessons, TheMarbleOfTheFrozenLessonFreezes) {
  EXPECT_EQ(played("frozen").outcome, Outcome::frozen);
}

TEST(Lessons, TheMazeOfTheUnsolvableLessonIsTriedToTheEnd) {
  EXPECT_EQ(played("unsolvable").outcome, Outcome::unsolvable);
}

TEST(Lessons, TheAgentOfThePredictionLessonIsWrongAtTimesAndSolvesTheMaze) {
  const EpisodeResult run = played("prediction");
  EXPECT_EQ(run.outcome, Outcome::solved);
  EXPECT_LT(run.counters.predicted_right, run.counters.predicted_total);
}

TEST(Lessons, TwentyFourOrientationsFindAWayThatEightDoNot) {
  EpisodeSpec spec = lesson_spec(find_lesson("8-and-24"));
  EXPECT_NE(Episode(spec).run().outcome, Outcome::solved);
  spec.orientations = 24;
  EXPECT_EQ(Episode(spec).run().outcome, Outcome::solved);
}

TEST(Lessons, TheSameTurnOfTheSameStateEndsOnceInCell12AndOnceInTheTarget) {
  const EpisodeResult run = played("not-repeatable");
  ASSERT_EQ(run.outcome, Outcome::solved);
  ASSERT_EQ(run.played.size(), 6u);
  const MoveRecord &second = run.played[1], &sixth = run.played[5];
  EXPECT_EQ(second.from, sixth.from);
  EXPECT_EQ(second.move, sixth.move);
  const OrientationScheme scheme(4, Layers::flat);
  EXPECT_EQ(cell_number(scheme.cell(second.from)), 1);
  EXPECT_EQ(cell_number(scheme.cell(second.to.value())), 12);
  EXPECT_EQ(cell_number(scheme.cell(sixth.to.value())), 16);
}

// Thesis Figure 22: the axis is the cross product of the vertex that was at the top and the one
// that will be.
TEST(TurnVectors, SpanTheAxisAboutWhichTheMazeTurns) {
  ShownRun run(lesson_spec(find_lesson("prediction")));
  while (!run.turned_from_at(run.ticks() - 1)) ASSERT_TRUE(run.advance());
  const long tick = run.ticks() - 1;
  const OrientationScheme& scheme = run.scheme(8);
  const glm::dvec3 before = scheme.up(*run.turned_from_at(tick)),
                   after = scheme.up(run.orientation_at(tick));
  EXPECT_NE(before, after);
  const glm::dvec3 axis =
      glm::inverse(glm::dquat(run.recording().ticks.back().maze)) * run.hinge_axis_at(tick);
  EXPECT_NEAR(std::abs(glm::dot(glm::normalize(glm::cross(before, after)), axis)), 1, 1e-9);
}

TEST(TurnVectors, AreThreeArrowsDuringATurnAndOneWhileTheMazeStands) {
  ShownRun run(lesson_spec(find_lesson("prediction")));
  ViewOptions bare;
  bare.hinge = bare.predicted_path = false;
  const auto drawn = [&](bool vectors) {
    ViewOptions look = bare;
    look.turn_vectors = vectors;
    const Frame frame = frame_at(run, static_cast<double>(run.ticks()));
    std::vector<LineInstance> lines;
    add_annotations(frame, look, palettes().front(), MazePlacement(frame.scene, look), {9, 9, 9},
                    lines);
    return lines.size();
  };
  run.advance();
  EXPECT_EQ(drawn(false), 0u);
  EXPECT_EQ(drawn(true), 2u);  // a shaft and a head
  while (!run.turned_from_at(run.ticks() - 1)) run.advance();
  EXPECT_EQ(drawn(true), 6u);
}

}  // namespace
}  // namespace marblemaze
