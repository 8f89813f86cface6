#include "agent/belief/predicted_world.h"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agent/belief/path_predictor.h"
#include "support/mazes.h"
#include "support/play.h"
#include "support/world_conformance.h"

namespace marblemaze {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

/// At rest.
std::unique_ptr<PredictedWorld> predicted_world(std::shared_ptr<const Maze> maze,
                                                std::shared_ptr<const OrientationScheme> scheme) {
  const auto predictor = std::make_shared<PathPredictor>(maze, scheme);
  const StateId first = predictor->settle(maze->start(), OrientationId(0));
  auto world = std::make_unique<PredictedWorld>("predicted", maze, scheme, predictor, first);
  world->tick();
  return world;
}

TEST(PredictedWorld, KeepsTheContractOfAWorld) {
  for (const auto& [orientations, layers] : std::vector<std::pair<int, Layers>>{
           {4, Layers::flat}, {8, Layers::all}, {24, Layers::outer}}) {
    const auto scheme = std::make_shared<const OrientationScheme>(orientations, layers);
    const auto maze = testing::random_maze({4, 4, layers == Layers::flat ? 1 : 4}, layers, 3);
    expect_world_conforms([&] { return predicted_world(maze, scheme); }, 200);
  }
}

/// All spanning trees of a grid, by including or leaving out each wall in turn.
class SpanningTrees {
 public:
  explicit SpanningTrees(const Grid& grid) : grid_(grid), walls_(removable_walls(grid)) {}

  template <class Visit>
  void each(Visit visit) {
    descend(0, DisjointSet(grid_.box_cells()), visit);
  }

 private:
  template <class Visit>
  void descend(std::size_t next, DisjointSet joined, Visit& visit) {
    if (joined.sets() == 1) return visit(tree_);
    DisjointSet hoped = joined;
    for (std::size_t i = next; i < walls_.size(); ++i)
      hoped.join(walls_[i].first.index, walls_[i].second.index);
    if (hoped.sets() > 1) return;
    DisjointSet with = joined;
    if (with.join(walls_[next].first.index, walls_[next].second.index)) {
      tree_.push_back(walls_[next]);
      descend(next + 1, std::move(with), visit);
      tree_.pop_back();
    }
    descend(next + 1, std::move(joined), visit);
  }

  Grid grid_;
  std::vector<Passage> walls_;
  std::vector<Passage> tree_;
};

TEST(PredictedWorld, SolvesTheKnownShareOfAllSpanningTreesOfThe4x4Grid) {
  const Grid grid({4, 4, 1}, Layers::flat);
  const auto scheme = std::make_shared<const OrientationScheme>(4, Layers::flat);
  int trees = 0;
  std::map<int, int> by_optimum;
  SpanningTrees(grid).each([&](const std::vector<Passage>& tree) {
    ++trees;
    const auto maze = std::make_shared<const Maze>(grid, tree, grid.first_cell(), grid.last_cell());
    if (const auto moves = testing::optimum(*predicted_world(maze, scheme))) ++by_optimum[*moves];
  });
  EXPECT_EQ(trees, 100352) << "Kirchhoff's count";
  EXPECT_THAT(by_optimum, ElementsAre(Pair(2, 36744), Pair(4, 30768), Pair(6, 12642), Pair(8, 2680),
                                      Pair(10, 190)));
}

TEST(PredictedWorld, NeedsSixMovesForTheThesisExample) {
  const auto scheme = std::make_shared<const OrientationScheme>(4, Layers::flat);
  const auto world = predicted_world(testing::cremer_4x4(), scheme);
  EXPECT_EQ(testing::optimum(*world), 6);
}

TEST(PredictedWorld, SpeaksOfStatesAndMovesInWords) {
  const auto scheme = std::make_shared<const OrientationScheme>(8, Layers::all);
  const auto world = predicted_world(testing::random_maze(glm::ivec3(3), Layers::all, 1), scheme);
  EXPECT_EQ(world->describe(StateId(13 * 8 + 2)), "cell 14, up (+,-,+)");
  EXPECT_EQ(world->describe(StateId(13 * 8 + 2), MoveId(2)), "flip z");
}

}  // namespace
}  // namespace marblemaze
