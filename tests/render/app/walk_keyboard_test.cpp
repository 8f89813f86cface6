// What a person types in the real window, and how it is closed.
#include <fmt/format.h>
#include <gtest/gtest.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "maze/base/file_io.h"
#include "render/app/viewer_options.h"
#include "tests/render/app/walk_window.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

constexpr double kThirtieth_s = 1.0 / 30;

class WindowKeyboard : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!glfwInit()) GTEST_SKIP() << "no display";
  }
  void TearDown() override { std::filesystem::current_path("/"); }

  static Beginning maze(bool by_hand) {
    const auto make = [by_hand] {
      ViewerOptions options;
      options.maze.size = 3;
      options.maze.seed = 7;
      options.settings.exact = true;
      options.quality = "fast";
      options.by_hand = by_hand;
      auto session = make_bench(options);
      apply_kept_view(*session, options);
      return session;
    };
    return {
        "a maze", make, [](Session&) {},
        R"({"width": 1100, "height": 620, "ui_scale": 1, "welcome": false, "quality": 0, "style": 1})",
        [] {}};
  }
  void walk(const Beginning& beginning, const std::function<void(WalkedWindow&)>& script) {
    const WalkedWindow done(beginning, folder / "home", script);
    for (const std::string& fault : done.faults()) ADD_FAILURE() << fault;
  }
  /// Moves by the number keys, seen to their ends.
  static void play(WalkedWindow& window, int moves) {
    for (int i = 0; i < moves; ++i) {
      for (int turn = 0; turn < 600 && !window.session().run().waits_for_person(); ++turn)
        window.turns(1, kThirtieth_s);
      window.strike(i % 2 ? '2' : '1');
    }
    for (int turn = 0; turn < 600 && !window.session().run().waits_for_person(); ++turn)
      window.turns(1, kThirtieth_s);
  }

  testing::TemporaryFolder folder;
};

TEST_F(WindowKeyboard, ANameThatIsTypedWhileTheRunEndsIsWrittenAndActsOnNothing) {
  bool typed = false;
  walk(maze(false), [&](WalkedWindow& window) {
    Session& session = window.session();
    for (int i = 0; i < 3; ++i) session.shown().step_moves(1);
    session.shown().time.set_speed(6);
    session.shown().time.play();
    window.turns(3, kThirtieth_s);
    const ShownRun* const run = &session.run();
    window.key(GLFW_KEY_O, true);
    window.turns(3, kThirtieth_s);
    const std::string name = "marblerunnumberseven";
    for (const char letter : name) {
      window.strike(letter);
      window.turns(5, kThirtieth_s);
    }
    EXPECT_TRUE(session.shows_end()) << "the run was to end meanwhile";
    EXPECT_EQ(session.files.file_name, name);
    EXPECT_EQ(&session.run(), run) << "R starts nothing again";
    EXPECT_EQ(session.view.look.style, Style::thesis) << "nor does S change the style";
    typed = true;
  });
  EXPECT_TRUE(typed);
}

TEST_F(WindowKeyboard, AWindowThatIsClosedAsksForARunThatWasPlayedByHandAndTheNextStartStillHasIt) {
  bool stayed = false;
  std::size_t moves = 0;
  walk(maze(true), [&](WalkedWindow& window) {
    play(window, 4);
    moves = window.session().run().recording().moves.size();
    ASSERT_EQ(moves, 4u);
    window.close();
    window.turns(3, kThirtieth_s);
    EXPECT_FALSE(window.session().quit);
    window.key(GLFW_KEY_ESCAPE);
    window.turns(3, kThirtieth_s);
    stayed = true;
    window.close();
    window.close();
    window.turns(3, kThirtieth_s);
    ADD_FAILURE() << "the second time it is closed";
  });
  EXPECT_TRUE(stayed);
  const auto kept = folder / "home/.local/share/marblemaze/last-run.rec";
  ASSERT_TRUE(std::filesystem::exists(kept));
  const std::string bytes = read_text_file(kept);
  Beginning next = maze(false);
  next.prepare = [&](Session&) {
    std::filesystem::create_directories(kept.parent_path());
    write_text_file(kept, bytes);
  };
  walk(next, [&](WalkedWindow& window) {
    window.turns(2);
    const auto click = [&](const std::string& label) {
      for (const SeenControl& control : window.seen().controls)
        if (control.label == label) return window.click(control.box.GetCenter());
      ADD_FAILURE() << "nothing is called " << label;
    };
    click("File");
    window.turns(3);
    click("Last run");
    window.turns(2);
    EXPECT_EQ(window.session().run().recording().moves.size(), moves);
    EXPECT_TRUE(window.session().run().is_recording());
  });
}

}  // namespace
}  // namespace marblemaze
