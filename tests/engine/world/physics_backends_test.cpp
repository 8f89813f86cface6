#include "engine/world/physics_backends.h"

#include <cmath>
#include <numbers>
#include <set>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "engine/physics/wall_features.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

/// A back end under a collision geometry.
struct Kind {
  const PhysicsBackendEntry* entry;
  Collision collision;
};

std::string name_of(const Kind& kind) {
  return std::string(kind.entry->name) +
         (kind.collision == Collision::compound ? "_compound" : "_grid");
}
void PrintTo(const Kind& kind, std::ostream* out) { *out << name_of(kind); }

/// Every row, under each geometry that makes a difference to it.
std::vector<Kind> all_kinds() {
  std::vector<Kind> kinds;
  for (const PhysicsBackendEntry& entry : physics_backends()) {
    kinds.push_back({&entry, Collision::grid});
    if (entry.never_cloneable) kinds.push_back({&entry, *entry.never_cloneable});
  }
  return kinds;
}

/// Settings in which a closed form is simple: nothing is lost to the air.
PhysicsSettings plain_settings(const Kind& kind) {
  PhysicsSettings settings;
  settings.nature.linear_damping = settings.nature.angular_damping =
      settings.nature.rolling_friction = 0;
  settings.solver.collision = kind.collision;
  return settings;
}

std::unique_ptr<PhysicsBackend> backend(const Kind& kind, std::shared_ptr<const Maze> maze,
                                        const PhysicsSettings& settings) {
  return kind.entry->make(maze, std::make_shared<const WallFeatures>(*maze), settings);
}

/// A flat maze with a corridor of open cells along its lowest row, 8 cells long.
std::shared_ptr<const Maze> corridor() {
  return testing::maze_with({8, 2, 1}, Layers::flat,
                            {{1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {7, 8}}, {});
}

glm::dmat3 tilted(double angle) {  // about y: x goes down as the angle grows
  return {{std::cos(angle), 0, -std::sin(angle)}, {0, 1, 0}, {std::sin(angle), 0, std::cos(angle)}};
}

/// Those whose state holds all that decides what comes next, such as the order of contacts.
std::vector<Kind> cloneable_kinds() {
  std::vector<Kind> kinds = all_kinds();
  std::erase_if(kinds,
                [](const Kind& kind) { return !kind.entry->cloneable(plain_settings(kind)); });
  return kinds;
}

class PhysicsBackendOf : public ::testing::TestWithParam<Kind> {};
class CloneablePhysicsBackend : public ::testing::TestWithParam<Kind> {};

TEST_P(PhysicsBackendOf, ConstantTorqueTurnsTheMazeByHalfOfTSquaredOverInertia) {
  PhysicsSettings settings = plain_settings(GetParam());
  // So that the marble inside, which is no closed form, weighs nothing.
  settings.nature.maze_mass_ratio = 1e6;
  for (const glm::dvec3 axis :
       {glm::dvec3(1, 0, 0), glm::dvec3(0, 1, 0), glm::normalize(glm::dvec3(3, -1, 0)),
        glm::normalize(glm::dvec3(1, 2, 2))}) {
    const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, 1);
    const auto world = backend(GetParam(), maze, settings);
    // A cube of mass m and side a turns about any axis through its centre with m a² / 6.
    const double inertia = 1e6 * 9 / 6;
    EXPECT_DOUBLE_EQ(world->maze_inertia(), inertia);
    const double torque = 0.6 * inertia;
    world->release(axis);
    const int ticks = 180;
    for (int i = 0; i < ticks; ++i) world->step(torque);
    const double t = ticks * settings.solver.step;
    const double expected = torque * t * t / (2 * inertia);
    EXPECT_NEAR(world->hinge_angle(), expected, 0.01 * expected);
    EXPECT_NEAR(world->hinge_rate(), torque * t / inertia, 0.01 * torque * t / inertia);
  }
}

