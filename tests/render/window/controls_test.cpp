// Tests menus, sliders, the timeline, the graph and the file dialog.
#include <filesystem>

#include <gmock/gmock.h>

#include "maze/files/maze_file.h"
#include "tests/render/window/simulated_window.h"

namespace marblemaze {
namespace {

using marblemaze::testing::TemporaryFolder;
using ::testing::HasSubstr;

TEST_F(Window, SliderKeepsItsValueWhenItsHandleIsClicked) {
  SimulatedWindow viewer;
  viewer.session.panels.show_physics = true;
  viewer.frames(20);
  const PanelBox slider = *item_box("gravity");
  const ImGuiStyle& style = ImGui::GetStyle();
  // Knob position on ImGui's logarithmic scale from 0.1 to 100.
  const float room = slider.size.x - 4 - style.GrabMinSize;
  const float knob =
      slider.at.x + 2 + style.GrabMinSize / 2 + room * std::log(9.81f / 0.1f) / std::log(1000.0f);
  viewer.click(knob + style.GrabMinSize / 2 - 1, slider.middle().y);
  EXPECT_EQ(viewer.session.panels.physics, PhysicsSettings());
  EXPECT_GT(viewer.session.marble().done(), 20) << "the run continues";
}

TEST_F(Window, SliderSetsItsValueAndADoubleClickResetsIt) {
  SimulatedWindow viewer;
  viewer.session.panels.show_physics = true;
  viewer.frames(20);
  const PanelBox slider = *item_box("gravity");
  const ImVec2 left{slider.at.x + slider.size.x / 3, slider.middle().y};
  const auto gravity = [&] { return viewer.session.run().setup().settings.nature.gravity; };
  viewer.click(left.x, left.y);
  EXPECT_LT(gravity(), 9.7) << "the maze restarts with the new value";
  viewer.click("reset gravity");
  EXPECT_EQ(gravity(), 9.81);
  viewer.click(left.x, left.y);
  viewer.point_at(left);
  viewer.frames(20);  // long enough to separate the clicks
  for (const bool down : {true, false, true, false}) viewer.hold(0, down), viewer.frame();
  EXPECT_EQ(viewer.session.panels.physics, PhysicsSettings());
}

TEST_F(Window, EnterBuildsTheMazeImmediatelyWithoutMovingControls) {
  SimulatedWindow viewer;
  viewer.frames(2);
  const float before = item_box("agent").value().at.y;
  viewer.click("seed");
  viewer.type("9", 0);
  viewer.key(GLFW_KEY_ENTER);
  EXPECT_NE(viewer.session.run().maze().generator().seed, 5u);
  EXPECT_TRUE(viewer.session.run().maze().generator().seed == viewer.session.panels.request.seed);
  ++viewer.session.panels.request.seed;
  viewer.frames(2);
  EXPECT_EQ(item_box("agent").value().at.y, before);
}

TEST_F(Window, PathPredictorGuessHasASwitchAndALabel) {
  RunSpec spec = small_maze();
  spec.player.agent = "breadth-first";
  SimulatedWindow viewer(spec);
  viewer.session.marble().step_moves(1);
  viewer.session.marble().go_to(
      static_cast<double>(viewer.session.run().recording().moves[0].begin + 40));
  viewer.frames(2);
  EXPECT_FALSE(item_box("path predictor's guess")) << "off by default";
  for (const char* label : {"More settings", "Path predictor's guess"}) {
    viewer.scroll_to(label);
    viewer.choose({label});
  }
  EXPECT_TRUE(item_box("path predictor's guess"));
  EXPECT_FALSE(item_box("where the agent expects the marble"));
}

TEST_F(Window, AutomaticQualityStaysSelectedAfterTheMeasurement) {
  SimulatedWindow viewer;
  viewer.choose({"View", "Quality", "automatic, for this machine"});
  EXPECT_FALSE(viewer.session.view.look.quality);
  EXPECT_TRUE(viewer.session.view.measured_quality);
}

TEST_F(Window, TurnVectorsHaveLabels) {
  SimulatedWindow viewer;
  viewer.session.view.look.turn_vectors = true;
  viewer.session.marble().step_moves(1);
  viewer.frames(2);
  EXPECT_TRUE(item_box("top"));
  const RecordedMove& move = viewer.session.run().recording().moves.front();
  viewer.session.marble().jump(static_cast<double>(move.begin + 10));
  viewer.frames(2);
  EXPECT_TRUE(item_box("top before") && item_box("top after"));
}

TEST_F(Window, TimelineScrubsByDraggingAndZoomsWithTheWheel) {
  SimulatedWindow viewer;
  viewer.session.marble().step(1200);
  viewer.frame();
  viewer.drag_along("scrub", 0.7f, 0.5f);
  EXPECT_NEAR(viewer.session.marble().position(), 600, 25);
  EXPECT_FALSE(viewer.session.marble().playing());
  const double whole = std::max(static_cast<double>(viewer.session.marble().length()), 1200.0);
  viewer.point_at_item("scrub");
  viewer.wheel(4);
  EXPECT_GT(viewer.session.panels.timeline.zoom, 2);
  EXPECT_NEAR(viewer.session.panels.timeline.middle, whole / 2, whole / 20);
  viewer.wheel(-20);
  EXPECT_EQ(viewer.session.panels.timeline.zoom, 1);
}

TEST_F(Window, ThumbnailsShowTheMarbleOnTimelineAndGraph) {
  SimulatedWindow viewer;
  viewer.fills_every_frame = true;
  viewer.session.marble().step_moves(1);
  viewer.session.marble().step(900);
  viewer.frames(3);
  EXPECT_GT(pixels_in(viewer.picture(), item_box("picture 2").value(), is_red), 3);
  const std::string state = "state " + std::to_string(viewer.session.run().first_state().index);
  viewer.point_at_item(state);
  const PanelBox picture = item_box("picture of " + state).value();
  EXPECT_GT(pixels_in(viewer.picture(), picture, is_red), 20);
}

TEST_F(Window, ClickedStateJumpsToItsFirstVisit) {
  SimulatedWindow viewer;
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

TEST_F(Window, ClickedReasonPreviewsItsMoveUntilPlaybackContinues) {
  SimulatedWindow viewer;
  MarbleRun& marble = viewer.session.marble();
  for (int i = 0; i < 2; ++i) marble.step_moves(1);
  viewer.session.panels.tab = "Why";
  viewer.frames(3);
  const std::size_t move = *marble.selected_run().current_move();
  const MoveNote& note = viewer.session.run().notes()[move];
  ASSERT_FALSE(note.why.empty());
  viewer.click("reason " + std::to_string(note.why_row + 1));
  const Frame shown = marble.frames().front();
  EXPECT_TRUE(shown.ghost) << "the turned maze";
  EXPECT_FALSE(shown.guessed_path.empty()) << "a ring marks where the marble should come to rest";
  EXPECT_EQ(marble.selected_run().tick(), viewer.session.run().recording().moves[move].begin);
  viewer.key(GLFW_KEY_SPACE);
  EXPECT_FALSE(marble.frames().front().ghost);
}

void save_small_maze(const std::filesystem::path& path, std::uint64_t seed = 9) {
  save_maze(generate_kruskal({3, 3, 3}, Layers::all, seed), path);
}

struct FileDialogWindow : SimulatedWindow {
  explicit FileDialogWindow(RunSpec spec = small_maze()) : SimulatedWindow(std::move(spec)) {
    open_files();
  }
  void open_files() {
    session.marble().pause();
    session.files.browser.go(folder.path());
    key(GLFW_KEY_O, true);
    frames(3);
  }
  [[nodiscard]] std::uint64_t seed() const { return session.run().maze().generator().seed; }

  TemporaryFolder folder;
};

TEST_F(Window, TypedFileNameReplacesTheSelectionAndGetsAnExtension) {
  FileDialogWindow viewer(cube(5, true));
  save_small_maze(viewer.folder / "old.json");
  viewer.session.files.browser.refresh();
  viewer.frame();
  viewer.click("old.json");
  ASSERT_EQ(viewer.session.files.file_name, "old.json");
  viewer.click("file name");
  viewer.type("mine");
  viewer.click("Save maze");
  ASSERT_TRUE(std::filesystem::exists(viewer.folder / "mine.json"));
  save_small_maze(viewer.folder / "mine.json");
  viewer.open_files();
  viewer.click("mine.json");
  viewer.key(GLFW_KEY_ENTER);
  EXPECT_EQ(viewer.session.panels.dialog, Dialog::none);
  EXPECT_EQ(viewer.seed(), 9u) << "Enter opens the file even during manual play";
}

TEST_F(Window, FileDialogStaysOpenAfterAnError) {
  FileDialogWindow viewer;
  const std::string text = viewer.folder.write("notes.txt", "hello");
  viewer.session.files.browser.refresh();
  viewer.frame();
  viewer.click("notes.txt");
  viewer.click("Open");
  EXPECT_EQ(viewer.session.panels.dialog, Dialog::files);
  EXPECT_EQ(viewer.session.files.file_name, "notes.txt")
      << "the name stays so that the user can correct it";
  EXPECT_THAT(viewer.session.message(), HasSubstr("'" + text + "' is not a marblemaze file"));
  save_small_maze(viewer.folder / "notes.txt");
  viewer.click("Open");
  EXPECT_EQ(viewer.session.panels.dialog, Dialog::none);
  EXPECT_EQ(viewer.seed(), 9u);
  viewer.open_files();
  viewer.type("none/maze.json");
  viewer.click("Save maze");
  EXPECT_EQ(viewer.session.panels.dialog, Dialog::files);
  EXPECT_THAT(viewer.session.message(), HasSubstr("none/maze.json"));
}

TEST_F(Window, PhysicsStaysOpenNextToADialog) {
  SimulatedWindow viewer;
  PanelState& panels = viewer.session.panels;
  panels.show_physics = true;
  viewer.key(GLFW_KEY_F1);
  EXPECT_TRUE(item_box("gravity") && item_box("close help"));
  viewer.click("close help");
  EXPECT_TRUE(panels.dialog == Dialog::none && panels.show_physics);
  viewer.key(GLFW_KEY_ESCAPE);
  EXPECT_FALSE(panels.show_physics);
}

TEST_F(Window, OverwritingAFileRequiresConfirmation) {
  FileDialogWindow viewer;
  const auto path = viewer.folder / "maze.json";
  save_small_maze(path);
  viewer.session.files.browser.refresh();
  viewer.frame();
  viewer.click("maze.json");
  for (const char* answer : {"Keep it", "Replace it"}) {
    viewer.click("Save maze");
    EXPECT_EQ(load_maze(path).generator().seed, 9u) << "nothing is replaced yet";
    viewer.click(answer);
  }
  EXPECT_EQ(load_maze(path).generator().seed, 5u);
}

TEST_F(Window, ClosingTheWindowSavesSettings) {
  {
    SimulatedWindow viewer;
    viewer.key(GLFW_KEY_T);
    viewer.key(GLFW_KEY_S);
  }
  Session next(small_maze());
  load_view_settings(next);
  EXPECT_EQ(next.view.palette, 1u);
  EXPECT_EQ(next.view.look.style, Style::thesis);
}

}  // namespace
}  // namespace marblemaze
