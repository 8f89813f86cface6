#include "render/app/captures.h"
#include "tests/render/app/offscreen_viewer.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::TemporaryFolder;

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
    EXPECT_LT(viewer.session.files.exporting->part, 0.1)
        << "the video also shows the end for a while";
    viewer.session.act(&export_video, ".gif", false);
    EXPECT_EQ(viewer.session.files.exporting->paths.front().extension(), ".mp4");
    EXPECT_TRUE(viewer.session.message_shown()) << "only one export runs at a time";
    viewer.frames(2);  // the export did not disturb the window
    EXPECT_FALSE(std::filesystem::is_empty(folder.path()));
    viewer.session.files.exporting.reset();
    EXPECT_FALSE(viewer.session.files.exporting);
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
