#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scripted_graph.h"

namespace marblemaze {
namespace {

using testing::Arcs;
using ::testing::ElementsAre;
using testing::indices;
using testing::known_graph;

Decision plan(Planner& planner, const Arcs& arcs, int from) {
  return planner.plan(known_graph(arcs), {StateId(from), nullptr});
}

Decision depth_first(const Arcs& arcs, int from) {
  return plan(*testing::make_planner("depth-first", testing::forbidden_advice(2)), arcs, from);
}

Decision breadth_first(const Arcs& arcs, int from) {
  return plan(*testing::make_planner("breadth-first", testing::forbidden_advice(2)), arcs, from);
}

std::vector<int> expected_states(const Decision& decision) {
  std::vector<int> states;
  for (const PlannedMove& planned : decision.moves)
    states.push_back(planned.expected.value_or(StateId()).index);
  return states;
}

// The situation of Figures 28 and 29 of the thesis. From state 0, depth-first search finds its
// untried move via 0 > 3 > 2 > 9 > ?, which takes four physical moves. Breadth-first search finds 0
// > 3 > ?, which takes two.
const Arcs kThesisExample{{0, {3, 0}}, {3, {2, -1}}, {2, {9, 0}}, {9, {-1, 2}}};

TEST(DepthFirst, GoesFourMovesDeepInTheThesisExample) {
  const Decision decision = depth_first(kThesisExample, 0);
  EXPECT_EQ(decision.answer, Answer::moves);
  EXPECT_THAT(indices(decision.moves), ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(expected_states(decision), ElementsAre(3, 2, 9, -1));
}

TEST(BreadthFirst, NeedsTwoMovesInTheThesisExample) {
  const Decision decision = breadth_first(kThesisExample, 0);
  EXPECT_EQ(decision.answer, Answer::moves);
  EXPECT_THAT(indices(decision.moves), ElementsAre(0, 1));
  EXPECT_THAT(expected_states(decision), ElementsAre(3, -1));
}

TEST(BlindSearches, TryAnUntriedMoveOfTheirOwnStateFirstInMoveOrder) {
  const Arcs arcs{{0, {-1, -1}}};
  EXPECT_THAT(indices(depth_first(arcs, 0).moves), ElementsAre(0));
  EXPECT_THAT(indices(breadth_first(arcs, 0).moves), ElementsAre(0));
}

TEST(DepthFirst, PrefersAnEarlierKnownMoveToALaterUntriedOne) {
  const Arcs arcs{{0, {1, -1}}, {1, {-1, 0}}};
  EXPECT_THAT(indices(depth_first(arcs, 0).moves), ElementsAre(0, 0));
  EXPECT_THAT(indices(breadth_first(arcs, 0).moves), ElementsAre(1));
}

TEST(DepthFirst, BacktracksFromAnExploredBranch) {
  // State 1 and its loop are exhausted. The path continues with the second move of state 0.
  const Arcs arcs{{0, {1, 3}}, {1, {2, 1}}, {2, {1, 1}}, {3, {0, -1}}};
  const Decision decision = depth_first(arcs, 0);
  EXPECT_THAT(indices(decision.moves), ElementsAre(1, 1));
  EXPECT_THAT(expected_states(decision), ElementsAre(3, -1));
}

TEST(BlindSearches, IgnoreUnreachableUntriedMoves) {
  // State 5 has an untried move, but no path leads back to state 5.
  const Arcs arcs{{0, {1, 0}}, {1, {0, 1}}, {5, {0, -1}}};
  EXPECT_EQ(depth_first(arcs, 0).answer, Answer::exhausted);
  EXPECT_EQ(breadth_first(arcs, 1).answer, Answer::exhausted);
  EXPECT_EQ(breadth_first(arcs, 5).answer, Answer::moves);
}

TEST(BlindSearches, GiveUpInAStateThatLeadsOnlyToItself) {
  const Arcs arcs{{4, {4, 4}}};
  EXPECT_EQ(depth_first(arcs, 4).answer, Answer::exhausted);
  EXPECT_EQ(breadth_first(arcs, 4).answer, Answer::exhausted);
  EXPECT_TRUE(depth_first(arcs, 4).moves.empty());
}

TEST(BlindSearches, FollowLongChainsWithoutRecursion) {
  Arcs chain;
  const int length = 100000;
  for (int i = 0; i < length; ++i) chain[i] = {i, i + 1};
  chain[length] = {-1, -1};
  EXPECT_EQ(depth_first(chain, 0).moves.size(), length + 1u);
  EXPECT_EQ(breadth_first(chain, 0).moves.size(), length + 1u);
}

TEST(BlindSearches, FindTheSameFrontierAsExhaustiveWalks) {
  // Random graphs with known and unknown moves. The oracle is the set of states that can be reached
  // over known moves.
  std::uint64_t draw = 12345;
  const auto next = [&](int bound) {
    draw = draw * 6364136223846793005u + 1442695040888963407u;
    return static_cast<int>((draw >> 33) % static_cast<std::uint64_t>(bound));
  };
  for (int trial = 0; trial < 500; ++trial) {
    Arcs arcs;
    for (int state = 0; state < 8; ++state)
      for (int move = 0; move < 2; ++move) arcs[state].push_back(next(12) == 0 ? -1 : next(8));
    std::vector<std::set<int>> layers{{0}};  // states by the fewest moves to them
    std::set<int> reached{0};
    int nearest_untried = -1;
    for (std::size_t depth = 0; depth < layers.size() && nearest_untried < 0; ++depth) {
      std::set<int> further;
      for (int state : layers[depth])
        for (int to : arcs[state]) {
          if (to < 0) nearest_untried = static_cast<int>(depth) + 1;
          if (to >= 0 && reached.insert(to).second) further.insert(to);
        }
      if (!further.empty()) layers.push_back(further);
    }
    const Decision deep = depth_first(arcs, 0), broad = breadth_first(arcs, 0);
    EXPECT_EQ(broad.answer == Answer::exhausted, nearest_untried < 0);
    EXPECT_EQ(deep.answer, broad.answer);
    if (nearest_untried < 0) continue;
    EXPECT_EQ(static_cast<int>(broad.moves.size()), nearest_untried);
    int state = 0;
    for (std::size_t i = 0; i + 1 < deep.moves.size(); ++i) {
      state = arcs[state][static_cast<std::size_t>(deep.moves[i].move.index)];
      EXPECT_EQ(deep.moves[i].expected, StateId(state));
    }
    EXPECT_EQ(arcs[state][static_cast<std::size_t>(deep.moves.back().move.index)], -1);
  }
}

}  // namespace
}  // namespace marblemaze
