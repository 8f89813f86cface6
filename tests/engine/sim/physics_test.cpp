#include "engine/sim/physics.h"

#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "engine/sim/wall_features.h"
#include "support/mazes.h"
#include "support/physics_variants.h"

namespace marblemaze {
namespace {

using testing::PhysicsVariant;

/// Returns settings without damping, so that the motion has a simple closed form.
PhysicsSettings plain_settings(const PhysicsVariant& variant) {
  PhysicsSettings settings = variant.settings();
  settings.nature.linear_damping = settings.nature.angular_damping =
      settings.nature.rolling_friction = 0;
  return settings;
}

/// Initially the maze is not rotated, and the marble is at the maze centre.
struct Simulated {
  std::shared_ptr<const Physics> physics;
  Bodies bodies = physics->make_bodies({});

  void place(const PhysicsState& state) { bodies = physics->make_bodies(state); }
  void release(glm::dvec3 axis) { physics->release(bodies, axis); }
  void step(double torque) { physics->step(bodies, torque); }
  [[nodiscard]] double hinge_angle() const { return physics->hinge_angle(bodies); }
  [[nodiscard]] double hinge_rate() const { return physics->hinge_rate(bodies); }
  [[nodiscard]] PhysicsState state() const { return physics->state(bodies); }
  [[nodiscard]] glm::dvec3 marble_in_maze() const { return physics->marble_in_maze(bodies); }
  [[nodiscard]] double marble_energy() const { return physics->marble_energy(bodies); }
};

Simulated simulated(const PhysicsVariant& variant, const std::shared_ptr<const Maze>& maze,
                    const PhysicsSettings& settings) {
  return {variant.kind->physics(maze, std::make_shared<const WallFeatures>(*maze), settings)};
}

/// Returns a flat maze whose lowest row is a corridor of 8 cells.
std::shared_ptr<const Maze> corridor() {
  return testing::maze_with({8, 2, 1}, Layers::flat,
                            {{1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {7, 8}}, {});
}

glm::dmat3 tilted(double angle) {  // about the y axis; for positive angles, the x axis points down
  return {{std::cos(angle), 0, -std::sin(angle)}, {0, 1, 0}, {std::sin(angle), 0, std::cos(angle)}};
}

class PhysicsOf : public ::testing::TestWithParam<PhysicsVariant> {};

TEST_P(PhysicsOf, ConstantTorqueTurnsTheMazeAboutTheHinge) {
  PhysicsSettings settings = plain_settings(GetParam());
  // The closed form ignores the marble, so its weight must be negligible.
  settings.nature.maze_mass_ratio = 1e6;
  for (const glm::dvec3 axis :
       {glm::dvec3(1, 0, 0), glm::dvec3(0, 1, 0), glm::normalize(glm::dvec3(3, -1, 0)),
        glm::normalize(glm::dvec3(1, 2, 2))}) {
    const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, 1);
    auto world = simulated(GetParam(), maze, settings);
    // The moment of inertia of a cube with mass m and side a is m a² / 6 about any axis through its
    // centre.
    const double inertia = 1e6 * 9 / 6;
    const double torque = 0.6 * inertia;
    world.release(axis);
    const int ticks = 180;
    for (int i = 0; i < ticks; ++i) world.step(torque);
    const double t = ticks * settings.solver.step;
    const double expected = torque * t * t / (2 * inertia);
    EXPECT_NEAR(world.hinge_angle(), expected, 0.01 * expected);
    EXPECT_NEAR(world.hinge_rate(), torque * t / inertia, 0.01 * torque * t / inertia);
    const BodyState turned = world.state().maze;
    EXPECT_LT(glm::length(turned.position), 1e-3);
    EXPECT_LT(glm::distance(turned.rotation * axis, axis), 1e-3);
    // By the right-hand rule, the maze has rotated about the axis by the hinge angle.
    const glm::dvec3 side = glm::normalize(glm::cross(axis, glm::dvec3(0, 0, 1)));
    EXPECT_NEAR(std::atan2(glm::dot(glm::cross(side, turned.rotation * side), axis),
                           glm::dot(side, turned.rotation * side)),
                world.hinge_angle(), 1e-3);
  }
}

TEST_P(PhysicsOf, AFreeMarbleFallsHalfGTSquared) {
  const PhysicsSettings settings = plain_settings(GetParam());
  // The marble falls through the corridor, whose end is 6.5 cells below.
  auto world = simulated(GetParam(), corridor(), settings);
  PhysicsState state;
  state.maze.rotation = tilted(std::numbers::pi / 2);
  state.marble.position = state.maze.rotation * glm::dvec3(-3.5, -0.5, 0);
  world.place(state);
  const double height = world.state().marble.position.z;
  const int ticks = 120;
  for (int i = 0; i < ticks; ++i) world.step(0);
  const double t = ticks * settings.solver.step;
  // The integrator updates the velocity before the position, which adds g t times one step to the
  // closed form.
  const double fallen = height - world.state().marble.position.z;
  EXPECT_NEAR(fallen, 0.5 * 9.81 * t * (t + settings.solver.step), 1e-9);
  EXPECT_NEAR(world.marble_energy(), 0.5 * std::pow(9.81 * t, 2), 1e-6);
}

/// Returns a straight corridor with 8 cells and a floor of 8 panels. A wall meets the floor from
/// below at every internal edge.
std::shared_ptr<const Maze> way_over_walls() {
  std::vector<std::pair<int, int>> open;
  // Cell (x, y, z) has number 16 z + 8 y + x + 1. The corridor is at y = 0, z = 1. Walls separate
  // the cells below the corridor, and each of these cells is open only to its neighbour at y = 1.
  for (int x = 1; x < 8; ++x)
    for (const int row : {8, 16, 24}) open.emplace_back(row + x, row + x + 1);
  for (int x = 1; x <= 8; ++x) open.emplace_back(x, x + 8);
  open.emplace_back(16, 32);
  open.emplace_back(24, 32);
  return testing::maze_with({8, 2, 2}, Layers::all, open, {});
}

PhysicsSettings rough(PhysicsSettings settings) {
  settings.nature.friction = 1.0;
  settings.nature.restitution = 0;
  return settings;
}

/// Marble that rolls without slipping along the middle of way_over_walls(), on a slope.
struct Rolling {
  PhysicsSettings settings;
  std::shared_ptr<const Maze> maze = way_over_walls();
  Simulated world;
  double floor;  ///< height of the marble centre, maze coordinates

