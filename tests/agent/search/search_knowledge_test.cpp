#include <array>
#include <span>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agent/belief/path_predictor.h"
#include "agent/belief/world_advice.h"
#include "support/mazes.h"
#include "support/play.h"
#include "support/scripted_graph.h"

namespace marblemaze {
namespace {

using testing::forbidden_advice;
using testing::play;

/// A predicted cube with all available advice.
struct Cube {
  Cube(int size, Layers layers, ControlScheme control, std::uint64_t seed)
      : maze(testing::random_maze(glm::ivec3(size), layers, seed)),
        scheme(std::make_shared<const OrientationScheme>(control, layers)),
        advice(maze_advice(maze, scheme)),
        world("predicted", maze, scheme, advice.predictor,
              PathPredictor(maze, scheme).settle(maze->start(), OrientationId(0))) {
    testing::settle(world);
  }

  std::shared_ptr<const Maze> maze;
  std::shared_ptr<const OrientationScheme> scheme;
  Advice advice;
  PredictedWorld world;
};

/// Returns the thesis's six searches, which plan paths to untried moves.
std::span<const PlannerEntry> thesis_searches() { return planners().built_in().first(6); }

constexpr std::array kParts{
    AccessLevel::distances, AccessLevel::next_cell,   AccessLevel::predictor, AccessLevel::rules,
    AccessLevel::copies,    AccessLevel::imagination, AccessLevel::walls};

constexpr AccessLevel without(AccessLevel mask, AccessLevel part) {
  return static_cast<AccessLevel>(static_cast<unsigned>(mask) & ~static_cast<unsigned>(part));
}

/// Returns the access level of a search according to the thesis.
AccessLevel by_the_thesis(std::string_view agent) {
  using enum AccessLevel;
  if (agent == "heuristic" || agent == "lrta-star") return distances;
  if (agent == "improved-heuristic") return distances | next_cell;
  if (agent == "single-move-prediction") return distances | predictor;
  if (agent == "complete-solution-prediction") return distances | predictor | rules;
  if (agent == "simulation-search") return distances | copies;
  if (agent == "imagination" || agent == "ff-replan" || agent == "uct")
    return distances | predictor | rules | imagination;
  return experience;
}

TEST(PlannerRegistry, GrantsEachSearchTheAccessLevelOfTheThesis) {
  for (const PlannerEntry& entry : planners().built_in())
    EXPECT_EQ(entry.knowledge, by_the_thesis(entry.name)) << entry.name;
}

TEST(PlannerRegistry, GrantsOnlyAccessThatTheSearchUses) {
  const Cube cube(3, Layers::all, ControlScheme::cube_8, 1);
  for (const PlannerEntry& entry : planners().built_in())
    for (const AccessLevel part : kParts) {
      PlannerEntry poorer = entry;
      poorer.knowledge = without(entry.knowledge, part);
      if (poorer.knowledge == entry.knowledge)
        EXPECT_NO_THROW(KnowledgeEngine(poorer, cube.advice)) << entry.name;
      else
        EXPECT_THROW(KnowledgeEngine(poorer, cube.advice), ForbiddenAccess) << entry.name;
    }
}

/// Records whether it received a copy of the world.
class CopySpotter : public Planner {
 public:
  Decision do_plan(const StateGraph&, const Situation& situation) override {
    return {Answer::exhausted, {}, situation.exact ? "copy" : "no copy", {}};
  }
};

/// A planner that asks for one part of the advice.
template <AccessLevel Part>
std::unique_ptr<Planner> make_curious(const GrantedAdvice& advice) {
  if (Part == AccessLevel::distances) (void)advice.distance();
  if (Part == AccessLevel::next_cell) (void)advice.first_cell();
  if (Part == AccessLevel::predictor) (void)advice.predictor();
  if (Part == AccessLevel::rules) (void)advice.rules();
  if (Part == AccessLevel::copies) advice.require_copies();
  if (Part == AccessLevel::imagination) (void)advice.imagination();
  if (Part == AccessLevel::walls) (void)advice.maze();
  return std::make_unique<CopySpotter>();
}

template <AccessLevel Part>
void expect_refused_without_its_bit(const char* asked) {
  const Cube cube(3, Layers::all, ControlScheme::cube_8, 1);
  PlannerEntry entry{"curious", "Curious", AccessLevel::experience, "", "",
                     "",        false,     make_curious<Part>};
  for (const AccessLevel part : kParts)
    if (part != Part) entry.knowledge = entry.knowledge | part;
  try {
    const KnowledgeEngine engine(entry, cube.advice);
    ADD_FAILURE() << "was told " << asked;
  } catch (const ForbiddenAccess& refused) {
    EXPECT_THAT(refused.what(), ::testing::HasSubstr(asked));
  }
  entry.knowledge = Part;
  EXPECT_NO_THROW(KnowledgeEngine(entry, cube.advice));
}

TEST(ClassesOfKnowledge, RejectAPlannerThatAsksForMoreThanItsRowGrants) {
  expect_refused_without_its_bit<AccessLevel::distances>("theoretical distances");
  expect_refused_without_its_bit<AccessLevel::next_cell>("the next cell");
  expect_refused_without_its_bit<AccessLevel::predictor>("the path predictor");
  expect_refused_without_its_bit<AccessLevel::rules>("the rules of states never met");
  expect_refused_without_its_bit<AccessLevel::copies>("copies of the world");
  expect_refused_without_its_bit<AccessLevel::walls>("the walls");
  expect_refused_without_its_bit<AccessLevel::imagination>("a simulation of its own");
}

TEST(ClassesOfKnowledge, GiveCopiesOnlyToPlannersWithThatLevel) {
  Cube cube(3, Layers::all, ControlScheme::cube_8, 1);
  PlannerEntry entry{"spotter",
                     "Spotter",
                     AccessLevel::copies,
                     "",
                     "",
                     "",
                     false,
                     [](const GrantedAdvice&) -> std::unique_ptr<Planner> {
                       return std::make_unique<CopySpotter>();
                     }};
  const auto told = [&] {
    KnowledgeEngine engine(entry, cube.advice);
    engine.start(cube.world.state());
    return engine.decide({cube.world.state(), Snapshot::of(cube.world)}).rule;
  };
  testing::settle(cube.world);
  EXPECT_EQ(told(), "copy");
  entry.knowledge = AccessLevel::rules;
  EXPECT_EQ(told(), "no copy");
}

TEST(Searches, UseOnlyTheAdviceOfTheirAccessLevel) {
  // Each part outside the access level throws when it is used, no matter how the search obtained
  // it.
  for (const PlannerEntry& entry : planners().built_in())
    for (const ControlScheme control : {ControlScheme::cube_8, ControlScheme::cube_24})
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Cube cube(4, Layers::all, control, seed);
        const auto granted = [&](AccessLevel part) { return includes(entry.knowledge, part); };
        Advice advice = forbidden_advice(cube.scheme->moves());
        advice.rules = cube.advice.rules;
        if (granted(AccessLevel::distances)) advice.distance = cube.advice.distance;
        if (granted(AccessLevel::next_cell)) advice.first_cell = cube.advice.first_cell;
        if (granted(AccessLevel::predictor)) advice.predictor = cube.advice.predictor;
        KnowledgeEngine engine(entry, advice);
        EXPECT_NO_THROW(play(cube.world, engine)) << entry.name << " seed " << seed;
      }
}

TEST(Searches, ProposeOnlyMovesAlongKnownArcsToAnUntriedOne) {
  for (const PlannerEntry& entry : thesis_searches()) {
    if (entry.name == "complete-solution-prediction") continue;  // may plan beyond known states
    Cube cube(3, Layers::all, ControlScheme::cube_24, 2);
    KnowledgeEngine engine(entry, cube.advice);
    testing::settle(cube.world);
    engine.start(cube.world.state());
    for (int step = 0; step < 100 && !cube.world.is_goal(cube.world.state()); ++step) {
      const StateId from = cube.world.state();
      const Decision decision = engine.decide({from, nullptr});
      if (decision.answer != Answer::moves) break;
      StateId state = from;
      const auto& queue = engine.queue();
      for (std::size_t i = 0; i < queue.size(); ++i) {
        const Arc& arc = engine.graph().arc(state, queue[i].move);
        const bool last = i + 1 == queue.size();
        EXPECT_EQ(arc.to.has_value(), !last) << entry.name;
        if (!last) {
          EXPECT_EQ(queue[i].expected, arc.to);
          state = *arc.to;
        }
      }
      const MoveId move = decision.moves.front().move;
      testing::make_move(cube.world, move);
      engine.observe({from, move, cube.world.state(), Motion::settled});
    }
  }
}

TEST(Searches, GiveUpOnlyIfTheTargetCannotBeReached) {
  int unsolvable = 0;
  for (const PlannerEntry& entry : planners().built_in())
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      Cube cube(3, Layers::all, ControlScheme::cube_8, seed);
      KnowledgeEngine engine(entry, cube.advice);
      const testing::Played played = play(cube.world, engine);
      ASSERT_NE(played.solved, played.exhausted) << entry.name << " seed " << seed;
      if (!played.exhausted) continue;
      ++unsolvable;
      for (const auto& [state, moves] : testing::fewest_moves(cube.world)) {
        EXPECT_FALSE(cube.world.is_goal(state)) << entry.name << " seed " << seed;
        if (entry.plans_in_copies()) continue;  // tries moves in copies before it makes them
        ASSERT_TRUE(engine.graph().knows(state));
        for (const Arc& arc : engine.graph().arcs(state)) EXPECT_TRUE(arc.to);
      }
    }
  EXPECT_GT(unsolvable, 0) << "or the test has not tested anything";
}

