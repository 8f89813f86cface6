// Tests manual play, levels, lessons, the welcome panel and the result card.
#include "render/session/lessons.h"
#include "render/session/run_text.h"
#include "tests/render/window/simulated_window.h"

namespace marblemaze {
namespace {

/// Window in which the marble rests at the start and the user can move.
struct UserTurnWindow : SimulatedWindow {
  UserTurnWindow() : SimulatedWindow(cube(5, true)) {
    wait_for_a_turn();
    frames(2);
  }
};

// Expects the corners of the cube and the marble inside the scene and outside a box.
void expect_whole_cube(SimulatedWindow& viewer, glm::ivec2 size, const PanelBox& outside) {
  const Session& session = viewer.session;
  const PanelBox scene = plan_panels(session, size).scene;
  const Scene shown = session.run().scene();
  const MazeProjection seen(session, shown, scene);
  std::vector<glm::vec3> points{seen.placement.marble()};
  for (int corner = 0; corner < 8; ++corner)
    points.push_back(seen.placement.to_world(glm::vec3(corner & 1, corner >> 1 & 1, corner >> 2) *
                                             glm::vec3(shown.maze->grid().dims())));
  for (const glm::vec3& point : points) {
    const ImVec2 at = seen(point).value();
    EXPECT_TRUE(scene.contains(at)) << size.x << ": " << at.x << ", " << at.y;
    EXPECT_FALSE(outside.contains(at)) << size.x << ": " << at.x << ", " << at.y;
  }
}

TEST_F(Window, ArrowPreviewsItsMoveAndMakesItWhenClicked) {
  UserTurnWindow viewer;
  viewer.point_at_item("arrow 2");
  EXPECT_TRUE(viewer.session.marble().frames().front().ghost) << "the arrow previews the move";
  viewer.click("arrow 2");
  ASSERT_EQ(viewer.session.run().recording().moves.size(), 1u);
  EXPECT_EQ(viewer.session.run().recording().moves[0].move, MoveId(1));
  EXPECT_FALSE(item_box("arrow 2")) << "the maze is turning";
}

TEST_F(Window, ArrowsDoNotCoverMarbleTargetOrEachOther) {
  RunSpec spec = cube(5, true);
  spec.setup.control = ControlScheme::cube_24;
  SimulatedWindow viewer(spec);
  viewer.wait_for_a_turn();
  viewer.frames(2);
  const PanelBox scene = plan_panels(viewer.session, kSize).scene;
  const Scene shown = viewer.session.run().scene();
  const MazeProjection seen(viewer.session, shown, scene);
  std::vector<ImVec2> taken{seen.marble().value(), seen.target().value()};
  for (const char* arrow : {"arrow 1", "arrow 2", "arrow 3", "arrow 4"}) {
    const PanelBox box = item_box(arrow).value();
    for (const ImVec2 at : taken) EXPECT_GT(length(box.middle() - at), box.size.x / 2 + 15);
    taken.push_back(box.middle());
  }
}

TEST_F(Window, RotatingTheViewDoesNotRenameAMove) {
  SimulatedWindow viewer;
  viewer.session.marble().step_moves(1);
  viewer.frames(2);
  const RecordedMove& made = viewer.session.run().recording().moves[0];
  const std::string name =
      "Move 1: " + tilt_label(tilt_direction(viewer.session.run(), made.begin - 1, made.move,
                                             viewer.session.view.camera));
  ASSERT_TRUE(item_box(name));
  viewer.session.view.camera.orbit({1.5f, 0});
  viewer.frames(2);
  EXPECT_TRUE(item_box(name)) << name;
}

TEST_F(Window, LeftDragTiltsMazeAndRightDragRotatesView) {
  for (const int button : {0, 1}) {
    SimulatedWindow viewer;
    viewer.frame();
    viewer.click("Freely");
    ASSERT_TRUE(viewer.session.user_tilts());
    const Camera before = viewer.session.view.camera;
    const glm::dquat attitude = viewer.session.run().attitude();
    viewer.point_at({600, 250});
    viewer.frame();
    viewer.hold(button, true);
    viewer.frame();
    viewer.point_at({660, 250});
    viewer.frames(30);
    viewer.hold(button, false);
    viewer.frames(3);
    const double turned = std::abs(glm::dot(attitude, viewer.session.run().attitude()));
    EXPECT_EQ(turned < std::cos(0.1), button == 0) << "by more than 0.2 rad";
    EXPECT_EQ(viewer.session.view.camera.yaw_rad == before.yaw_rad, button == 0);
    EXPECT_EQ(viewer.session.run().ticks() > 0, button == 0)
        << "rotating the view does not start the clock";
    EXPECT_TRUE(viewer.session.run().hand.idle());
  }
}

TEST_F(Window, StickTipsTheTopInItsDirection) {
  SimulatedWindow viewer;
  viewer.session.act(&Session::set_tilt, true);
  viewer.session.stick = {1, 0};
  viewer.frames(15);
  // The point that was initially at the top moves to the right.
  const glm::dquat turned = viewer.session.run().attitude();
  const glm::dquat first = viewer.session.run().recording().ticks.front().maze;
  const glm::vec2 side =
      viewer.session.view.camera.side_of(turned * glm::conjugate(first) * glm::dvec3(0, 0, 1));
  EXPECT_GT(side.x, 0.05);
  EXPECT_LT(std::abs(side.y), side.x);
}

TEST_F(Window, ArrowsOfABranchPreviewTheirMoves) {
  SimulatedWindow viewer;
  MarbleRun& marble = viewer.session.marble();
  viewer.play_to_the_end();
  const std::vector<RecordedMove> made = viewer.session.run().recording().moves;
  ASSERT_GE(made.size(), 2u);
  marble.jump(static_cast<double>(made[0].begin));
  viewer.session.act(&Session::branch, MoveId(made[0].move.index == 0 ? 1 : 0));
  marble.jump(1e9);
  viewer.frames(2);
  ASSERT_TRUE(marble.second->waits_for_user());
  ASSERT_NE(marble.ticks(), marble.second->ticks());
  for (const char* arrow : {"arrow 1", "arrow 2", "arrow 3"}) {
    viewer.point_at_item(arrow);
    EXPECT_TRUE(marble.frames().back().ghost) << arrow;
  }
}

TEST_F(Window, PanelsSupportEveryMomentOfTwoRuns) {
  SimulatedWindow viewer;
  viewer.session.act(&Session::compare_with, "breadth-first", ControlScheme::cube_8);
  MarbleRun& marble = viewer.session.marble();
  marble.jump(1e6);
  ASSERT_NE(marble.ticks(), marble.second->ticks());
  for (const bool beside : {false, true})
    for (const char* tab : {"Why", "Mind", "Plots"}) {
      marble.second_selected = beside;
      viewer.session.panels.tab = tab;
      for (const double part : {0.0, 0.3, 0.5, 0.8, 0.99, 1.0}) {
        marble.jump(part * static_cast<double>(marble.length()));
        EXPECT_LT(marble.selected_run().tick(), marble.selected_run().ticks());
        viewer.frames(2);
      }
    }
}

TEST_F(Window, EachLessonStepShowsItsControlAndTheWholeCube) {
  for (const Lesson& lesson : lessons()) {
    SimulatedWindow viewer(lesson_spec(lesson));
    viewer.session.act(&Session::start_lesson, lesson.name);
    for (const LessonStep& step : lesson.steps) {
      viewer.frames(2);
      EXPECT_TRUE(step.light.empty() || item_box(step.light))
          << lesson.name << " highlights '" << step.light << "'";
      viewer.session.apply_lesson_view();
      if (step.view) expect_whole_cube(viewer, kSize, {});
      viewer.session.act(&Session::step_lesson, 1);
    }
  }
}

TEST_F(Window, UndoButtonOfTheUndoLessonExplainsThatMovesCannotBeUndone) {
  UserTurnWindow viewer;
  EXPECT_TRUE(item_box("Hint"));
  EXPECT_FALSE(item_box("Undo"));
  viewer.session.act(&Session::start_lesson, "no-undo");
  while (viewer.session.lesson.step().light != "Undo") viewer.session.act(&Session::step_lesson, 1);
  viewer.frames(2);
  viewer.click("Undo");
  EXPECT_NE(viewer.session.message().find("There is no undo"), std::string::npos);
}

struct WelcomeWindow : SimulatedWindow {
  explicit WelcomeWindow(glm::ivec2 size = kSize) : SimulatedWindow(small_maze(), size) {
    session.panels.welcome = true;
    frames(3);
  }
};

TEST_F(Window, WelcomePanelDoesNotCoverCubeOrMarble) {
  for (const glm::ivec2 size : {glm::ivec2(900, 600), {1280, 720}, {2560, 1440}}) {
    WelcomeWindow viewer(size);
    expect_whole_cube(viewer, size, item_box("welcome").value());
  }
}

TEST_F(Window, LessonsOpenAndAdvanceWithTheirButtons) {
  WelcomeWindow viewer;
  viewer.click("welcome Learn");
  const auto learned = [&](int i) { return viewer.session.progress.learned(lessons()[i].name); };
  viewer.click("1. " + lessons()[0].title);
  ASSERT_TRUE(viewer.session.lesson.is_open());
  for (const auto& [label, step] :
       {std::pair{"lesson next", 1u}, {"lesson next", 2u}, {"lesson back", 1u}}) {
    viewer.click(label);
    EXPECT_EQ(viewer.session.lesson.number(), step) << label;
  }
  EXPECT_FALSE(learned(0));
  while (viewer.session.lesson.is_open()) viewer.key(GLFW_KEY_PAGE_DOWN);
  EXPECT_TRUE(learned(0));
}

TEST_F(Window, WelcomePanelStaysUntilAChoiceIsMade) {
  WelcomeWindow viewer;
  for (const char* label : {"welcome Watch", "welcome Play", "welcome Learn", "marble", "target"})
    EXPECT_TRUE(item_box(label)) << label;
  EXPECT_FALSE(item_box("scrub") || item_box("Build new maze"))
      << "only the welcome panel and the maze are visible";
  const float& yaw = viewer.session.view.camera.yaw_rad;
  const float before = yaw;
  viewer.frames(10);
  EXPECT_NE(yaw, before);
  viewer.session.view.reduced_motion = true;
  const float still = yaw;
  viewer.session.marble().jump(1e9);
  viewer.frames(3);
  EXPECT_EQ(yaw, still);
  EXPECT_TRUE(item_box("welcome Watch")) << "the demonstration restarts when it ends";
  viewer.click("welcome Watch");
  EXPECT_FALSE(item_box("welcome Watch"));
  EXPECT_TRUE(item_box("scrub") && item_box("Build new maze"));
}

TEST_F(Window, EachWelcomeButtonRestoresTheCamera) {
  for (const char* label : {"welcome Watch", "welcome Play", "Turn it freely"}) {
    SimulatedWindow viewer;
    viewer.frame();
    const Camera usual = viewer.session.view.camera;
    viewer.session.panels.welcome = true;
    viewer.frames(20);
    viewer.click(label);
    EXPECT_EQ(viewer.session.view.camera.yaw_rad, usual.yaw_rad) << label;
    EXPECT_EQ(viewer.session.view.camera.pitch_rad, usual.pitch_rad) << label;
  }
}

TEST_F(Window, PlayStartsAManualRunWithoutTheSolution) {
  WelcomeWindow viewer;
  viewer.session.marble().step_moves(1);
  viewer.click("welcome Play");
  EXPECT_TRUE(viewer.session.played().by_hand());
  EXPECT_TRUE(viewer.session.run().recording().moves.empty()) << "no agent has made a move";
  viewer.session.marble().step(300);
  viewer.frames(2);
  EXPECT_FALSE(item_box("Build new maze")) << "panels are folded";
  EXPECT_FALSE(viewer.session.current_options().theoretical_path);
  EXPECT_TRUE(item_box("marble") && item_box("target"));
}

TEST_F(Window, EndCardOffersTheActionsForEachOutcome) {
  RunSpec capped = small_maze();
  capped.player.move_limit = 1;
  struct End {
    RunSpec spec;
    Outcome outcome;
    std::vector<const char*> offered, missing;
  };
  const End ends[] = {{small_maze(), Outcome::solved, {"Restart", "Next maze", "Share"}, {"Why?"}},
                      {lesson_spec(find_lesson("frozen")),
                       Outcome::frozen,
                       {"Recover", "Restart", "Why?", "Share"},
                       {}},
                      {capped, Outcome::capped, {"Restart", "Why?"}, {"Recover"}}};
  for (const glm::ivec2 size : {glm::ivec2(900, 600), {1280, 720}, {2560, 1440}})
    for (const End& end : ends) {
      SimulatedWindow viewer(end.spec, size);
      viewer.play_to_the_end();
      viewer.frames(2);
      ASSERT_EQ(viewer.session.run().outcome(), end.outcome);
      const PanelPlan plan = plan_panels(viewer.session, size);
      EXPECT_GE(plan.card.at.y, plan.scene.end().y) << "the card covers the maze";
      EXPECT_LE(plan.card.end().y, plan.timeline.at.y);
      for (const char* label : end.offered) {
        const PanelBox box = item_box(label).value();
        EXPECT_TRUE(plan.card.contains(box.at) && plan.card.contains(box.end()))
            << label << " at " << size.x << "x" << size.y;
      }
      for (const char* label : end.missing) EXPECT_FALSE(item_box(label)) << label;
    }
}

TEST_F(Window, EndCardSharesAndExplains) {
  SimulatedWindow viewer(lesson_spec(find_lesson("frozen")));
  viewer.play_to_the_end();
  viewer.frames(2);
  viewer.click("Share");
  ASSERT_TRUE(viewer.session.files.exporting);
  EXPECT_TRUE(viewer.session.files.exporting->loop);
  viewer.session.files.exporting.reset();
  viewer.session.panels.agent_fold = Fold::folded;
  viewer.frame();
  viewer.click("Why?");
  EXPECT_EQ(viewer.session.panels.agent_fold, Fold::open);
  EXPECT_EQ(viewer.session.panels.tab, "") << "the tab is selected only once";
  EXPECT_TRUE(item_box("what if")) << "the control is on the Why tab";
}

TEST_F(Window, CameraOrbitsASolvedMazeUnlessMotionIsReduced) {
  for (const bool reduced : {false, true}) {
    SimulatedWindow viewer;
    viewer.session.view.reduced_motion = reduced;
    viewer.play_to_the_end();
    const float before = viewer.session.view.camera.yaw_rad;
    viewer.frames(30);
    EXPECT_EQ(viewer.session.view.camera.yaw_rad == before, reduced);
  }
}

TEST(Session, NeedsRedrawingOnlyWhileSomethingChanges) {
  Session session(small_maze());
  EXPECT_TRUE(session.changes_by_itself());
  session.marble().pause();
  const auto wait = [&](int seconds) {
    for (int i = 0; i < 30 * seconds && session.changes_by_itself(); ++i)
      session.update(kFrame_s, 0);
  };
  wait(10);
  EXPECT_FALSE(session.changes_by_itself());
  session.show_message("news");
  EXPECT_TRUE(session.changes_by_itself());
  session.clear_message();
  session.marble().play();
  wait(200);
  EXPECT_TRUE(session.run().ended());
  EXPECT_FALSE(session.changes_by_itself()) << "the maze is solved and the camera has stopped";
}

}  // namespace
}  // namespace marblemaze
