#include "render/app/captures.h"
#include "tests/render/app/offscreen_viewer.h"
#include "tests/support/environment_variable.h"
#include "tests/support/pictures.h"

namespace marblemaze {
namespace {

using marblemaze::testing::EnvironmentVariable;
using marblemaze::testing::TemporaryFolder;

Image plain(std::uint8_t shade) { return {{4, 2}, std::vector<std::uint8_t>(4 * 2 * 3, shade)}; }

TEST(VideoWriter, WritesImagesWithANoteIfFfmpegIsMissing) {
  const TemporaryFolder empty, folder;
  const EnvironmentVariable path("PATH", empty.path());
  VideoWriter video(folder / "video.mp4", {4, 2}, 30);
  for (int i = 0; i < 3; ++i) video.add(plain(static_cast<std::uint8_t>(100 * i)));
  const std::string told = video.finish();
  EXPECT_NE(told.find("ffmpeg is not installed"), std::string::npos) << told;
  EXPECT_NE(told.find((folder / "video").string()), std::string::npos) << told;
  EXPECT_FALSE(std::filesystem::exists(folder / "video.mp4"));
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(testing::load_png(folder / "video" / ("0000" + std::to_string(i + 1) + ".png")) ==
                plain(static_cast<std::uint8_t>(100 * i)));
  EXPECT_FALSE(std::filesystem::exists(folder / "video" / "00004.png"));
}

TEST(VideoWriter, CancelledVideoDeletesOnlyItsOwnImages) {
  const TemporaryFolder empty, folder;
  const EnvironmentVariable path("PATH", empty.path());
  VideoWriter(folder / "video.mp4", {4, 2}, 30).add(plain(1));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  std::filesystem::create_directory(folder / "video");
  const std::string other = folder.write("video/notes.txt", "kept");
  VideoWriter(folder / "video.mp4", {4, 2}, 30).add(plain(1));
  EXPECT_TRUE(std::filesystem::exists(other));
  EXPECT_FALSE(std::filesystem::exists(folder / "video" / "00001.png"));
}

TEST_F(Viewer, CancelledExportLeavesNoFiles) {
  const TemporaryFolder folder;
  OffscreenViewer viewer;
  viewer.session.files.browser.go(folder.path());
  viewer.session.marble().step_moves(1);
  {
    WindowCaptures exporter(viewer.session);
    viewer.session.marble().set_speed(100);
    viewer.session.act(&export_video, ".mp4", false);
    exporter.export_frame();
    viewer.session.act(&export_video, ".gif", false);
    EXPECT_EQ(viewer.session.files.exporting->paths.front().extension(), ".mp4");
    EXPECT_TRUE(viewer.session.message_shown()) << "only one export runs at a time";
    viewer.frames(2);  // the export did not disturb the window
    EXPECT_FALSE(std::filesystem::is_empty(folder.path()));
    viewer.session.files.exporting.reset();
    exporter.export_frame();
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    viewer.session.act(&export_video, ".gif", false);
    exporter.export_frame();
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST_F(Viewer, SharedVideoTakesTenSeconds) {
  const TemporaryFolder folder;
  OffscreenViewer viewer;
  viewer.session.files.browser.go(folder.path());
  while (!viewer.session.run().ended()) viewer.session.marble().step_moves(1);
  WindowCaptures exporter(viewer.session);
  viewer.session.act(&export_video, ".mp4", true);
  exporter.export_frame();
  ASSERT_TRUE(viewer.session.files.exporting);
  EXPECT_NEAR(viewer.session.files.exporting->part, 1 / (10.0 * 30), 1e-4);
  const auto& paths = viewer.session.files.exporting->paths;
  ASSERT_EQ(paths.size(), 2u) << "the same click also makes a GIF";
  EXPECT_EQ(paths[1].extension(), ".gif");
}

TEST_F(Viewer, EachFileOfAVideoHasTheSameFrames) {
  const TemporaryFolder folder;
  SessionVideo roll(std::make_unique<Session>(small_maze()), {folder / "a.mp4", folder / "b.gif"},
                    {64, 64}, 30);
  for (int i = 0; i < 3; ++i) roll.add_frame();
  const std::string told = roll.finish();
  for (const char* name : {"a.mp4", "b.gif"}) {
    EXPECT_TRUE(std::filesystem::exists(folder / name)) << name;
    EXPECT_NE(told.find(std::string(name) + " (3 frames)"), std::string::npos) << told;
  }
}

}  // namespace
}  // namespace marblemaze
