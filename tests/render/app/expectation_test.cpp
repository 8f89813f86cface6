// Tests how images show the agent's predictions and knowledge.
#include "maze/grid/orientation_scheme.h"
#include "render/session/run.h"
#include "tests/render/app/offscreen_viewer.h"

namespace marblemaze {
namespace {

// Returns the frame in the middle of the turn of a move.
Frame frame_in(const MarbleRun& run, const RecordedMove& move) {
  return frame_at(run, static_cast<double>(move.begin + kHalfTurnTicks));
}

TEST(Expectation, IsDrawnAtTheExpectedCellInRunsAndRecordings) {
  for (const PlannerEntry& agent : planners().built_in()) {
    RunSpec spec = small_maze();
    spec.setup.settings = without_noise();
    spec.player.agent = agent.name;
    spec.player.move_cap = 12;
    MarbleRun run(spec);
    while (run.advance()) {
    }
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

TEST(Expectation, IsNotDrawnForManualMoves) {
  RunSpec spec = small_maze();
  spec.player.by_hand = true;
  MarbleRun run(spec);
  for (int i = 0; i < 3; ++i) {
    while (run.advance()) {
    }
    if (run.ended()) break;
    ASSERT_TRUE(run.episode().choose(MoveId(i % 2)));
  }
  while (run.advance()) {
  }
  for (const RecordedMove& move : run.recording().moves)
    EXPECT_TRUE(frame_in(run, move).predicted_path.empty());
}

constexpr const char* kUnknownPath = "shortest path (the agent does not know it)";

TEST_F(Viewer, PathLabelShowsWhetherTheAgentKnowsThePath) {
  for (const auto& [agent, knows] : {std::pair{"breadth-first", false},
                                     {"random-walk", false},
                                     {"heuristic", true},
                                     {"complete-solution-prediction", true}}) {
    RunSpec spec = small_maze();
    spec.player.agent = agent;
    OffscreenViewer viewer(spec);
    viewer.frames(3);
    EXPECT_EQ(item_box(kUnknownPath).has_value(), !knows) << agent;
    EXPECT_TRUE(item_box(knows ? "shortest path" : kUnknownPath)) << agent;
    viewer.session.view.look.theoretical_path = false;
    viewer.frames(2);
    EXPECT_FALSE(item_box(kUnknownPath)) << "the path is hidden";
  }
}

}  // namespace
}  // namespace marblemaze
