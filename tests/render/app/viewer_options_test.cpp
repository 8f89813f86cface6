#include "render/app/viewer_options.h"

#include <gtest/gtest.h>

#include "render/session/session.h"
#include "support/environment_variable.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::OwnSettings;
using marblemaze::testing::TemporaryFolder;

TEST(ViewerOptions, OpenALogicMazeBySeed) {
  ViewerOptions options;
  options.world = "jump-no-u-turn";
  options.maze.seed = 5;
  options.by_hand = true;
  const auto session = make_session(options);
  ASSERT_NE(session->game(), nullptr);
  EXPECT_EQ(session->game()->spec().family, "jump-no-u-turn");
  EXPECT_EQ(session->game()->spec().seed, 5u);
  EXPECT_TRUE(session->played().by_hand());
}

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

}  // namespace
}  // namespace marblemaze