  Rolling(const PhysicsVariant& variant, double slope, double speed)
      : settings(rough(plain_settings(variant))), world(simulated(variant, maze, settings)) {
    floor = 1 + 0.5 * settings.nature.wall_thickness + settings.nature.marble_radius;
    PhysicsState state;
    state.maze.rotation = tilted(slope);
    state.marble.position =
        state.maze.rotation * (glm::dvec3(0.5, 0.5, floor) - 0.5 * glm::dvec3(maze->grid().dims()));
    state.marble.velocity = state.maze.rotation * glm::dvec3(speed, 0, 0);
    state.marble.angular_velocity = {0, speed / settings.nature.marble_radius, 0};
    world.place(state);
  }
};

TEST_P(PhysicsOf, InternalEdgesDoNotAffectARollingMarble) {
  // At these speeds, the marble reaches internal edges early or late in a step.
  for (const double speed : {0.7, 1.3, 1.9, 2.45}) {
    Rolling level(GetParam(), 0, speed);
    while (level.world.marble_in_maze().x < 6.9) {
      level.world.step(0);
      ASSERT_NEAR(level.world.state().marble.velocity.x, speed, 1e-6);
      ASSERT_NEAR(level.world.marble_in_maze().z, level.floor, 1e-6);
    }
  }
}

TEST_P(PhysicsOf, AMarbleRollsDownAFloorOfPanelsAtFiveSeventhsOfGSine) {
  for (const double slope : {0.05, 0.2, 0.35}) {
    Rolling down(GetParam(), slope, 0);
    const double acceleration = 5.0 / 7.0 * 9.81 * std::sin(slope);
    double t = 0;
    while (down.world.marble_in_maze().x < 6.9) {
      down.world.step(0);
      t += down.settings.solver.step;
      ASSERT_NEAR(glm::length(down.world.state().marble.velocity), acceleration * t,
                  0.003 * acceleration * t + 0.002)
          << "slope " << slope << ", at " << down.world.marble_in_maze().x;
      ASSERT_NEAR(down.world.marble_in_maze().z, down.floor, 1e-6);
    }
  }
}

// Sliding friction of mu m g slows and spins the sphere. After 2 v / (7 mu g), the sphere rolls at
// 5/7 of its initial speed v. Coulomb friction is isotropic, so this also holds for directions
// between the axes.
TEST_P(PhysicsOf, ASlidingMarbleStartsRollingAsCoulombPredicts) {
  for (const double heading : {0.0, 0.25, 0.5, 0.75}) {  // fractions of a right angle
    PhysicsSettings settings = plain_settings(GetParam());
    settings.nature.friction = 0.3;
    const auto maze = corridor();
    auto world = simulated(GetParam(), maze, settings);
    const double speed = 1, angle = heading * std::numbers::pi / 2;
    PhysicsState state;
    state.marble.position = {
        0.5, -0.5, -0.5 + 0.5 * settings.nature.wall_thickness + settings.nature.marble_radius};
    state.marble.velocity = {speed * std::cos(angle), speed * std::sin(angle), 0};
    world.place(state);
    const double rolls_after = 2 * speed / (7 * 0.3 * 9.81), step = settings.solver.step;
    const int ticks = static_cast<int>(rolls_after / step);
    for (int i = 0; i < ticks; ++i) world.step(0);
    const glm::dvec3 still_sliding = world.state().marble.velocity;
    EXPECT_NEAR(glm::length(still_sliding), speed - 0.3 * 9.81 * ticks * step, 1e-3) << heading;
    EXPECT_NEAR(std::atan2(still_sliding.y, still_sliding.x), angle, 1e-3);
    for (int i = 0; i < 2; ++i) world.step(0);
    EXPECT_NEAR(glm::length(world.state().marble.velocity), 5.0 / 7.0 * speed, 1e-3) << heading;
  }
}

TEST_P(PhysicsOf, RestitutionIsTheRetainedFractionOfTheSpeed) {
  PhysicsSettings settings = plain_settings(GetParam());
  settings.nature.restitution = 0.5;
  settings.nature.gravity = 0.1;  // negligible during the bounce
  // Disables the Bullet corrections for bodies that overlap or are about to touch.
  settings.solver.contact_erp = 0;
  settings.solver.contact_reach = 0;
  auto world = simulated(GetParam(), corridor(), settings);
  PhysicsState state;
  state.marble.position = {3.0, -0.5, 0};
  state.marble.velocity = {2, 0, 0};  // towards the wall at the end
  world.place(state);
  for (int i = 0; i < 60; ++i) world.step(0);
  EXPECT_NEAR(world.state().marble.velocity.x, -1, 0.01);
}

INSTANTIATE_TEST_SUITE_P(All, PhysicsOf, ::testing::ValuesIn(testing::physics_variants()),
                         [](const auto& variant) { return name_of(variant.param); });

}  // namespace
}  // namespace marblemaze
