// The viewer's rows of the table in docs/outputs.md.
#include <gtest/gtest.h>

#include "tests/support/output_table.h"

namespace marblemaze {
namespace {

using testing::expect_documented_output;

const std::string kWatch = "\"$M\" watch --resolution 64x64 ";

TEST(ViewerOutputFlags, RunsAreSavedAsTheTableSays) {
  expect_documented_output("watch --save-run", "out.rec", kWatch + "--save-run \"$OUT\"");
}

TEST(ViewerOutputFlags, PicturesAreSavedAsTheTableSays) {
  expect_documented_output("watch --screenshot", "out.png", kWatch + "--screenshot \"$OUT\"");
}

TEST(ViewerOutputFlags, FilmsAreSavedAsTheTableSays) {
  if (!testing::Shell().has("ffmpeg")) GTEST_SKIP() << "ffmpeg is not installed";
  expect_documented_output("watch --record", "out.mp4", kWatch + "--seconds 0.2 --record \"$OUT\"");
}

}  // namespace
}  // namespace marblemaze
