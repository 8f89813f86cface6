// What the window says of a run, and what it offers then.
#include <algorithm>
#include <tuple>

#include "maze/files/maze_file.h"
#include "render/session/lessons.h"
#include "tests/render/app/viewer_session.h"

namespace marblemaze {
namespace {

TEST_F(Viewer, TellsHowARunEndedBesideTheMazeAndOffersWhatCanBeDone) {
  const auto ended = [](RunSpec spec, glm::ivec2 size) {
    auto session = std::make_unique<Session>(std::move(spec), size);
    while (!session->bench.run().ended()) session->bench.marble().step_moves(1);
    session->frames(2);
    return session;
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
      const auto session = ended(spec, size);
      ASSERT_EQ(session->bench.run().outcome(), outcome);
      const PanelPlan plan = plan_panels(size, 1, wishes_of(session->bench));
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

TEST_F(Viewer, ARunIsSharedFromItsCardWithOneClick) {
  Session session(small_maze());
  while (!session.bench.run().ended()) session.bench.marble().step_moves(1);
  session.frames(2);
  session.click("Share");
  ASSERT_TRUE(session.bench.files.exporting);
  EXPECT_TRUE(session.bench.files.exporting->loop);
  session.frame();
  EXPECT_TRUE(item_box("Restart")) << "the card stays";
}

TEST_F(Viewer, LevelsSayTheirNewsBesideTheMazeToo) {
  for (const glm::ivec2 size : {glm::ivec2(900, 600), {1280, 720}}) {
    Session session(small_maze(), size);
    session.bench.ask({Act::start_level, 0});
    session.frames(2);
    const PanelPlan plan = plan_panels(size, 1, wishes_of(session.bench));
    ASSERT_TRUE(item_box("Levels"));
    EXPECT_GE(item_box("Levels")->at.y, plan.scene.at.y + plan.scene.size.y);
  }
}

TEST_F(Viewer, WhyOpensTheReasonsAndRecoverFreesTheMarble) {
  Session session(lesson_spec(find_lesson("frozen")));
  while (!session.bench.run().ended()) session.bench.marble().step_moves(1);
  session.frames(2);
  session.bench.panels.mind_fold = Fold::folded;
  session.click("Why?");
  session.frames(2);
  EXPECT_EQ(session.bench.panels.mind_fold, Fold::open);
  EXPECT_FALSE(session.bench.panels.show_why) << "once is enough";
  EXPECT_TRUE(item_box("what if")) << "which is on the tab of reasons";
  session.click("Recover");
  EXPECT_EQ(session.bench.run().outcome(), Outcome::running);
  session.frame();
  EXPECT_FALSE(item_box("Recover"));
}

TEST_F(Viewer, AReasonThatIsPressedShowsItsMoveInThePictureUntilTimeGoesOn) {
  Session session;
  MarbleRuns& marble = session.bench.marble();
  for (int i = 0; i < 2; ++i) marble.step_moves(1);
  session.bench.ask({Act::why});
  session.frames(3);
  const std::size_t move = *marble.move_now();
  const MoveNote& note = session.bench.run().notes()[move];
  ASSERT_FALSE(note.why.empty());
  ASSERT_EQ(note.why[note.why_row].parent, session.bench.run().recording().moves[move].from);
  session.click("reason " + std::to_string(note.why_row + 1));
  session.frames(2);
  const Frame shown = marble.frames().front();
  EXPECT_TRUE(shown.ghost) << "the turned maze";
  EXPECT_FALSE(shown.guessed_path.empty()) << "and a ring where the marble should come to rest";
  EXPECT_EQ(marble.tick(), session.bench.run().recording().moves[move].begin);
  session.key(GLFW_KEY_SPACE);
  session.frames(2);
  EXPECT_FALSE(marble.frames().front().ghost);
}

TEST_F(Viewer, TellsThatARunIsSolvedAndOffersTheNextMaze) {
  Session session;
  while (!session.bench.run().ended()) session.bench.marble().step_moves(1);
  ASSERT_EQ(session.bench.run().outcome(), Outcome::solved);
  session.frames(3);  // the card takes its place
  ASSERT_TRUE(item_box("Next maze"));
  session.click("Next maze");
  EXPECT_EQ(session.bench.run().maze().origin().seed, 6u);
  session.frame();
  EXPECT_FALSE(item_box("Next maze"));
}

TEST_F(Viewer, TurnsTheViewAroundASolvedMazeUnlessMotionIsReduced) {
  for (const bool reduced : {false, true}) {
    Session session;
    session.bench.view.reduced_motion = reduced;
    while (!session.bench.run().ended()) session.bench.marble().step_moves(1);
    const float before = session.bench.view.camera.yaw_rad;
    session.frames(30);
    EXPECT_EQ(session.bench.view.camera.yaw_rad == before, reduced);
  }
}

TEST_F(Viewer, SaysInWordsWhatWasExpectedAndWhatCame) {
  Session session;
  session.bench.panels.welcome = true;
  session.frames(2);
  EXPECT_TRUE(item_box("door Play"));
  session.click("door Play");
  EXPECT_TRUE(session.bench.run().spec().player.by_hand);
  session.frame();
  EXPECT_FALSE(item_box("door Play"));
}

TEST_F(Viewer, EnlargesThePartOfTheTimelineUnderTheWheel) {
  Session session;
  session.bench.marble().time.step(1200);
  session.frame();
  const double whole = std::max(static_cast<double>(session.bench.marble().length()), 1200.0);
  const PanelBox bar = *item_box("scrub");
  ImGui::GetIO().MousePos = {bar.at.x + bar.size.x / 2, bar.at.y + bar.size.y / 2};
  session.frame();
  ImGui::GetIO().MouseWheel = 4;
  session.frame();
  EXPECT_GT(session.bench.panels.timeline.zoom, 2);
  EXPECT_NEAR(session.bench.panels.timeline.middle, whole / 2, whole / 20);
  ImGui::GetIO().MouseWheel = -20;
  session.frame();
  EXPECT_EQ(session.bench.panels.timeline.zoom, 1);
}

TEST_F(Viewer, GoesToTheMomentOfAStateThatIsClickedInTheGraph) {
  Session session;
  for (int i = 0; i < 3; ++i) session.bench.marble().step_moves(1);
  session.bench.panels.large_graph = true;
  session.frames(2);
  const GraphMoment graph = *session.bench.marble().graph();
  ASSERT_GE(graph.layout->nodes().size(), 3u);
  const GraphNode& second = graph.layout->nodes()[1];
  session.click("state " + std::to_string(second.state.index));
  const RecordedMove& move = graph.story.moves[second.known_since - 1];
  EXPECT_EQ(session.bench.marble().time.position(), static_cast<double>(move.end));
}

TEST_F(Viewer, AsksBeforeAFileIsReplaced) {
  const auto path = std::filesystem::path(::testing::TempDir()) / "marblemaze_replaced.json";
  save_maze(generate_kruskal({3, 3, 3}, Layers::all, 9), path);
  Session session;
  session.bench.files.asks = true;
  session.bench.files.browser.go(path.parent_path());
  session.bench.files.file_name = path.filename().string();
  session.frames(2);
  session.click("Save maze");
  EXPECT_EQ(load_maze(path).origin().seed, 9u) << "nothing is replaced yet";
  session.click("Keep it");
  EXPECT_EQ(load_maze(path).origin().seed, 9u);
  session.click("Save maze");
  session.click("Replace it");
  EXPECT_EQ(load_maze(path).origin().seed, 5u);
}

TEST(Workbench, MovesByItselfOnlyWhileSomethingHappens) {
  Workbench bench(small_maze());
  EXPECT_TRUE(bench.changes_by_itself());
  bench.marble().time.pause();
  for (int i = 0; i < 30 * 10 && bench.changes_by_itself(); ++i) bench.frame(1.0 / 30, 0);
  EXPECT_FALSE(bench.changes_by_itself());
  bench.say("news");
  EXPECT_TRUE(bench.changes_by_itself());
  bench.drop_message();
  bench.marble().time.play();
  for (int i = 0; i < 30 * 200 && bench.changes_by_itself(); ++i) bench.frame(1.0 / 30, 0);
  EXPECT_TRUE(bench.run().ended());
  EXPECT_FALSE(bench.changes_by_itself()) << "solved, and looked around";
}

}  // namespace
}  // namespace marblemaze
