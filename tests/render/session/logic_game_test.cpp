#include "render/session/logic_game.h"

#include <gmock/gmock.h>

#include "maze/base/errors.h"
#include "tests/render/session/runs.h"
#include "tests/support/bad_input.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::TemporaryFolder;

constexpr const char* kThreeByThree = "221/122/220";
constexpr const char* kAbbott =
    "62742442/22254216/34242553/45432234/21234423/24323364/64233263/6743322G";

LogicSpec spec_of(const std::string& family, std::uint64_t seed, bool by_hand = true) {
  return {.family = family, .seed = seed, .by_hand = by_hand};
}

LogicSpec board_of(const TemporaryFolder& folder, const std::string& text,
                   UTurns u_turns = UTurns::allowed) {
  LogicSpec spec{.family = "jump", .file = folder.write("board.txt", text)};
  spec.maze = LogicGame(spec).maze().under(u_turns);
  return spec;
}

LogicGame& play_on(LogicGame& game) {
  while (game.advance()) {
  }
  return game;
}

MoveId to(const LogicGame& game, Heading heading) {
  for (const MoveId move : game.rules().moves(game.state()))
    if (game.maze().board()->heading(game.state(), move) == heading) return move;
  return MoveId();
}

TEST(LogicGame, ShowsEarlierMomentsWithoutUndoingMoves) {
  LogicGame game(spec_of("four-bit", 3, false));
  game.jump(5);
  ASSERT_EQ(game.moves().size(), 5u);
  EXPECT_TRUE(game.shows_latest_state());
  game.step(-3);
  EXPECT_EQ(game.shown(), game.moves()[2].from);
  EXPECT_FALSE(game.shows_latest_state());
  EXPECT_EQ(game.moves().size(), 5u);
  EXPECT_EQ(game.state(), game.moves()[4].to);
}

TEST(LogicGame, AgentAndUserTakeTurnsWithSharedKnowledge) {
  LogicGame game(spec_of("four-bit", 4, false));
  ASSERT_TRUE(game.advance());
  game.set_by_hand(true);
  EXPECT_FALSE(game.advance());
  ASSERT_TRUE(game.make_move(game.rules().moves(game.state()).front()));
  EXPECT_EQ(game.moves().back().reason, "chosen by hand");
  game.set_by_hand(false);
  ASSERT_TRUE(game.advance());
  EXPECT_EQ(game.notes().back().counters.moves, 3);
}

TEST(LogicGame, ShowsSolutionsUnderBothUTurnRules) {
  const TemporaryFolder folder;
  for (const auto& [rule, moves] : {std::pair(UTurns::allowed, 6), {UTurns::forbidden, 39}}) {
    LogicGame game(board_of(folder, kAbbott, rule));
    ASSERT_FALSE(game.solutions().empty());
    EXPECT_EQ(game.fewest_moves(game.first_state()), moves);
    game.show_solution(0);
    EXPECT_EQ(game.length(), moves);
    for (int step = 0; step < moves; ++step, game.step(1))
      EXPECT_FALSE(game.rules().is_goal(game.shown()));
    EXPECT_TRUE(game.rules().is_goal(game.shown()));
    EXPECT_TRUE(game.moves().empty());
  }
}

TEST(LogicGame, RejectsMovesWhileASolutionIsShown) {
  const TemporaryFolder folder;
  LogicGame game(board_of(folder, kThreeByThree));
  game.show_solution(0);
  EXPECT_FALSE(game.make_move(to(game, Heading::down)));
  game.show_solution(std::nullopt);
  EXPECT_TRUE(game.make_move(to(game, Heading::down)));
  EXPECT_TRUE(game.make_move(to(game, Heading::right)));
  EXPECT_EQ(game.outcome(), Outcome::solved);
}

// The two squares to the right of the start form a trap. The square below the start leads to the
// goal.
TEST(LogicGame, DetectsTrapsForUserAndAgent) {
  const TemporaryFolder folder;
  LogicGame game(board_of(folder, "121/211/120"));
  EXPECT_EQ(game.fewest_moves(game.state()), 3);
  ASSERT_TRUE(game.make_move(to(game, Heading::right)));
  EXPECT_EQ(game.fewest_moves(game.state()), std::nullopt);
  game.set_by_hand(false);
  EXPECT_EQ(play_on(game).outcome(), Outcome::unsolvable);
  EXPECT_LE(game.moves().size(), 4u);
}

