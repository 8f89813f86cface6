#include "engine/sim/marble_world.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "maze/base/errors.h"
#include "support/mazes.h"
#include "support/physics_variants.h"
#include "support/play.h"
#include "support/tilt_error.h"
#include "support/world_conformance.h"

namespace marblemaze {
namespace {

using ::testing::ElementsAre;
using testing::make_move;
using testing::PhysicsVariant;
using testing::settle;

class MarbleWorldOf : public ::testing::TestWithParam<PhysicsVariant> {
 protected:
  [[nodiscard]] std::unique_ptr<MarbleWorld> fresh_world(std::shared_ptr<const Maze> maze,
                                                         ControlScheme control) const {
    PhysicsSettings settings = exact_machine();
    settings.solver.collision = GetParam().collision;
    return std::make_unique<MarbleWorld>(std::move(maze), control, settings, *GetParam().kind);
  }
  [[nodiscard]] MarbleWorld world(std::shared_ptr<const Maze> maze, ControlScheme control) const {
    return std::move(*fresh_world(std::move(maze), control));
  }
};

TEST_P(MarbleWorldOf, KeepsTheContractOfAWorld) {
  const int moves = GetParam().collision == Collision::compound ? 20 : 60;
  const auto conforms = [&](glm::ivec3 dims, Layers layers, ControlScheme control) {
    const auto maze = testing::random_maze(dims, layers, 5);
    expect_world_conforms([&] { return fresh_world(maze, control); }, moves);
  };
  conforms(glm::ivec3(3), Layers::all, ControlScheme::cube_8);
  conforms(glm::ivec3(3), Layers::outer, ControlScheme::cube_24);
  conforms({4, 3, 1}, Layers::flat, ControlScheme::flat_4);
}

TEST_P(MarbleWorldOf, IsUprightAfterEveryMove) {
  auto cube = world(testing::random_maze(glm::ivec3(3), Layers::all, 6), ControlScheme::cube_24);
  Rng rng(3);
  settle(cube);
  for (int i = 0; i < 40; ++i) {
    const Motion ending = make_move(cube, MoveId(static_cast<int>(rng.below(4))));
    EXPECT_LT(testing::tilt_error(cube), 1e-9) << "move " << i;
    if (ending == Motion::settled) continue;
    cube.reset();
    settle(cube);
  }
}

TEST_P(MarbleWorldOf, RestsOnlyWithWallsInEachDirectionOfGravity) {
  const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, 7);
  auto cube = world(maze, ControlScheme::cube_8);
  Rng rng(4);
  settle(cube);
  for (int i = 0; i < 40; ++i) {
    if (make_move(cube, MoveId(static_cast<int>(rng.below(3)))) != Motion::settled) {
      cube.reset();
      settle(cube);
      continue;
    }
    const CellId cell = cube.scheme().cell(cube.state());
    for (Direction down : cube.scheme().down(cube.scheme().orientation(cube.state())))
      EXPECT_FALSE(maze->open(cell, down));
    const glm::dvec3 inside = cube.marble_in_maze() - glm::dvec3(maze->grid().position(cell));
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_GT(inside[axis], 0);
      EXPECT_LT(inside[axis], 1);
    }
  }
}

