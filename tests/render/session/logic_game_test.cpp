#include "render/session/logic_game.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/run/families/world_registry.h"
#include "maze/base/errors.h"
#include "tests/render/session/logic_mazes.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::board_of;
using marblemaze::testing::lamps_of;
using marblemaze::testing::TemporaryFolder;

constexpr const char* kThreeByThree = "221/122/220";
constexpr const char* kAbbott =
    "62742442/22254216/34242553/45432234/21234423/24323364/64233263/6743322G";

LogicSpec spec_of(const std::string& family, std::uint64_t seed, bool by_hand = true) {
  LogicSpec spec;
  spec.family = family;
  spec.seed = seed;
  spec.by_hand = by_hand;
  return spec;
}

LogicSpec spec_of_file(const std::string& family, const std::string& file) {
  LogicSpec spec;
  spec.family = family;
  spec.file = file;
  return spec;
}

// Returns the move of the current state in this direction.
MoveId to(const LogicGame& game, Heading heading) {
  for (const MoveId move : game.rules().moves(game.state()))
    if (board_of(game).heading(game.state(), move) == heading) return move;
  return MoveId();
}

TEST(LogicGame, APersonTurnsTheLampsOffByTheShortestSolution) {
  LogicGame game(spec_of("four-bit", 3));
  const std::vector<int> presses = lamps_of(game).shortest_solution();
  ASSERT_GE(presses.size(), 7u);
  EXPECT_EQ(game.fewest_moves(game.state()), static_cast<int>(presses.size()));
  for (const int lamp : presses) EXPECT_TRUE(game.make_move(MoveId(lamp)));
  EXPECT_EQ(game.state(), StateId(0));
  EXPECT_EQ(game.outcome(), Outcome::solved);
  EXPECT_EQ(game.moves().size(), presses.size());
  EXPECT_FALSE(game.make_move(MoveId(0)));
}

TEST(LogicGame, PressingALampThatIsOffIsAMoveThatChangesNothing) {
  LogicGame game(spec_of("four-bit", 1));
  ASSERT_TRUE(game.make_move(MoveId(0)));
  const StateId dark = game.state();
  ASSERT_TRUE(game.make_move(MoveId(0)));
  EXPECT_EQ(game.state(), dark);
  EXPECT_EQ(game.moves().size(), 2u);
}

TEST(LogicGame, EveryAgentPlaysEveryLogicMazeOfTheRegistryAndGivesReasons) {
  for (const WorldEntry& world : world_registry()) {
    if (world.marble) continue;
    for (const PlannerEntry& agent : planners().built_in()) {
      LogicSpec spec = spec_of(std::string(world.name), 2, false);
      spec.agent = agent.name;
      LogicGame game(spec);
      while (game.advance()) {
      }
      // A random walk may need more moves than the limit of a game.
      const bool wanders = agent.name == "random-walk" && game.outcome() == Outcome::capped;
      EXPECT_TRUE(wanders || game.outcome() == Outcome::solved ||
                  game.outcome() == Outcome::unsolvable)
          << world.name << " " << agent.name;
      ASSERT_EQ(game.notes().size(), game.moves().size());
      for (const MoveNote& note : game.notes()) EXPECT_FALSE(note.rule.empty());
      EXPECT_EQ(game.episode().knowledge().counters().moves, static_cast<int>(game.moves().size()));
    }
  }
}

TEST(LogicGame, ShowsEarlierMomentsWithoutTakingMovesBack) {
  LogicGame game(spec_of("four-bit", 3, false));
  game.jump(5);
  ASSERT_EQ(game.moves().size(), 5u);
  EXPECT_TRUE(game.shows_present());
  game.step(-3);
  EXPECT_EQ(game.shown(), game.moves()[2].from);
  EXPECT_FALSE(game.shows_present());
  EXPECT_EQ(game.moves().size(), 5u);
  EXPECT_EQ(game.state(), game.moves()[4].to);
}

TEST(LogicGame, AgentAndPersonTakeTurnsWithOneKnowledge) {
  LogicGame game(spec_of("four-bit", 4, false));
  ASSERT_TRUE(game.advance());
  game.let_person_play(true);
  EXPECT_FALSE(game.advance());
  ASSERT_TRUE(game.make_move(game.rules().moves(game.state()).front()));
  EXPECT_EQ(game.notes().back().rule, "chosen by hand");
  game.let_person_play(false);
  ASSERT_TRUE(game.advance());
  EXPECT_EQ(game.notes().back().counters.moves, 3);
}

TEST(LogicGame, ResetForgetsMovesAndKnowledge) {
  LogicGame game(spec_of("jump", 2, false));
  game.jump(1);
  game.restart();
  EXPECT_TRUE(game.moves().empty());
  EXPECT_EQ(game.state(), game.first_state());
  EXPECT_EQ(game.episode().knowledge().graph().states().size(), 1u);
  EXPECT_EQ(game.position(), 0);
}

