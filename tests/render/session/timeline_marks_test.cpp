#include "render/session/timeline_marks.h"

#include <gtest/gtest.h>

#include "maze/grid/generator.h"

namespace marblemaze {
namespace {

using Kind = TransportWords::Mark::Kind;

// Returns four moves without a simulation: a plan of three moves that is dropped after two, and one
// move back.
Recording run_with_a_dropped_plan() {
  Recording recording;
  recording.spec.setup.maze =
      std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, 1));
  for (int i = 0; i < 50; ++i) recording.ticks.push_back({});
  recording.outcome = Outcome::frozen;
  const OrientationScheme scheme(ControlScheme::cube_8, Layers::all);
  const auto state = [&](int cell) { return scheme.state(CellId(cell), OrientationId(0)); };
  const PlannedMove first{MoveId(0), state(1)}, second{MoveId(1), state(2)},
      third{MoveId(2), state(3)};
  recording.moves = {{1,
                      state(0),
                      MoveId(0),
                      state(1),
                      Motion::settled,
                      ControlScheme::cube_8,
                      0,
                      10,
                      "",
                      {first, second, third}},
                     {2,
                      state(1),
                      MoveId(1),
                      state(5),
                      Motion::settled,
                      ControlScheme::cube_8,
                      10,
                      20,
                      "",
                      {second, third}},
                     {3,
                      state(5),
                      MoveId(0),
                      state(1),
                      Motion::settled,
                      ControlScheme::cube_8,
                      20,
                      30,
                      "",
                      {{MoveId(0), {}}}},
                     {4,
                      state(1),
                      MoveId(2),
                      StateId(),
                      Motion::frozen,
                      ControlScheme::cube_8,
                      30,
                      40,
                      "",
                      {third}}};
  return recording;
}

TEST(TimelineMarks, APlanReachesFromItsFirstMoveToTheLastThatWasMadeOfIt) {
  const MarbleRun run(run_with_a_dropped_plan());
  const auto marks = plan_marks(run);
  ASSERT_EQ(marks.size(), 2u);
  EXPECT_EQ(marks[0].kind, Kind::dropped_plan);
  EXPECT_EQ(marks[0].begin, 0);
  EXPECT_EQ(marks[0].end, 20);
  EXPECT_EQ(marks[0].words, "Plan of 3 moves, dropped after 2");
}

TEST(TimelineMarks, AMoveToAStateThatWasKnownIsAWayBack) {
  const MarbleRun run(run_with_a_dropped_plan());
  const auto marks = plan_marks(run);
  ASSERT_EQ(marks.size(), 2u);
  EXPECT_EQ(marks[1].kind, Kind::way_back);
  EXPECT_EQ(marks[1].begin, 20);
  EXPECT_EQ(marks[1].end, 30);
}

TEST(TimelineMarks, MovesSayWhatBecameOfThem) {
  const MarbleRun run(run_with_a_dropped_plan());
  const auto marks = move_marks(run);
  ASSERT_EQ(marks.size(), 4u);
  EXPECT_EQ(marks[0].words, "Move 1");
  EXPECT_EQ(marks[3].kind, Kind::frozen);
  EXPECT_EQ(marks[3].words, "Move 4: the marble froze");
}

TEST(TimelineMarks, ALongRunKeepsItsSurprisesAndFreezesOnABarOfFewPoints) {
  std::vector<TransportWords::Mark> marks;
  for (long i = 0; i < 6000; ++i) {
    const Kind kind = i == 1001 ? Kind::surprise : i == 5999 ? Kind::frozen : Kind::move;
    marks.push_back({kind, 10 * i, 10 * i + 10, "", ""});
  }
  const auto kept = distinct_marks(marks, 100);  // ten moves per point
  EXPECT_EQ(kept.size(), 602u);
  std::vector<Kind> over_the_moves;
  for (const auto* mark : kept)
    if (mark->kind != Kind::move) over_the_moves.push_back(mark->kind);
  EXPECT_EQ(over_the_moves, (std::vector{Kind::surprise, Kind::frozen}));
  EXPECT_EQ(kept.back()->kind, Kind::frozen) << "drawn after the moves, so over them";
  EXPECT_EQ(distinct_marks(marks, 1).size(), marks.size()) << "where there is room for all";
}

}  // namespace
}  // namespace marblemaze
