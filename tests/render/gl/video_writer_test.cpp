#include <gtest/gtest.h>

#include "maze/base/errors.h"
#include "render/gl/capture.h"
#include "tests/support/environment_variable.h"
#include "tests/support/pictures.h"
#include "tests/support/temporary_folder.h"

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

TEST(VideoWriter, RejectsUnknownExtensionsBeforeWriting) {
  const TemporaryFolder empty, folder;
  const EnvironmentVariable path("PATH", empty.path());
  EXPECT_THROW(VideoWriter(folder / "video.avi", {4, 2}, 30), BadInput);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace marblemaze
