#include "engine/run/families/world_families.h"

#include <gtest/gtest.h>

#include "agent/analysis/ground_truth.h"
#include "agent/play/knowledge_engine.h"
#include "agent/play/simulation_controller.h"
#include "engine/run/episode.h"
#include "engine/run/setup.h"
#include "tests/support/world_conformance.h"

namespace marblemaze {
namespace {

std::string test_name(const WorldFamily& world) {
  std::string name(world.name);
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

/// Returns true if Bullet simulates the worlds of this family.
bool physical(const WorldFamily& world) { return world.marble && world.marble->kind == "bullet"; }

class EveryWorld : public ::testing::TestWithParam<WorldFamily> {};

TEST_P(EveryWorld, FulfilsTheContractOfWorld) {
  for (std::uint64_t seed = 1; seed <= (physical(GetParam()) ? 1u : 10u); ++seed)
    expect_world_conforms([&] { return GetParam().make(seed).world; },
                          physical(GetParam()) ? 6 : 25);
}

TEST_P(EveryWorld, CanBeRunByEveryAgent) {
  for (const PlannerEntry& agent : planners().built_in()) {
    Environment environment = GetParam().make(3);
    Player player(agent.name);
    player.add_scheme(ControlScheme::none, environment.advice);
    environment.world->reset();
    SimulationController controller(*environment.world, player,
                                    physical(GetParam()) ? 40 : kDefaultMoveLimit);
    const Outcome outcome = controller.run();
    EXPECT_NE(outcome, Outcome::running) << agent.name;
    EXPECT_EQ(outcome == Outcome::solved, environment.world->is_goal(environment.world->state()))
        << agent.name;
    // If moves cannot be undone, a random walk may take exponentially long.
    const bool may_be_capped = physical(GetParam()) || agent.name == "random-walk";
    EXPECT_TRUE(may_be_capped || outcome != Outcome::capped) << agent.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryWorld, ::testing::ValuesIn(world_families()),
                         [](const auto& world) { return test_name(world.param); });

EpisodeResult run_of(const WorldFamily& world, std::uint64_t seed, const char* agent) {
  const Environment environment = world.setup(seed).make_environment();
  return Episode(*environment.world, environment.advice, PlayerSpec{.agent = agent}).run();
}

int fewest_moves(const WorldFamily& world, std::uint64_t seed) {
  return static_cast<int>(find_ground_truth(*world.make(seed).world).solution.size());
}

TEST(WorldRegistry, AgentsThatReadTheBoardFindShortestSolutions) {
  for (const char* name : {"jump", "jump-no-u-turn", "rook"})
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const WorldFamily& world = world_family(name);
      const EpisodeResult run = run_of(world, seed, "complete-solution-prediction");
      EXPECT_EQ(run.outcome, Outcome::solved) << name << " " << seed;
      EXPECT_EQ(run.counters.moves, fewest_moves(world, seed)) << name << " " << seed;
    }
}

}  // namespace
}  // namespace marblemaze
