#include "engine/bench/marble_designer.h"

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
                           exact_machine());
  request.seed = seed;
  request.moves = 9;
  request.steps = 150;
  return request;
}

void expect_equal(const Prediction& a, const Prediction& b) {
  EXPECT_EQ(a.path, b.path);
  ASSERT_EQ(a.guesses.size(), b.guesses.size());
  for (std::size_t i = 0; i < a.guesses.size(); ++i) {
    EXPECT_EQ(a.guesses[i].to, b.guesses[i].to);
    EXPECT_EQ(a.guesses[i].probability, b.guesses[i].probability);
  }
}

std::vector<StateId> rest_states(const MarbleWorld& world) {
  std::vector<StateId> states;
  for (int i = 0; i < world.maze().grid().box_cells() * world.scheme().orientations(); ++i)
    if (can_rest(world.maze(), world.scheme(), StateId(i))) states.emplace_back(i);
  return states;
}

/// Expects equal predictions of every move of a maze and of its neighbours, with and without a
/// memory.
void expect_memory_to_change_nothing(const MarbleWorldKind& physics, ControlScheme control,
                                     const Trials& trials) {
  Rng rng(8);
  const auto memory = std::make_shared<MoveMemory>();
  auto maze = random_maze({3, 3, 2}, Layers::all, 6);
  for (int step = 0; step < 5; ++step) {
    const auto world = std::make_shared<const MarbleWorld>(maze, control, exact_machine(), physics);
    const TrialModel fresh(world, trials), remembering(world, trials, memory);
    for (StateId state : rest_states(*world))
      for (MoveId move : world->scheme().move_ids())
        expect_equal(remembering.predict(state, move), fresh.predict(state, move));
    maze = std::make_shared<const Maze>(exchanged(*maze, random_exchange(*maze, rng)));
  }
}

TEST(MoveMemory, DoesNotChangeResultsWhenWallsMove) {
  expect_memory_to_change_nothing(real_physics(), ControlScheme::cube_8, {});
  expect_memory_to_change_nothing(real_physics(), ControlScheme::cube_24, {});
  expect_memory_to_change_nothing(fast_physics(), ControlScheme::cube_8, {4, 1e-2, 3});
}

/// Bullet's marble comes to rest in the cells of the certificate, from canonical poses.
TEST(MarbleDesigner, CertifiesAShortestSolutionThatWorksInBullet) {
  const DesignRequest request = small_request(3);
  const MarbleDesign design = design_marble_maze(request, watch_nothing);
  const Certificate& c = design.certificate.value();
  ASSERT_TRUE(c.optimum.has_value());
  const auto maze = std::make_shared<const Maze>(design.maze);
  const auto world =
      std::make_shared<const MarbleWorld>(maze, ControlScheme::cube_8, exact_machine());
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
  EXPECT_EQ(c.settings, settings_hash(exact_machine()));
}

}  // namespace
}  // namespace marblemaze
