#include "render/session/automata.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "tests/render/session/runs.h"

namespace marblemaze {
namespace {

using Neighbours = std::map<CellId, std::vector<CellId>>;

// Returns the length, in cells, of the longest branch that starts at `cell` and leads away from
// `from`.
int height(const Neighbours& neighbours, CellId cell, CellId from) {
  int most = 0;
  for (const CellId next : neighbours.at(cell))
    if (next != from) most = std::max(most, height(neighbours, next, cell));
  return most + 1;
}

DeadEndFilling filling_of(const Maze& maze) {
  const Layers layers = maze.grid().layers();
  return {std::make_shared<const Maze>(maze), OrientationScheme(default_scheme(layers), layers)};
}

TEST(DeadEndFilling, FillsBranchesFromTheirTipsAndLeavesTheTheoreticalPath) {
  for (const Layers layers : {Layers::all, Layers::outer, Layers::flat})
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const Maze maze = generate_kruskal({5, 5, layers == Layers::flat ? 1 : 5}, layers, seed);
      const DeadEndFilling filling = filling_of(maze);
      Neighbours neighbours;
      for (const auto& [a, b] : maze.passages())
        neighbours[a].push_back(b), neighbours[b].push_back(a);
      const std::vector<CellId> path = TheoreticalPaths(maze).path_from(maze.start());
      EXPECT_EQ(filling.open_cells_at_end(), static_cast<int>(path.size()));
      int last = 0;
      for (const CellId cell : path) {
        EXPECT_EQ(filling.filled_in(cell), 0);
        for (const CellId side : neighbours.at(cell)) {
          if (std::ranges::count(path, side) > 0) continue;
          EXPECT_EQ(filling.filled_in(side), height(neighbours, side, cell));
          last = std::max(last, filling.filled_in(side));
        }
      }
      EXPECT_EQ(filling.iterations(), last);
    }
}

TEST(DeadEndFilling, CellShrinksDuringTheIterationThatFillsIt) {
  const Maze maze = generate_kruskal({4, 4, 4}, Layers::all, 2);
  DeadEndFilling filling = filling_of(maze);
  EXPECT_EQ(filling.open_cells(), 64);
  EXPECT_TRUE(std::isinf(filling.time_left(maze.start())));
  for (CellId cell(0); cell.index < 64; ++cell.index)
    if (const int filled = filling.filled_in(cell); filled > 0)
      for (const double left : {0.25, 0.0}) {
        filling.jump(filled - left);
        EXPECT_NEAR(filling.time_left(cell), left, 1e-5);
      }
  filling.jump(1e9);
  EXPECT_EQ(filling.done(), filling.iterations());
  EXPECT_EQ(filling.open_cells(), filling.open_cells_at_end());
}

// First terms of OEIS A070950 and A075437.
TEST(ClassicAutomaton, Rules30And90MatchThePublishedPatterns) {
  for (const auto& [rule, row] : {std::pair(30, "##.####"), {90, "#.#.#.#"}}) {
    ClassicAutomaton automaton(ClassicSpec{rule});
    automaton.jump(3);
    EXPECT_EQ(to_text(automaton.now()).substr(60 - 3, 7), row);
  }
}

TEST(ClassicAutomaton, LifeIsReproducibleAndPlaysBackward) {
  ClassicAutomaton life(ClassicSpec{}), again(ClassicSpec{});
  life.jump(100);
  life.jump(40);
  again.jump(40);
  EXPECT_EQ(life.now(), again.now());
  EXPECT_NE(life.now(), life.generations().back());
  EXPECT_EQ(life.length(), 100);
}

TEST(ClassicAutomaton, EndsWhenStillOrWhenItsCellsReachTheEdge) {
  ClassicAutomaton dies(ClassicSpec{0}), grows(ClassicSpec{30});
  dies.jump(10);
  EXPECT_TRUE(dies.still() && dies.over());
  EXPECT_EQ(dies.length(), 1);
  grows.jump(1000);
  EXPECT_TRUE(!grows.still() && grows.over());
  EXPECT_EQ(to_text(grows.now()).front(), '#');
}

TEST(Session, ReturnsToTheMarbleFromAClassicAutomaton) {
  Session session(testing::cube());
  session.show_filling();
  session.show_classic(ClassicSpec{110});
  EXPECT_EQ(&session.shown(), session.classic());
  EXPECT_EQ(session.filling(), nullptr);
  session.show_marble();
  EXPECT_EQ(&session.shown(), &session.marble());
  session.show_classic(ClassicSpec{});
  session.act(&Session::next_maze);
  EXPECT_EQ(session.classic(), nullptr);
}

}  // namespace
}  // namespace marblemaze
