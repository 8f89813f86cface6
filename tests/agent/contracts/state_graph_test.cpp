#include <gtest/gtest.h>

#include "agent/contracts/planner.h"
#include "support/scripted_graph.h"

namespace marblemaze {
namespace {

using testing::move_ids;

const StateId kA(10), kB(20);
const MoveId kFirst(0), kSecond(1);

StateGraph two_states() {
  StateGraph graph;
  graph.add(kA, move_ids(2));
  graph.add(kB, move_ids(2));
  return graph;
}

TEST(StateGraph, ANewStateHasOnlyUntriedMoves) {
  StateGraph graph;
  EXPECT_TRUE(graph.add(kA, move_ids(3)));
  EXPECT_FALSE(graph.add(kA, move_ids(3))) << "met before";
  EXPECT_TRUE(graph.knows(kA));
  EXPECT_FALSE(graph.knows(kB));
  ASSERT_EQ(graph.arcs(kA).size(), 3u);
  for (const Arc& arc : graph.arcs(kA)) EXPECT_FALSE(arc.to);
}

TEST(StateGraph, KeepsStatesInTheOrderOfTheirFirstVisit) {
  StateGraph graph;
  for (int state : {7, 3, 9, 3}) graph.add(StateId(state), move_ids(1));
  ASSERT_EQ(graph.states().size(), 3u);
  EXPECT_EQ(graph.states()[0], StateId(7));
  EXPECT_EQ(graph.states()[2], StateId(9));
}

TEST(StateGraph, ReportsHowAMoveChangedTheKnowledge) {
  StateGraph graph = two_states();
  EXPECT_EQ(graph.record(kA, kFirst, kB, true), Learned::new_state);
  EXPECT_EQ(graph.record(kB, kFirst, kA, false), Learned::known_state);
  EXPECT_EQ(graph.record(kA, kFirst, kB, false), Learned::repeated);
  EXPECT_EQ(graph.arc(kA, kFirst).tries, 2);
}

TEST(StateGraph, RepeatedMoveThatEndsElsewhereKeepsTheLatestResult) {
  StateGraph graph = two_states();
  graph.record(kA, kFirst, kB, true);
  EXPECT_EQ(graph.record(kA, kFirst, kA, false), Learned::unrepeatable);
  EXPECT_EQ(graph.arc(kA, kFirst).to, kA);
  EXPECT_EQ(graph.record(kA, kFirst, kA, false), Learned::repeated);
}

TEST(StateGraph, IsDirected) {
  StateGraph graph = two_states();
  graph.record(kA, kFirst, kB, true);
  EXPECT_FALSE(graph.arc(kB, kFirst).to) << "a move there says nothing about a move back";
}

TEST(StateGraph, AssumedResultsCountAsNeverTried) {
  StateGraph graph = two_states();
  graph.assume(kA, kFirst, kB);
  EXPECT_EQ(graph.arc(kA, kFirst).to, kB);
  EXPECT_EQ(graph.arc(kA, kFirst).tries, 0);
  EXPECT_EQ(graph.record(kA, kFirst, kB, false), Learned::repeated) << "the arc was there already";
}

TEST(StateGraph, WrongAssumptionIsNotAnUnrepeatableMove) {
  StateGraph graph = two_states();
  graph.assume(kA, kFirst, kB);
  EXPECT_EQ(graph.record(kA, kFirst, kA, false), Learned::repeated);
  EXPECT_EQ(graph.arc(kA, kFirst).to, kA);
  graph.assume(kA, kFirst, kB);
  EXPECT_EQ(graph.arc(kA, kFirst).to, kA) << "experience outranks assumption";
  EXPECT_FALSE(graph.arc(kA, kSecond).to);
}

}  // namespace
}  // namespace marblemaze
