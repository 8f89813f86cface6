#include <cmath>

#include <gtest/gtest.h>

#include "agent/analysis/ground_truth.h"
#include "agent/play/knowledge_engine.h"
#include "agent/search/copies/world_copies.h"
#include "agent/search/mdp.h"
#include "maze/base/random.h"
#include "support/play.h"
#include "support/scripted_graph.h"

namespace marblemaze {
namespace {

using testing::Arcs;
using testing::GraphWorld;
using testing::indices;
using testing::play;

bool comes_true(World& world, const GroundTruth& truth) {
  world.reset();
  testing::settle(world);
  for (MoveId move : truth.solution) testing::make_move(world, move);
  return world.is_goal(world.state());
}

TEST(GroundTruth, UsesBalancedStatesOnlyWithRecovery) {
  GraphWorld world({{0, {5}}, {5, {9}}, {9, {0}}}, 0, 9);
  world.balance_in({5});
  EXPECT_FALSE(find_ground_truth(world).solvable);
  EXPECT_EQ(indices(find_ground_truth(world, true).solution), (std::vector<int>{0, 0}));
}

TEST(GroundTruth, ReportsThatItsBudgetWasTooSmall) {
  GraphWorld world({{0, {0, 1}}, {1, {1, 2}}, {2, {2, 9}}, {9, {0}}}, 0, 9);
  const GroundTruth none = find_ground_truth(world, false, 3);
  EXPECT_FALSE(none.solvable);
  EXPECT_FALSE(none.complete);
  EXPECT_TRUE(find_ground_truth(world, false, 6).solvable);
}

/// Graph in which nodes 0 and 1 are two poses of state 0, so the result of a move depends on the
/// path to the state.
class TwoPlacesWorld : public GraphWorld {
 public:
  TwoPlacesWorld(int from_pose_0, int from_pose_1)
      : GraphWorld({{0, {from_pose_0, from_pose_0}},
                    {1, {from_pose_1, from_pose_1}},
                    {2, {2, 2}},
                    {3, {0, 1}},
                    {4, {2, 2}}},
                   3, 2) {}
  [[nodiscard]] StateId do_state() const override {
    return inner() == StateId(1) ? StateId(0) : inner();
  }
  [[nodiscard]] PoseKey do_pose_key() const override { return {inner().index, 0, 0}; }
  [[nodiscard]] std::unique_ptr<World> clone() const override {
    return std::make_unique<TwoPlacesWorld>(*this);
  }

 private:
  [[nodiscard]] StateId inner() const { return GraphWorld::do_state(); }
};

TEST(GroundTruth, FindsAShorterPathFromAnotherPoseOfAKnownState) {
  TwoPlacesWorld world(4, 2);
  const GroundTruth truth = find_ground_truth(world);
  EXPECT_EQ(indices(truth.solution), (std::vector<int>{1, 0}));
  EXPECT_TRUE(truth.complete);
  EXPECT_TRUE(comes_true(world, truth));
}

TEST(GroundTruth, MatchesBruteForceAndReachesTheGoal) {
  int solvable = 0;
  for (const ControlScheme control : {ControlScheme::cube_8, ControlScheme::cube_24})
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      testing::PredictedCube cube(3, Layers::all, control, seed);
      const auto best = testing::optimum(cube.world);
      const GroundTruth truth = find_ground_truth(cube.world);
      EXPECT_EQ(truth.solvable, best.has_value()) << "seed " << seed;
      EXPECT_TRUE(truth.complete);
      if (best) {
        EXPECT_EQ(static_cast<int>(truth.solution.size()), *best) << "seed " << seed;
        EXPECT_TRUE(comes_true(cube.world, truth)) << "seed " << seed;
      }
      solvable += best.has_value();
    }
  EXPECT_GT(solvable, 20);
}

TEST(ChanceLimit, MatchesTheClosedFormForAllOrNone) {
  // The bound p after n successes in n tries satisfies p^n = error.
  EXPECT_NEAR(probability_bound(Bound::lower, 1000, 1000, 0.025), std::pow(0.025, 1e-3), 1e-9);
  EXPECT_NEAR(probability_bound(Bound::upper, 0, 1000, 0.025), 1 - std::pow(0.025, 1e-3), 1e-9);
  EXPECT_EQ(probability_bound(Bound::upper, 5, 5, 0.025), 1);
  EXPECT_EQ(probability_bound(Bound::lower, 0, 5, 0.025), 0);
}

/// Result probabilities by state and move. The remaining probability is for freezing.
using Chances = std::map<int, std::vector<std::map<int, double>>>;

class DrawingWorld : public World {
 public:
  DrawingWorld(Chances chances, int start, int goal)
      : World(rules_of(chances, goal)),
        chances_(std::make_shared<const Chances>(std::move(chances))),
        start_(start) {
    reset();
  }

