#include <span>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/play.h"
#include "support/scripted_graph.h"

namespace marblemaze {
namespace {

using testing::forbidden_advice;
using testing::play;
using testing::PredictedCube;

std::span<const PlannerEntry> thesis_searches() { return planners().built_in().first(6); }

/// Part of the advice that requires an access level.
struct Part {
  AccessFlags level;
  const char* named;
  void (*ask)(const GrantedAdvice&);
};
const Part kParts[]{
    {AccessFlags::distances, "theoretical distances", [](const auto& a) { (void)a.distance(); }},
    {AccessFlags::first_cell, "the next cell", [](const auto& a) { (void)a.first_cell(); }},
    {AccessFlags::predictor, "the path predictor", [](const auto& a) { (void)a.predictor(); }},
    {AccessFlags::rules, "the rules of unvisited states", [](const auto& a) { (void)a.rules(); }},
    {AccessFlags::copies, "copies of the world", [](const auto& a) { a.require_copies(); }},
    {AccessFlags::imagination, "a simulation of its own",
     [](const auto& a) { (void)a.imagination(); }},
    {AccessFlags::walls, "the walls", [](const auto& a) { (void)a.maze(); }}};

constexpr AccessFlags without(AccessFlags mask, AccessFlags part) {
  return static_cast<AccessFlags>(static_cast<unsigned>(mask) & ~static_cast<unsigned>(part));
}

AccessFlags by_the_thesis(std::string_view agent) {
  using enum AccessFlags;
  if (agent == "heuristic" || agent == "lrta-star") return distances;
  if (agent == "improved-heuristic") return distances | first_cell;
  if (agent == "single-move-prediction") return distances | predictor;
  if (agent == "complete-solution-prediction") return distances | predictor | rules;
  if (agent == "simulation-search") return distances | copies;
  if (agent == "imagination" || agent == "ff-replan" || agent == "uct")
    return distances | predictor | rules | imagination;
  return experience;
}

TEST(PlannerRegistry, GrantsEachSearchTheAccessLevelOfTheThesis) {
  for (const PlannerEntry& entry : planners().built_in())
    EXPECT_EQ(entry.access, by_the_thesis(entry.name)) << entry.name;
}

TEST(PlannerRegistry, GrantsOnlyAccessThatTheSearchUses) {
  const PredictedCube cube(3, Layers::all, ControlScheme::cube_8, 1);
  for (const PlannerEntry& entry : planners().built_in())
    for (const Part& part : kParts) {
      PlannerEntry poorer = entry;
      poorer.access = without(entry.access, part.level);
      if (poorer.access == entry.access)
        EXPECT_NO_THROW(KnowledgeEngine(poorer, cube.advice)) << entry.name;
      else
        EXPECT_THROW(KnowledgeEngine(poorer, cube.advice), ForbiddenAccess) << entry.name;
    }
}

class CopySpotter : public Planner {
 public:
  Decision do_plan(const StateGraph&, const Situation& situation) override {
    return {DecisionStatus::exhausted, {}, situation.snapshot ? "copy" : "no copy", {}};
  }
};

PlannerEntry asking_entry(AccessFlags access, void (*ask)(const GrantedAdvice&)) {
  return {"curious", "Curious", access, "", "", "", false, [ask](const GrantedAdvice& advice) {
            if (ask) ask(advice);
            return std::make_unique<CopySpotter>();
          }};
}

TEST(AccessLevels, RejectAPlannerThatAsksForMoreThanItsRowGrants) {
  const PredictedCube cube(3, Layers::all, ControlScheme::cube_8, 1);
  for (const Part& part : kParts) {
    AccessFlags others = AccessFlags::experience;
    for (const Part& other : kParts)
      if (other.level != part.level) others = others | other.level;
    const PlannerEntry without_it = asking_entry(others, part.ask);
    try {
      const KnowledgeEngine engine(without_it, cube.advice);
      ADD_FAILURE() << "was given " << part.named;
    } catch (const ForbiddenAccess& refused) {
      EXPECT_THAT(refused.what(), ::testing::HasSubstr(part.named));
    }
    const PlannerEntry with_it = asking_entry(part.level, part.ask);
    EXPECT_NO_THROW(KnowledgeEngine(with_it, cube.advice));
  }
}

TEST(AccessLevels, GiveCopiesOnlyToPlannersWithThatLevel) {
  PredictedCube cube(3, Layers::all, ControlScheme::cube_8, 1);
  PlannerEntry entry = asking_entry(AccessFlags::copies, nullptr);
  const auto told = [&] {
    KnowledgeEngine engine(entry, cube.advice);
    engine.start(cube.world.state());
    return engine.decide({cube.world.state(), Snapshot::of(cube.world)}).reason;
  };
  testing::settle(cube.world);
  EXPECT_EQ(told(), "copy");
  entry.access = AccessFlags::rules;
  EXPECT_EQ(told(), "no copy");
}

TEST(Searches, UseOnlyTheAdviceOfTheirAccessLevel) {
  // Advice outside the access level throws when a search uses it.
  for (const PlannerEntry& entry : planners().built_in())
    for (const ControlScheme control : {ControlScheme::cube_8, ControlScheme::cube_24})
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        PredictedCube cube(4, Layers::all, control, seed);
        const auto granted = [&](AccessFlags part) { return includes(entry.access, part); };
        Advice advice = forbidden_advice(cube.scheme->moves());
        advice.rules = cube.advice.rules;
        if (granted(AccessFlags::distances)) advice.distance = cube.advice.distance;
        if (granted(AccessFlags::first_cell)) advice.first_cell = cube.advice.first_cell;
        if (granted(AccessFlags::predictor)) advice.predictor = cube.advice.predictor;
        KnowledgeEngine engine(entry, advice);
        EXPECT_NO_THROW(play(cube.world, engine)) << entry.name << " seed " << seed;
      }
}

TEST(Searches, GiveUpOnlyIfTheTargetCannotBeReached) {
  int unsolvable = 0;
  for (const PlannerEntry& entry : planners().built_in())
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      PredictedCube cube(3, Layers::all, ControlScheme::cube_8, seed);
      KnowledgeEngine engine(entry, cube.advice);
      const testing::Played played = play(cube.world, engine);
      ASSERT_NE(played.solved, played.exhausted) << entry.name << " seed " << seed;
      if (!played.exhausted) continue;
      ++unsolvable;
      for (const auto& [state, moves] : testing::fewest_moves(cube.world)) {
        EXPECT_FALSE(cube.world.is_goal(state)) << entry.name << " seed " << seed;
        if (entry.plans_in_copies()) continue;  // untried moves were tried in copies
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
      PredictedCube cube(3, Layers::all, control, seed);
      const auto best = testing::optimum(cube.world);
      KnowledgeEngine engine(planners().at(GetParam()), cube.advice);
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

TEST(Searches, NeedFewerMovesWithMoreKnowledge) {
  // Compares mean moves over mazes that all six searches solve. The ranking of the searches in the
  // thesis's Table 7 does not depend on physics.
  std::map<std::string_view, double> moves;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    std::map<std::string_view, int> here;
    for (const PlannerEntry& entry : thesis_searches()) {
      PredictedCube cube(3, Layers::all, ControlScheme::cube_8, seed);
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

}  // namespace
}  // namespace marblemaze
