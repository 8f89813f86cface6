#include "engine/run/families/world_registry.h"

#include <gtest/gtest.h>

#include "agent/belief/puzzles/puzzle_advice.h"
#include "agent/play/controller.h"
#include "agent/play/knowledge_engine.h"
#include "maze/base/errors.h"
#include "maze/puzzles/jump_world.h"
#include "tests/support/world_conformance.h"

namespace marblemaze {
namespace {

std::string test_name(const WorldEntry& world) {
  std::string name(world.name);
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

class EveryWorld : public ::testing::TestWithParam<WorldEntry> {};

TEST_P(EveryWorld, KeepsTheContractOfAWorld) {
  for (std::uint64_t seed = 1; seed <= (GetParam().physical ? 1u : 10u); ++seed)
    expect_world_conforms([&] { return GetParam().make(seed).world; },
                          GetParam().physical ? 6 : 25);
}

TEST_P(EveryWorld, CanBeRunByEveryAgent) {
  for (const PlannerEntry& agent : planners().built_in()) {
    Environment environment = GetParam().make(3);
    KnowledgeEngine engine(agent, environment.advice);
    environment.world->reset();
    Controller controller(*environment.world, engine, GetParam().physical ? 40 : kMoveCap);
    const Outcome outcome = controller.run();
    EXPECT_NE(outcome, Outcome::running) << agent.name;
    EXPECT_EQ(outcome == Outcome::solved, environment.world->is_goal(environment.world->state()))
        << agent.name;
    // Without undo a walk by lot may take exponentially long to get anywhere.
    const bool may_be_capped = GetParam().physical || agent.name == "random-walk";
    EXPECT_TRUE(may_be_capped || outcome != Outcome::capped) << agent.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryWorld, ::testing::ValuesIn(world_registry()),
                         [](const auto& world) { return test_name(world.param); });

TEST(WorldRegistry, AnUnknownWorldIsRefusedWithTheKnownOnes) {
  EXPECT_THROW((void)world_entry("sea"), BadInput);
}

TEST(WorldTable, FourBitMazesAreSolvedByEveryAgentSinceNothingThereIsATrap) {
  const auto rows =
      world_table({&world_entry("four-bit")},
                  {"depth-first", "breadth-first", "complete-solution-prediction"}, 1, 20);
  ASSERT_EQ(rows.size(), 3u);
  for (const WorldRow& row : rows) {
    EXPECT_EQ(row.solved, 20) << row.agent;
    EXPECT_GE(row.mean_optimum, 7) << row.agent;
    EXPECT_GE(row.mean_moves, row.mean_optimum) << row.agent;
  }
}

TEST(WorldTable, WhoCanReadTheBoardMakesTheFewestMovesPossible) {
  for (const char* world : {"jump", "jump-no-u-turn", "rook"}) {
    const auto rows = world_table({&world_entry(world)}, {"complete-solution-prediction"}, 1, 20);
    EXPECT_EQ(rows[0].solved, 20) << world;
    EXPECT_DOUBLE_EQ(rows[0].mean_moves, rows[0].mean_optimum) << world;
  }
}

// The document's 3x3 maze misses that squares (0,1) and (2,1) lead only to each other.
TEST(TrappedAgent, RecognisesThatNothingUnknownIsLeftToTry) {
  for (const PlannerEntry& agent : planners().built_in()) {
    const JumpMaze maze = parse_jump_maze("2[2]1/122/220");
    JumpWorld world(maze);
    KnowledgeEngine engine(agent, jump_advice(maze, UTurns::allowed));
    Controller controller(world, engine);
    EXPECT_EQ(controller.run(), Outcome::unsolvable) << agent.name;
    EXPECT_LE(controller.moves(), 3) << agent.name;
  }
}

TEST(TrappedAgent, FindsTheGoalOfTheThreeByThreeOrIsCaughtInItsTrap) {
  for (const PlannerEntry& agent : planners().built_in()) {
    const JumpMaze maze = parse_jump_maze("221/122/220");
    JumpWorld world(maze);
    KnowledgeEngine engine(agent, jump_advice(maze, UTurns::allowed));
    Controller controller(world, engine);
    const Outcome outcome = controller.run();
    const int square = world.state().index;
    const bool caught = square == 1 || square == 4 || square == 7;
    EXPECT_TRUE(outcome == Outcome::solved || (outcome == Outcome::unsolvable && caught))
        << agent.name;
  }
}

}  // namespace
}  // namespace marblemaze