  [[nodiscard]] Traits traits() const override {
    return {"drawing", false, false, chances_->rbegin()->first + 1};
  }
  [[nodiscard]] std::unique_ptr<World> clone() const override {
    return std::make_unique<DrawingWorld>(*this);
  }

 private:
  static std::shared_ptr<const Rules> rules_of(const Chances& chances, int goal) {
    Arcs arcs;
    for (const auto& [state, moves] : chances) arcs[state] = std::vector<int>(moves.size(), state);
    return std::make_shared<testing::GraphRules>(std::move(arcs), goal);
  }
  void do_reset() override {
    state_ = StateId(start_);
    move_ = MoveId();
    drawn_ = 0;
  }
  [[nodiscard]] StateId do_state() const override { return state_; }
  void do_begin(MoveId move) override { move_ = move; }
  void do_draw_from(std::uint64_t stream) override {
    stream_ = stream;
    drawn_ = 0;
  }
  /// Returns a uniform number in [0, 1), by SplitMix64 (Steele, Lea and Flood 2014), because
  /// seeding the standard generator would take longer than a trial.
  static double unit(std::uint64_t seed) {
    std::uint64_t x = seed * 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return static_cast<double>((x ^ (x >> 31)) >> 11) * 0x1.0p-53;
  }
  Motion do_tick() override {
    if (!move_.valid()) return Motion::settled;
    double draw = unit(derive_seed(stream_, drawn_++));
    const auto& endings = chances_->at(state_.index).at(static_cast<std::size_t>(move_.index));
    move_ = MoveId();
    for (const auto& [to, probability] : endings) {
      draw -= probability;
      if (draw >= 0) continue;
      state_ = StateId(to);
      return Motion::settled;
    }
    return Motion::frozen;
  }

  std::shared_ptr<const Chances> chances_;
  int start_;
  StateId state_;
  MoveId move_;
  std::uint64_t stream_ = 0, drawn_ = 0;
};

constexpr int kGoalState = 6;

/// Returns a problem whose moves have up to two results and may lose the run.
Chances random_problem(std::uint64_t seed) {
  Rng rng(seed);
  Chances chances{{kGoalState, {{{0, 1.0}}}}};
  for (int state = 0; state < kGoalState; ++state)
    for (int move = 0; move < 2; ++move) {
      std::map<int, double> results;
      const double share = 0.1 + 0.8 * rng.uniform(), lost = 0.5 * rng.uniform();
      results[static_cast<int>(rng.uniform_int(kGoalState + 1))] += (1 - lost) * share;
      results[static_cast<int>(rng.uniform_int(kGoalState + 1))] += (1 - lost) * (1 - share);
      chances[state].push_back(results);
    }
  return chances;
}

double exact_chance(const Chances& chances) {
  Mdp mdp;
  for (const auto& [state, moves] : chances) {
    MdpNode& node = mdp.emplace_back();
    node.goal = state == kGoalState;
    for (const auto& results : moves) {
      MdpMove& move = node.moves.emplace_back();
      for (const auto& [to, probability] : results) move.results.push_back({to, probability});
    }
  }
  return best_policy(mdp).probability.front();
}

TEST(GroundTruthInterval, ContainsTheExactProbabilityOfAtLeast95Of100Problems) {
  int contained = 0, between = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const Chances chances = random_problem(seed);
    DrawingWorld world(chances, 0, kGoalState);
    const GroundTruth truth = find_ground_truth(world);
    const double exact = exact_chance(chances);
    contained += truth.chance_low() <= exact + 1e-9 && exact <= truth.chance_high() + 1e-9;
    between += exact > 0.05 && exact < 0.95;
  }
  EXPECT_GE(contained, 950);
  EXPECT_GT(between, 500) << "or most problems are too easy";
}

constexpr int kGoal = 9;

/// A short path from 0 that freezes in three of four runs, and a long path that never freezes.
const Chances kShortAndSafe{{0, {{{kGoal, 0.25}}, {{1, 1.0}}}},
                            {1, {{{2, 1.0}}}},
                            {2, {{{kGoal, 1.0}}}},
                            {kGoal, {{{0, 1.0}}}}};

