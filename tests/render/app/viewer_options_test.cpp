#include "render/app/viewer_options.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "render/session/session.h"
#include "support/environment_variable.h"
#include "tests/support/output_table.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::OwnSettings;
using marblemaze::testing::TemporaryFolder;

TEST(ViewerOptions, PlayAnExternalAgentUnderItsName) {
  const TemporaryFolder folder;
  ViewerOptions options;
  options.own_agent.commands = {
      "sh " + folder.write("agent.sh",
                           "read x; echo agent mine 1 blind\n"
                           "while read verb rest; do [ $verb = go ] && echo move 1; done\n")};
  const auto session = make_session(options);
  EXPECT_TRUE(session->run().spec().player.agent.starts_with("mine 1 ("));
}

TEST(ViewerOptions, ShowTheRequestedWorldSolutionOrAutomaton) {
  const TemporaryFolder folder;
  const auto shown = [](auto choose) {
    ViewerOptions options;
    choose(options);
    return make_session(options);
  };
  const auto family = shown([](ViewerOptions& o) { o.world = "predicted-24"; });
  EXPECT_EQ(family->run().spec().setup.kind, "predicted");
  EXPECT_EQ(family->run().spec().setup.control, ControlScheme::cube_24);
  const auto jump = shown([](ViewerOptions& o) {
    o.world = "jump-no-u-turn";
    o.maze.seed = 5;
    o.by_hand = true;
  });
  EXPECT_EQ(jump->game()->spec().family, "jump-no-u-turn");
  EXPECT_EQ(jump->game()->spec().seed, 5u);
  EXPECT_TRUE(jump->played().by_hand());
  const auto board = shown([&](ViewerOptions& o) {
    o.maze.file = folder.write("board.txt", "221/122/220");
    o.solution = 1;
  });
  EXPECT_EQ(board->game()->track().size(), 3u);
  const auto filling = shown([](ViewerOptions& o) { o.automaton = true, o.maze.size = 4; });
  EXPECT_EQ(filling->filling()->cells(), 64);
  const auto life = shown([](ViewerOptions& o) { o.life = true, o.maze.seed = 3; });
  EXPECT_EQ(life->classic()->spec().seed, 3u);
  const auto rule = shown([](ViewerOptions& o) { o.elementary = 110; });
  EXPECT_EQ(rule->classic()->spec().rule, 110);
  const auto all = shown([](ViewerOptions& o) {
    o.all_solutions = true;
    o.world = "rook";
    o.maze.seed = 5;
  });
  EXPECT_FALSE(all->game()->together().empty());
}

TEST(ViewerOptions, SliceAlongSeveralAxes) {
  ViewerOptions options;
  options.slices = {"x=2:3", "y=1:1"};
  const auto session = make_session(options);
  apply_view(*session, options);
  EXPECT_EQ(session->view.look.slice_from, glm::ivec3(1, 0, 0));
  EXPECT_EQ(session->view.look.slice_to.x, 3);
  EXPECT_EQ(session->view.look.slice_to.y, 1);
}

TEST(ViewerOptions, OverrideRestoredSettings) {
  const OwnSettings settings;
  Session last(make_session({})->run().spec());
  last.view.palette = 1;
  last.view.look.style = Style::thesis;
  last.view.look.contacts = true;
  last.view.requested_scale = 3;
  save_view_settings(last);
  ViewerOptions options;
  options.theme = 2;
  options.ui_scale = 1.5f;
  const auto session = make_session(options);
  restore_view(*session, options);
  EXPECT_EQ(session->view.palette, 2u);
  EXPECT_EQ(session->view.requested_scale, 1.5f);
  // Settings without a command-line option keep their stored values.
  EXPECT_EQ(session->view.look.style, Style::thesis);
  EXPECT_TRUE(session->view.look.contacts);
  EXPECT_TRUE(session->panels.show_panels);
  options.style = Style::glass;
  options.panels = false;
  restore_view(*session, options);
  EXPECT_EQ(session->view.look.style, Style::glass);
  EXPECT_FALSE(session->panels.show_panels);
}

const std::string kWatch = "\"$M\" watch --resolution 64x64 ";

// Checks the viewer rows of the output table in docs/reference/files.md.
TEST(ViewerOutputFlags, WriteFilesAsDocumented) {
  testing::expect_documented_output("watch --save-run", "out.rec",
                                    "\"$M\" watch --save-run \"$OUT\"");
  testing::expect_documented_output("watch --screenshot", "out.png",
                                    kWatch + "--screenshot \"$OUT\"");
  testing::expect_documented_output("watch --record", "out.mp4",
                                    kWatch + "--seconds 0.2 --record \"$OUT\"");
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
           {"--record a.avi", "'.avi': expected"},
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
