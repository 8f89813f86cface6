#include "render/gl/video_writer.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "maze/base/errors.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::TemporaryFolder;

/// As on a machine without ffmpeg: the folder in which programs are looked for is empty.
class NoPrograms {
 public:
  explicit NoPrograms(const TemporaryFolder& empty) : kept_(std::getenv("PATH")) {
    setenv("PATH", empty.path().c_str(), 1);
  }
  ~NoPrograms() { setenv("PATH", kept_.c_str(), 1); }
  NoPrograms(const NoPrograms&) = delete;
  NoPrograms& operator=(const NoPrograms&) = delete;

 private:
  std::string kept_;
};

Image plain(std::uint8_t shade) { return {{4, 2}, std::vector<std::uint8_t>(4 * 2 * 3, shade)}; }

TEST(VideoWriter, WritesPicturesWhereFfmpegIsMissingAndSaysSo) {
  const TemporaryFolder empty, folder;
  const NoPrograms none(empty);
  VideoWriter film(folder / "film.mp4", {4, 2}, 30);
  for (int i = 0; i < 3; ++i) film.add(plain(static_cast<std::uint8_t>(100 * i)));
  const std::string told = film.finish();
  EXPECT_NE(told.find("ffmpeg is not installed"), std::string::npos) << told;
  EXPECT_NE(told.find((folder / "film").string()), std::string::npos) << told;
  EXPECT_FALSE(std::filesystem::exists(folder / "film.mp4"));
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(load_png(folder / "film" / ("0000" + std::to_string(i + 1) + ".png")) ==
                plain(static_cast<std::uint8_t>(100 * i)));
  EXPECT_FALSE(std::filesystem::exists(folder / "film" / "00004.png"));
}

TEST(VideoWriter, RefusesAnEndingItDoesNotKnowBeforeItWritesAnything) {
  const TemporaryFolder empty, folder;
  const NoPrograms none(empty);
  EXPECT_THROW(VideoWriter(folder / "film.avi", {4, 2}, 30), BadInput);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace marblemaze