TEST(GroundTruth, TestsThePolicyOfANoisyWorldInNewRuns) {
  DrawingWorld world(kShortAndSafe, 0, kGoal);
  const GroundTruth truth = find_ground_truth(world);
  EXPECT_TRUE(truth.solvable);
  EXPECT_TRUE(truth.complete);
  EXPECT_EQ(truth.policy.runs, kConfirmingRuns);
  EXPECT_DOUBLE_EQ(truth.policy.chance, 1) << "the safe way";
  EXPECT_DOUBLE_EQ(truth.chance(), 1);
  EXPECT_DOUBLE_EQ(truth.expected_moves(), 3);
  EXPECT_EQ(truth.solution, (std::vector<MoveId>{MoveId(1), MoveId(0), MoveId(0)}));
}

TEST(GroundTruth, EstimatesTheProbabilityOfRiskyPaths) {
  // Each try reaches the goal with probability 1/2, returns with 1/4 and freezes with 1/4. The
  // success probability is therefore 2/3, and successful runs take 4/3 moves on average (a
  // geometric number of tries).
  DrawingWorld world({{0, {{{0, 0.25}, {kGoal, 0.5}}}}, {kGoal, {{{0, 1.0}}}}}, 0, kGoal);
  const GroundTruth truth = find_ground_truth(world);
  EXPECT_NEAR(truth.chance(), 2.0 / 3, 3 * std::sqrt(2.0 / 9 / kTruthRuns));
  EXPECT_NEAR(truth.expected_moves(), 4.0 / 3, 0.1);
  EXPECT_NEAR(truth.policy.chance, 2.0 / 3, 0.25) << "thirty samples";
}

TEST(GroundTruth, IsUnsolvableInANoisyWorldWithoutAPath) {
  DrawingWorld world({{0, {{{1, 0.5}}}}, {1, {{{0, 0.5}}}}, {kGoal, {{{0, 1.0}}}}}, 0, kGoal);
  const GroundTruth truth = find_ground_truth(world);
  EXPECT_FALSE(truth.solvable);
  EXPECT_EQ(truth.chance(), 0);
  EXPECT_TRUE(truth.solution.empty());
}

int solved_by_simulation_search(const Chances& chances) {
  int solved = 0;
  for (std::uint64_t run = 0; run < 400; ++run) {
    DrawingWorld world(chances, 0, kGoal);
    world.draw_from(1'000'000 + run);
    Advice advice = testing::forbidden_advice(2);
    advice.rules = world.rules();
    KnowledgeEngine engine(planners().at("simulation-search"), advice);
    solved += testing::play(world, engine, 100).solved;
  }
  return solved;
}

TEST(SimulationSearch, TakesTheSafePathInANoisyWorld) {
  EXPECT_EQ(solved_by_simulation_search(kShortAndSafe), 400);
}

TEST(SimulationSearch, CannotForeseeTheNoise) {
  // An agent that knew the noise would always choose the right move. Without this knowledge, each
  // move succeeds with probability 1/2, so the agent solves about 200 of 400 runs. The tolerance of
  // 60 is six standard deviations.
  const int solved =
      solved_by_simulation_search({{0, {{{kGoal, 0.5}}, {{kGoal, 0.5}}}}, {kGoal, {{{0, 1.0}}}}});
  EXPECT_GT(solved, 140);
  EXPECT_LT(solved, 260);
}

TEST(SimulationSearch, TriesOtherPosesOfAStateBeforeItGivesUp) {
  TwoPlacesWorld world(0, 2);
  KnowledgeEngine engine(planners().at("simulation-search"), testing::forbidden_advice(2));
  EXPECT_TRUE(play(world, engine).solved);
  EXPECT_EQ(engine.counters().moves, 2);
}

TEST(SimulationSearch, ContinuesFromTheNearestStateAfterItsBudget) {
  Arcs line;
  for (int i = 0; i <= 10'000; ++i) line[i] = {std::min(i + 1, 10'000), std::max(i - 1, 0)};
  GraphWorld world(line, 0, 10'000);
  Advice advice = testing::forbidden_advice(2);
  advice.distance = [](StateId state) { return 10'001.0 - state.index; };
  KnowledgeEngine engine(planners().at("simulation-search"), advice);
  EXPECT_TRUE(play(world, engine, 20'000).solved);
  EXPECT_EQ(engine.counters().moves, 10'000);
  EXPECT_EQ(engine.counters().predicted_right, 10'000);
}

}  // namespace
}  // namespace marblemaze
