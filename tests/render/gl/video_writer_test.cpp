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

TEST(VideoWriter, WritesPicturesWhereFfmpegIsMissingAndSaysSo) {
  const TemporaryFolder empty, folder;
  const EnvironmentVariable path("PATH", empty.path());
  VideoWriter film(folder / "film.mp4", {4, 2}, 30);
  for (int i = 0; i < 3; ++i) film.add(plain(static_cast<std::uint8_t>(100 * i)));
  const std::string told = film.finish();
  EXPECT_NE(told.find("ffmpeg is not installed"), std::string::npos) << told;
  EXPECT_NE(told.find((folder / "film").string()), std::string::npos) << told;
  EXPECT_FALSE(std::filesystem::exists(folder / "film.mp4"));
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(testing::load_png(folder / "film" / ("0000" + std::to_string(i + 1) + ".png")) ==
                plain(static_cast<std::uint8_t>(100 * i)));
  EXPECT_FALSE(std::filesystem::exists(folder / "film" / "00004.png"));
}

TEST(VideoWriter, AFilmThatIsDroppedLeavesNothingBehindAndIsNotWaitedFor) {
  const TemporaryFolder folder;
  for (const char* name : {"film.mp4", "film.gif"})
    VideoWriter(folder / name, {4, 2}, 30).add(plain(1));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(VideoWriter, PicturesOfAFilmThatIsDroppedGoAndOtherFilesBesideThemStay) {
  const TemporaryFolder empty, folder;
  const EnvironmentVariable path("PATH", empty.path());
  VideoWriter(folder / "film.mp4", {4, 2}, 30).add(plain(1));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  std::filesystem::create_directory(folder / "film");
  const std::string other = folder.write("film/notes.txt", "kept");
  VideoWriter(folder / "film.mp4", {4, 2}, 30).add(plain(1));
  EXPECT_TRUE(std::filesystem::exists(other));
  EXPECT_FALSE(std::filesystem::exists(folder / "film" / "00001.png"));
}

TEST(VideoWriter, RefusesAnEndingItDoesNotKnowBeforeItWritesAnything) {
  const TemporaryFolder empty, folder;
  const EnvironmentVariable path("PATH", empty.path());
  EXPECT_THROW(VideoWriter(folder / "film.avi", {4, 2}, 30), BadInput);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace marblemaze
