// Nothing that a person has played is lost by a slip of the hand.
#include <gmock/gmock.h>

#include "render/session/lessons.h"
#include "tests/render/app/viewer_session.h"
#include "tests/support/environment_variable.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::EnvironmentVariable;
using marblemaze::testing::TemporaryFolder;

/// A viewer whose files are its own, in which a run of so many moves stands paused in its middle.
struct PlayedSession : Session {
  explicit PlayedSession(int moves = 6, bool by_hand = false, RunSpec spec = small_maze())
      : Session(played_by("breadth-first", by_hand, std::move(spec))) {
    bench.marble().time.pause();
    for (int i = 0; i < moves; ++i) {
      while (by_hand && !bench.run().waits_for_person()) bench.marble().time.jump(1e9);
      if (by_hand) static_cast<void>(bench.run().episode().choose(MoveId(i % 2)));
      bench.marble().step_moves(1);
    }
    bench.marble().time.jump(std::floor(0.6 * static_cast<double>(bench.run().ticks())));
    frames(2);
  }
  static RunSpec played_by(const char* agent, bool by_hand, RunSpec spec) {
    spec.player.agent = agent;
    spec.player.by_hand = by_hand;
    return spec;
  }
  void choose_last_run() {
    click("File");
    frames(2);
    click("Last run");
    frames(2);
  }

  TemporaryFolder folder;
  EnvironmentVariable data{"XDG_DATA_HOME", folder.path()};
};

struct Stand {
  const ShownRun* run;
  const Maze* maze;
  double position;
  std::size_t moves;
  bool operator==(const Stand&) const = default;
};
Stand stand_of(const Workbench& bench) {
  return {&bench.run(), &bench.run().maze(), bench.marble().time.position(),
          bench.run().recording().moves.size()};
}

using Replace = std::function<void(Session&)>;
const std::pair<const char*, Replace> kReplacements[] = {
    {"R", [](Session& session) { session.key(GLFW_KEY_R); }},
    {"the next maze", [](Session& session) { session.key(GLFW_KEY_N, true); }},
    {"a new maze", [](Session& session) { session.click("New maze"); }},
    {"other physics",
     [](Session& session) {
       session.bench.panels.physics.nature.gravity = 5;
       session.bench.ask({Act::use_physics});
     }},
    {"a second agent",
     [](Session& session) {
       session.bench.ask({Act::compare_with, 8, "uct"});
     }},
    {"turning freely", [](Session& session) { session.click("Turn freely"); }},
    {"a lesson",
     [](Session& session) {
       session.bench.ask({Act::start_lesson, 0, "frozen"});
     }},
    {"a level",
     [](Session& session) {
       session.bench.ask({Act::start_level, 0});
     }},
    {"a level that is turned freely",
     [](Session& session) {
       session.bench.ask({Act::start_free_level, 0});
     }},
    {"another maze out of a lesson",
     [](Session& session) {
       session.bench.ask({Act::start_lesson, 0, "frozen"});
       session.bench.ask({Act::next_maze});
     }},
    {"a new maze out of a level",
     [](Session& session) {
       session.bench.ask({Act::start_level, 0});
       session.frames(2);
       session.click("New maze");
     }},
};

TEST_F(Viewer, ARunOfMoreThanThreeMovesIsTheLastRunOfWhateverReplacesIt) {
  for (const auto& [what, replace] : kReplacements) {
    PlayedSession session;
    const Stand mine = stand_of(session.bench);
    ASSERT_GT(mine.moves, 3u);
    replace(session);
    ASSERT_NE(&session.bench.run(), mine.run) << what;
    session.choose_last_run();
    EXPECT_EQ(stand_of(session.bench), mine) << what;
    EXPECT_TRUE(session.bench.run().live()) << "it goes on, after " << what;
  }
}