TEST_P(PhysicsBackendOf, TheHingeHoldsItsAxisAndTheMazeItsPlace) {
  const PhysicsSettings settings = plain_settings(GetParam());
  const auto maze = testing::random_maze(glm::ivec3(5), Layers::outer, 1);
  const auto world = backend(GetParam(), maze, settings);
  const glm::dvec3 axis = glm::normalize(glm::dvec3(2, 1, 0));
  world->release(axis);
  for (int i = 0; i < 120; ++i) world->step(world->maze_inertia());
  const BodyState turned = world->state().maze;
  EXPECT_LT(glm::length(turned.position), 1e-3);
  EXPECT_LT(glm::distance(turned.rotation * axis, axis), 1e-3);
  // Right-handed about the axis, by the angle that the hinge reports.
  const glm::dvec3 side = glm::normalize(glm::cross(axis, glm::dvec3(0, 0, 1)));
  EXPECT_NEAR(std::atan2(glm::dot(glm::cross(side, turned.rotation * side), axis),
                         glm::dot(side, turned.rotation * side)),
              world->hinge_angle(), 1e-3);
}

TEST_P(PhysicsBackendOf, BrakedMazeStandsExactlyAsToldWhateverTheMarbleDoes) {
  const PhysicsSettings settings = plain_settings(GetParam());
  const auto world = backend(GetParam(), corridor(), settings);
  PhysicsState state;
  state.maze.rotation = tilted(0.3);
  state.marble.position = state.maze.rotation * glm::dvec3(-3, -0.5, 0);
  state.marble.velocity = {5, 0, 0};
  world->restore(state);
  for (int i = 0; i < 240; ++i) world->step(0);
  EXPECT_EQ(world->state().maze.rotation, tilted(0.3));
  EXPECT_EQ(world->state().maze.position, glm::dvec3(0));
}

TEST_P(PhysicsBackendOf, AFreeMarbleFallsHalfGTSquared) {
  const PhysicsSettings settings = plain_settings(GetParam());
  // Straight down the corridor, whose far end is 6.5 cells below.
  const auto world = backend(GetParam(), corridor(), settings);
  PhysicsState state;
  state.maze.rotation = tilted(std::numbers::pi / 2);
  state.marble.position = state.maze.rotation * glm::dvec3(-3.5, -0.5, 0);
  world->restore(state);
  const double height = world->state().marble.position.z;
  const int ticks = 120;
  for (int i = 0; i < ticks; ++i) world->step(0);
  const double t = ticks * settings.solver.step;
  // Velocity first, position after: one step's worth of g t more than the closed form.
  const double fallen = height - world->state().marble.position.z;
  EXPECT_NEAR(fallen, 0.5 * 9.81 * t * (t + settings.solver.step), 1e-9);
  EXPECT_NEAR(world->marble_energy(), 0.5 * std::pow(9.81 * t, 2), 1e-6);
}

/// Where a marble let go on the floor of the tilted corridor, 0.8 cells from its upper end, is
/// after so many ticks, in maze coordinates. Gravity along -z presses it on the lower panel.
glm::dvec3 down_the_slope(const Kind& kind, const PhysicsSettings& settings, double slope,
                          int ticks) {
  const auto world = backend(kind, corridor(), settings);
  const double low = -0.5 + 0.5 * settings.nature.wall_thickness + settings.nature.marble_radius;
  PhysicsState state;
  state.maze.rotation = tilted(slope);
  state.marble.position = state.maze.rotation * glm::dvec3(-3.2, -0.5, low);
  world->restore(state);
  for (int i = 0; i < ticks; ++i) world->step(0);
  EXPECT_NEAR(world->marble_in_maze().z, 0.5 + low, 2e-3) << "it stays on the floor";
  return world->marble_in_maze();
}

/// What a body that slides without friction travels down the slope meanwhile.
double slides(const PhysicsSettings& settings, double slope, int ticks) {
  return 0.5 * 9.81 * std::sin(slope) * std::pow(ticks * settings.solver.step, 2);
}

