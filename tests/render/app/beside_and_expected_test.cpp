// Two runs side by side that end at different times, and what the picture says that an agent
// expects and knows.
#include "maze/grid/orientation_scheme.h"
#include "render/session/run_frames.h"
#include "tests/render/app/viewer_session.h"

namespace marblemaze {
namespace {

void point_at(Session& session, const PanelBox& box) {
  ImGui::GetIO().MousePos = box.middle();
  session.frames(3);
}

TEST_F(Viewer, AMoveIsPreviewedInARunThatIsShorterThanTheOneBesideIt) {
  EpisodeSpec spec = small_maze();
  spec.player.by_hand = true;
  Session session(spec);
  session.bench.ask({Act::compare_with, 8, "breadth-first"});
  session.bench.marble().time.step(1500);
  session.frames(2);
  const MarbleRuns& marble = session.bench.marble();
  ASSERT_TRUE(marble.run(0).waits_for_person());
  ASSERT_GT(marble.run(1).ticks(), marble.run(0).ticks() + 100);
  for (const MoveId move : marble.run().scheme(8).move_ids()) {
    const auto button = item_box(move_button(move));
    ASSERT_TRUE(button);
    point_at(session, *button);
    EXPECT_TRUE(marble.frames().front().ghost) << "the move is shown";
  }
}

TEST_F(Viewer, ACornerArrowOfWhatIfCanBePointedAt) {
  Session session;
  MarbleRuns& marble = session.bench.marble();
  while (!session.bench.run().ended()) marble.step_moves(1);
  const std::vector<RecordedMove> made = session.bench.run().recording().moves;
  ASSERT_GE(made.size(), 2u);
  marble.time.jump(static_cast<double>(made[0].begin));
  session.bench.ask({Act::what_if, made[0].move.index == 0 ? 1 : 0});
  ASSERT_EQ(marble.count(), 2u);
  marble.time.jump(1e9);
  session.frames(2);
  ASSERT_TRUE(marble.run(1).waits_for_person());
  ASSERT_NE(marble.run(0).ticks(), marble.run(1).ticks());
  for (const char* arrow : {"arrow 1", "arrow 2", "arrow 3"}) {
    ASSERT_TRUE(item_box(arrow));
    point_at(session, *item_box(arrow));
    EXPECT_TRUE(marble.frames().back().ghost) << arrow;
  }
}

// Every instant of both runs, whichever the panels are about, with all panels drawn.
TEST_F(Viewer, PanelsShowEveryInstantOfTwoRunsOfDifferentLength) {
  Session session;
  session.bench.ask({Act::compare_with, 8, "breadth-first"});
  MarbleRuns& marble = session.bench.marble();
  marble.time.jump(1e6);
  ASSERT_NE(marble.run(0).ticks(), marble.run(1).ticks());
  for (const std::size_t side : {0u, 1u}) {
    marble.select(side);
    for (const Act tab : {Act::why, Act::fold_mind}) {
      session.bench.ask({tab, 1});
      for (const double part : {0.0, 0.3, 0.5, 0.8, 0.99, 1.0}) {
        marble.time.jump(part * static_cast<double>(marble.length()));
        EXPECT_LT(marble.tick(), marble.run().ticks());
        session.frames(2);
      }
    }
  }
}

// In the middle of the turn of each move.
std::vector<Frame> turning(const ShownRun& run) {
  std::vector<Frame> frames;
  for (const RecordedMove& move : run.recording().moves)
    frames.push_back(frame_at(run, static_cast<double>(move.begin + 40)));
  return frames;
}

TEST(Expectation, IsDrawnOnlyForAgentsThatPredictAndWhereTheyExpectTheMarble) {
  for (const PlannerEntry& agent : planners().built_in()) {
    EpisodeSpec spec = small_maze();
    spec.setup.settings = exact_machine();
    spec.player.agent = agent.name;
    spec.player.move_cap = 12;
    ShownRun run(spec);
    while (run.advance()) {
    }
    const ShownRun again(run.recording());
    int drawn = 0;
    for (const ShownRun* shown : {&std::as_const(run), &again}) {
      const std::vector<Frame> frames = turning(*shown);
      for (std::size_t i = 0; i < frames.size(); ++i) {
        const std::vector<CellId>& path = frames[i].predicted_path;
        drawn += path.empty() ? 0 : 1;
        if (!agent.predicts) {
          EXPECT_TRUE(path.empty()) << agent.name << ", move " << i + 1;
        } else if (!path.empty()) {
          const auto& planned = run.recording().moves[i].plan.front().expected;
          ASSERT_TRUE(planned) << agent.name << ", move " << i + 1;
          EXPECT_EQ(path.back(), run.scheme(8).cell(*planned)) << agent.name << ", move " << i + 1;
        }
      }
    }
    if (agent.predicts) {
      EXPECT_GT(drawn, 0) << agent.name;
    }
  }
}

TEST(Expectation, OfAMoveByHandIsNobodys) {
  EpisodeSpec spec = small_maze();
  spec.player.by_hand = true;
  ShownRun run(spec);
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

TEST_F(Viewer, ThePathIsLabelledAsUnknownToAgentsThatAreNotToldOfIt) {
  for (const auto& [agent, knows] : {std::pair{"breadth-first", false},
                                     {"random-walk", false},
                                     {"heuristic", true},
                                     {"complete-solution-prediction", true}}) {
    EpisodeSpec spec = small_maze();
    spec.player.agent = agent;
    Session session(spec);
    session.frames(3);
    EXPECT_EQ(item_box(kUnknownPath).has_value(), !knows) << agent;
    EXPECT_TRUE(item_box(knows ? "shortest path" : kUnknownPath)) << agent;
    session.bench.view.look.theoretical_path = false;
    session.frames(2);
    EXPECT_FALSE(item_box(kUnknownPath)) << "it is not drawn";
  }
}

TEST_F(Viewer, ThePathPredictorsGuessHasASwitchOfItsOwnAndALabel) {
  EpisodeSpec spec = small_maze();
  spec.player.agent = "breadth-first";
  Session session(spec);
  session.bench.marble().time.pause();
  session.bench.marble().step_moves(1);
  session.bench.marble().time.jump(
      static_cast<double>(session.bench.run().recording().moves[0].begin + 40));
  session.frames(2);
  EXPECT_FALSE(item_box("where the agent expects the marble"));
  EXPECT_FALSE(item_box("path predictor's guess")) << "off at first";
  const Image without = session.last;
  for (const char* section : {"Maze", "Agent and control scheme", "More"}) {
    session.click(section);
    session.frames(2);
  }
  session.click("Path predictor's guess");
  session.frames(2);
  EXPECT_TRUE(item_box("path predictor's guess"));
  EXPECT_FALSE(item_box("where the agent expects the marble"));
  EXPECT_FALSE(session.last == without);
}

}  // namespace
}  // namespace marblemaze
