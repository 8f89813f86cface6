#include "render/session/levels.h"

#include <gmock/gmock.h>

#include "agent/analysis/ground_truth.h"
#include "tests/render/session/runs.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;

std::unique_ptr<Session> player_of(std::size_t number) {
  auto session = std::make_unique<Session>(level_spec(levels()[0]));
  session->act(&Session::start_level, number);
  return session;
}

void wait_for_turn(Session& session) {
  testing::play_on(session.run());
  session.marble().to_latest();
  session.update(0.1, 0);
}

void make(Session& session, MoveId move) {
  wait_for_turn(session);
  session.act(&Session::choose, move);
  wait_for_turn(session);
}

TEST(Levels, CertificateSolvesEachLevelWithItsLastMove) {
  for (const Level& level : levels()) {
    Episode episode(level_spec(level));
    for (const MoveId move : level.solution) {
      while (!episode.waits_for_user()) ASSERT_TRUE(episode.tick()) << level.name;
      ASSERT_TRUE(episode.choose(move)) << level.name;
    }
    while (episode.tick()) {
    }
    EXPECT_EQ(episode.outcome(), Outcome::solved) << level.name;
    EXPECT_EQ(episode.moves(), level.best()) << level.name;
  }
}

// Tries every move in exact copies of the world, independently of the level generator.
TEST(Levels, MinimumOfEasyLevelsMatchesTheReferenceSolution) {
  for (const Level& level : levels().first(6)) {
    const GroundTruth truth = find_ground_truth(*level_spec(level).setup.make_world());
    EXPECT_TRUE(truth.complete) << level.name;
    EXPECT_EQ(static_cast<int>(truth.solution.size()), level.best()) << level.name;
  }
}

TEST(Levels, StarsDependOnMovesAndHints) {
  Level level;
  level.solution.assign(5, MoveId(0));
  for (const auto& [moves, stars] : {std::pair(5, 3), {6, 2}, {7, 2}, {8, 1}}) {
    EXPECT_EQ(stars_for(level, moves, false), stars);
    EXPECT_EQ(stars_for(level, moves, true), std::min(stars, 2));
  }
}

TEST(LevelGame, BestSolutionEarnsThreeStarsAndIsStored) {
  const auto session = player_of(1);
  for (const MoveId move : levels()[1].solution) {
    EXPECT_FALSE(session->level.result());
    make(*session, move);
  }
  ASSERT_TRUE(session->level.result());
  EXPECT_EQ(session->level.result()->stars, 3);
  EXPECT_TRUE(session->level.is_record());
  EXPECT_EQ(session->progress.best(levels()[1]), (LevelResult{3, levels()[1].best()}));
  session->act(&Session::restart);
  EXPECT_FALSE(session->level.result());
  session->act(&Session::next_maze);
  EXPECT_EQ(session->level.number(), 2u);
}

TEST(LevelGame, HintsLeadToTheTargetButCostAStar) {
  const Level& level = levels()[3];
  for (const bool off : {false, true}) {
    const auto session = player_of(3);
    if (off) make(*session, MoveId(level.solution[0].index == 0 ? 1 : 0));
    for (int i = 0; i < 3 * level.best() && !session->level.result(); ++i) {
      wait_for_turn(*session);
      session->act(&Session::give_hint);
      ASSERT_TRUE(session->hint()) << session->message();
      EXPECT_THAT(session->message(),
                  HasSubstr(off ? "tried from this state" : "no solution is shorter"));
      make(*session, *session->hint());
      EXPECT_FALSE(session->hint()) << "the hint was for the previous move";
      EXPECT_FALSE(session->message().starts_with("Hint:"))
          << "the message was for the previous move";
    }
    ASSERT_TRUE(session->level.result());
    EXPECT_LT(session->level.result()->stars, 3);
    if (off) continue;
    EXPECT_EQ(session->level.result()->stars, 2);
    EXPECT_EQ(session->level.hints(), level.best());
  }
}

TEST(LevelGame, AgentHelpEarnsNoStars) {
  const auto session = player_of(0);
  wait_for_turn(*session);
  session->act(&Session::play_by_hand, false);
  wait_for_turn(*session);
  EXPECT_EQ(session->run().outcome(), Outcome::solved);
  EXPECT_FALSE(session->level.result());
}

TEST(LevelGame, AnotherMazeEndsTheLevelAndRestoresDefaultPhysics) {
  Session session(testing::cube());
  session.act(&Session::start_level, 0);
  session.act(&Session::start_level, 1);
  EXPECT_EQ(session.run().spec().setup.settings, without_noise());
  session.panels.request = {3, Layers::all, 5};
  session.act(&Session::new_maze);
  EXPECT_FALSE(session.level.is_open());
  EXPECT_EQ(session.run().spec().setup.settings, PhysicsSettings());
  EXPECT_FALSE(session.run().spec().player.by_hand);
}

TEST(Hints, OutsideLevelsUseThePathPredictor) {
  RunSpec spec = level_spec(levels()[3]);
  Session session(spec);
  wait_for_turn(session);
  session.act(&Session::give_hint);
  ASSERT_TRUE(session.hint());
  EXPECT_THAT(session.message(), HasSubstr("predictor estimates"));
  EXPECT_THAT(session.message(),
              ::testing::MatchesRegex(".*the target is ([0-9]+ moves|1 move) away.*"));
}

TEST(Hints, AreUnavailableWhileTheMarbleRollsOrAnAgentPlays) {
  const auto session = player_of(0);
  session->act(&Session::give_hint);
  EXPECT_THAT(session->message(), HasSubstr("still rolling"));
  session->act(&Session::play_by_hand, false);
  session->act(&Session::give_hint);
  EXPECT_THAT(session->message(), HasSubstr("agent is playing"));
  EXPECT_EQ(session->level.hints(), 0);
}

TEST(Hints, InLogicMazesFollowAShortestPath) {
  Session session(level_spec(levels()[0]));
  for (const char* family : {"four-bit", "jump"}) {
    session.play_logic({.family = family, .seed = 3});
    const int best = *session.game()->fewest_moves(session.game()->first_state());
    for (int i = 0; i < best; ++i) {
      session.shown().to_latest();
      session.act(&Session::give_hint);
      ASSERT_TRUE(session.hint()) << family << ": " << session.message();
      session.act(&Session::choose, *session.hint());
    }
    EXPECT_EQ(session.game()->outcome(), Outcome::solved) << family;
  }
}

TEST(MovePreview, ShowsTheNextOrientationUntilTheUserPointsElsewhere) {
  const auto session = player_of(3);
  wait_for_turn(*session);
  const Frame before = session->shown().frames().front();
  session->run().preview = MoveId(1);
  const Frame shown = session->shown().frames().front();
  EXPECT_EQ(shown.turned_from, before.orientation);
  EXPECT_NE(shown.orientation, before.orientation);
  ASSERT_TRUE(shown.ghost);
  const glm::dvec3 up = *shown.ghost * shown.scheme->up(*shown.orientation);
  EXPECT_LT(glm::length(glm::normalize(up) - glm::dvec3(0, 0, 1)), 0.01)
      << "the next up vector of the ghost is vertical";
  EXPECT_TRUE(session->current_options().turn_vectors);
  session->update(0.03, 0);
  EXPECT_FALSE(session->shown().frames().front().ghost);
  EXPECT_FALSE(session->current_options().turn_vectors);
}

}  // namespace
}  // namespace marblemaze
