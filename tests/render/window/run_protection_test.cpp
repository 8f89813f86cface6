// Tests that no accidental action loses a manual run.
#include "render/session/lessons.h"
#include "tests/render/window/simulated_window.h"

namespace marblemaze {
namespace {

/// Window with a separate data folder and a paused run of `moves` moves.
struct PlayedWindow : SimulatedWindow {
  explicit PlayedWindow(int moves = 6, bool by_hand = false)
      : SimulatedWindow(cube(5, by_hand, "breadth-first")) {
    session.marble().pause();
    for (int i = 0; i < moves; ++i) {
      if (by_hand) wait_for_a_turn();
      if (by_hand) static_cast<void>(session.run().episode().choose(MoveId(i % 2)));
      session.marble().step_moves(1);
    }
    session.marble().jump(std::floor(0.6 * static_cast<double>(session.run().ticks())));
    frames(2);
  }
  void choose_last_run() { choose({"File", "Last run"}); }
  /// Opens a logic maze in which an agent has made some moves.
  const LogicGame* play_rook() {
    session.act(&Session::set_world, "rook");
    session.act(&Session::play_by_hand, false);
    session.shown().go_to(6);
    frames(2);
    return session.game();
  }

  testing::TemporaryFolder folder;
  testing::EnvironmentVariable data{"XDG_DATA_HOME", folder.path()};
};

struct RunState {
  const MarbleRun* run;
  const Maze* maze;
  double position;
  std::size_t moves;
  bool operator==(const RunState&) const = default;
};
RunState run_state(const Session& session) {
  return {&session.run(), &session.run().maze(), session.marble().position(),
          session.run().recording().moves.size()};
}

using Replace = std::function<void(SimulatedWindow&)>;
const std::pair<const char*, Replace> kReplacements[] = {
    {"R", [](SimulatedWindow& viewer) { viewer.key(GLFW_KEY_R); }},
    {"the next maze", [](SimulatedWindow& viewer) { viewer.key(GLFW_KEY_N, true); }},
    {"a new maze", [](SimulatedWindow& viewer) { viewer.click("Build new maze"); }},
    {"other physics",
     [](SimulatedWindow& viewer) {
       viewer.session.panels.physics.nature.gravity = 5;
       viewer.session.act(&use_physics);
     }},
    {"a second agent",
     [](SimulatedWindow& viewer) {
       viewer.session.act(&Session::compare_with, "uct", ControlScheme::cube_8);
     }},
    {"continuous control", [](SimulatedWindow& viewer) { viewer.click("Freely"); }},
    {"a lesson",
     [](SimulatedWindow& viewer) { viewer.session.act(&Session::start_lesson, "frozen"); }},
    {"a level", [](SimulatedWindow& viewer) { viewer.session.act(&Session::start_level, 0); }},
    {"a level with continuous control",
     [](SimulatedWindow& viewer) { viewer.session.act(&Session::start_tilt_level, 0); }},
    {"another maze from a lesson",
     [](SimulatedWindow& viewer) {
       viewer.session.act(&Session::start_lesson, "frozen");
       viewer.session.act(&Session::next_maze);
     }},
    {"a new maze from a level",
     [](SimulatedWindow& viewer) {
       viewer.session.act(&Session::start_level, 0);
       viewer.frames(2);
       viewer.click("Build new maze");
     }},
};

TEST_F(Window, ReplacedRunBecomesTheLastRun) {
  PlayedWindow viewer;
  const RunState mine = run_state(viewer.session);
  ASSERT_GT(mine.moves, 3u);
  for (const auto& [what, replace] : kReplacements) {
    replace(viewer);
    ASSERT_NE(&viewer.session.run(), mine.run) << what;
    viewer.choose_last_run();
    ASSERT_EQ(run_state(viewer.session), mine) << what;
    EXPECT_TRUE(viewer.session.run().live()) << "the run cannot continue after " << what;
  }
}

TEST_F(Window, LastRunSwapsWithTheCurrentRun) {
  PlayedWindow viewer;
  const RunState first = run_state(viewer.session);
  viewer.key(GLFW_KEY_R);
  for (int i = 0; i < 5; ++i) viewer.session.marble().step_moves(1);
  const RunState second = run_state(viewer.session);
  viewer.choose_last_run();
  EXPECT_EQ(run_state(viewer.session), first);
  viewer.choose_last_run();
  EXPECT_EQ(run_state(viewer.session), second);
}

TEST_F(Window, ShortRunDoesNotBecomeTheLastRun) {
  PlayedWindow viewer(3);
  viewer.key(GLFW_KEY_R);
  const MarbleRun* const shown = &viewer.session.run();
  viewer.choose_last_run();
  EXPECT_EQ(&viewer.session.run(), shown);
}

TEST_F(Window, ReplacedGameBecomesTheLastRun) {
  const std::pair<const char*, Replace> replacements[] = {
      {"R", [](SimulatedWindow& viewer) { viewer.key(GLFW_KEY_R); }},
      {"the next maze", [](SimulatedWindow& viewer) { viewer.key(GLFW_KEY_N, true); }},
      {"another world",
       [](SimulatedWindow& viewer) { viewer.session.act(&Session::set_world, "bullet"); }},
  };
  for (const auto& [what, replace] : replacements) {
    PlayedWindow viewer(0);
    const LogicGame* const game = viewer.play_rook();
    const std::vector<RecordedMove> moves = game->moves();
    ASSERT_GT(moves.size(), 3u);
    replace(viewer);
    ASSERT_NE(viewer.session.game(), game) << what;
    viewer.choose_last_run();
    ASSERT_TRUE(viewer.session.game()) << what;
    ASSERT_EQ(viewer.session.game()->moves().size(), moves.size()) << what;
    for (std::size_t i = 0; i < moves.size(); ++i)
      EXPECT_EQ(viewer.session.game()->moves()[i].to, moves[i].to) << what;
  }
}

TEST_F(Window, LessonsAndLevelsRestoreThePreviousRun) {
  const std::pair<const char*, Replace> detours[] = {
      {"a finished lesson",
       [](SimulatedWindow& viewer) {
         viewer.session.act(&Session::start_lesson, "frozen");
         while (viewer.session.lesson.is_open()) viewer.key(GLFW_KEY_PAGE_DOWN);
       }},
      {"a closed lesson",
       [](SimulatedWindow& viewer) {
         viewer.session.act(&Session::start_lesson, "frozen");
         viewer.frames(2);
         viewer.click("close lesson");
       }},
      {"three levels",
       [](SimulatedWindow& viewer) {
         const char* const tilt_level = tilt_levels()[1].name.c_str();
         for (const char* label : {"level 1", tilt_level, "level 2", "Leave the levels"}) {
           viewer.key(GLFW_KEY_L);
           viewer.choose({label});
         }
       }},
  };
  PlayedWindow viewer;
  const RunState mine = run_state(viewer.session);
  for (const auto& [what, detour] : detours) {
    detour(viewer);
    EXPECT_EQ(run_state(viewer.session), mine) << what;
    EXPECT_FALSE(viewer.session.marble().playing()) << what;
  }
}

TEST_F(Window, LessonRestoresThePreviousGame) {
  PlayedWindow viewer(0);
  const LogicGame* const game = viewer.play_rook();
  viewer.session.act(&Session::start_lesson, "frozen");
  viewer.frames(2);
  EXPECT_FALSE(viewer.session.game());
  viewer.click("close lesson");
  EXPECT_EQ(viewer.session.game(), game);
  EXPECT_EQ(viewer.session.shown().position(), 6);
}

TEST_F(Window, QuittingWithAnUnsavedManualRunRequiresConfirmation) {
  PlayedWindow viewer(5, true);
  const auto asks = [&] {
    viewer.key(GLFW_KEY_Q, true);
    return !viewer.session.quit && item_box("Stay");
  };
  ASSERT_TRUE(asks());
  viewer.choose({"Stay"});
  EXPECT_FALSE(viewer.session.quit || item_box("Stay"));
  viewer.session.act(&Session::start_lesson, "frozen");
  EXPECT_TRUE(asks()) << "even during a lesson";
  viewer.click("Stay");
  viewer.session.act(&Session::close_lesson);
  ASSERT_TRUE(asks());
  viewer.choose({"Save run…"});
  EXPECT_EQ(viewer.session.panels.dialog, Dialog::files);
  viewer.session.act(&save_run_as, viewer.folder / "mine.rec");
  viewer.frames(2);  // the dialog loses the keyboard focus
  EXPECT_FALSE(asks()) << "the run is saved";
}

TEST_F(Window, QuittingConfirmsOnceAndOnlyForManualRuns) {
  const auto quits = [](int moves, bool by_hand, const Replace& act) {
    PlayedWindow viewer(moves, by_hand);
    viewer.close();
    viewer.frames(2);
    act(viewer);
    return viewer.session.quit;
  };
  const Replace nothing = [](SimulatedWindow&) {};
  EXPECT_TRUE(quits(6, false, nothing)) << "an agent played";
  EXPECT_TRUE(quits(3, true, nothing)) << "the run is too short";
  EXPECT_FALSE(quits(5, true, nothing));
  EXPECT_TRUE(quits(5, true, [](SimulatedWindow& viewer) { viewer.click("Quit"); }));
  EXPECT_TRUE(quits(5, true, [](SimulatedWindow& viewer) { viewer.key(GLFW_KEY_Q, true); }));
  EXPECT_TRUE(quits(5, true, [](SimulatedWindow& viewer) { viewer.close(); })) << "closed twice";
}

TEST_F(Window, LastRunPersistsAcrossStarts) {
  std::size_t moves = 0;
  {
    SimulatedWindow viewer(cube(5, true));
    for (int i = 0; i < 4; ++i) viewer.wait_for_a_turn(), viewer.key(GLFW_KEY_1 + i % 2);
    viewer.wait_for_a_turn();
    moves = viewer.session.run().recording().moves.size();
    ASSERT_EQ(moves, 4u);
  }
  SimulatedWindow next;
  next.choose({"File", "Last run"});
  EXPECT_EQ(next.session.run().recording().moves.size(), moves);
  EXPECT_TRUE(next.session.run().is_recording());
}

TEST_F(Window, QuittingDuringAVideoExportRequiresConfirmation) {
  PlayedWindow viewer;
  viewer.session.files.browser.go(viewer.folder.path());
  viewer.session.act(&export_video, ".mp4", false);
  viewer.key(GLFW_KEY_Q, true);
  EXPECT_TRUE(!viewer.session.quit && item_box("Stay"));
  viewer.session.files.exporting.reset();  // simulates the end of the export
  viewer.frames(2);
  EXPECT_FALSE(item_box("Stay")) << "nothing can be lost";
  viewer.key(GLFW_KEY_Q, true);
  EXPECT_TRUE(viewer.session.quit);
}

}  // namespace
}  // namespace marblemaze
