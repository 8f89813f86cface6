#include "engine/run/families/world_registry.h"

#include <gtest/gtest.h>

#include "agent/analysis/ground_truth.h"
#include "agent/belief/world_advice.h"
#include "agent/play/knowledge_engine.h"
#include "agent/play/simulation_controller.h"
#include "engine/run/episode.h"
#include "maze/base/errors.h"
#include "maze/puzzles/jump_maze.h"
#include "tests/support/world_conformance.h"

namespace marblemaze {
namespace {

std::string test_name(const WorldEntry& world) {
  std::string name(world.name);
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

/// Returns whether Bullet simulates the worlds of this family, which takes many ticks per move.
bool physical(const WorldEntry& world) { return world.marble && world.marble->kind == "bullet"; }

class EveryWorld : public ::testing::TestWithParam<WorldEntry> {};

TEST_P(EveryWorld, KeepsTheContractOfAWorld) {
  for (std::uint64_t seed = 1; seed <= (physical(GetParam()) ? 1u : 10u); ++seed)
    expect_world_conforms([&] { return GetParam().make(seed).world; },
                          physical(GetParam()) ? 6 : 25);
}

TEST_P(EveryWorld, CanBeRunByEveryAgent) {
  for (const PlannerEntry& agent : planners().built_in()) {
    Environment environment = GetParam().make(3);
    KnowledgeEngine engine(agent, environment.advice);
    environment.world->reset();
    SimulationController controller(*environment.world, engine,
                                    physical(GetParam()) ? 40 : kMoveCap);
    const Outcome outcome = controller.run();
    EXPECT_NE(outcome, Outcome::running) << agent.name;
    EXPECT_EQ(outcome == Outcome::solved, environment.world->is_goal(environment.world->state()))
        << agent.name;
    // A random walk that cannot undo moves may take exponentially long.
    const bool may_be_capped = physical(GetParam()) || agent.name == "random-walk";
    EXPECT_TRUE(may_be_capped || outcome != Outcome::capped) << agent.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryWorld, ::testing::ValuesIn(world_registry()),
                         [](const auto& world) { return test_name(world.param); });

TEST(WorldRegistry, AnUnknownWorldIsRejectedWithAListOfWorlds) {
  EXPECT_THROW((void)world_entry("sea"), BadInput);
}

EpisodeResult run_of(const WorldEntry& world, std::uint64_t seed, const char* agent) {
  const Environment environment = world.setup(seed).environment();
  return Episode(*environment.world, environment.advice, PlayerSpec{.agent = agent}).run();
}

int fewest_moves(const WorldEntry& world, std::uint64_t seed) {
  return static_cast<int>(find_ground_truth(*world.make(seed).world).solution.size());
}

TEST(WorldRegistry, FourBitMazesAreSolvedByEveryAgent) {
  for (const char* agent : {"depth-first", "breadth-first", "complete-solution-prediction"})
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const WorldEntry& world = world_entry("four-bit");
      const EpisodeResult run = run_of(world, seed, agent);
      EXPECT_EQ(run.outcome, Outcome::solved) << agent << " " << seed;
      EXPECT_GE(fewest_moves(world, seed), 7) << seed;
      EXPECT_GE(run.counters.moves, fewest_moves(world, seed)) << agent << " " << seed;
    }
}

TEST(WorldRegistry, AnAgentThatCanReadTheBoardMakesTheFewestMovesPossible) {
  for (const char* name : {"jump", "jump-no-u-turn", "rook"})
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const WorldEntry& world = world_entry(name);
      const EpisodeResult run = run_of(world, seed, "complete-solution-prediction");
      EXPECT_EQ(run.outcome, Outcome::solved) << name << " " << seed;
      EXPECT_EQ(run.counters.moves, fewest_moves(world, seed)) << name << " " << seed;
    }
}

// In the document's 3x3 maze the squares (0,1) and (2,1) lead only to each other.
TEST(TrappedAgent, GivesUpWithoutReachableUntriedMoves) {
  for (const PlannerEntry& agent : planners().built_in()) {
    const JumpMaze maze = parse_jump_maze("2[2]1/122/220");
    JumpWorld world(maze);
    KnowledgeEngine engine(agent, jump_advice(maze, UTurns::allowed));
    SimulationController controller(world, engine);
    EXPECT_EQ(controller.run(), Outcome::unsolvable) << agent.name;
    EXPECT_LE(controller.moves(), 3) << agent.name;
  }
}

TEST(TrappedAgent, ReachesTheGoalOrTheTrapOfTheThreeByThree) {
  for (const PlannerEntry& agent : planners().built_in()) {
    const JumpMaze maze = parse_jump_maze("221/122/220");
    JumpWorld world(maze);
    KnowledgeEngine engine(agent, jump_advice(maze, UTurns::allowed));
    SimulationController controller(world, engine);
    const Outcome outcome = controller.run();
    const int square = world.state().index;
    const bool caught = square == 1 || square == 4 || square == 7;
    EXPECT_TRUE(outcome == Outcome::solved || (outcome == Outcome::unsolvable && caught))
        << agent.name;
  }
}

}  // namespace
}  // namespace marblemaze
