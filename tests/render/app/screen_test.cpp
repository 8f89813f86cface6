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
  Session session(small_maze());
  Screen screen(2);
  const auto text_height = [&] {
    static_cast<void>(screen.picture(session, kSize, kFrame_s, Quality{}));
    return ImGui::GetFontSize();
  };
  const float asked_by_the_display = text_height();
  EXPECT_EQ(session.view.ui_scale, 2);
  session.view.wanted_scale = 1;
  EXPECT_EQ(text_height(), asked_by_the_display / 2);
  EXPECT_EQ(session.view.ui_scale, 1);
}

// Under Wayland and on a Mac.
TEST_F(Viewer, PanelsAndClicksStayInPlaceWhereAUnitOfTheDisplayIsTwoPixels) {
  // What is seen in the third frame, and where the camera stands after a drag.
  const auto seen_in = [](int density) {
    Viewing viewer(small_maze(), kSize, density);
    viewer.frames(3);
    const Image image = viewer.last;
    viewer.click("Next seed");
    EXPECT_EQ(viewer.session.run().maze().origin().seed, 6u);
    viewer.drag({600, 300}, {700, 300});
    return std::pair{image, viewer.session.view.camera.yaw_rad};
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
  Viewing viewer;
  viewer.click("View");
  viewer.frames(2);
  viewer.click("Size of text and panels");
  viewer.frames(2);
  viewer.click("150 %");
  viewer.frame();
  EXPECT_EQ(viewer.session.view.ui_scale, 1.5f);
}

TEST_F(Viewer, OffersQualitiesInAMenuThatDifferInWhatIsSeen) {
  Viewing viewer;
  viewer.click("View");
  viewer.frames(2);
  viewer.click("Quality");
  viewer.frames(2);
  viewer.click("fast");
  viewer.frame();
  ASSERT_EQ(viewer.session.view.look.quality, QualityLevel::fast);
  viewer.session.marble().time.pause();
  const auto picture = [&](QualityLevel level) {
    return viewer.screen.picture(viewer.session, glm::ivec2(320, 180), kFrame_s, quality_of(level));
  };
  EXPECT_GT(testing::mean_difference(picture(QualityLevel::fast), picture(QualityLevel::fine)),
            0.3);
}

TEST_F(Viewer, BeginsTheRunAnewUnderASettingThatIsDraggedAndResetsIt) {
  Viewing viewer;
  viewer.frames(20);
  viewer.session.panels.show_physics = true;
  viewer.frames(2);
  const PanelBox slider = *item_box("gravity");
  const float y = slider.at.y + slider.size.y / 2;
  viewer.drag({slider.at.x + 20, y}, {slider.at.x + slider.size.x / 2, y});
  const double gravity = viewer.session.run().spec().setup.settings.nature.gravity;
  EXPECT_NE(gravity, PhysicsSettings().nature.gravity);
  EXPECT_LT(viewer.session.marble().time.done(), 20);
  viewer.click("reset gravity");
  EXPECT_EQ(viewer.session.run().spec().setup.settings, PhysicsSettings());
}

TEST_F(Viewer, TakingTheKnobOfASliderChangesNothing) {
  Viewing viewer;
  viewer.session.panels.show_physics = true;
  viewer.frames(20);
  const PanelBox slider = *item_box("gravity");
  const ImGuiStyle& style = ImGui::GetStyle();
  // As ImGui places it: the range from 0.1 to 100 by powers.
  const float room = slider.size.x - 4 - style.GrabMinSize;
  const float knob =
      slider.at.x + 2 + style.GrabMinSize / 2 + room * std::log(9.81f / 0.1f) / std::log(1000.0f);
  viewer.click(knob + style.GrabMinSize / 2 - 1, slider.at.y + slider.size.y / 2);
  EXPECT_EQ(viewer.session.panels.physics, PhysicsSettings());
  EXPECT_GT(viewer.session.marble().time.done(), 20) << "the run goes on";
  viewer.click(knob - style.GrabMinSize, slider.at.y + slider.size.y / 2);
  EXPECT_LT(viewer.session.panels.physics.nature.gravity, 9.7) << "beside the knob it is set";
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
  Viewing viewer;
  viewer.session.marble().step_moves(1);
  viewer.session.marble().time.pause();
  viewer.frames(2);
  EXPECT_FALSE(item_box("top"));
  viewer.session.view.look.turn_vectors = true;
  viewer.frames(2);
  EXPECT_TRUE(item_box("top"));
  EXPECT_FALSE(item_box("top after")) << "the turn is over";
  const RecordedMove& move = viewer.session.run().recording().moves.front();
  viewer.session.marble().time.jump(static_cast<double>(move.begin + 10));
  viewer.frames(2);
  EXPECT_TRUE(item_box("top before") && item_box("top after"));
}

TEST_F(Viewer, PointingAtAStateOfTheGraphShowsTheMazeInThatState) {
  Viewing viewer;
  viewer.session.marble().step_moves(1);
  viewer.session.marble().time.pause();
  viewer.frames(3);
  const ShownRun& run = viewer.session.run();
  const std::string label = std::to_string(run.first_state().index);
  const PanelBox state = *item_box("state " + label);
  ImGui::GetIO().MousePos = {state.at.x + state.size.x / 2, state.at.y + state.size.y / 2};
  viewer.frames(3);
  const auto picture = item_box("picture of state " + label);
  ASSERT_TRUE(picture);
  EXPECT_GT(red_in(viewer.last, *picture), 20) << "the marble is seen in it";
}

TEST_F(Viewer, ShowsMomentsAlongTheTimelineWhereTheWindowIsHighEnough) {
  const auto pictures = [](glm::ivec2 size) {
    Viewing viewer(small_maze(), size);
    viewer.session.marble().time.step(900);
    viewer.frames(2);
    const auto second = item_box("picture 2");
    return second ? red_in(viewer.last, *second) : -1;
  };
  EXPECT_EQ(pictures({1280, 600}), -1);
  EXPECT_GT(pictures(kSize), 3);
}

TEST_F(Viewer, TheFieldForTheSizeHoldsTheLargestMaze) {
  Viewing viewer;
  viewer.session.panels.request.size = kLargestSide;
  viewer.frames(2);
  EXPECT_EQ(viewer.session.panels.request.size, kLargestSide);
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
  Session session(small_maze());
  Screen screen;
  const Framebuffer canvas({321, 240}, 0);
  WindowCaptures captures(session);
  const auto frames = [&](int count) {
    for (int i = 0; i < count; ++i) {
      session.frame(kFrame_s, 0);
      screen.draw(session, canvas.name(), canvas.size(), kFrame_s, Quality{});
      captures.take(canvas.name(), canvas.size(), kFrame_s);
    }
  };
  session.files.film = Files::Film{folder / "run.mp4"};
  frames(16);
  ASSERT_TRUE(session.files.film) << session.message();
  EXPECT_NEAR(session.files.film->time_s, 0.5, 1e-6);
  session.files.film.reset();
  frames(1);
  EXPECT_TRUE(session.message().starts_with("Saved")) << session.message();
  // Pictures in a folder where there is no program for films.
  EXPECT_TRUE(std::filesystem::exists(folder / "run.mp4") ||
              std::filesystem::exists(folder / "run"));
}

TEST_F(Viewer, AFilmThatCannotBeWrittenIsAMessage) {
  Session session(small_maze());
  Screen screen;
  const Framebuffer canvas({320, 240}, 0);
  WindowCaptures captures(session);
  session.files.film = Files::Film{"/no/such/folder/run.mp4"};
  screen.draw(session, canvas.name(), canvas.size(), kFrame_s, Quality{});
  captures.take(canvas.name(), canvas.size(), kFrame_s);
  EXPECT_FALSE(session.files.film);
  EXPECT_TRUE(session.message_shown());
}

TEST_F(Viewer, ShowsLifeAndElementaryRulesFromTheMenuAndGoesBackToTheMarble) {
  Viewing viewer;
  viewer.click("Automata");
  viewer.frames(2);
  viewer.click("Game of Life");
  viewer.frames(3);
  ASSERT_NE(viewer.session.classic(), nullptr);
  const Image life = viewer.last;
  viewer.click("elementary rule");
  viewer.frames(3);
  EXPECT_EQ(viewer.session.classic()->spec().rule, kUsualRule);
  EXPECT_GT(testing::mean_difference(life, viewer.last), 5);
  viewer.click("Back to the marble");
  EXPECT_EQ(viewer.session.classic(), nullptr);
}

TEST_F(Viewer, DrawsEachOfTheShortestSolutionsAtOnceInItsOwnColour) {
  const TemporaryFolder folder;
  Viewing viewer;
  viewer.session.open(folder.write("two.txt", "212/111/210"));
  ASSERT_NE(viewer.session.game(), nullptr);
  viewer.frames(2);
  viewer.click("all 2 shortest at once");
  viewer.session.shown().time.jump(1);
  viewer.session.shown().time.pause();
  viewer.frames(2);
  // The pieces stand in the upper right corner and in the lower left one, one of them red.
  const auto red_pixels = [&](int left, int top) {
    int count = 0;
    for (int y = top; y < top + 186; ++y)
      for (int x = left; x < left + 186; ++x) {
        const std::uint8_t* pixel = viewer.last.pixel(x, y);
        count += pixel[0] > 200 && pixel[1] < 100 && pixel[2] < 100;
      }
    return count;
  };
  EXPECT_NE(red_pixels(323 + 373, 64) > 100, red_pixels(323, 64 + 373) > 100);
}

}  // namespace
}  // namespace marblemaze