TEST_P(MarbleWorldOf, CopiesContinueBitIdentically) {
  for (const ControlScheme control : {ControlScheme::cube_8, ControlScheme::cube_24}) {
    auto original = fresh_world(testing::random_maze(glm::ivec3(3), Layers::all, 8), control);
    Rng rng(5);
    settle(*original);
    for (int i = 0; i < 15; ++i) {
      original->begin(MoveId(
          static_cast<int>(rng.below(static_cast<std::uint64_t>(original->scheme().moves())))));
      for (auto ticks = rng.below(300); ticks > 0 && under_way(original->tick()); --ticks) continue;
      const auto copy = original->clone();
      Motion motion = original->tick();
      for (int tick = 0; tick < 500; ++tick, motion = original->tick()) {
        ASSERT_EQ(copy->tick(), motion) << "move " << i << " tick " << tick;
        ASSERT_EQ(copy->state_hash(), original->state_hash()) << "move " << i << " tick " << tick;
        if (!under_way(motion)) break;
      }
      if (motion == Motion::settled) continue;
      original->reset();
      settle(*original);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, MarbleWorldOf,
                         ::testing::Values(PhysicsVariant{&real_physics(), Collision::grid},
                                           PhysicsVariant{&real_physics(), Collision::compound},
                                           PhysicsVariant{&fast_physics(), Collision::grid}),
                         [](const auto& variant) { return name_of(variant.param); });

TEST(MarbleWorld, PlaysTheThesisExampleInBullet) {
  MarbleWorld world(testing::cremer_4x4(), ControlScheme::flat_4, exact_machine());
  ASSERT_EQ(settle(world), Motion::settled);
  std::vector<int> visited;
  for (int move : {0, 0, 1, 1, 1, 1}) {
    if (make_move(world, MoveId(move)) != Motion::settled) break;
    visited.push_back(cell_number(world.scheme().cell(world.state())));
  }
  EXPECT_THAT(visited, ElementsAre(3, 12, 4, 4, 14, 16));
  EXPECT_TRUE(world.is_goal(world.state()));
}

TEST(MarbleWorld, RestsInEveryRestState) {
  const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, 9);
  MarbleWorld world(maze, ControlScheme::cube_8, exact_machine());
  int placed = 0;
  for (StateId state(0); state.index < 27 * 8; ++state.index) {
    const auto down = world.scheme().down(world.scheme().orientation(state));
    const CellId cell = world.scheme().cell(state);
    if (std::any_of(down.begin(), down.end(), [&](Direction d) { return maze->open(cell, d); }))
      continue;
    world.place(state);
    ASSERT_EQ(settle(world), Motion::settled);
    EXPECT_EQ(world.state(), state);
    ++placed;
  }
  EXPECT_GT(placed, 20);
}

TEST(MarbleWorld, RejectsUnknownStates) {
  const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, 10);
  MarbleWorld world(maze, ControlScheme::cube_8, exact_machine()),
      other(maze, ControlScheme::cube_8, exact_machine());
  settle(world);
  const auto bound = static_cast<std::uint64_t>(world.traits().state_bound);
  const auto words = world.save();
  ASSERT_TRUE(other.load(words));
  for (std::size_t i = 0; i < words.size(); ++i) {
    auto damaged = words;
    damaged[i] = bound;
    if (other.load(damaged)) {
      EXPECT_LT(other.state().index, world.traits().state_bound) << i;
    }
  }
}

TEST(MarbleWorld, SwitchesSchemesWithinTheCorner) {
  MarbleWorld world(testing::random_maze(glm::ivec3(3), Layers::all, 11), ControlScheme::cube_8,
                    exact_machine());
  settle(world);
  make_move(world, MoveId(2));
  const int corner = world.scheme().corner(world.scheme().orientation(world.state()));
  const CellId cell = world.scheme().cell(world.state());
  EXPECT_FALSE(world.begin_switch(ControlScheme::cube_8)) << "in force already";
  for (const int none : {4, 0, -8, 9, 1 << 30})
    EXPECT_FALSE(world.begin_switch(ControlScheme{none})) << none << " is no scheme of a cube";
  EXPECT_TRUE(world.at_rest()) << "and nothing is done";
  ASSERT_TRUE(world.begin_switch(ControlScheme::cube_24));
  Motion motion = world.tick();
  while (motion != Motion::settled && motion != Motion::frozen) motion = world.tick();
  ASSERT_EQ(motion, Motion::settled);
  EXPECT_EQ(world.scheme().orientations(), 24);
  EXPECT_EQ(world.scheme().corner(world.scheme().orientation(world.state())), corner);
  EXPECT_EQ(world.scheme().cell(world.state()), cell);
}

