// What is seen of the window, and what a person can keep of it.
#include "render/app/screen.h"

#include <filesystem>

#include "maze/world/scene.h"
#include "render/app/captures.h"
#include "render/scene/visibility.h"
#include "tests/render/app/viewer_session.h"
#include "tests/support/pictures.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::TemporaryFolder;

TEST_F(Viewer, MakesTextAndPanelsAsLargeAsAsked) {
  Workbench bench(small_maze());
  Screen screen(2);
  const auto text_height = [&] {
    static_cast<void>(screen.picture(bench, kSize, kFrame_s, Quality{}));
    return ImGui::GetFontSize();
  };
  const float asked_by_the_display = text_height();
  EXPECT_EQ(bench.view.ui_scale, 2);
  bench.view.wanted_scale = 1;
  EXPECT_EQ(text_height(), asked_by_the_display / 2);
  EXPECT_EQ(bench.view.ui_scale, 1);
}

// Under Wayland and on a Mac.
TEST_F(Viewer, PanelsAndClicksStayInPlaceWhereAUnitOfTheDisplayIsTwoPixels) {
  // What is seen in the third frame, and where the camera stands after a drag.
  const auto seen_in = [](int density) {
    Session session(small_maze(), kSize, density);
    session.frames(3);
    const Image image = session.last;
    session.click("Next seed");
    EXPECT_EQ(session.bench.run().maze().origin().seed, 6u);
    session.drag({600, 300}, {700, 300});
    return std::pair{image, session.bench.view.camera.yaw_rad};
  };
  const auto [usual, usual_yaw] = seen_in(1);
  const auto [large, yaw] = seen_in(2);
  ASSERT_EQ(large.size, 2 * kSize);
  Image half{kSize, {}};
  for (int y = 0; y < kSize.y; ++y)
    for (int x = 0; x < kSize.x; ++x)
      for (int channel = 0; channel < 3; ++channel) {
        int sum = 0;
        for (const glm::ivec2 at : {glm::ivec2(0, 0), {1, 0}, {0, 1}, {1, 1}})
          sum += large.pixel(2 * x + at.x, 2 * y + at.y)[channel];
        half.rgb.push_back(static_cast<std::uint8_t>(sum / 4));
      }
  EXPECT_LT(testing::mean_difference(half, usual), 3) << "the same picture, only finer";
  EXPECT_NE(usual_yaw, Camera().yaw_rad);
  EXPECT_NEAR(yaw, usual_yaw, 1e-4);
}

TEST_F(Viewer, OffersTheSizeOfTextInAMenu) {
  Session session;
  session.click("View");
  session.frames(2);
  session.click("Size of text and panels");
  session.frames(2);
  session.click("150 %");
  session.frame();
  EXPECT_EQ(session.bench.view.ui_scale, 1.5f);
}

TEST_F(Viewer, OffersQualitiesInAMenuThatDifferInWhatIsSeen) {
  Session session;
  session.click("View");
  session.frames(2);
  session.click("Quality");
  session.frames(2);
  session.click("fast");
  session.frame();
  ASSERT_EQ(session.bench.view.look.quality, QualityLevel::fast);
  session.bench.marble().time.pause();
  const auto picture = [&](QualityLevel level) {
    return session.screen.picture(session.bench, glm::ivec2(320, 180), kFrame_s, quality_of(level));
  };
  EXPECT_GT(testing::mean_difference(picture(QualityLevel::fast), picture(QualityLevel::fine)),
            0.3);
}

TEST_F(Viewer, BeginsTheRunAnewUnderASettingThatIsDraggedAndResetsIt) {
  Session session;
  session.frames(20);
  session.bench.panels.show_physics = true;
  session.frames(2);
  const PanelBox slider = *item_box("gravity");
  const float y = slider.at.y + slider.size.y / 2;
  session.drag({slider.at.x + 20, y}, {slider.at.x + slider.size.x / 2, y});
  const double gravity = session.bench.run().spec().setup.settings.nature.gravity;
  EXPECT_NE(gravity, PhysicsSettings().nature.gravity);
  EXPECT_LT(session.bench.marble().time.done(), 20);
  session.click("reset gravity");
  EXPECT_EQ(session.bench.run().spec().setup.settings, PhysicsSettings());
}

