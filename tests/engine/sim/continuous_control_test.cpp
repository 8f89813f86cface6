#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "engine/sim/batch_rollout.h"
#include "engine/sim/fast/fast_lanes.h"
#include "maze/base/random.h"
#include "support/mazes.h"
#include "support/physics_variants.h"

namespace marblemaze {
namespace {

glm::dvec3 any_command(Rng& rng) {
  return {rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)};
}

/// Executes random commands for a few ticks each.
void play_at_random(MarbleWorld& world, int commands, Rng& rng) {
  for (int i = 0; i < commands; ++i) {
    ASSERT_TRUE(world.set_command(any_command(rng)));
    world.advance(static_cast<int>(rng.uniform_int(9)));
  }
}

class ContinuousControlIn : public ::testing::TestWithParam<testing::PhysicsVariant> {
 protected:
  [[nodiscard]] static MarbleWorld world(int side, Layers layers, const PhysicsSettings& settings,
                                         std::uint64_t seed = 1) {
    return MarbleWorld::make_tilt_world(testing::random_maze(glm::ivec3(side), layers, seed),
                                        settings, *GetParam().kind);
  }
};

TEST_P(ContinuousControlIn, ReachesItsLimitsOfRateAndAcceleration) {
  MarbleWorld world = this->world(5, Layers::outer, without_noise(GetParam().settings()));
  // The limits are 0.5 g at the centre of a corner cell, whose distance from the centre of the maze
  // is half the diagonal of four cells.
  const double reach = 2 * std::sqrt(3);
  EXPECT_NEAR(world.limits().rate, std::sqrt(0.5 * 9.81 / reach), 1e-12);
  EXPECT_NEAR(world.limits().acceleration, 0.5 * 9.81 / reach, 1e-12);
  ASSERT_TRUE(world.set_command({0, 0, 7}));
  world.advance(60);
  EXPECT_NEAR(world.tilt_state().rate.z, 0.5 * world.limits().acceleration, 1e-9);
  world.advance(60);
  EXPECT_NEAR(world.tilt_state().rate.z, world.limits().rate, 1e-9)
      << "longer commands are shortened";
  world.set_command({0, 0, 0});
  world.advance(120);
  EXPECT_EQ(glm::length(world.tilt_state().rate), 0);
}

TEST_P(ContinuousControlIn, TurnsByRateTimesTimeAboutTheCommandedAxis) {
  MarbleWorld world = this->world(3, Layers::all, without_noise(GetParam().settings()));
  ASSERT_TRUE(world.set_command(glm::normalize(glm::dvec3(1, 2, -2)) * 0.5));
  const glm::dvec3 axis = glm::normalize(world.command());
  const glm::dvec3 before = world.tilt_state().down;
  double angle = 0;
  for (int i = 0; i < 240; ++i) {
    world.advance(1);
    angle += glm::length(world.tilt_state().rate) * world.model().rest.step_s;
  }
  // In the maze frame, gravity rotates in the opposite direction (Rodrigues formula).
  const glm::dvec3 expected = before * std::cos(angle) -
                              glm::cross(axis, before) * std::sin(angle) +
                              axis * glm::dot(axis, before) * (1 - std::cos(angle));
  EXPECT_LT(glm::distance(world.tilt_state().down, expected), 2e-4) << angle;
  EXPECT_GT(angle, 1.0);
}

TEST_P(ContinuousControlIn, MarbleStaysInTheMazeUnderAnyCommands) {
  Rng rng(3);
  for (const std::uint64_t seed : {1, 2}) {
    MarbleWorld world = this->world(seed % 2 ? 5 : 8, Layers::outer, GetParam().settings(), seed);
    play_at_random(world, GetParam().collision == Collision::compound ? 50 : 500, rng);
    EXPECT_FALSE(world.escaped()) << "seed " << seed;
  }
}

TEST_P(ContinuousControlIn, NoiseDependsOnTheStreamAndRepeatsAfterAReset) {
  const auto rate_after = [&](const PhysicsSettings& settings, std::uint64_t stream) {
    MarbleWorld world = this->world(3, Layers::all, settings);
    world.draw_from(stream);
    std::array<glm::dvec3, 2> rates;
    for (glm::dvec3& rate : rates) {
      world.set_command({0.5, 0.25, 0});
      world.advance(120);
      rate = world.tilt_state().rate / world.limits().rate;
      world.reset();
    }
    EXPECT_EQ(rates[0], rates[1]);
    return rates[0];
  };
  EXPECT_LT(glm::distance(rate_after(without_noise(GetParam().settings()), 1), {0.5, 0.25, 0}),
            1e-9);
  const glm::dvec3 one = rate_after(GetParam().settings(), 1),
                   other = rate_after(GetParam().settings(), 2);
  EXPECT_NE(one, other);
  for (const glm::dvec3 rate : {one, other}) {
    EXPECT_NEAR(rate.x, 0.5, 0.5 * PhysicsSettings().drive.variation);
    EXPECT_NEAR(rate.y, 0.25, 0.25 * PhysicsSettings().drive.variation);
  }
}

TEST_P(ContinuousControlIn, DetectsReachingAndRestingInTheTarget) {
  // The marble rolls from the start to the adjacent target as soon as the maze tilts.
  const auto maze = std::make_shared<const Maze>(Grid({2, 2, 1}, Layers::flat),
                                                 testing::passages({{1, 2}, {1, 3}, {3, 4}}),
                                                 CellId(0), CellId(1));
  MarbleWorld world =
      MarbleWorld::make_tilt_world(maze, without_noise(GetParam().settings()), *GetParam().kind);
  const glm::dvec3 into_corner = glm::normalize(glm::dvec3(1, -0.4, -0.4));
  long reached = 0;
  while (world.ticks() < 1200 && !world.is_at_rest_in_target()) {
    world.set_command(command_for_down(world.tilt_state(), into_corner, 0.5));
    world.advance(1);
    if (world.reached() && reached == 0) reached = world.ticks();
  }
  EXPECT_GT(reached, 10);
  ASSERT_TRUE(world.is_at_rest_in_target());
  EXPECT_GT(world.ticks(), reached + 16) << "the marble must be still for the rest time";
  EXPECT_LT(glm::length(world.tilt_state().velocity), 0.07);
  // After the maze tilts back, the target still counts as reached.
  for (int i = 0; i < 600; ++i) {
    world.set_command(
        command_for_down(world.tilt_state(), glm::normalize(glm::dvec3(-1, -0.4, -0.4)), 0.5));
    world.advance(1);
  }
  EXPECT_TRUE(world.reached());
  EXPECT_FALSE(world.is_at_rest_in_target());
  world.reset();
  EXPECT_FALSE(world.reached());
}

TEST_P(ContinuousControlIn, CopiesContinueBitIdenticallyFromATurn) {
  Rng rng(6);
  for (int trial = 0; trial < 15; ++trial) {
    MarbleWorld world = this->world(5, Layers::outer, GetParam().settings(), 7);
    world.draw_from(rng.bits());
    play_at_random(world, 10, rng);
    MarbleWorld fork = world;
    MarbleWorld loaded = this->world(5, Layers::outer, GetParam().settings(), 7);
    ASSERT_TRUE(loaded.load(world.save()));
    const std::uint64_t seed = rng.bits();
    for (MarbleWorld* each : {&world, &fork, &loaded}) {
      Rng same(seed);
      each->advance(3);
      play_at_random(*each, 20, same);
    }
    ASSERT_EQ(fork.state_hash(), world.state_hash()) << trial;
    ASSERT_EQ(loaded.state_hash(), world.state_hash()) << trial;
    ASSERT_EQ(loaded.save(), world.save());
    ASSERT_EQ(fork.ticks(), world.ticks());
  }
}

TEST_P(ContinuousControlIn, RejectsInvalidSavedWords) {
  MarbleWorld world = this->world(3, Layers::all, GetParam().settings());
  Rng rng(8);
  play_at_random(world, 10, rng);
  const std::vector<std::uint64_t> good = world.save();
  const std::uint64_t before = world.state_hash();
  EXPECT_FALSE(world.load({}));
  EXPECT_FALSE(world.load(std::span(good).first(good.size() - 1)));
  int refused = 0;
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::vector<std::uint64_t> bad = good;
    bad[i] = 0x7ff8000000000001u;  // NaN
    MarbleWorld other = this->world(3, Layers::all, GetParam().settings());
    if (!other.load(bad))
      ++refused;
    else
      EXPECT_TRUE(i == 1 || i == 2)
          << "only the stream and its counter may have any value, not word " << i;
  }
  EXPECT_EQ(refused, static_cast<int>(good.size()) - 2);
  EXPECT_EQ(world.state_hash(), before);
}