TEST_P(PhysicsBackendOf, ARollingSphereAcceleratesAtFiveSeventhsOfASlidingOne) {
  PhysicsSettings settings = plain_settings(GetParam());
  settings.nature.friction = 1.0;  // grips: the sphere rolls without slipping
  settings.nature.restitution = 0;
  const double expected = 5.0 / 7.0 * slides(settings, 0.2, 180);
  EXPECT_NEAR(down_the_slope(GetParam(), settings, 0.2, 180).x - 0.8, expected, 0.02 * expected);
}

/// A straight way of 8 cells over a floor of as many panels. A wall meets the floor from below at
/// every seam, and stands flush with it.
std::shared_ptr<const Maze> way_over_walls() {
  std::vector<std::pair<int, int>> open;
  // Cell (x, y, z) is 16 z + 8 y + x + 1. The way is at y = 0, z = 1; below it are cells with walls
  // between them, each open only to its neighbour at y = 1.
  for (int x = 1; x < 8; ++x)
    for (const int row : {8, 16, 24}) open.emplace_back(row + x, row + x + 1);
  for (int x = 1; x <= 8; ++x) open.emplace_back(x, x + 8);
  open.emplace_back(16, 32);
  open.emplace_back(24, 32);
  return testing::maze_with({8, 2, 2}, Layers::all, open, {});
}

/// A marble that rolls without slipping along that way, in the middle of it, on a slope.
struct Rolling {
  std::unique_ptr<PhysicsBackend> world;
  PhysicsSettings settings;
  double floor;  ///< height of the marble's centre in maze coordinates

  Rolling(const Kind& kind, double slope, double speed) : settings(plain_settings(kind)) {
    settings.nature.friction = 1.0;
    settings.nature.restitution = 0;
    const auto maze = way_over_walls();
    world = backend(kind, maze, settings);
    floor = 1 + 0.5 * settings.nature.wall_thickness + settings.nature.marble_radius;
    PhysicsState state;
    state.maze.rotation = tilted(slope);
    state.marble.position =
        state.maze.rotation * (glm::dvec3(0.5, 0.5, floor) - 0.5 * glm::dvec3(maze->grid().dims()));
    state.marble.velocity = state.maze.rotation * glm::dvec3(speed, 0, 0);
    state.marble.angular_velocity = {0, speed / settings.nature.marble_radius, 0};
    world->restore(state);
  }
};

TEST_P(PhysicsBackendOf, AMarbleRollsOverTheSeamsOfAFlatFloorAsOverOnePlane) {
  // At speeds at which the marble meets seams early or late in a step.
  for (const double speed : {0.7, 1.3, 1.9, 2.45}) {
    const Rolling level(GetParam(), 0, speed);
    while (level.world->marble_in_maze().x < 6.9) {
      level.world->step(0);
      ASSERT_NEAR(level.world->state().marble.velocity.x, speed, 1e-6);
      ASSERT_NEAR(level.world->marble_in_maze().z, level.floor, 1e-6);
    }
  }
}

TEST_P(PhysicsBackendOf, AMarbleRollsDownAFloorOfPanelsAtFiveSeventhsOfGSine) {
  for (const double slope : {0.05, 0.2, 0.35}) {
    const Rolling down(GetParam(), slope, 0);
    const double acceleration = 5.0 / 7.0 * 9.81 * std::sin(slope);
    double t = 0;
    while (down.world->marble_in_maze().x < 6.9) {
      down.world->step(0);
      t += down.settings.solver.step;
      ASSERT_NEAR(glm::length(down.world->state().marble.velocity), acceleration * t,
                  0.003 * acceleration * t + 0.002)
          << "slope " << slope << ", at " << down.world->marble_in_maze().x;
      ASSERT_NEAR(down.world->marble_in_maze().z, down.floor, 1e-6);
    }
  }
}