TEST(MarbleWorld, ShowsTheMarbleInsideItsCell) {
  const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, 12);
  MarbleWorld world(maze, ControlScheme::cube_8, exact_machine());
  settle(world);
  const std::optional<Scene> scene = world.scene();
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->maze, maze.get());
  EXPECT_EQ(glm::ivec3(glm::floor(scene->marble_in_maze())), glm::ivec3(0));
  EXPECT_FALSE(world.contacts().empty()) << "at rest it lies on walls";
  for (const Contact& contact : world.contacts()) {
    const double to_marble = glm::dot(contact.normal, scene->marble.position - contact.point);
    EXPECT_NEAR(to_marble, scene->marble_radius, 0.01) << "the normal points from wall to marble";
  }
}

TEST(MarbleWorld, RefusesASchemeThatTheMazeDoesNotHave) {
  EXPECT_THROW(MarbleWorld(testing::cremer_4x4(), ControlScheme::cube_8, exact_machine()),
               BadInput);
  EXPECT_THROW(MarbleWorld(testing::random_maze(glm::ivec3(3), Layers::all, 1),
                           ControlScheme::flat_4, exact_machine()),
               BadInput);
}

TEST(MarbleWorld, TurnsBlockedByTheMarbleTimeOut) {
  PhysicsSettings heavy;
  heavy.nature.maze_mass_ratio = 1;
  heavy.rest.move_time_limit = 20;
  const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, 1);
  for (const MarbleWorldKind& physics : physics_kinds()) {
    MarbleWorld world(maze, ControlScheme::cube_8, heavy, physics);
    ASSERT_EQ(tick_to_rest(world), Motion::settled);
    Motion motion = Motion::settled;
    for (int i = 0; i < 20 && motion == Motion::settled; ++i) {
      world.begin(MoveId(i % 3));
      motion = tick_to_rest(world);
    }
    EXPECT_EQ(motion, &physics == &real_physics() ? Motion::overdue : motion);
  }
}

#ifndef NDEBUG  // each precondition in the header

class MarbleWorldRefuses : public ::testing::Test {
 protected:
  MarbleWorldRefuses() { static_cast<void>(tick_to_rest(world_)); }
  void turn() {
    world_.begin(MoveId(0));
    static_cast<void>(world_.tick());
  }
  MarbleWorld world_{
      testing::random_maze(glm::ivec3(3), Layers::all, 1), ControlScheme::cube_8, {}};
};
using MarbleWorldDeathTest = MarbleWorldRefuses;

TEST_F(MarbleWorldDeathTest, ToBeMadeWithoutAMaze) {
  EXPECT_DEATH(MarbleWorld(nullptr, ControlScheme::cube_8, exact_machine()), "maze");
}

TEST_F(MarbleWorldDeathTest, ToPlaceTheMarbleOutsideTheMaze) {
  EXPECT_DEATH(world_.place(StateId(27 * 8)), "in_maze");
  EXPECT_DEATH(world_.place(StateId()), "valid");
}

TEST_F(MarbleWorldDeathTest, ToDisplaceTheMarbleByNoNumberOrWhileTheMazeTurns) {
  EXPECT_DEATH(world_.displace({0, std::nan(""), 0}), "isfinite");
  turn();
  EXPECT_DEATH(world_.displace({0, 0, 0}), "stands");
}

TEST_F(MarbleWorldDeathTest, BeginsAMoveOnlyAtRestAndOnlyOneOfItsScheme) {
  MarbleWorld world(testing::random_maze(glm::ivec3(3), Layers::all, 1), ControlScheme::cube_8,
                    exact_machine());
  EXPECT_DEATH(world.begin(MoveId(0)), "at_rest") << "it has not settled at its start";
  EXPECT_DEATH((void)world.state(), "never");
  settle(world);
  EXPECT_DEATH(world.begin(MoveId(3)), "can_move") << "the scheme of 8 has three moves";
  world.begin(MoveId(0));
  world.tick();
  EXPECT_DEATH(world.begin(MoveId(0)), "at_rest");
  EXPECT_DEATH((void)world.begin_switch(ControlScheme::cube_24), "at_rest");
}
#endif

}  // namespace
}  // namespace marblemaze
