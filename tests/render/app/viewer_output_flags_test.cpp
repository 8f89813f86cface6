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

TEST(ViewerStreams, ARecordingGoesThroughStandardOutputAndInput) {
  const auto run = testing::Shell().run("$M watch --save-run - --at-move 2 | $M verify -");
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_TRUE(run.out.starts_with("the same: ")) << run.out;
}

TEST(ViewerStreams, PicturesAndFilmsRefuseStandardOutputInOneLine) {
  for (const char* flag : {"--screenshot", "--record"}) {
    const auto run = testing::Shell().run(kWatch + flag + " - && ls -A");
    EXPECT_EQ(run.status, 2) << flag;
    EXPECT_EQ(run.error_lines(), 1) << run.err;
    EXPECT_NE(run.err.find("'-': expected"), std::string::npos) << run.err;
  }
}

TEST(ViewerStreams, HelpIntoAFullDiskEndsWithStatus3) {
  const testing::Shell shell;
  if (shell.run("mknod full c 1 7 && echo >full").err.find("No space left") == std::string::npos)
    GTEST_SKIP() << "no right to make a device that is always full";
  EXPECT_EQ(shell.run("exec $M watch --help >full").status, 3);
}

TEST(ViewerStreams, AnEmptyNameIsBadInput) {
  EXPECT_EQ(testing::Shell().run("exec $M watch --screenshot \"$UNSET\"").status, 2);
}

}  // namespace
}  // namespace marblemaze