INSTANTIATE_TEST_SUITE_P(All, ContinuousControlIn, ::testing::ValuesIn(testing::physics_variants()),
                         [](const auto& variant) { return name_of(variant.param); });

TEST(TiltedMarbles, MoveIdenticallyInLanesAndAlone) {
  std::vector<std::unique_ptr<MarbleWorld>> alone, together;
  for (int i = 0; i < 13; ++i) {
    const auto maze = testing::random_maze(
        glm::ivec3(3 + i % 3), i % 2 ? Layers::all : Layers::outer, static_cast<std::uint64_t>(i));
    PhysicsSettings settings;
    settings.rest.energy = 1;  // so that marbles in the target are often still
    for (auto* worlds : {&alone, &together}) {
      worlds->push_back(std::make_unique<MarbleWorld>(
          MarbleWorld::make_tilt_world(maze, settings, fast_physics())));
      worlds->back()->draw_from(static_cast<std::uint64_t>(i));
      TiltState there = worlds->back()->tilt_state();
      there.marble = glm::dvec3(maze->grid().position(maze->target())) + 0.5;
      if (i % 2) worlds->back()->set_tilt_state(there);
    }
  }
  std::vector<MarbleWorld*> bare;
  bare.reserve(together.size());
  for (const auto& world : together) bare.push_back(world.get());
  Rng rng(9);
  const LaneKernel usual = lane_kernels().front();
  int still = 0;  // the fifth word of a saved state counts still ticks
  for (int step = 0; step < 200; ++step) {
    use_lanes(lane_kernels()[rng.uniform_int(lane_kernels().size())]);
    const int ticks = static_cast<int>(rng.uniform_int(10));
    for (std::size_t i = 0; i < alone.size(); ++i) {
      const glm::dvec3 command = any_command(rng);
      alone[i]->set_command(command);
      together[i]->set_command(command);
      alone[i]->advance(ticks);
    }
    advance_together(bare, ticks);
    for (std::size_t i = 0; i < alone.size(); ++i) {
      ASSERT_EQ(alone[i]->save(), together[i]->save()) << "step " << step << ", marble " << i;
      still += alone[i]->save()[4] > 0;
    }
  }
  use_lanes(usual);
  EXPECT_GT(still, 0);
}

}  // namespace
}  // namespace marblemaze