class Planning : public ::testing::TestWithParam<const char*> {};

TEST_P(Planning, IsOptimalIfItsPredictionsAreCorrect) {
  int solvable = 0;
  for (const ControlScheme control : {ControlScheme::cube_8, ControlScheme::cube_24})
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      Cube cube(3, Layers::all, control, seed);
      const auto best = testing::optimum(cube.world);
      KnowledgeEngine engine(planners().entry(GetParam()), cube.advice);
      const testing::Played played = play(cube.world, engine);
      ASSERT_EQ(played.solved, best.has_value()) << "seed " << seed;
      if (!best) continue;
      ++solvable;
      EXPECT_EQ(engine.counters().moves, *best);
      EXPECT_EQ(engine.counters().predicted_right, *best);
      EXPECT_EQ(engine.counters().predicted_total, *best);
      EXPECT_EQ(engine.counters().unrepeatable, 0);
    }
  EXPECT_GT(solvable, 60);
}

INSTANTIATE_TEST_SUITE_P(Agents, Planning,
                         ::testing::Values("complete-solution-prediction", "simulation-search",
                                           "imagination"));

TEST(Searches, WithMoreKnowledgeNeedFewerMovesInTheirOwnWorld) {
  // Means over mazes that all six solve, in the order of the thesis's Table 7, which does not
  // depend on physics.
  std::map<std::string_view, double> moves;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    std::map<std::string_view, int> here;
    for (const PlannerEntry& entry : thesis_searches()) {
      Cube cube(3, Layers::all, ControlScheme::cube_8, seed);
      KnowledgeEngine engine(entry, cube.advice);
      if (play(cube.world, engine).solved) here[entry.name] = engine.counters().moves;
    }
    if (here.size() == thesis_searches().size())
      for (const auto& [name, n] : here) moves[name] += n;
  }
  EXPECT_GT(moves["depth-first"], moves["breadth-first"]);
  EXPECT_GT(moves["breadth-first"], moves["heuristic"]);
  EXPECT_GT(moves["heuristic"], moves["improved-heuristic"]);
  EXPECT_GT(moves["improved-heuristic"], moves["single-move-prediction"]);
  EXPECT_GE(moves["single-move-prediction"], moves["complete-solution-prediction"]);
}

TEST(PlannerRegistry, CountsThePredictionsOfSearchesThatPredictResults) {
  using enum AccessLevel;
  for (const PlannerEntry& entry : planners().built_in()) {
    const bool foresees = includes(entry.knowledge, predictor) || includes(entry.knowledge, copies);
    EXPECT_EQ(entry.predicts, foresees) << entry.name;
  }
}

}  // namespace
}  // namespace marblemaze