// Sliding friction of mu m g brakes the sphere and spins it, until it rolls at 5/7 of its speed
// after 2 v / (7 mu g). Across the axes, too: Coulomb's law knows no direction.
TEST_P(PhysicsBackendOf, AMarbleThatSlidesRollsAtFiveSeventhsOfItsSpeedAsSoonAsCoulombSays) {
  for (const double heading : {0.0, 0.25, 0.5, 0.75}) {  // of a right angle
    PhysicsSettings settings = plain_settings(GetParam());
    settings.nature.friction = 0.3;
    const auto maze = corridor();
    const auto world = backend(GetParam(), maze, settings);
    const double speed = 1, angle = heading * std::numbers::pi / 2;
    PhysicsState state;
    state.marble.position = {
        0.5, -0.5, -0.5 + 0.5 * settings.nature.wall_thickness + settings.nature.marble_radius};
    state.marble.velocity = {speed * std::cos(angle), speed * std::sin(angle), 0};
    world->restore(state);
    const double rolls_after = 2 * speed / (7 * 0.3 * 9.81), step = settings.solver.step;
    const int ticks = static_cast<int>(rolls_after / step);
    for (int i = 0; i < ticks; ++i) world->step(0);
    const glm::dvec3 still_sliding = world->state().marble.velocity;
    EXPECT_NEAR(glm::length(still_sliding), speed - 0.3 * 9.81 * ticks * step, 1e-3) << heading;
    EXPECT_NEAR(std::atan2(still_sliding.y, still_sliding.x), angle, 1e-3);
    for (int i = 0; i < 2; ++i) world->step(0);
    EXPECT_NEAR(glm::length(world->state().marble.velocity), 5.0 / 7.0 * speed, 1e-3) << heading;
  }
}

TEST_P(PhysicsBackendOf, ASphereOnASteepSmoothSlopeSlides) {
  PhysicsSettings settings = plain_settings(GetParam());
  settings.nature.friction = 0;
  settings.nature.restitution = 0;
  const double expected = slides(settings, 0.3, 120);
  EXPECT_NEAR(down_the_slope(GetParam(), settings, 0.3, 120).x - 0.8, expected, 0.02 * expected);
}

TEST_P(PhysicsBackendOf, RestitutionGivesBackThatShareOfTheSpeed) {
  PhysicsSettings settings = plain_settings(GetParam());
  settings.nature.restitution = 0.5;
  settings.nature.gravity = 0.1;  // hardly anything during the bounce
  // Bullet also pushes overlapping bodies apart, and brakes those about to touch; neither here.
  settings.solver.contact_erp = 0;
  settings.solver.contact_reach = 0;
  const auto world = backend(GetParam(), corridor(), settings);
  PhysicsState state;
  state.marble.position = {3.0, -0.5, 0};
  state.marble.velocity = {2, 0, 0};  // towards the end wall
  world->restore(state);
  for (int i = 0; i < 60; ++i) world->step(0);
  EXPECT_NEAR(world->state().marble.velocity.x, -1, 0.01);
}

TEST_P(PhysicsBackendOf, LinearDampingTakesItsShareOfSpeedEachSecond) {
  PhysicsSettings settings = plain_settings(GetParam());
  settings.nature.linear_damping = 0.262;
  settings.nature.gravity = 0.1;
  const auto world = backend(GetParam(), corridor(), settings);
  PhysicsState state;
  state.marble.position = {-3, -0.5, 0.1};
  state.marble.velocity = {1, 0, 0};
  world->restore(state);
  for (int i = 0; i < 120; ++i) world->step(0);
  EXPECT_NEAR(world->state().marble.velocity.x, 1 - 0.262, 1e-6);
}

/// A marble on its way, in every respect.
PhysicsState rolling_state() {
  PhysicsState state;
  state.maze.rotation = tilted(0.7);
  state.marble.position = state.maze.rotation * glm::dvec3(-3, -0.4, 0.1);
  state.marble.velocity = {0.3, 0.1, -0.2};
  state.marble.angular_velocity = {1, 2, 3};
  return state;
}

void expect_alike(PhysicsBackend& a, PhysicsBackend& b) {
  for (int i = 0; i < 200; ++i) {
    a.step(0);
    b.step(0);
    ASSERT_EQ(a.state().marble.position, b.state().marble.position) << i;
    ASSERT_EQ(a.state().marble.angular_velocity, b.state().marble.angular_velocity) << i;
  }
}

