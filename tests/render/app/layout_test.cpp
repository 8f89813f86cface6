// No text clipped, every control within reach: in windows of many sizes, with text of many sizes.
#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "maze/files/maze_file.h"
#include "render/session/lessons.h"
#include "tests/render/app/layout_faults.h"
#include "tests/render/app/viewer_session.h"

namespace marblemaze {
namespace {

struct Setting {
  glm::ivec2 size;
  float scale;
};

/// Those of the windows in which the result has at least 640 by 400 units.
std::vector<Setting> settings() {
  std::vector<Setting> all;
  for (const glm::ivec2 size : {glm::ivec2(1024, 600), glm::ivec2(1280, 720),
                                glm::ivec2(1920, 1080), glm::ivec2(2560, 1440)})
    for (const float scale : {0.75f, 1.0f, 1.5f, 2.0f, 3.0f})
      if (static_cast<float>(size.x) / scale >= 640 && static_cast<float>(size.y) / scale >= 400)
        all.push_back({size, scale});
  all.push_back({{640, 400}, 1});
  return all;
}

void expect_no_faults(const Setting& setting, const char* what,
                      const std::function<void(Session&)>& prepare) {
  Session session(small_maze(), setting.size);
  session.bench.view.wanted_scale = setting.scale;
  prepare(session);
  session.frames(3);
  for (const std::string& fault : layout_faults(setting.size))
    ADD_FAILURE() << what << ", " << setting.size.x << "x" << setting.size.y << " at "
                  << setting.scale << ": " << fault;
}

TEST_F(Viewer, ClipsNothingInWindowsOfManySizes) {
  for (const Setting& setting : settings()) {
    expect_no_faults(setting, "as it starts", [](Session&) {});
    expect_no_faults(setting, "the welcome",
                     [](Session& session) { session.bench.panels.welcome = true; });
    expect_no_faults(setting, "all panels open, played by hand", [](Session& session) {
      session.bench.panels.setup_fold = session.bench.panels.mind_fold = Fold::open;
      session.bench.marble().step_moves(1);
      session.bench.ask({Act::play_by_hand, 1});
    });
    expect_no_faults(setting, "turned freely by hand", [](Session& session) {
      session.bench.ask({Act::start_free_level, 2});
    });
    expect_no_faults(setting, "turned freely by a controller", [](Session& session) {
      session.bench.ask({Act::turn_freely, 1});
      session.bench.ask({Act::set_agent, 0, "floor"});
      session.bench.marble().time.jump(300);
    });
  }
}

TEST_F(Viewer, ClipsNothingInItsDialogues) {
  for (const Setting& setting : settings()) {
    expect_no_faults(setting, "files", [](Session& session) { session.bench.files.asks = true; });
    expect_no_faults(setting, "physics",
                     [](Session& session) { session.bench.panels.show_physics = true; });
    expect_no_faults(setting, "the large graph", [](Session& session) {
      session.bench.marble().step_moves(1);
      session.bench.panels.large_graph = true;
    });
    expect_no_faults(setting, "keys",
                     [](Session& session) { session.bench.panels.show_help = true; });
    expect_no_faults(setting, "a rook maze", [](Session& session) {
      session.bench.ask({Act::set_world, 0, "rook"});
    });
  }
}

TEST_F(Viewer, FoldsItsPanelsWhereTheWindowIsNarrowAndOpensThemOnDemand) {
  Session session(small_maze(), {640, 400});
  session.frame();
  EXPECT_FALSE(item_box("New maze"));
  session.click("Maze and agent");
  session.frame();
  EXPECT_TRUE(item_box("New maze"));
  session.click("fold Maze and agent");
  session.frame();
  EXPECT_FALSE(item_box("New maze"));
}

bool lies_in(const PanelBox& inner, glm::ivec2 display) {
  return inner.at.x >= 0 && inner.at.y >= 0 &&
         inner.at.x + inner.size.x <= static_cast<float>(display.x) &&
         inner.at.y + inner.size.y <= static_cast<float>(display.y);
}

TEST_F(Viewer, SaysTimeAndSpeedInEveryWindowWithTextOfEverySize) {
  std::vector<Setting> all = settings();
  all.push_back({{1280, 720}, 3});
  all.push_back({{900, 600}, 2});
  for (const Setting& setting : all) {
    Session session(small_maze(), setting.size);
    session.bench.view.wanted_scale = setting.scale;
    session.frames(2);
    const char* const items[] = {"time", "speed", "speed number", "|< move", "Pause", "End"};
    for (const char* const item : items) {
      const auto box = item_box(item);
      ASSERT_TRUE(box) << item << ", " << setting.size.x << " at " << setting.scale;
      EXPECT_TRUE(lies_in(*box, setting.size)) << item;
      for (const char* const other : items)
        EXPECT_TRUE(item == other || !box->overlaps(*item_box(other)))
            << item << " on " << other << ", " << setting.size.x << " at " << setting.scale;
    }
  }
}

TEST_F(Viewer, OffersTheMovesToWhoPlaysByHandInEveryWindow) {
  for (const Setting& setting :
       {Setting{{640, 400}, 1}, {{900, 600}, 1}, {{1024, 600}, 1}, {{1280, 720}, 1.5f}})
    for (const Layers layers : {Layers::all, Layers::flat}) {
      EpisodeSpec spec;
      const glm::ivec3 sides(3, 3, layers == Layers::flat ? 1 : 3);
      spec.setup.maze = std::make_shared<const Maze>(generate_kruskal(sides, layers, 5));
      spec.setup.orientations = layers == Layers::flat ? 4 : 8;
      spec.player.by_hand = true;
      Session session(spec, setting.size);
      session.bench.view.wanted_scale = setting.scale;
      session.bench.marble().time.step(300);
      session.frames(2);
      ASSERT_TRUE(session.bench.run().waits_for_person());
      const std::string first = move_button(MoveId(0));
      const auto a = item_box(first), b = item_box(move_button(MoveId(1)));
      ASSERT_TRUE(a && b) << setting.size.x << " at " << setting.scale;
      EXPECT_EQ(a->size.x, b->size.x) << "all are of one width";
      session.click(first);
      session.bench.marble().time.step(10);
      EXPECT_FALSE(session.bench.run().waits_for_person())
          << first << " is out of reach, " << setting.size.x << " at " << setting.scale;
    }
}

TEST_F(Viewer, ALevelIsPlayedInAWindowThatIsFarTooSmallForItsText) {
  Session session(small_maze(), {640, 400});
  session.bench.view.wanted_scale = 3;
  session.bench.ask({Act::start_level, 1});
  session.bench.marble().time.step(300);
  session.frames(3);
  EXPECT_TRUE(session.bench.run().waits_for_person());
  EXPECT_TRUE(item_box("arrow 1"));
}

TEST_F(Viewer, DrawsTheGraphLargeEnoughToTellItsStatesWithTextOfEverySize) {
  for (const Setting& setting :
       {Setting{{640, 400}, 1}, {{1024, 600}, 1.5f}, {{1280, 720}, 1}, {{1280, 720}, 1.5f}}) {
    Session session(small_maze(), setting.size);
    session.bench.view.wanted_scale = setting.scale;
    session.bench.panels.mind_fold = Fold::open;
    session.bench.marble().step_moves(1);
    session.bench.marble().step_moves(1);
    for (int i = 0; i < 60; ++i) session.bench.frame(0, 0);
    session.frames(2);
    const GraphMoment graph = *session.bench.marble().graph();
    ASSERT_GE(graph.layout->nodes().size(), 3u);
    for (const GraphNode& a : graph.layout->nodes())
      for (const GraphNode& b : graph.layout->nodes())
        EXPECT_TRUE(&a == &b ||
                    !item_box("state " + std::to_string(a.state.index))
                         ->overlaps(*item_box("state " + std::to_string(b.state.index))))
            << setting.size.x << " at " << setting.scale;
  }
}

TEST_F(Viewer, WritesTheNumberOfASliderBesideItsKnob) {
  Session session;
  session.bench.panels.show_physics = true;
  session.frames(3);
  for (const char* const label : {"speed", "gravity", "linear_damping"}) {
    const auto slider = item_box(label), number = item_box(std::string(label) + " number");
    ASSERT_TRUE(slider && number) << label;
    EXPECT_GE(number->at.x, slider->at.x + slider->size.x) << label;
    EXPECT_LT(number->at.x, slider->at.x + slider->size.x + 20) << label;
  }
}

TEST_F(Viewer, BreaksLinesBetweenWordsAndNeverInANumber) {
  Session session;
  session.frame();
  const std::string text = "chance 0.5323 of cell 12.75, then -0.25; 1,250 moves: 9.81 m/s2";
  for (float width = 10; width < 500; width += 7) {
    std::string lines = in_lines(text, width);
    std::replace(lines.begin(), lines.end(), '\n', ' ');
    EXPECT_EQ(lines, text) << "only spaces became ends of lines";
  }
  EXPECT_EQ(in_lines("one two\nthree", 1e6f), "one two\nthree");
  EXPECT_EQ(in_lines("one two", 1), "one\ntwo");
  const std::string lines = in_lines(text, 120);
  EXPECT_GT(lines.find('\n'), 5u);
  EXPECT_LE(ImGui::CalcTextSize(lines.c_str()).x, 120);
}

EpisodeSpec cube_of(int side) {
  EpisodeSpec spec;
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal(side, Layers::all, 1));
  return spec;
}

TEST_F(Viewer, ShowsTheWholeOfALargeMazeOnDemandAndUntilThenWhereTheMarbleIs) {
  for (const int side : {24, 32}) {
    Session session(cube_of(side));
    session.frames(3);
    ASSERT_TRUE(item_box("whole maze")) << side;
    EXPECT_TRUE(item_box("marble in the whole maze")->overlaps(*item_box("whole maze")));
    session.click("Fit");
    session.frames(2);
    EXPECT_FALSE(item_box("whole maze")) << "all of it is in the picture now";
    session.key(GLFW_KEY_HOME);
    session.frames(2);
    EXPECT_TRUE(item_box("whole maze"));
    session.key(GLFW_KEY_A);
    session.frames(2);
    EXPECT_FALSE(item_box("whole maze"));
  }
  Session small;
  small.frames(3);
  EXPECT_FALSE(item_box("whole maze")) << "it is in the picture from the start";
}

TEST(Layout, LeavesTheMazeItsPlaceBetweenThePanels) {
  for (const float width : {700.0f, 1000.0f, 1280.0f, 2560.0f}) {
    const PanelPlan plan = plan_panels({width, 720}, 1, {});
    EXPECT_GE(plan.scene.size.x, 320) << width;
    if (plan.setup.size.x > 0) {
      EXPECT_GE(plan.scene.at.x, plan.setup.at.x + plan.setup.size.x) << width;
    }
    if (plan.mind.size.x > 0) {
      EXPECT_LE(plan.scene.at.x + plan.scene.size.x, plan.mind.at.x) << width;
    }
  }
}

TEST_F(Viewer, TellsHowARunEndedBesideTheMazeAndOffersWhatCanBeDone) {
  const auto ended = [](EpisodeSpec spec, glm::ivec2 size) {
    auto session = std::make_unique<Session>(std::move(spec), size);
    while (!session->bench.run().ended()) session->bench.marble().step_moves(1);
    session->frames(2);
    return session;
  };
  EpisodeSpec capped = small_maze();
  capped.player.move_cap = 1;
  const std::tuple<EpisodeSpec, Outcome, std::vector<std::string>, std::vector<std::string>> ends[]{
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
  EXPECT_FALSE(shown.predicted_path.empty()) << "and a ring where the marble should come to rest";
  EXPECT_EQ(marble.tick(), session.bench.run().recording().moves[move].begin);
  session.key(GLFW_KEY_SPACE);
  session.frames(2);
  EXPECT_FALSE(marble.frames().front().ghost);
}

double luminance(const ImVec4& colour) {
  const auto linear = [](double c) {
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.x) + 0.7152 * linear(colour.y) + 0.0722 * linear(colour.z);
}

// WCAG 2.1, 1.4.3.
double contrast(const ImVec4& a, const ImVec4& b) {
  const double high = std::max(luminance(a), luminance(b)),
               low = std::min(luminance(a), luminance(b));
  return (high + 0.05) / (low + 0.05);
}

TEST_F(Viewer, WritesInColoursThatCanBeRead) {
  Session session;
  for (std::size_t palette = 0; palette < palettes().size(); ++palette) {
    session.bench.view.palette = palette;
    session.frame();
    const ImVec4* colours = ImGui::GetStyle().Colors;
    for (const ImGuiCol ground :
         {ImGuiCol_WindowBg, ImGuiCol_MenuBarBg, ImGuiCol_PopupBg, ImGuiCol_FrameBg,
          ImGuiCol_Button, ImGuiCol_ButtonHovered, ImGuiCol_Header, ImGuiCol_HeaderHovered,
          ImGuiCol_Tab, ImGuiCol_TabActive})
      EXPECT_GE(contrast(colours[ImGuiCol_Text], colours[ground]), 4.5)
          << palettes()[palette].name << ", text on " << ImGui::GetStyleColorName(ground);
    for (const ImGuiCol ground : {ImGuiCol_WindowBg, ImGuiCol_MenuBarBg, ImGuiCol_PopupBg})
      EXPECT_GE(contrast(colours[ImGuiCol_TextDisabled], colours[ground]), 4.5)
          << palettes()[palette].name << ", grey text on " << ImGui::GetStyleColorName(ground);
  }
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
