#include <gtest/gtest.h>

#include "maze/grid/generator.h"
#include "render/session/automata.h"
#include "render/session/workbench.h"

namespace marblemaze {
namespace {

// https://oeis.org/A070950 and A075437 begin so.
TEST(ClassicAutomaton, GrowsWolframsTrianglesFromOneCell) {
  ClassicAutomaton thirty(ClassicSpec{30});
  thirty.time.jump(3);
  EXPECT_EQ(to_text(thirty.now()).substr(60 - 3, 7), "##.####");
  ClassicAutomaton ninety(ClassicSpec{90});
  ninety.time.jump(3);
  EXPECT_EQ(to_text(ninety.now()).substr(60 - 3, 7), "#.#.#.#");
}

TEST(ClassicAutomaton, LifeIsTheSameFromTheSameSeedAndIsWatchedBackwardToo) {
  ClassicAutomaton life(ClassicSpec{}), again(ClassicSpec{});
  life.time.jump(100);
  life.time.jump(40);
  again.time.jump(40);
  EXPECT_EQ(life.time.done(), 40);
  EXPECT_EQ(life.now(), again.now());
  EXPECT_NE(life.now(), life.generations().back());
  EXPECT_EQ(life.length(), 100);
}

TEST(ClassicAutomaton, EndsWhereNothingChangesAnyMoreOrItsCellsReachTheEdge) {
  ClassicAutomaton dies(ClassicSpec{0});  // all neighbourhoods give a dead cell
  dies.time.jump(10);
  EXPECT_TRUE(dies.still());
  EXPECT_EQ(dies.length(), 1);
  EXPECT_TRUE(dies.over());
  ClassicAutomaton grows(ClassicSpec{30});
  grows.time.jump(1000);
  EXPECT_FALSE(grows.still());
  EXPECT_TRUE(grows.over());
  EXPECT_EQ(to_text(grows.now()).front(), '#');
}

TEST(Workbench, ShowsAClassicAutomatonInsteadOfTheMarbleAndGoesBack) {
  RunSpec spec;
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, 5));
  Workbench bench(spec);
  bench.show_filling();
  bench.show_classic(ClassicSpec{110});
  EXPECT_EQ(&bench.shown(), bench.classic());
  EXPECT_EQ(bench.filling(), nullptr);
  bench.show_marble();
  EXPECT_EQ(&bench.shown(), &bench.marble());
  bench.show_classic(ClassicSpec{});
  bench.ask({Act::next_maze});
  EXPECT_EQ(bench.classic(), nullptr);
}

}  // namespace
}  // namespace marblemaze