TEST_P(CloneablePhysicsBackend, RestoredToEqualStatesContinueAlike) {
  const PhysicsSettings settings = plain_settings(GetParam());
  const auto maze = corridor();
  const auto fresh = backend(GetParam(), maze, settings),
             used = backend(GetParam(), maze, settings);
  for (int i = 0; i < 100; ++i) used->step(0);
  fresh->restore(rolling_state());
  used->restore(rolling_state());
  expect_alike(*fresh, *used);
}

TEST_P(CloneablePhysicsBackend, ContinuesAsTheOneWhoseNumbersItTookOver) {
  const PhysicsSettings settings = plain_settings(GetParam());
  const auto maze = corridor();
  const auto original = backend(GetParam(), maze, settings);
  original->restore(rolling_state());
  for (int i = 0; i < 37; ++i) original->step(0);
  const auto copy = backend(GetParam(), maze, settings);
  ASSERT_TRUE(copy->take_over(original->numbers(), 8));
  expect_alike(*original, *copy);
}

#ifndef NDEBUG  // each precondition that the header states

TEST_P(PhysicsBackendOf, TurnsAboutAUnitVectorOnly) {
  const auto world = backend(GetParam(), corridor(), plain_settings(GetParam()));
  EXPECT_DEATH(world->release({0, 0, 2}), "is_unit");
}

TEST_P(PhysicsBackendOf, IsBrakedInARotationOnly) {
  const auto world = backend(GetParam(), corridor(), plain_settings(GetParam()));
  EXPECT_DEATH(world->brake(glm::dmat3(2)), "is_rotation");
}

TEST_P(PhysicsBackendOf, IsSteppedWithAFiniteTorqueOnly) {
  const auto world = backend(GetParam(), corridor(), plain_settings(GetParam()));
  EXPECT_DEATH(world->step(std::nan("")), "isfinite");
}

TEST_P(PhysicsBackendOf, IsRestoredToRotationsOnly) {
  const auto world = backend(GetParam(), corridor(), plain_settings(GetParam()));
  PhysicsState state;
  state.maze.rotation = glm::dmat3(0);
  EXPECT_DEATH(world->restore(state), "is_rotation");
  state.maze.rotation = glm::dmat3(1);
  state.marble.rotation = glm::dmat3(-1);  // a mirror
  EXPECT_DEATH(world->restore(state), "is_rotation");
}

TEST_P(PhysicsBackendOf, IsMadeOfAMazeAndItsWalls) {
  const PhysicsSettings settings = plain_settings(GetParam());
  const auto maze = corridor();
  EXPECT_DEATH(GetParam().entry->make(maze, nullptr, settings), "features");
  const auto walls = std::make_shared<const WallFeatures>(*maze);
  EXPECT_DEATH(GetParam().entry->make(nullptr, walls, settings), "maze");
}

#endif

INSTANTIATE_TEST_SUITE_P(All, PhysicsBackendOf, ::testing::ValuesIn(all_kinds()),
                         [](const auto& kind) { return name_of(kind.param); });
INSTANTIATE_TEST_SUITE_P(All, CloneablePhysicsBackend, ::testing::ValuesIn(cloneable_kinds()),
                         [](const auto& kind) { return name_of(kind.param); });

TEST(PhysicsBackends, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const PhysicsBackendEntry& entry : physics_backends()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    EXPECT_FALSE(entry.title.empty()) << entry.name;
  }
}

TEST(PhysicsBackends, LetAgentsImagineWithOneThatIsFastAndAlwaysCloneable) {
  PhysicsSettings compound;
  compound.solver.collision = Collision::compound;
  EXPECT_TRUE(imagined_physics().fast);
  EXPECT_TRUE(imagined_physics().cloneable({}));
  EXPECT_TRUE(imagined_physics().cloneable(compound));
  EXPECT_NE(&imagined_physics(), &real_physics());
}

}  // namespace
}  // namespace marblemaze