TEST_F(Viewer, TakingTheKnobOfASliderChangesNothing) {
  Session session;
  session.bench.panels.show_physics = true;
  session.frames(20);
  const PanelBox slider = *item_box("gravity");
  const ImGuiStyle& style = ImGui::GetStyle();
  // As ImGui places it: the range from 0.1 to 100 by powers.
  const float room = slider.size.x - 4 - style.GrabMinSize;
  const float knob =
      slider.at.x + 2 + style.GrabMinSize / 2 + room * std::log(9.81f / 0.1f) / std::log(1000.0f);
  session.click(knob + style.GrabMinSize / 2 - 1, slider.at.y + slider.size.y / 2);
  EXPECT_EQ(session.bench.panels.physics, PhysicsSettings());
  EXPECT_GT(session.bench.marble().time.done(), 20) << "the run goes on";
  session.click(knob - style.GrabMinSize, slider.at.y + slider.size.y / 2);
  EXPECT_LT(session.bench.panels.physics.nature.gravity, 9.7) << "beside the knob it is set";
}

// Pixels of the marble's red in a box of the picture.
int red_in(const Image& image, const PanelBox& box) {
  int red = 0;
  for (int y = static_cast<int>(box.at.y); y < static_cast<int>(box.at.y + box.size.y); ++y)
    for (int x = static_cast<int>(box.at.x); x < static_cast<int>(box.at.x + box.size.x); ++x) {
      const std::uint8_t* pixel = image.pixel(x, y);
      red += pixel[0] > 130 && pixel[1] < pixel[0] / 2 && pixel[2] < pixel[0] / 2;
    }
  return red;
}

TEST_F(Viewer, SaysWhatTheArrowsOfAMovePointTo) {
  Session session;
  session.bench.marble().step_moves(1);
  session.bench.marble().time.pause();
  session.frames(2);
  EXPECT_FALSE(item_box("top"));
  session.bench.view.look.turn_vectors = true;
  session.frames(2);
  EXPECT_TRUE(item_box("top"));
  EXPECT_FALSE(item_box("top after")) << "the turn is over";
  const RecordedMove& move = session.bench.run().recording().moves.front();
  session.bench.marble().time.jump(static_cast<double>(move.begin + 10));
  session.frames(2);
  EXPECT_TRUE(item_box("top before") && item_box("top after"));
}

TEST_F(Viewer, PointingAtAStateOfTheGraphShowsTheMazeInThatState) {
  Session session;
  session.bench.marble().step_moves(1);
  session.bench.marble().time.pause();
  session.frames(3);
  const ShownRun& run = session.bench.run();
  const std::string label = std::to_string(run.first_state().index);
  const PanelBox state = *item_box("state " + label);
  ImGui::GetIO().MousePos = {state.at.x + state.size.x / 2, state.at.y + state.size.y / 2};
  session.frames(3);
  const auto picture = item_box("picture of state " + label);
  ASSERT_TRUE(picture);
  EXPECT_GT(red_in(session.last, *picture), 20) << "the marble is seen in it";
}

TEST_F(Viewer, ShowsMomentsAlongTheTimelineWhereTheWindowIsHighEnough) {
  const auto pictures = [](glm::ivec2 size) {
    Session session(small_maze(), size);
    session.bench.marble().time.step(900);
    session.frames(2);
    const auto second = item_box("picture 2");
    return second ? red_in(session.last, *second) : -1;
  };
  EXPECT_EQ(pictures({1280, 600}), -1);
  EXPECT_GT(pictures(kSize), 3);
}

TEST_F(Viewer, TheFieldForTheSizeHoldsTheLargestMaze) {
  Session session;
  session.bench.panels.request.size = kLargestSide;
  session.frames(2);
  EXPECT_EQ(session.bench.panels.request.size, kLargestSide);
}

TEST_F(Viewer, TheRingOfAPredictionLeavesTheMarbleItsColour) {
  const auto maze = generate_kruskal({3, 3, 3}, Layers::outer, 7);
  const OrientationScheme scheme(ControlScheme::cube_8, Layers::outer);
  Frame frame;
  frame.scene = still_scene(maze, scheme, scheme.state(CellId(8), OrientationId(3)));
  frame.scheme = &scheme;
  frame.orientation = OrientationId(3);
  SceneRenderer renderer;
  const Framebuffer canvas({400, 400}, 0);
  Camera camera;
  camera.target = MazePlacement(frame.scene, {}).marble();
  const auto picture = [&] {
    renderer.draw(frame, {}, palettes()[0], camera, canvas.name(), {{0, 0}, {400, 400}}, {});
    return read_framebuffer(canvas.name(), {400, 400});
  };
  const Image without = picture();
  frame.predicted_path = {CellId(8)};
  const Image with = picture();
  EXPECT_GT(testing::mean_difference(with, without), 0.03);
  for (int y = 195; y < 205; ++y)
    for (int x = 195; x < 205; ++x)
      EXPECT_EQ(with.pixel(x, y)[0], without.pixel(x, y)[0]) << x << ", " << y;
}