TEST_F(Viewer, TheLastRunChangesPlacesWithTheOneThatIsShown) {
  PlayedSession session;
  const Stand first = stand_of(session.bench);
  session.key(GLFW_KEY_R);
  for (int i = 0; i < 5; ++i) session.bench.marble().step_moves(1);
  const Stand second = stand_of(session.bench);
  session.choose_last_run();
  EXPECT_EQ(stand_of(session.bench), first);
  session.choose_last_run();
  EXPECT_EQ(stand_of(session.bench), second);
}

TEST_F(Viewer, AShortRunIsNoLastRun) {
  PlayedSession session(3);
  session.key(GLFW_KEY_R);
  const ShownRun* const shown = &session.bench.run();
  session.choose_last_run();
  EXPECT_EQ(&session.bench.run(), shown);
}

TEST_F(Viewer, NorIsTheDemonstrationBehindTheDoors) {
  PlayedSession session(0);
  session.bench.panels.welcome = true;
  session.bench.marble().time.set_speed(100);
  session.bench.marble().time.play();
  const ShownRun* const first = &session.bench.run();
  for (int i = 0; i < 600 && &session.bench.run() == first; ++i) session.bench.frame(0.1, 0);
  const ShownRun* const second = &session.bench.run();
  ASSERT_NE(second, first) << "it begins again";
  session.bench.panels.welcome = false;
  session.frames(2);
  session.choose_last_run();
  EXPECT_EQ(&session.bench.run(), second);
}

TEST_F(Viewer, AGameInALogicMazeIsTheLastRunOfWhateverReplacesIt) {
  const std::pair<const char*, Replace> replacements[] = {
      {"R", [](Session& session) { session.key(GLFW_KEY_R); }},
      {"the next maze", [](Session& session) { session.key(GLFW_KEY_N, true); }},
      {"another world",
       [](Session& session) {
         session.bench.ask({Act::set_world, 0, "jump"});
       }},
      {"the marble",
       [](Session& session) {
         session.bench.ask({Act::set_world, 0, "bullet"});
       }},
  };
  for (const auto& [what, replace] : replacements) {
    PlayedSession session(0);
    session.bench.ask({Act::set_world, 0, "rook"});
    session.bench.ask({Act::play_by_hand, 0});
    session.bench.shown().time.jump(6);
    session.bench.shown().time.pause();
    const std::vector<RecordedMove> moves = session.bench.game()->moves();
    ASSERT_GT(moves.size(), 3u);
    session.frames(2);
    replace(session);
    session.choose_last_run();
    ASSERT_TRUE(session.bench.game()) << what;
    ASSERT_EQ(session.bench.game()->moves().size(), moves.size()) << what;
    for (std::size_t i = 0; i < moves.size(); ++i)
      EXPECT_EQ(session.bench.game()->moves()[i].to, moves[i].to) << what;
  }
}

TEST_F(Viewer, ALessonGivesBackTheRunFromBeforeItAsItStood) {
  for (const Lesson& lesson : lessons())
    for (const bool to_the_end : {true, false}) {
      PlayedSession session;
      const Stand mine = stand_of(session.bench);
      session.bench.ask({Act::start_lesson, 0, lesson.name});
      session.frames(2);
      if (to_the_end)
        for (std::size_t i = 0; i < lesson.steps.size(); ++i) session.key(GLFW_KEY_PAGE_DOWN);
      else
        session.click("close lesson");
      EXPECT_FALSE(session.bench.guides().lesson().open()) << lesson.name;
      EXPECT_EQ(stand_of(session.bench), mine) << lesson.name;
      EXPECT_FALSE(session.bench.marble().time.playing());
    }
}