TEST(LogicGame, ReplaysAbbottsMazeInSixMovesAndWithoutUTurnsInThirtyNine) {
  const TemporaryFolder folder;
  LogicGame game(spec_of_file("jump", folder.write("abbott.txt", kAbbott)));
  ASSERT_FALSE(game.solutions().empty());
  EXPECT_EQ(game.solutions()[0].moves.size(), 6u);
  game.set_u_turns(UTurns::forbidden);
  ASSERT_FALSE(game.solutions().empty());
  EXPECT_EQ(game.solutions()[0].moves.size(), 39u);
  EXPECT_EQ(game.fewest_moves(game.first_state()), 39);
  game.show_solution(0);
  for (int step = 0; step < 39; ++step) {
    EXPECT_FALSE(game.rules().is_goal(game.shown()));
    game.step(1);
  }
  EXPECT_TRUE(game.rules().is_goal(game.shown()));
  EXPECT_TRUE(game.moves().empty());
}

TEST(LogicGame, ShowsBothSolutionsOfTheThreeByThreeAndNoOther) {
  const TemporaryFolder folder;
  LogicGame game(spec_of_file("jump", folder.write("three.txt", kThreeByThree)));
  EXPECT_TRUE(game.insight()->all_solutions);
  std::vector<std::size_t> lengths;
  for (const LogicSolution& solution : game.solutions()) {
    lengths.push_back(solution.moves.size());
    EXPECT_TRUE(game.rules().is_goal(solution.states.back()));
  }
  ASSERT_EQ(lengths.size(), 3u);
  EXPECT_EQ(lengths[0], 2u);
  EXPECT_THAT((std::vector{lengths[1], lengths[2]}), ::testing::UnorderedElementsAre(2u, 5u));
}

TEST(LogicGame, ReplaysAllShortestSolutionsAtOnce) {
  const TemporaryFolder folder;
  // Two solutions of two jumps: right and down, down and right.
  LogicGame game(spec_of_file("jump", folder.write("two.txt", "212/111/210")));
  game.show_together();
  const auto all = game.together();
  ASSERT_EQ(all.size(), 2u);
  for (const LogicSolution& solution : all) {
    EXPECT_EQ(solution.moves.size(), 2u);
    EXPECT_EQ(solution.states.front(), game.first_state());
    EXPECT_TRUE(game.rules().is_goal(solution.states.back()));
  }
  EXPECT_NE(all[0].states, all[1].states);
  game.step(2);
  EXPECT_TRUE(game.over());
  game.show_solution(std::nullopt);
  EXPECT_TRUE(game.together().empty());
}

TEST(LogicGame, FindsAsManyShortestSolutionsAsThereAre) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    LogicGame game(spec_of("jump", seed));
    if (game.solutions().empty()) continue;
    const auto count = count_shortest_solutions(board_of(game).maze(), UTurns::allowed);
    EXPECT_EQ(game.insight()->shortest.size(), std::min<std::uint64_t>(count, 12)) << seed;
  }
}

TEST(LogicGame, NoMoveCanBeMadeWhileASolutionIsShown) {
  const TemporaryFolder folder;
  LogicGame game(spec_of_file("jump", folder.write("three.txt", kThreeByThree)));
  game.show_solution(0);
  EXPECT_FALSE(game.make_move(to(game, Heading::down)));
  game.show_solution(std::nullopt);
  EXPECT_TRUE(game.make_move(to(game, Heading::down)));
  EXPECT_TRUE(game.make_move(to(game, Heading::right)));
  EXPECT_EQ(game.outcome(), Outcome::solved);
}

// The two squares to the right of the start lead only to each other. The square below leads to the
// goal.
TEST(LogicGame, KnowsWhenAPersonIsTrappedAndSoDoesAnAgentThatTakesOver) {
  const TemporaryFolder folder;
  LogicGame game(spec_of_file("jump", folder.write("trap.txt", "121/211/120")));
  EXPECT_EQ(game.fewest_moves(game.state()), 3);
  ASSERT_TRUE(game.make_move(to(game, Heading::right)));
  EXPECT_EQ(game.fewest_moves(game.state()), std::nullopt);
  game.let_person_play(false);
  while (game.advance()) {
  }
  EXPECT_EQ(game.outcome(), Outcome::unsolvable);
  EXPECT_LE(game.moves().size(), 4u);
}

TEST(LogicGame, RefusesWhatIsNoLogicMaze) {
  EXPECT_THROW(LogicGame(spec_of("bullet", 1)), BadInput);
  EXPECT_THROW(LogicGame(spec_of("bullets", 1)), BadInput);
  const TemporaryFolder folder;
  EXPECT_THROW(LogicGame(spec_of_file("jump", folder.write("a.txt", "12x/3"))), BadInput);
}

TEST(LogicGame, APlainMazeIsPlayedByAgentsButNotSaved) {
  const LogicSpec spec = spec_of("jump", 3, false);
  LogicGame game(spec, testing::undrawn_board(spec.seed));
  while (game.advance()) {
  }
  EXPECT_EQ(game.outcome(), Outcome::solved);
  EXPECT_FALSE(game.insight());
  EXPECT_THROW(static_cast<void>(game.maze().text()), BadInput);
}

