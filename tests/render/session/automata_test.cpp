#include "render/session/automata.h"

#include <gtest/gtest.h>

#include "tests/render/session/runs.h"

namespace marblemaze {
namespace {

DeadEndFilling filling_of(const Maze& maze) {
  const Layers layers = maze.grid().layers();
  return {std::make_shared<const Maze>(maze), OrientationScheme(default_scheme(layers), layers)};
}

TEST(DeadEndFilling, LeavesOnlyTheTheoreticalPathOpen) {
  for (const Layers layers : {Layers::all, Layers::outer, Layers::flat}) {
    const Maze maze = generate_kruskal({5, 5, layers == Layers::flat ? 1 : 5}, layers, 3);
    DeadEndFilling filling = filling_of(maze);
    EXPECT_EQ(filling.open_cells(), filling.cells());
    filling.jump(1e9);
    EXPECT_EQ(filling.done(), filling.iterations());
    const std::vector<CellId> path = TheoreticalPaths(maze).path_from(maze.start());
    EXPECT_EQ(filling.open_cells(), static_cast<int>(path.size()));
    for (const CellId cell : path) EXPECT_EQ(filling.filled_in(cell), 0);
  }
}

TEST(ClassicAutomaton, LifeIsReproducibleAndPlaysBackward) {
  ClassicAutomaton life(ClassicSpec{}), again(ClassicSpec{});
  life.jump(100);
  life.jump(40);
  again.jump(40);
  EXPECT_EQ(life.now(), again.now());
  EXPECT_NE(life.now(), life.generations().back());
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
