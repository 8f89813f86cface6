#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agent/belief/path_predictor.h"
#include "agent/belief/world_advice.h"
#include "support/mazes.h"
#include "support/play.h"
#include "support/spanning_trees.h"
#include "support/world_conformance.h"

namespace marblemaze {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

/// Returns a predicted world at rest.
std::unique_ptr<PredictedWorld> predicted_world(
    const std::shared_ptr<const Maze>& maze,
    const std::shared_ptr<const OrientationScheme>& scheme) {
  const auto predictor = std::make_shared<PathPredictor>(maze, scheme);
  const StateId first = predictor->settle(maze->start(), OrientationId(0));
  auto world = std::make_unique<PredictedWorld>("predicted", maze, scheme, predictor, first);
  world->tick();
  return world;
}

TEST(PredictedWorld, KeepsTheContractOfAWorld) {
  for (const auto& [control, layers] :
       std::vector<std::pair<ControlScheme, Layers>>{{ControlScheme::flat_4, Layers::flat},
                                                     {ControlScheme::cube_8, Layers::all},
                                                     {ControlScheme::cube_24, Layers::outer}}) {
    const auto scheme = std::make_shared<const OrientationScheme>(control, layers);
    const auto maze = testing::random_maze({4, 4, layers == Layers::flat ? 1 : 4}, layers, 3);
    expect_world_conforms([&] { return predicted_world(maze, scheme); }, 200);
  }
}

TEST(PredictedWorld, SolvesTheKnownShareOfAllSpanningTreesOfThe4x4Grid) {
  const Grid grid({4, 4, 1}, Layers::flat);
  const auto scheme =
      std::make_shared<const OrientationScheme>(ControlScheme::flat_4, Layers::flat);
  int trees = 0;
  std::map<int, int> by_optimum;
  testing::SpanningTrees(grid).each([&](const std::vector<Passage>& tree) {
    ++trees;
    const auto maze = std::make_shared<const Maze>(grid, tree, grid.first_cell(), grid.last_cell());
    if (const auto moves = testing::optimum(*predicted_world(maze, scheme))) ++by_optimum[*moves];
  });
  EXPECT_EQ(trees, 100352) << "Kirchhoff's count";
  EXPECT_THAT(by_optimum, ElementsAre(Pair(2, 36744), Pair(4, 30768), Pair(6, 12642), Pair(8, 2680),
                                      Pair(10, 190)));
}

TEST(PredictedWorld, NeedsSixMovesForTheThesisExample) {
  const auto scheme =
      std::make_shared<const OrientationScheme>(ControlScheme::flat_4, Layers::flat);
  const auto world = predicted_world(testing::cremer_4x4(), scheme);
  EXPECT_EQ(testing::optimum(*world), 6);
}

TEST(PredictedWorld, DescribesStatesAndMoves) {
  const auto scheme = std::make_shared<const OrientationScheme>(ControlScheme::cube_8, Layers::all);
  const auto world = predicted_world(testing::random_maze(glm::ivec3(3), Layers::all, 1), scheme);
  EXPECT_EQ(world->describe(StateId(13 * 8 + 2)), "cell 14, up (+,-,+)");
  EXPECT_EQ(world->describe(StateId(13 * 8 + 2), MoveId(2)), "flip z");
}

}  // namespace
}  // namespace marblemaze
