#include "render/app/screen.h"

#include <filesystem>

#include "maze/world/scene.h"
#include "render/app/captures.h"
#include "render/scene/visibility.h"
#include "tests/render/app/offscreen_viewer.h"
#include "tests/support/pictures.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::TemporaryFolder;

// Wayland and macOS displays may have more than one pixel per display unit.
TEST_F(Viewer, PanelsKeepTheirPositionsOnHighDensityDisplays) {
  const auto seen_in = [](int density) {
    Session session(small_maze());
    Screen screen;
    Image image;
    for (int i = 0; i < 3; ++i) {
      session.update(kFrame_s, 0);
      image = screen.render(session, {kSize * density, kSize}, kFrame_s, Quality{});
    }
    return image;
  };
  const Image usual = seen_in(1), large = seen_in(2);
  ASSERT_EQ(large.size, 2 * kSize);
  Image half{kSize, {}};
  for (int y = 0; y < kSize.y; ++y)
    for (int x = 0; x < kSize.x; ++x) {
      const std::uint8_t* pixel = large.pixel(2 * x, 2 * y);
      half.rgb.insert(half.rgb.end(), pixel, pixel + 3);
    }
  EXPECT_LT(testing::mean_difference(half, usual), 3) << "only the resolution differs";
}

TEST_F(Viewer, MarbleIsVisibleInLargeMazes) {
  SceneRenderer renderer;
  for (const int side : {5, 12, 20, 32}) {
    const auto maze = generate_kruskal(glm::ivec3(side), Layers::all, 1);
    const OrientationScheme scheme(ControlScheme::cube_8, Layers::all);
    Frame frame;
    const CellId inside(side * side * (side / 2) + side * (side / 2) + side / 2);
    frame.scene = resting_scene(maze, scheme, scheme.state(inside, OrientationId(0)));
    const Visibility seen =
        measure_visibility(renderer, frame, ViewOptions{}, palettes()[0], kSize);
    EXPECT_EQ(seen.by_pose.size(), 12u);
    EXPECT_GE(seen.worst(), 60) << side;
  }
}

constexpr const char* kUnknownPath = "shortest path (the agent does not know it)";

TEST_F(Viewer, PathLabelShowsWhetherTheAgentKnowsThePath) {
  for (const auto& [agent, knows] : {std::pair{"breadth-first", false}, {"heuristic", true}}) {
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

TEST_F(Viewer, WindowVideoRecordsUntilStopped) {
  const TemporaryFolder folder;
  Session session(small_maze());
  Screen screen;
  const Framebuffer canvas({321, 240}, 0);
  WindowCaptures captures(session);
  const auto frames = [&](int count) {
    for (int i = 0; i < count; ++i) {
      session.update(kFrame_s, 0);
      screen.draw(session, canvas.name(), canvas.size(), kFrame_s, Quality{});
      captures.take(canvas.name(), canvas.size(), kFrame_s);
    }
  };
  session.files.video = Files::Video{folder / "run.mp4"};
  frames(16);
  ASSERT_TRUE(session.files.video) << session.message();
  EXPECT_NEAR(session.files.video->time_s, 0.5, 1e-6);
  session.files.video.reset();
  frames(1);
  EXPECT_TRUE(session.message().starts_with("Saved")) << session.message();
  // Without ffmpeg, a folder of images replaces the video.
  EXPECT_TRUE(std::filesystem::exists(folder / "run.mp4") ||
              std::filesystem::exists(folder / "run"));
  session.clear_message();
  session.files.video = Files::Video{"/no/such/folder/run.mp4"};
  frames(1);
  EXPECT_FALSE(session.files.video);
  EXPECT_TRUE(session.message_shown()) << "the file cannot be written";
}

}  // namespace
}  // namespace marblemaze
