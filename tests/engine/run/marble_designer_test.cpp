#include "engine/rollouts/marble_designer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agent/belief/path_predictor.h"
#include "engine/rollouts/trial_model.h"
#include "engine/sim/marble_world.h"
#include "maze/files/maze_file.h"
#include "maze/grid/generator.h"
#include "maze/grid/orientation_scheme.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

using testing::random_maze;

void watch_nothing(std::string_view, const SearchProgress&, const MazeDesign&) {}

DesignRequest small_request(std::uint64_t seed) {
  DesignRequest request;
  request.setup = setup_in(random_maze(glm::ivec3(3), Layers::all, seed), ControlScheme::cube_8,
                           without_noise());
  request.seed = seed;
  request.moves = 9;
  request.steps = 150;
  return request;
}

/// In Bullet, the marble must come to rest in the cells that the certificate lists.
TEST(MarbleDesigner, CertifiesAShortestSolutionThatWorksInBullet) {
  const DesignRequest request = small_request(3);
  const MarbleDesign design = design_marble_maze(request, watch_nothing);
  const Certificate& c = design.certificate.value();
  ASSERT_TRUE(c.optimum.has_value());
  const auto maze = std::make_shared<const Maze>(design.maze);
  const auto world =
      std::make_shared<const MarbleWorld>(maze, ControlScheme::cube_8, without_noise());
  const auto scheme = std::make_shared<const OrientationScheme>(world->scheme());
  const Advice advice = maze_advice(maze, scheme, 0.3);
  StateId at = PathPredictor(maze, scheme, 0.3).settle(maze->start(), OrientationId(0));
  EXPECT_EQ(explore(TrialModel(world), *advice.rules, at).optimum(), c.optimum);
  for (std::size_t i = 0; i < c.solution.size(); ++i) {
    const auto to = TrialModel(world).most_likely(at, MoveId(c.solution[i]));
    ASSERT_TRUE(to.has_value());
    EXPECT_EQ(cell_number(world->scheme().cell(*to)), c.rests[i]);
    at = *to;
  }
  EXPECT_TRUE(world->is_goal(at));
  EXPECT_EQ(c.runs, 100);
  EXPECT_EQ(c.displacement, 1e-3);
  EXPECT_EQ(c.settings, settings_hash(without_noise()));
}

}  // namespace
}  // namespace marblemaze
