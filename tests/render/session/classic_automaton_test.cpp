#include <gtest/gtest.h>

#include "maze/grid/generator.h"
#include "render/session/automata.h"
#include "render/session/session.h"

namespace marblemaze {
namespace {

// Initial terms of https://oeis.org/A070950 and A075437.
TEST(ClassicAutomaton, GrowsWolframsTrianglesFromOneCell) {
  ClassicAutomaton thirty(ClassicSpec{30});
  thirty.jump(3);
  EXPECT_EQ(to_text(thirty.now()).substr(60 - 3, 7), "##.####");
  ClassicAutomaton ninety(ClassicSpec{90});
  ninety.jump(3);
  EXPECT_EQ(to_text(ninety.now()).substr(60 - 3, 7), "#.#.#.#");
}

TEST(ClassicAutomaton, LifeIsTheSameFromTheSameSeedAndIsWatchedBackwardToo) {
  ClassicAutomaton life(ClassicSpec{}), again(ClassicSpec{});
  life.jump(100);
  life.jump(40);
  again.jump(40);
  EXPECT_EQ(life.done(), 40);
  EXPECT_EQ(life.now(), again.now());
  EXPECT_NE(life.now(), life.generations().back());
  EXPECT_EQ(life.length(), 100);
}

TEST(ClassicAutomaton, EndsWhereNothingChangesAnyMoreOrItsCellsReachTheEdge) {
  ClassicAutomaton dies(ClassicSpec{0});  // every neighbourhood gives a dead cell
  dies.jump(10);
  EXPECT_TRUE(dies.still());
  EXPECT_EQ(dies.length(), 1);
  EXPECT_TRUE(dies.over());
  ClassicAutomaton grows(ClassicSpec{30});
  grows.jump(1000);
  EXPECT_FALSE(grows.still());
  EXPECT_TRUE(grows.over());
  EXPECT_EQ(to_text(grows.now()).front(), '#');
}

TEST(Session, ShowsAClassicAutomatonInsteadOfTheMarbleAndGoesBack) {
  RunSpec spec;
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, 5));
  Session session(spec);
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