TEST_F(Viewer, FindsTheMarbleInLargeMazes) {
  SceneRenderer renderer;
  for (const int side : {5, 12, 20, 32}) {
    const auto maze = generate_kruskal(glm::ivec3(side), Layers::all, 1);
    const OrientationScheme scheme(ControlScheme::cube_8, Layers::all);
    Frame frame;
    const CellId inside(side * side * (side / 2) + side * (side / 2) + side / 2);
    frame.scene = still_scene(maze, scheme, scheme.state(inside, OrientationId(0)));
    const Visibility seen =
        measure_visibility(renderer, frame, ViewOptions{}, palettes()[0], kSize);
    EXPECT_EQ(seen.by_pose.size(), 12u);
    EXPECT_GE(seen.worst(), 60) << side;
  }
}

TEST_F(Viewer, RecordsAFilmOfTheWindowUntilItIsStopped) {
  const TemporaryFolder folder;
  Workbench bench(small_maze());
  Screen screen;
  const Framebuffer canvas({321, 240}, 0);
  WindowCaptures captures(bench);
  const auto frames = [&](int count) {
    for (int i = 0; i < count; ++i) {
      bench.frame(kFrame_s, 0);
      screen.draw(bench, canvas.name(), canvas.size(), kFrame_s, Quality{});
      captures.take(canvas.name(), canvas.size(), kFrame_s);
    }
  };
  bench.files.film = Files::Film{folder / "run.mp4"};
  frames(16);
  ASSERT_TRUE(bench.files.film) << bench.message();
  EXPECT_NEAR(bench.files.film->time_s, 0.5, 1e-6);
  bench.files.film.reset();
  frames(1);
  EXPECT_TRUE(bench.message().starts_with("Saved")) << bench.message();
  // Pictures in a folder where there is no program for films.
  EXPECT_TRUE(std::filesystem::exists(folder / "run.mp4") ||
              std::filesystem::exists(folder / "run"));
}

TEST_F(Viewer, AFilmThatCannotBeWrittenIsAMessage) {
  Workbench bench(small_maze());
  Screen screen;
  const Framebuffer canvas({320, 240}, 0);
  WindowCaptures captures(bench);
  bench.files.film = Files::Film{"/no/such/folder/run.mp4"};
  screen.draw(bench, canvas.name(), canvas.size(), kFrame_s, Quality{});
  captures.take(canvas.name(), canvas.size(), kFrame_s);
  EXPECT_FALSE(bench.files.film);
  EXPECT_TRUE(bench.message_shown());
}

TEST_F(Viewer, ShowsLifeAndElementaryRulesFromTheMenuAndGoesBackToTheMarble) {
  Session session;
  session.click("Automata");
  session.frames(2);
  session.click("Game of Life");
  session.frames(3);
  ASSERT_NE(session.bench.classic(), nullptr);
  const Image life = session.last;
  session.click("elementary rule");
  session.frames(3);
  EXPECT_EQ(session.bench.classic()->spec().rule, kUsualRule);
  EXPECT_GT(testing::mean_difference(life, session.last), 5);
  session.click("Back to the marble");
  EXPECT_EQ(session.bench.classic(), nullptr);
}

TEST_F(Viewer, DrawsEachOfTheShortestSolutionsAtOnceInItsOwnColour) {
  const TemporaryFolder folder;
  Session session;
  session.bench.open(folder.write("two.txt", "212/111/210"));
  ASSERT_NE(session.bench.game(), nullptr);
  session.frames(2);
  session.click("all 2 shortest at once");
  session.bench.shown().time.jump(1);
  session.bench.shown().time.pause();
  session.frames(2);
  // The pieces stand in the upper right corner and in the lower left one, one of them red.
  const auto red_pixels = [&](int left, int top) {
    int count = 0;
    for (int y = top; y < top + 186; ++y)
      for (int x = left; x < left + 186; ++x) {
        const std::uint8_t* pixel = session.last.pixel(x, y);
        count += pixel[0] > 200 && pixel[1] < 100 && pixel[2] < 100;
      }
    return count;
  };
  EXPECT_NE(red_pixels(323 + 373, 64) > 100, red_pixels(323, 64 + 373) > 100);
}

}  // namespace
}  // namespace marblemaze
