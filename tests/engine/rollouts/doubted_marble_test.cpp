#include "engine/rollouts/doubted_marble.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/run/episode.h"
#include "engine/world/batch_rollout.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

std::shared_ptr<const DoubtedPhysics> doubted(std::uint64_t seed,
                                              const PhysicsSettings& settings = {}) {
  return doubted_marble(testing::random_maze(glm::ivec3(3), Layers::all, 7), 8, settings,
                        Rng(seed));
}

Hypothesis truth(const PhysicsSettings& settings = {}) {
  const PhysicsSettings::Nature& nature = settings.nature;
  return {nature.marble_radius, nature.friction, nature.restitution, nature.linear_damping};
}

TEST(DoubtedMarble, IsToldWrongByUpToThirtyPerCentAndWhereTheTruthLies) {
  double largest = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const auto physics = doubted(seed);
    for (std::size_t i = 0; i < truth().size(); ++i) {
      const auto& quantity = physics->quantities[i];
      const double lie = std::abs(quantity.told / truth()[i] - 1);
      EXPECT_LE(lie, kLargestToldError);
      EXPECT_LE(quantity.low, truth()[i]) << quantity.name;
      EXPECT_GE(quantity.high, truth()[i]) << quantity.name;
      largest = std::max(largest, lie);
    }
  }
  EXPECT_GT(largest, 0.25);
}

TEST(DoubtedMarble, IsToldTheSameInEveryRunOfAMaze) {
  EXPECT_EQ(doubted(3)->quantities[0].told, doubted(3)->quantities[0].told);
  EXPECT_NE(doubted(3)->quantities[0].told, doubted(4)->quantities[0].told);
}

TEST(DoubtedMarble, StaysWithinTheRangesOfTheSettings) {
  PhysicsSettings large;
  large.nature.marble_radius = 0.44;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    EXPECT_LE(doubted(seed, large)->quantities[0].told, 0.45);
    EXPECT_LE(doubted(seed, large)->quantities[0].high, 0.45);
  }
}

TEST(DoubtedMarble, AnswersForAHypothesisTheSameBesideWhicheverOthersItIsAsked) {
  const auto physics = doubted(1);
  std::vector<Hypothesis> hypotheses;
  for (int i = 0; i < 12; ++i) {
    Hypothesis hypothesis = truth();
    hypothesis[0] *= 0.8 + 0.04 * i;
    hypotheses.push_back(hypothesis);
  }
  const auto suppositions = physics->suppose(hypotheses);
  const StateId from = MarbleWorld(testing::random_maze(glm::ivec3(3), Layers::all, 7), 8, {})
                           .scheme()
                           .state(CellId(0), OrientationId(0));
  std::vector<std::size_t> all(hypotheses.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (int move = 0; move < 3; ++move) {
    const auto together = suppositions(all, from, MoveId(move));
    for (std::size_t i : all)
      EXPECT_EQ(suppositions(std::array{i}, from, MoveId(move)).front(), together[i]);
  }
}

TEST(CalibratingInBullet, FindsTheRadiusThatItWasToldWrong) {
  // Wide as the intervals are, the truth must lie in nearly all of them, and what is believed must
  // come nearer to it than what was told.
  int inside = 0, runs = 0;
  double told_off = 0, believed_off = 0;
  const double radius = PhysicsSettings().nature.marble_radius;
  for (std::uint64_t seed = 67001; seed <= 67006; ++seed) {
    EpisodeSpec spec;
    spec.setup.maze = testing::random_maze(glm::ivec3(4), Layers::outer, seed);
    spec.player.agent = "calibrating";
    spec.setup.orientations = 24;
    Episode episode(std::move(spec));
    episode.run();
    const auto& belief = episode.knowledge().last_decision().belief;
    ASSERT_TRUE(belief);
    const Belief::Estimate& found = belief->physics.front();
    const Advice& advice = episode.player().advice(24);
    inside += found.low <= radius && radius <= found.high;
    told_off += std::abs(advice.doubted(advice.seed)->quantities[0].told - radius);
    believed_off += std::abs(found.value - radius);
    ++runs;
  }
  EXPECT_GE(inside, runs - 1);
  EXPECT_LT(believed_off, told_off);
}

TEST(CalibratingInBullet, PlaysTheSameRunTwice) {
  const auto play = [] {
    EpisodeSpec spec;
    spec.setup.maze = testing::random_maze(glm::ivec3(3), Layers::all, 67101);
    spec.player.agent = "calibrating";
    std::vector<std::string> rules;
    Episode episode(std::move(spec));
    episode.watch(
        {.on_decision = [&](const Decision& decision) { rules.push_back(decision.rule); }});
    episode.run();
    return rules;
  };
  const auto rules = play();
  EXPECT_THAT(rules.front(), ::testing::HasSubstr("believes: marble_radius"));
  EXPECT_EQ(rules, play());
}

}  // namespace
}  // namespace marblemaze
