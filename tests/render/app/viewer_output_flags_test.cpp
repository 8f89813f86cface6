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
  EXPECT_EQ(testing::Shell().run("exec $M watch --help >/dev/full").status, 3);
}

TEST(ViewerStreams, AnEmptyNameIsBadInput) {
  EXPECT_EQ(testing::Shell().run("exec $M watch --screenshot \"$UNSET\"").status, 2);
}

}  // namespace
}  // namespace marblemaze