TEST_F(Viewer, LevelsGiveBackTheRunFromBeforeThemAsItStood) {
  for (const char* first : {"level 1", "level 3", "slope"}) {
    PlayedSession session;
    const Stand mine = stand_of(session.bench);
    const auto open_levels = [&] {
      session.key(GLFW_KEY_L);
      session.frames(2);
    };
    open_levels();
    if (item_box(first))
      session.click(first);
    else
      session.bench.ask({Act::start_free_level, 1});
    session.frames(2);
    ASSERT_NE(&session.bench.run(), mine.run);
    open_levels();
    session.click("level 2");
    session.frames(2);
    open_levels();
    session.click("Leave the levels");
    EXPECT_FALSE(session.bench.guides().level().open());
    EXPECT_EQ(stand_of(session.bench), mine) << first;
    open_levels();
    EXPECT_FALSE(item_box("Leave the levels")) << "none is played";
  }
}

TEST_F(Viewer, ALessonGivesBackTheGameThatWasPlayedBeforeIt) {
  PlayedSession session(0);
  session.bench.ask({Act::set_world, 0, "rook"});
  session.bench.ask({Act::play_by_hand, 0});
  session.bench.shown().time.jump(6);
  session.bench.shown().time.pause();
  const LogicGame* const game = session.bench.game();
  session.bench.ask({Act::start_lesson, 0, "frozen"});
  session.frames(2);
  EXPECT_FALSE(session.bench.game());
  session.click("close lesson");
  EXPECT_EQ(session.bench.game(), game);
  EXPECT_EQ(session.bench.shown().time.position(), 6);
}

TEST_F(Viewer, QuittingAsksWhereARunPlayedByHandIsNotSaved) {
  const auto asks = [](PlayedSession& session) {
    session.key(GLFW_KEY_Q, true);
    session.frames(2);
    return !session.bench.quit;
  };
  PlayedSession session(5, true);
  ASSERT_TRUE(asks(session));
  ASSERT_TRUE(item_box("Stay"));
  session.click("Stay");
  EXPECT_FALSE(session.bench.quit);
  session.frame();
  EXPECT_FALSE(item_box("Stay"));
  session.bench.ask({Act::start_lesson, 0, "frozen"});
  EXPECT_TRUE(asks(session)) << "behind a lesson, too";
  session.click("Stay");
  session.bench.ask({Act::close_lesson});
  ASSERT_TRUE(asks(session));
  session.click("Save the run ...");
  session.frames(2);
  EXPECT_TRUE(session.bench.files.asks);
  session.bench.ask({Act::save_run, 0, (session.folder / "mine.rec").string()});
  EXPECT_FALSE(asks(session)) << "it is saved";
}

TEST_F(Viewer, QuittingAsksOnceAndNotForWhatNobodyPlayed) {
  const auto quits = [](int moves, bool by_hand, const Replace& act) {
    PlayedSession session(moves, by_hand);
    session.key(GLFW_KEY_Q, true);
    session.frames(2);
    act(session);
    return session.bench.quit;
  };
  const Replace nothing = [](Session&) {};
  EXPECT_TRUE(quits(6, false, nothing)) << "an agent played";
  EXPECT_TRUE(quits(3, true, nothing)) << "hardly a run";
  EXPECT_FALSE(quits(5, true, nothing));
  EXPECT_TRUE(quits(5, true, [](Session& session) { session.click("Quit"); }));
  EXPECT_TRUE(quits(5, true, [](Session& session) { session.key(GLFW_KEY_Q, true); }))
      << "Ctrl+Q twice";
}

TEST_F(Viewer, QuittingAsksWhileAFilmIsMade) {
  PlayedSession session;
  session.bench.files.browser.go(session.folder.path());
  session.bench.ask({Act::export_film, 0, ".mp4"});
  session.key(GLFW_KEY_Q, true);
  EXPECT_FALSE(session.bench.quit);
  session.frames(2);
  ASSERT_TRUE(item_box("Stay"));
  session.bench.files.exporting.reset();  // it is done
  session.frames(2);
  EXPECT_FALSE(item_box("Stay")) << "nothing is at stake any more";
  session.key(GLFW_KEY_Q, true);
  EXPECT_TRUE(session.bench.quit);
}

}  // namespace
}  // namespace marblemaze