TEST(Session, LogicMazeKeepsItsRuleAfterRestartOrSeedChange) {
  for (const auto& [family, other] : {std::pair("rook", "rook"), {"jump", "jump-no-u-turn"}}) {
    Session session(testing::cube());
    session.play_logic(spec_of(family, 1, false));
    LogicSpec without_u_turns = session.game()->spec();
    without_u_turns.maze = session.game()->maze().under(UTurns::forbidden);
    session.start_logic(without_u_turns);
    EXPECT_EQ(session.played().world(), other);
    session.make_seed(2);
    EXPECT_EQ(session.played().world(), other);
    EXPECT_EQ(session.played().seed(), 2u);
    EXPECT_EQ(session.game()->maze().board()->maze().u_turns, UTurns::forbidden);
    session.shown().jump(1);
    ASSERT_EQ(session.game()->moves().size(), 1u);
    session.restart();
    EXPECT_TRUE(session.game()->moves().empty());
    EXPECT_EQ(session.game()->episode().knowledge().graph().states().size(), 1u);
    EXPECT_EQ(session.shown().position(), 0);
  }
}

TEST(LogicGame, DetectsTheFamilyOfAFileFromItsText) {
  const TemporaryFolder folder;
  const auto kind = [&](const std::string& text) {
    return logic_family_of_file(folder.write("file", text));
  };
  EXPECT_EQ(kind(LogicMaze("four-bit", 1).text()), "four-bit");
  EXPECT_EQ(kind(kAbbott), "jump");
  EXPECT_EQ(kind("22X/12G/221"), "jump") << "a board with a square that allows no jump";
  EXPECT_EQ(kind("{\"format\": 1}"), std::nullopt);
}

TEST(LogicGame, RecordingReplaysWithReasonsAndCannotContinue) {
  const TemporaryFolder folder;
  for (const char* family : {"four-bit", "jump", "rook"}) {
    LogicGame game(spec_of(family, 3, false));
    play_on(game).save(folder / "game.rec");
    LogicGame replay(load_game(folder / "game.rec"));
    ASSERT_EQ(replay.moves().size(), game.moves().size()) << family;
    EXPECT_EQ(replay.outcome(), game.outcome());
    EXPECT_EQ(replay.position(), 0);
    for (std::size_t i = 0; i < replay.moves().size(); ++i)
      EXPECT_EQ(replay.moves()[i].to, game.moves()[i].to);
    EXPECT_FALSE(replay.moves().front().reason.empty());
    EXPECT_EQ(replay.moves().front().reason, game.moves().front().reason);
    EXPECT_FALSE(replay.advance());
    EXPECT_TRUE(replay.complete());
    EXPECT_FALSE(replay.make_move(MoveId(0)));
    EXPECT_THROW(replay.use_agent("breadth-first"), BadInput);
    const LogicGame again(replay.spec());
    EXPECT_FALSE(again.is_recording());
    EXPECT_EQ(again.maze().text(), game.maze().text());
  }
}

TEST(LogicGame, RecordingPreservesRuleFileNameAndUnknownAgent) {
  const TemporaryFolder folder;
  LogicGame game(board_of(folder, kAbbott, UTurns::forbidden));
  ASSERT_TRUE(game.make_move(game.rules().moves(game.state()).front()));
  GameRecording recording = game.recording();
  recording.agent = "mapping";
  save_game(recording, folder / "game.rec");
  const LogicGame replay(load_game(folder / "game.rec"));
  EXPECT_EQ(replay.maze().board()->maze().u_turns, UTurns::forbidden);
  EXPECT_EQ(replay.title(), "recording: jump-no-u-turn, board.txt");
  EXPECT_EQ(replay.moves().front().reason, "chosen by hand");
  EXPECT_EQ(replay.agent(), "mapping");
  EXPECT_EQ(replay.recording().agent, "mapping");
  recording.moves.front().to = StateId(recording.moves.front().to.index ^ 8);
  EXPECT_THROW(LogicGame{recording}, BadInput) << "the recording does not match its maze";
}

// A move may be illegal in another state, so the viewer could not name the move.
TEST(LogicGame, RejectsARecordedMoveThatBeginsInAnotherState) {
  for (const char* family : {"four-bit", "jump", "rook"}) {
    LogicGame game(spec_of(family, 3, false));
    GameRecording recording = play_on(game).recording();
    ASSERT_GE(recording.moves.size(), 2u) << family;
    recording.moves[1].from = StateId(recording.moves[1].from.index ^ 1);
    EXPECT_THAT(testing::error_message_of([&] { return LogicGame(recording).moves().size(); }),
                ::testing::HasSubstr("move 2 does not begin in the recorded state"))
        << family;
  }
}

}  // namespace
}  // namespace marblemaze