TEST(LogicGame, KeepsItsRuleWhenAnotherSeedIsMade) {
  LogicGame game(spec_of("rook", 1));
  game.set_u_turns(UTurns::forbidden);
  game.make_seed(2);
  EXPECT_EQ(game.maze().board()->u_turns(), UTurns::forbidden);
  EXPECT_EQ(game.world(), "rook");
  LogicGame board(spec_of("jump", 1));
  board.set_u_turns(UTurns::forbidden);
  EXPECT_EQ(board.world(), "jump-no-u-turn");
}

TEST(LogicGame, TellsTheKindOfAFileByItsText) {
  const TemporaryFolder folder;
  LogicGame lamps(spec_of("four-bit", 1));
  const std::string table = to_text(lamps_of(lamps));
  EXPECT_EQ(logic_family_of_file(folder.write("lamps.txt", table)), "four-bit");
  EXPECT_EQ(logic_family_of_file(folder.write("board.txt", kAbbott)), "jump");
  EXPECT_EQ(logic_family_of_file(folder.write("maze.json", "{\"format\": 1}")), std::nullopt);
}

TEST(LogicGame, ARecordingIsReplayedWithItsReasonsAndCannotGoOn) {
  const TemporaryFolder folder;
  for (const char* family : {"four-bit", "jump", "rook"}) {
    LogicGame game(spec_of(family, 3, false));
    while (game.advance()) {
    }
    save_game(game.recording(), folder / "game.rec");
    LogicGame replay(load_game(folder / "game.rec"));
    ASSERT_EQ(replay.moves().size(), game.moves().size()) << family;
    EXPECT_EQ(replay.outcome(), game.outcome());
    EXPECT_EQ(replay.position(), 0);
    for (std::size_t i = 0; i < replay.notes().size(); ++i) {
      EXPECT_EQ(replay.notes()[i].rule, game.moves()[i].reason);
      EXPECT_EQ(replay.moves()[i].to, game.moves()[i].to);
    }
    EXPECT_FALSE(replay.advance());
    EXPECT_TRUE(replay.complete());
    EXPECT_FALSE(replay.make_move(MoveId(0)));
    EXPECT_THROW(replay.use_agent("breadth-first"), BadInput);
    EXPECT_EQ(replay.recording().moves.size(), game.moves().size());
    replay.restart();
    EXPECT_FALSE(replay.is_recording());
    EXPECT_TRUE(replay.moves().empty());
  }
}

TEST(LogicGame, ARecordingOfAnAgentThatIsNotKnownIsShownAndSavedUnderItsName) {
  LogicGame game(spec_of("jump", 3, false));
  while (game.advance()) {
  }
  GameRecording other = game.recording();
  other.agent = "mapping";
  LogicGame replay(other);
  EXPECT_EQ(replay.agent(), "mapping");
  EXPECT_EQ(replay.recording().agent, "mapping");
  EXPECT_EQ(replay.moves().size(), game.moves().size());
}

TEST(LogicGame, ARecordingKeepsTheRuleOfItsBoardAndItsFilesName) {
  const TemporaryFolder folder;
  LogicGame game(spec_of_file("jump", folder.write("abbott.txt", kAbbott)));
  game.set_u_turns(UTurns::forbidden);
  ASSERT_TRUE(game.make_move(game.rules().moves(game.state()).front()));
  save_game(game.recording(), folder / "game.rec");
  LogicGame replay(load_game(folder / "game.rec"));
  EXPECT_EQ(board_of(replay).u_turns(), UTurns::forbidden);
  EXPECT_EQ(replay.title(), "recording: jump-no-u-turn, abbott.txt");
  EXPECT_EQ(replay.notes().front().rule, "chosen by hand");
}

TEST(LogicGame, ARecordingThatIsNotOfThisMazeIsRefused) {
  LogicGame game(spec_of("four-bit", 3, false));
  while (game.advance()) {
  }
  GameRecording other = game.recording();
  other.moves.front().to = StateId(other.moves.front().to.index ^ 8);
  EXPECT_THROW(LogicGame{other}, BadInput);
}

#ifndef NDEBUG

TEST(LogicGameDeathTest, ChangesTheRuleOfUTurnsOnABoardOnly) {
  LogicGame game(spec_of("four-bit", 1));
  EXPECT_DEATH(game.set_u_turns(UTurns::forbidden), "board");
  EXPECT_DEATH((void)game.maze().under(UTurns::forbidden), "board");
}

TEST(LogicGameDeathTest, CountsMovesToTheGoalOnlyWhereSomebodyKnowsHow) {
  const WorldEntry& known = world_entry("four-bit");
  const LogicSpec spec = spec_of("four-bit", 1);
  const LogicGame game(spec, std::make_unique<LogicMaze>(known, 1));
  ASSERT_FALSE(game.insight());
  EXPECT_DEATH((void)game.fewest_moves(game.state()), "insight_");
}

#endif

}  // namespace
}  // namespace marblemaze
