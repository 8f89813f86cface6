// Tests the texts about a run in the window, and the actions that the window offers.
#include <algorithm>
#include <tuple>

#include "maze/files/maze_file.h"
#include "render/session/lessons.h"
#include "tests/render/window/viewing.h"

namespace marblemaze {
namespace {

TEST_F(Window, TellsHowARunEndedBesideTheMazeAndOffersWhatCanBeDone) {
  const auto ended = [](RunSpec spec, glm::ivec2 size) {
    auto viewer = std::make_unique<Viewing>(std::move(spec), size);
    while (!viewer->session.run().ended()) viewer->session.marble().step_moves(1);
    viewer->frames(2);
    return viewer;
  };
  RunSpec capped = small_maze();
  capped.player.move_cap = 1;
  const std::tuple<RunSpec, Outcome, std::vector<std::string>, std::vector<std::string>> ends[]{
      {small_maze(), Outcome::solved, {"Restart", "Next maze", "Share"}, {"Why?"}},
      {lesson_spec(find_lesson("frozen")),
       Outcome::frozen,
       {"Recover", "Restart", "Why?", "Share"},
       {}},
      {lesson_spec(find_lesson("unsolvable")),
       Outcome::unsolvable,
       {"Restart", "Why?"},
       {"Recover"}},
      {capped, Outcome::capped, {"Restart", "Why?"}, {"Recover"}}};
  for (const glm::ivec2 size : {glm::ivec2(900, 600), {1280, 720}, {2560, 1440}})
    for (const auto& [spec, outcome, offered, missing] : ends) {
      const auto viewer = ended(spec, size);
      ASSERT_EQ(viewer->session.run().outcome(), outcome);
      const PanelPlan plan = plan_panels(size, 1, wishes_of(viewer->session));
      EXPECT_GE(plan.card.at.y, plan.scene.at.y + plan.scene.size.y) << "it hides the maze";
      EXPECT_LE(plan.card.at.y + plan.card.size.y, plan.timeline.at.y);
      for (const std::string& label : offered) {
        ASSERT_TRUE(item_box(label)) << to_string(outcome) << ": " << label;
        EXPECT_GE(item_box(label)->at.y, plan.card.at.y) << label;
        EXPECT_LE(item_box(label)->at.y + item_box(label)->size.y,
                  plan.card.at.y + plan.card.size.y)
            << label << " at " << size.x << "x" << size.y;
      }
      for (const std::string& label : missing) EXPECT_FALSE(item_box(label)) << label;
    }
}

TEST_F(Window, ARunIsSharedFromItsCardWithOneClick) {
  Viewing viewer(small_maze());
  while (!viewer.session.run().ended()) viewer.session.marble().step_moves(1);
  viewer.frames(2);
  viewer.click("Share");
  ASSERT_TRUE(viewer.session.files.exporting);
  EXPECT_TRUE(viewer.session.files.exporting->loop);
  viewer.frame();
  EXPECT_TRUE(item_box("Restart")) << "the card stays";
}

TEST_F(Window, WhyOpensTheReasonsAndRecoverFreesTheMarble) {
  Viewing viewer(lesson_spec(find_lesson("frozen")));
  while (!viewer.session.run().ended()) viewer.session.marble().step_moves(1);
  viewer.frames(2);
  viewer.session.panels.mind_fold = Fold::folded;
  viewer.click("Why?");
  viewer.frames(2);
  EXPECT_EQ(viewer.session.panels.mind_fold, Fold::open);
  EXPECT_EQ(viewer.session.panels.tab, "") << "once is enough";
  EXPECT_TRUE(item_box("what if")) << "which is on the tab of reasons";
  viewer.click("Recover");
  EXPECT_EQ(viewer.session.run().outcome(), Outcome::running);
  viewer.frame();
  EXPECT_FALSE(item_box("Recover"));
}

TEST_F(Window, AReasonThatIsPressedShowsItsMoveInThePictureUntilTimeGoesOn) {
  Viewing viewer;
  MarbleRun& marble = viewer.session.marble();
  for (int i = 0; i < 2; ++i) marble.step_moves(1);
  viewer.session.panels.mind_fold = Fold::open, viewer.session.panels.tab = "Why";
  viewer.frames(3);
  const std::size_t move = *marble.about().move_now();
  const MoveNote& note = viewer.session.run().notes()[move];
  ASSERT_FALSE(note.why.empty());
  ASSERT_EQ(note.why[note.why_row].parent, viewer.session.run().recording().moves[move].from);
  viewer.click("reason " + std::to_string(note.why_row + 1));
  viewer.frames(2);
  const Frame shown = marble.frames().front();
  EXPECT_TRUE(shown.ghost) << "the turned maze";
  EXPECT_FALSE(shown.guessed_path.empty()) << "and a ring where the marble should come to rest";
  EXPECT_EQ(marble.about().tick(), viewer.session.run().recording().moves[move].begin);
  viewer.key(GLFW_KEY_SPACE);
  viewer.frames(2);
  EXPECT_FALSE(marble.frames().front().ghost);
}

TEST_F(Window, TurnsTheViewAroundASolvedMazeUnlessMotionIsReduced) {
  for (const bool reduced : {false, true}) {
    Viewing viewer;
    viewer.session.view.reduced_motion = reduced;
    while (!viewer.session.run().ended()) viewer.session.marble().step_moves(1);
    const float before = viewer.session.view.camera.yaw_rad;
    viewer.frames(30);
    EXPECT_EQ(viewer.session.view.camera.yaw_rad == before, reduced);
  }
}

TEST_F(Window, EnlargesThePartOfTheTimelineUnderTheWheel) {
  Viewing viewer;
  viewer.session.marble().step(1200);
  viewer.frame();
  const double whole = std::max(static_cast<double>(viewer.session.marble().length()), 1200.0);
  const PanelBox bar = *item_box("scrub");
  viewer.point_at({bar.at.x + bar.size.x / 2, bar.at.y + bar.size.y / 2});
  viewer.frame();
  viewer.wheel(4);
  EXPECT_GT(viewer.session.panels.timeline.zoom, 2);
  EXPECT_NEAR(viewer.session.panels.timeline.middle, whole / 2, whole / 20);
  viewer.wheel(-20);
  EXPECT_EQ(viewer.session.panels.timeline.zoom, 1);
}

TEST_F(Window, GoesToTheMomentOfAStateThatIsClickedInTheGraph) {
  Viewing viewer;
  for (int i = 0; i < 3; ++i) viewer.session.marble().step_moves(1);
  viewer.session.panels.large_graph = true;
  viewer.frames(2);
  const GraphMoment graph = *viewer.session.marble().graph();
  ASSERT_GE(graph.layout->nodes().size(), 3u);
  const GraphNode& second = graph.layout->nodes()[1];
  viewer.click("state " + std::to_string(second.state.index));
  const RecordedMove& move = graph.story.moves[second.known_since - 1];
  EXPECT_EQ(viewer.session.marble().position(), static_cast<double>(move.end));
}

TEST_F(Window, AsksBeforeAFileIsReplaced) {
  const auto path = std::filesystem::path(::testing::TempDir()) / "marblemaze_replaced.json";
  save_maze(generate_kruskal({3, 3, 3}, Layers::all, 9), path);
  Viewing viewer;
  viewer.session.files.asks = true;
  viewer.session.files.browser.go(path.parent_path());
  viewer.session.files.file_name = path.filename().string();
  viewer.frames(2);
  viewer.click("Save maze");
  EXPECT_EQ(load_maze(path).origin().seed, 9u) << "nothing is replaced yet";
  viewer.click("Keep it");
  EXPECT_EQ(load_maze(path).origin().seed, 9u);
  viewer.click("Save maze");
  viewer.click("Replace it");
  EXPECT_EQ(load_maze(path).origin().seed, 5u);
}

TEST(Session, MovesByItselfOnlyWhileSomethingHappens) {
  Session session(small_maze());
  EXPECT_TRUE(session.changes_by_itself());
  session.marble().pause();
  for (int i = 0; i < 30 * 10 && session.changes_by_itself(); ++i) session.frame(1.0 / 30, 0);
  EXPECT_FALSE(session.changes_by_itself());
  session.say("news");
  EXPECT_TRUE(session.changes_by_itself());
  session.drop_message();
  session.marble().play();
  for (int i = 0; i < 30 * 200 && session.changes_by_itself(); ++i) session.frame(1.0 / 30, 0);
  EXPECT_TRUE(session.run().ended());
  EXPECT_FALSE(session.changes_by_itself()) << "solved, and looked around";
}

}  // namespace
}  // namespace marblemaze
