#include <gtest/gtest.h>

#include "agent/analysis/ground_truth.h"
#include "agent/belief/path_predictor.h"
#include "engine/rollouts/marble_designer.h"
#include "engine/rollouts/rollout_model.h"
#include "engine/run/episode.h"
#include "engine/sim/batch_rollout.h"
#include "maze/files/maze_file.h"
#include "maze/grid/orientation_scheme.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

RunSpec spec_of(const std::string& agent, std::uint64_t seed, ControlScheme control,
                const std::string& world = "bullet") {
  RunSpec spec;
  spec.setup.settings = without_noise();
  spec.setup.maze = testing::random_maze(glm::ivec3(3), Layers::all, seed);
  spec.player.agent = agent;
  spec.setup.control = control;
  spec.setup.kind = world;
  return spec;
}

TEST(SimulationSearchInBullet, UsesBalancedStatesWithRecovery) {
  int by_recovery = 0;
  for (const std::uint64_t seed : {1, 2, 5023, 5059}) {
    RunSpec spec = spec_of("simulation-search", seed, ControlScheme::cube_8);
    const bool without = Episode(spec).run().outcome == Outcome::solved;
    spec.player.recovery = true;
    Episode episode(spec);
    const GroundTruth truth = find_ground_truth(*episode.world().clone(), true);
    const EpisodeResult result = episode.run();
    EXPECT_EQ(result.outcome == Outcome::solved, truth.solvable) << "seed " << seed;
    if (!truth.solvable) continue;
    EXPECT_EQ(static_cast<std::size_t>(result.counters.moves), truth.solution.size())
        << "seed " << seed;
    by_recovery += !without;
  }
  EXPECT_GT(by_recovery, 0);
}

TEST(SimulationSearchInBullet, PredictsEveryMoveAndImaginationIsNearlyAsGood) {
  int solvable = 0, solved = 0, fewest = 0, made = 0;
  for (const ControlScheme control : {ControlScheme::cube_8, ControlScheme::cube_24})
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      const EpisodeResult best = Episode(spec_of("simulation-search", seed, control)).run();
      EXPECT_EQ(best.counters.predicted_right, best.counters.moves);
      EXPECT_EQ(best.counters.predicted_total, best.counters.moves);
      if (best.outcome != Outcome::solved) {
        EXPECT_TRUE(best.outcome == Outcome::unsolvable && best.counters.moves == 0);
        continue;
      }
      ++solvable;
      const EpisodeResult imagined = Episode(spec_of("imagination", seed, control)).run();
      if (imagined.outcome != Outcome::solved) continue;
      ++solved;
      fewest += best.counters.moves;
      made += imagined.counters.moves;
    }
  EXPECT_GT(solvable, 12);
  EXPECT_GE(solved, 0.95 * solvable);
  EXPECT_LE(made, 1.25 * fewest);
}

TEST(ImaginedTrials, PredictThatABalancedMarbleMayFreeze) {
  // The marble balances on an edge between cells. In Bullet, the marble stays there long enough to
  // freeze, but in the fast model, it rolls off earlier.
  const auto maze = testing::random_maze(glm::ivec3(5), Layers::outer, 8056);
  const StateId brink(161);
  const MoveId move(2);
  const auto ending = [&](const MarbleWorldKind& physics) {
    MarbleWorld world(maze, ControlScheme::cube_8, without_noise(), physics);
    world.place(brink);
    return play_move(world, move);
  };
  ASSERT_EQ(ending(bullet_physics()), Motion::frozen);
  ASSERT_EQ(ending(fast_physics()), Motion::settled);
  double frozen = 0;
  for (const Guess& guess :
       fast_trials(maze, ControlScheme::cube_8, {})->predict(brink, move).guesses)
    if (!guess.to) frozen += guess.probability;
  EXPECT_GT(frozen, 0.1);
}

TEST(RolloutModel, PredictsTheSameTogetherAndAlone) {
  const auto maze = testing::random_maze(glm::ivec3(4), Layers::all, 5);
  const std::shared_ptr<const ForwardModel> in_lanes =
      fast_trials(maze, ControlScheme::cube_24, {});
  const RolloutModel one_by_one(
      std::make_shared<MarbleWorld>(maze, ControlScheme::cube_24, PhysicsSettings{}),
      RolloutSettings{3, 0.001, 7});
  for (const ForwardModel* model :
       {in_lanes.get(), static_cast<const ForwardModel*>(&one_by_one)}) {
    std::vector<StateMove> moves;
    for (int state = 0; state < 500; state += 11)
      for (int move = 0; move < 4; ++move) moves.push_back({StateId(state), MoveId(move)});
    const std::vector<Prediction> together = model->predict_all(moves);
    ASSERT_EQ(together.size(), moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Prediction alone = model->predict(moves[i].first, moves[i].second);
      EXPECT_EQ(together[i].path, alone.path);
      ASSERT_EQ(together[i].guesses.size(), alone.guesses.size());
      for (std::size_t k = 0; k < alone.guesses.size(); ++k) {
        EXPECT_EQ(together[i].guesses[k].to, alone.guesses[k].to);
        EXPECT_EQ(together[i].guesses[k].probability, alone.guesses[k].probability);
      }
    }
  }
}

TEST(SolutionTest, DoesNotDependOnTheNumberOfThreads) {
  const std::vector<MoveId> moves{MoveId(0), MoveId(1), MoveId(2), MoveId(0), MoveId(2), MoveId(1)};
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const MarbleWorld world(testing::random_maze(glm::ivec3(2), Layers::all, seed),
                            ControlScheme::cube_8, without_noise());
    // A displacement of 0.05 cells changes the path of the marble in some runs.
    const SuccessCount one = try_solution(world, moves, {50, 0.05, seed, 1});
    const SuccessCount three = try_solution(world, moves, {50, 0.05, seed, 3});
    EXPECT_EQ(one.runs, three.runs);
    EXPECT_EQ(one.reached, three.reached);
  }
}

/// In Bullet, the marble must come to rest in the cells that the certificate lists.
TEST(MarbleDesigner, CertifiesAShortestSolutionThatWorksInBullet) {
  DesignRequest request;
  request.setup = setup_in(testing::random_maze(glm::ivec3(3), Layers::all, 3),
                           ControlScheme::cube_8, without_noise());
  request.seed = 3;
  request.moves = 9;
  request.steps = 150;
  const MarbleDesign design = design_marble_maze(request, [](auto&&...) {});
  const Certificate& c = design.certificate.value();
  ASSERT_TRUE(c.optimum.has_value());
  const auto maze = std::make_shared<const Maze>(design.maze);
  const auto world =
      std::make_shared<const MarbleWorld>(maze, ControlScheme::cube_8, without_noise());
  const auto scheme = std::make_shared<const OrientationScheme>(world->scheme());
  const Advice advice = maze_advice(maze, scheme, 0.3);
  StateId at = PathPredictor(maze, scheme, 0.3).settle(maze->start(), OrientationId(0));
  EXPECT_EQ(explore(RolloutModel(world), *advice.rules, at).optimum(), c.optimum);
  for (std::size_t i = 0; i < c.solution.size(); ++i) {
    const auto to = RolloutModel(world).most_likely(at, MoveId(c.solution[i]));
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
