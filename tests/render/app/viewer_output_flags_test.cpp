// Checks the viewer rows of the output table in docs/reference/files.md.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/output_table.h"

namespace marblemaze {
namespace {

using testing::expect_documented_output;

const std::string kWatch = "\"$M\" watch --resolution 64x64 ";

TEST(ViewerOutputFlags, WriteFilesAsDocumented) {
  expect_documented_output("watch --save-run", "out.rec", "\"$M\" watch --save-run \"$OUT\"");
  expect_documented_output("watch --screenshot", "out.png", kWatch + "--screenshot \"$OUT\"");
  expect_documented_output("watch --record", "out.mp4", kWatch + "--seconds 0.2 --record \"$OUT\"");
}

TEST(ViewerStreams, RecordingPipesThroughStandardOutputAndInput) {
  const auto run = testing::Shell().run("$M watch --save-run - --at-move 2 | $M verify -");
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_TRUE(run.out.starts_with("identical: ")) << run.out;
}

TEST(ViewerStreams, SolveAndViewerSaveIdenticalRecordings) {
  for (const std::string of :
       {"--seed 7 --orientations 24 --agent heuristic", "--size 4 --layers flat --run 2",
        "--seed 3 --recovery --world imagined", "--seed 5 --tilt --agent floor"}) {
    const auto both = testing::Shell().run(
        fmt::format("$M solve --record solved.rec {0}; $M watch --save-run watched.rec {0} && "
                    "cmp solved.rec watched.rec",
                    of));
    EXPECT_EQ(both.status, 0) << of << ": " << both.out << both.err;
  }
}

TEST(ViewerStreams, PosesFromStandardInputAreDrawnToStandardOutput) {
  const std::string maze = "($M generate --size 2 --seed 7 -o - | tr -d '\\n'; echo; ";
  const std::string draw = ") | $M watch --poses pictures --resolution 64x65 ";
  const auto run = testing::Shell().run(
      maze + "echo 1 0 0 0 0 0 0 0.24; echo 0 1 0 0 0.5 0 0 0.24" + draw + "| wc -c");
  EXPECT_EQ(run.out, std::to_string(2 * 64 * 65 * 3) + "\n") << run.err;
  for (const std::string bad : {"echo 1 0 0 0 0 0 0", "echo round"}) {
    const auto refused = testing::Shell().run(fmt::format("{}{}{}", maze, bad, draw));
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.error_lines(), 1) << refused.err;
  }
}

TEST(ViewerOptions, InvalidOptionsAreRejectedInOneLine) {
  for (const auto& [flags, expected] : std::vector<std::pair<std::string, std::string>>{
           {"--life --automaton", "--automaton cannot be combined with --life"},
           {"--lesson frozen --agent heuristic", "--agent cannot be combined with --lesson"},
           {"--tilt --beside heuristic", "--beside cannot be combined with --tilt"},
           {"--level 1 --seed 3", "--seed cannot be combined with --level"},
           {"--screenshot a.png --visibility", "--screenshot cannot be combined with --visibility"},
           {"--lesson-step 2", "--lesson-step requires --lesson"},
           {"--screenshot a.png --fps 20", "--fps requires --record"},
           {"--screenshot -", "'-': expected"},
           {"--record -", "'-': expected"},
           {"--screenshot \"$UNSET\"", ""},
           {"--world jump --automaton", "'jump'"},
           {"--world bulet", "four-bit"},
           {"--solution 1", "a logic maze"},
           {"--world four-bit --solution 2", "at most 1"},
           {"--all-solutions", "a solvable number board"},
           {"--slice w=1:2", "'w=1:2'"},
           {"--slice x=0:2", "'x=0:2'"},
           {"--slice x=3:2", "'x=3:2'"},
           {"--slice x=1:2:3", "'x=1:2:3'"}}) {
    const auto run = testing::Shell().run("exec " + kWatch + flags);
    EXPECT_EQ(run.status, 2) << flags;
    EXPECT_EQ(run.error_lines(), 1) << run.err;
    EXPECT_NE(run.err.find(expected), std::string::npos) << run.err;
  }
}

TEST(ViewerOptions, ListKeysAsJson) {
  const auto run = testing::Shell().run("exec $M watch --list-keys --json");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(run.out.starts_with("{\"keys\":[{\"keys\":")) << run.out;
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 1);
}

TEST(ViewerStreams, HelpToAFullDiskExitsWithStatus3) {
  EXPECT_EQ(testing::Shell().run("exec $M watch --help >/dev/full").status, 3);
}

}  // namespace
}  // namespace marblemaze
