// Tests how images show the agent's predictions and knowledge.
#include "maze/grid/orientation_scheme.h"
#include "render/session/run.h"
#include "tests/render/app/offscreen_viewer.h"

namespace marblemaze {
namespace {

// Returns a frame in the middle of each turn.
std::vector<Frame> turning(const MarbleRun& run) {
  std::vector<Frame> frames;
  for (const RecordedMove& move : run.recording().moves)
    frames.push_back(frame_at(run, static_cast<double>(move.begin + 40)));
  return frames;
}

TEST(Expectation, IsDrawnAtTheExpectedCellOnlyForPredictingAgents) {
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
    for (const MarbleRun* shown : {&std::as_const(run), &again}) {
      const std::vector<Frame> frames = turning(*shown);
      for (std::size_t i = 0; i < frames.size(); ++i) {
        const std::vector<CellId>& path = frames[i].predicted_path;
        drawn += path.empty() ? 0 : 1;
        if (!agent.predicts) {
          EXPECT_TRUE(path.empty()) << agent.name << ", move " << i + 1;
        } else if (!path.empty()) {
          const auto& planned = run.recording().moves[i].plan.front().expected;
          ASSERT_TRUE(planned) << agent.name << ", move " << i + 1;
          EXPECT_EQ(path.back(), run.scheme(ControlScheme::cube_8).cell(*planned))
              << agent.name << ", move " << i + 1;
        }
      }
    }
    if (agent.predicts) {
      EXPECT_GT(drawn, 0) << agent.name;
    }
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
  for (const Frame& frame : turning(run)) EXPECT_TRUE(frame.predicted_path.empty());
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
