// Tests playback, second runs and timeline marks of marble runs.

#include <gmock/gmock.h>

#include "maze/base/errors.h"
#include "render/session/run_text.h"
#include "tests/render/session/runs.h"

namespace marblemaze {
namespace {

using marblemaze::testing::cube;
using marblemaze::testing::play_on;
using ::testing::HasSubstr;
using Mark = TransportInfo::Mark;

void play(Session& session, int frames) {
  for (int frame = 0; frame < frames; ++frame) session.update(1.0 / 60, 0);
}

TEST(Session, AdvancesInProportionToElapsedTime) {
  for (const double speed : {1.0, 2.0}) {
    Session session(cube(1));
    session.marble().set_speed(speed);
    play(session, 30);
    EXPECT_NEAR(session.marble().position(), 60 * speed, 1e-6);
    EXPECT_EQ(session.run().ticks(), 60 * speed);
  }
  Session suspended(cube(1));
  suspended.update(3600, 0);
  EXPECT_LE(suspended.marble().position(), 12.0 + 1e-9) << "it does not catch up after a pause";
  RunSpec still = cube(1);
  still.setup.kind = "predicted";
  Session session(still);
  play(session, 60);
  EXPECT_NEAR(session.marble().position(), 1 / session.run().seconds_per_tick(), 1e-6)
      << "each move of a world without physics is shown for a moment";
}

TEST(Session, LimitsSpeedToAHundredAndReportsLag) {
  Session session(cube(1));
  session.marble().set_speed(1000);
  EXPECT_EQ(session.marble().speed(), 100);
  session.update(0.01, 0);
  EXPECT_NEAR(session.marble().position(), 120, 1e-6);
  session.marble().jump(0);
  session.update(0.1, 1e-9);
  EXPECT_TRUE(session.marble().lagging());
  EXPECT_LT(session.marble().position(), 100 * 0.1 * 120);
}

TEST(Session, InterpolatesBetweenTicks) {
  Session session(cube(1));
  session.marble().step(200);
  session.marble().jump(150.5);
  const glm::dvec3 a = session.run().recording().scene(149).marble.position,
                   b = session.run().recording().scene(150).marble.position;
  EXPECT_NEAR(glm::distance(session.run().scene().marble.position, (a + b) / 2.0), 0, 1e-9);
}

TEST(Session, StepsByTickOrMoveInBothDirectionsAndPauses) {
  Session session(cube(1));
  Playback& shown = session.shown();
  shown.play();
  for (const int step : {1, -1}) {
    shown.jump(2.5);
    shown.step(step);
    EXPECT_EQ(shown.position(), step > 0 ? 3 : 2);
    EXPECT_FALSE(shown.playing());
  }
  EXPECT_EQ(session.run().ticks(), 3) << "only displayed ticks are simulated";
  shown.jump(-3);
  EXPECT_EQ(shown.position(), 0);
  shown.step_moves(1);
  ASSERT_FALSE(session.run().moves().empty());
  EXPECT_EQ(shown.done(), session.run().moves()[0].end);
  shown.step_moves(-1);
  EXPECT_EQ(shown.done(), session.run().moves()[0].begin);
}

TEST(Session, PlaysBackwardToTheStartAndRestartsFromTheEnd) {
  Session session(cube(1));
  session.marble().step(50);
  session.marble().set_backward(true);
  session.marble().play();
  play(session, 60);
  EXPECT_EQ(session.marble().position(), 0);
  EXPECT_FALSE(session.marble().playing());
  session.marble().set_backward(false);
  session.marble().jump(1e6);
  ASSERT_TRUE(session.marble().complete());
  EXPECT_FALSE(session.marble().plays());
  for (const bool plays : {true, false}) {
    session.marble().play_or_pause();
    EXPECT_EQ(session.marble().position(), 0);
    EXPECT_EQ(session.marble().plays(), plays);
  }
}

TEST(Run, SchemeSwitchIsLabelledAndHasItsOwnKnowledge) {
  Session session(cube(1));
  session.marble().step_moves(1);
  const MarbleRun& run = session.run();
  session.run().episode().switch_scheme(ControlScheme::cube_24);
  EXPECT_THAT(session.marble().transport_info().facts, HasSubstr("then to 24 orientations"));
  session.marble().step_moves(1);
  ASSERT_GE(run.moves().size(), 2u);
  EXPECT_EQ(run.moves()[1].number, 0);
  EXPECT_EQ(run.moves()[1].control, ControlScheme::cube_24);
  const auto marks = session.marble().transport_info().marks;
  EXPECT_EQ(marks[0].label, "1");
  EXPECT_EQ(marks[1].label, "to 24");
  EXPECT_EQ(known_in_other_schemes(run, 0), "");
  EXPECT_EQ(
      known_in_other_schemes(run, 1),
      "Also known: " + std::to_string(run.notes()[0].states_known) + " states with 8 orientations");
}

TEST(Run, ReportsThePlanStepOfEachMove) {
  int steps = 0, weighed = 0;
  for (const char* agent : {"complete-solution-prediction", "heuristic"}) {
    MarbleRun run(cube(1, false, agent));
    play_on(run);
    for (std::size_t i = 0; i < run.notes().size(); ++i) {
      const MoveNote& note = run.notes()[i];
      if (note.why.empty()) continue;
      const Candidate& lit = note.why[note.why_row];
      if (note.why_is_plan) {
        ++steps;
        EXPECT_EQ(lit.move, run.moves()[i].move);
        EXPECT_EQ(lit.parent, run.moves()[i].from);
        EXPECT_EQ(lit.moves_away, static_cast<int>(note.why_row) + 1);
      } else {
        ++weighed;
        for (const Candidate& other : note.why) EXPECT_LE(lit.value, other.value);
      }
    }
  }
  EXPECT_GE(steps, 3);
  EXPECT_GE(weighed, 3);
}

// Returns the frame in the middle of the turn of a move.
Frame frame_in(const MarbleRun& run, const RecordedMove& move) {
  return frame_at(run, static_cast<double>(move.begin + kHalfTurnTicks));
}

TEST(Run, PredictionIsDrawnAtTheExpectedCellInRunsAndRecordings) {
  for (const PlannerEntry& agent : planners().built_in()) {
    RunSpec spec = cube();
    spec.setup.settings = without_noise();
    spec.player.agent = agent.name;
    spec.player.move_limit = 12;
    MarbleRun run(spec);
    play_on(run);
    const MarbleRun again(run.recording());
    int drawn = 0;
    for (const RecordedMove& move : run.recording().moves) {
      const std::vector<CellId> path = frame_in(run, move).predicted_path;
      EXPECT_EQ(frame_in(again, move).predicted_path, path) << agent.name;
      if (path.empty()) continue;
      ++drawn;
      const StateId expected = move.plan.front().expected.value();
      EXPECT_EQ(path.back(), run.scheme(ControlScheme::cube_8).cell(expected)) << agent.name;
    }
    EXPECT_EQ(drawn > 0, agent.predicts) << agent.name;
  }
}

TEST(Run, RecordingOfARemovedAgentShowsItsNameReasonsAndPredictions) {
  const MarbleRun run(load_recording(MARBLEMAZE_SOURCE_DIR "/tests/data/mapping_0_4.rec"));
  EXPECT_EQ(run.agent(), "mapping");
  ASSERT_EQ(run.notes().size(), 3u);
  EXPECT_THAT(run.moves()[0].reason, HasSubstr("fewest expected moves"));
  EXPECT_FALSE(frame_in(run, run.moves()[0]).predicted_path.empty());
}

TEST(Session, CannotBranchIfTheRepeatedRunEndsEarlier) {
  Session session(cube(1));
  play_on(session.run());
  ASSERT_EQ(session.run().outcome(), Outcome::solved);
  Recording longer = session.run().recording();
  longer.moves.push_back(longer.moves.back());
  session.show(std::make_unique<MarbleRun>(longer));
  session.marble().jump(static_cast<double>(session.run().ticks()));
  EXPECT_THROW(session.branch(MoveId(0)), BadInput);
}

TEST(Session, BranchRepeatsTheRunUpToTheChangedMove) {
  Session session(cube(1));
  EXPECT_FALSE(session.run().current_decision()) << "no move has been chosen yet";
  EXPECT_THROW(session.branch(MoveId(0)), BadInput);
  while (!session.run().ended()) session.marble().step_moves(1);
  const std::vector<RecordedMove> made = session.run().moves();
  ASSERT_GE(made.size(), 2u);
  EXPECT_EQ(session.run().current_decision(), made.size() - 1)
      << "at the end, the last move is current";
  session.marble().jump(static_cast<double>(made[1].begin));
  EXPECT_EQ(session.run().current_decision(), 1u);
  const MoveId other(made[1].move.index == 0 ? 1 : 0);
  EXPECT_NE(session.branch(other), "");
  ASSERT_EQ(session.marble().runs().size(), 2u);
  session.marble().step_moves(1);
  EXPECT_EQ(session.marble().moves().size(), made.size()) << "the first run is unchanged";
  const auto& branch = session.marble().second->moves();
  ASSERT_EQ(branch.size(), 2u);
  EXPECT_EQ(branch[0].to, made[0].to);
  EXPECT_EQ(branch[0].end, made[0].end) << "the first move takes the same number of ticks";
  EXPECT_EQ(branch[1].from, made[1].from);
  EXPECT_EQ(branch[1].move, other);
  EXPECT_TRUE(session.played().by_hand()) << "the user continues the branch";
  for (const bool side : {false, true}) {
    session.marble().second_selected = side;
    EXPECT_EQ(session.marble().graph()->diverges_at, 1u)
        << "the graph marks where the runs diverge";
  }
}

// Returns a recording of four moves: a plan of three moves that is dropped after two moves, a move
// back to a known state, and a move that freezes the marble.
Recording run_with_a_dropped_plan() {
  Recording recording;
  recording.spec = cube(1);
  recording.ticks.resize(50);
  recording.outcome = Outcome::frozen;
  const OrientationScheme scheme(ControlScheme::cube_8, Layers::all);
  const auto state = [&](int cell) { return scheme.state(CellId(cell), OrientationId(0)); };
  const auto add = [&](StateId from, int move, StateId to, std::vector<PlannedMove> plan) {
    const int number = static_cast<int>(recording.moves.size()) + 1;
    recording.moves.push_back({number, from, MoveId(move), to,
                               to.valid() ? Motion::settled : Motion::frozen, ControlScheme::cube_8,
                               10L * (number - 1), 10L * number, "", std::move(plan)});
  };
  const PlannedMove first{MoveId(0), state(1)}, second{MoveId(1), state(2)},
      third{MoveId(2), state(3)};
  add(state(0), 0, state(1), {first, second, third});
  add(state(1), 1, state(5), {second, third});
  add(state(5), 0, state(1), {{MoveId(0), {}}});
  add(state(1), 2, StateId(), {third});
  return recording;
}

TEST(TimelineMarks, DescribeResultsOfMovesAndPlans) {
  const MarbleRun run(run_with_a_dropped_plan());
  const auto plans = plan_marks(run), moves = move_marks(run);
  ASSERT_EQ(plans.size(), 2u);
  EXPECT_EQ(plans[0].kind, Mark::Kind::dropped_plan);
  EXPECT_EQ(std::pair(plans[0].begin, plans[0].end), std::pair(0L, 20L));
  EXPECT_EQ(plans[0].words, "Plan of 3 moves, dropped after 2");
  EXPECT_EQ(plans[1].kind, Mark::Kind::revisit) << "the move returned to a known state";
  EXPECT_EQ(std::pair(plans[1].begin, plans[1].end), std::pair(20L, 30L));
  ASSERT_EQ(moves.size(), 4u);
  EXPECT_EQ(moves[0].words, "Move 1");
  EXPECT_EQ(moves[3].kind, Mark::Kind::frozen);
  EXPECT_EQ(moves[3].words, "Move 4: the marble froze");
}

}  // namespace
}  // namespace marblemaze
