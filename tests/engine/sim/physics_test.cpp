#include "engine/sim/physics.h"

#include <cmath>
#include <cstring>
#include <numbers>
#include <set>
#include <thread>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "engine/sim/marble_worlds.h"
#include "engine/sim/wall_features.h"
#include "support/mazes.h"
#include "support/physics_variants.h"

namespace marblemaze {
namespace {

using testing::PhysicsVariant;

/// Returns every physics with each collision geometry that affects it.
std::vector<PhysicsVariant> all_variants() {
  std::vector<PhysicsVariant> variants{{&real_physics(), Collision::compound}};
  for (const MarbleWorldKind& entry : physics_kinds())
    variants.push_back({&entry, Collision::grid});
  return variants;
}

/// Returns settings with simple closed forms, without air resistance.
PhysicsSettings plain_settings(const PhysicsVariant& variant) {
  PhysicsSettings settings;
  settings.nature.linear_damping = settings.nature.angular_damping =
      settings.nature.rolling_friction = 0;
  settings.solver.collision = variant.collision;
  return settings;
}

/// Bodies and their physics. At first the maze is not turned, and the marble is at its centre.
struct Simulated {
  std::shared_ptr<const Physics> laws;
  Bodies bodies = laws->placed({});

  void place(const PhysicsState& state) { bodies = laws->placed(state); }
  void release(glm::dvec3 axis) { laws->release(bodies, axis); }
  void tilt(glm::dvec3 rate) { laws->tilt(bodies, rate); }
  void brake(const glm::dmat3& rotation) { laws->brake(bodies, rotation); }
  void step(double torque) { laws->step(bodies, torque); }
  [[nodiscard]] double hinge_angle() const { return laws->hinge_angle(bodies); }
  [[nodiscard]] double hinge_rate() const { return laws->hinge_rate(bodies); }
  [[nodiscard]] PhysicsState state() const { return laws->state(bodies); }
  [[nodiscard]] glm::dvec3 marble_in_maze() const { return laws->marble_in_maze(bodies); }
  [[nodiscard]] double marble_energy() const { return laws->marble_energy(bodies); }
};

Simulated simulated(const PhysicsVariant& variant, const std::shared_ptr<const Maze>& maze,
                    const PhysicsSettings& settings) {
  return {variant.kind->physics(maze, std::make_shared<const WallFeatures>(*maze), settings)};
}

/// Returns a flat maze with a corridor of 8 open cells along its lowest row.
std::shared_ptr<const Maze> corridor() {
  return testing::maze_with({8, 2, 1}, Layers::flat,
                            {{1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {7, 8}}, {});
}

glm::dmat3 tilted(double angle) {  // about y: x points down for positive angles
  return {{std::cos(angle), 0, -std::sin(angle)}, {0, 1, 0}, {std::sin(angle), 0, std::cos(angle)}};
}

class PhysicsOf : public ::testing::TestWithParam<PhysicsVariant> {};

TEST_P(PhysicsOf, ConstantTorqueTurnsTheMazeByHalfOfTSquaredOverInertia) {
  PhysicsSettings settings = plain_settings(GetParam());
  // The closed form has no marble, so the marble's weight must be negligible.
  settings.nature.maze_mass_ratio = 1e6;
  for (const glm::dvec3 axis :
       {glm::dvec3(1, 0, 0), glm::dvec3(0, 1, 0), glm::normalize(glm::dvec3(3, -1, 0)),
        glm::normalize(glm::dvec3(1, 2, 2))}) {
    const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, 1);
    auto world = simulated(GetParam(), maze, settings);
    // A cube of mass m and side a has the moment of inertia m a² / 6 about any axis through its
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
  }
}

TEST_P(PhysicsOf, TheHingeKeepsAxisAndPosition) {
  const PhysicsSettings settings = plain_settings(GetParam());
  const auto maze = testing::random_maze(glm::ivec3(5), Layers::outer, 1);
  auto world = simulated(GetParam(), maze, settings);
  const glm::dvec3 axis = glm::normalize(glm::dvec3(2, 1, 0));
  world.release(axis);
  for (int i = 0; i < 120; ++i) world.step(1000 * 25 / 6.0);
  const BodyState turned = world.state().maze;
  EXPECT_LT(glm::length(turned.position), 1e-3);
  EXPECT_LT(glm::distance(turned.rotation * axis, axis), 1e-3);
  // Right-handed rotation about the axis by the angle that the hinge reports.
  const glm::dvec3 side = glm::normalize(glm::cross(axis, glm::dvec3(0, 0, 1)));
  EXPECT_NEAR(std::atan2(glm::dot(glm::cross(side, turned.rotation * side), axis),
                         glm::dot(side, turned.rotation * side)),
              world.hinge_angle(), 1e-3);
}

TEST_P(PhysicsOf, ABrakedMazeKeepsItsOrientation) {
  const PhysicsSettings settings = plain_settings(GetParam());
  auto world = simulated(GetParam(), corridor(), settings);
  PhysicsState state;
  state.maze.rotation = tilted(0.3);
  state.marble.position = state.maze.rotation * glm::dvec3(-3, -0.5, 0);
  state.marble.velocity = {5, 0, 0};
  world.place(state);
  for (int i = 0; i < 240; ++i) world.step(0);
  EXPECT_EQ(world.state().maze.rotation, tilted(0.3));
  EXPECT_EQ(world.state().maze.position, glm::dvec3(0));
}

TEST_P(PhysicsOf, AFreeMarbleFallsHalfGTSquared) {
  const PhysicsSettings settings = plain_settings(GetParam());
  // The marble falls straight down the corridor, whose end is 6.5 cells below.
  auto world = simulated(GetParam(), corridor(), settings);
  PhysicsState state;
  state.maze.rotation = tilted(std::numbers::pi / 2);
  state.marble.position = state.maze.rotation * glm::dvec3(-3.5, -0.5, 0);
  world.place(state);
  const double height = world.state().marble.position.z;
  const int ticks = 120;
  for (int i = 0; i < ticks; ++i) world.step(0);
  const double t = ticks * settings.solver.step;
  // The integrator updates velocity before position, which adds g t times one step to the closed
  // form.
  const double fallen = height - world.state().marble.position.z;
  EXPECT_NEAR(fallen, 0.5 * 9.81 * t * (t + settings.solver.step), 1e-9);
  EXPECT_NEAR(world.marble_energy(), 0.5 * std::pow(9.81 * t, 2), 1e-6);
}

/// Returns the position, in maze coordinates, of a marble that was released on the floor of the
/// tilted corridor, 0.8 cells from its upper end. Gravity along -z presses it on the lower panel.
glm::dvec3 down_the_slope(const PhysicsVariant& variant, const PhysicsSettings& settings,
                          double slope, int ticks) {
  auto world = simulated(variant, corridor(), settings);
  const double low = -0.5 + 0.5 * settings.nature.wall_thickness + settings.nature.marble_radius;
  PhysicsState state;
  state.maze.rotation = tilted(slope);
  state.marble.position = state.maze.rotation * glm::dvec3(-3.2, -0.5, low);
  world.place(state);
  for (int i = 0; i < ticks; ++i) world.step(0);
  EXPECT_NEAR(world.marble_in_maze().z, 0.5 + low, 2e-3) << "it stays on the floor";
  return world.marble_in_maze();
}

/// Returns the distance that a body slides down the slope without friction.
double slides(const PhysicsSettings& settings, double slope, int ticks) {
  return 0.5 * 9.81 * std::sin(slope) * std::pow(ticks * settings.solver.step, 2);
}

TEST_P(PhysicsOf, ARollingSphereAcceleratesAtFiveSeventhsOfASlidingOne) {
  PhysicsSettings settings = plain_settings(GetParam());
  settings.nature.friction = 1.0;  // enough for the sphere to roll without slipping
  settings.nature.restitution = 0;
  const double expected = 5.0 / 7.0 * slides(settings, 0.2, 180);
  EXPECT_NEAR(down_the_slope(GetParam(), settings, 0.2, 180).x - 0.8, expected, 0.02 * expected);
}

/// Returns a straight corridor of 8 cells over a floor of 8 panels. A wall meets the floor from
/// below at every internal edge and is flush with it.
std::shared_ptr<const Maze> way_over_walls() {
  std::vector<std::pair<int, int>> open;
  // Cell (x, y, z) is 16 z + 8 y + x + 1. The corridor is at y = 0, z = 1. Below it are cells with
  // walls between them, each open only to its neighbour at y = 1.
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

/// A marble that rolls without slipping along the middle of that corridor, on a slope.
struct Rolling {
  PhysicsSettings settings;
  std::shared_ptr<const Maze> maze = way_over_walls();
  Simulated world;
  double floor;  ///< height of the marble's centre in maze coordinates

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
  // Speeds at which the marble reaches internal edges early or late in a step.
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

// Sliding friction of mu m g brakes and spins the sphere until it rolls at 5/7 of its speed after 2
// v / (7 mu g), in directions between the axes, too: Coulomb friction is isotropic.
TEST_P(PhysicsOf, ASlidingMarbleStartsRollingAsCoulombPredicts) {
  for (const double heading : {0.0, 0.25, 0.5, 0.75}) {  // parts of a right angle
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

TEST_P(PhysicsOf, ASphereOnASteepSmoothSlopeSlides) {
  PhysicsSettings settings = plain_settings(GetParam());
  settings.nature.friction = 0;
  settings.nature.restitution = 0;
  const double expected = slides(settings, 0.3, 120);
  EXPECT_NEAR(down_the_slope(GetParam(), settings, 0.3, 120).x - 0.8, expected, 0.02 * expected);
}

TEST_P(PhysicsOf, RestitutionIsTheKeptShareOfTheSpeed) {
  PhysicsSettings settings = plain_settings(GetParam());
  settings.nature.restitution = 0.5;
  settings.nature.gravity = 0.1;  // negligible during the bounce
  // Disables Bullet's corrections for overlapping bodies and for bodies about to touch.
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

TEST_P(PhysicsOf, LinearDampingIsTheLostShareOfTheSpeedPerSecond) {
  PhysicsSettings settings = plain_settings(GetParam());
  settings.nature.linear_damping = 0.262;
  settings.nature.gravity = 0.1;
  auto world = simulated(GetParam(), corridor(), settings);
  PhysicsState state;
  state.marble.position = {-3, -0.5, 0.1};
  state.marble.velocity = {1, 0, 0};
  world.place(state);
  for (int i = 0; i < 120; ++i) world.step(0);
  EXPECT_NEAR(world.state().marble.velocity.x, 1 - 0.262, 1e-6);
}

/// Returns a state in which all members have uncommon values.
PhysicsState rolling_state() {
  PhysicsState state;
  state.maze.rotation = tilted(0.7);
  state.marble.position = state.maze.rotation * glm::dvec3(-3, -0.4, 0.1);
  state.marble.velocity = {0.3, 0.1, -0.2};
  state.marble.angular_velocity = {1, 2, 3};
  return state;
}

void expect_alike(Simulated& a, Simulated& b) {
  for (int i = 0; i < 200; ++i) {
    a.step(0);
    b.step(0);
    ASSERT_EQ(a.state().marble.position, b.state().marble.position) << i;
    ASSERT_EQ(a.state().marble.angular_velocity, b.state().marble.angular_velocity) << i;
  }
}

TEST_P(PhysicsOf, EqualStatesContinueIdentically) {
  const PhysicsSettings settings = plain_settings(GetParam());
  auto fresh = simulated(GetParam(), corridor(), settings),
       used = simulated(GetParam(), corridor(), settings);
  for (int i = 0; i < 100; ++i) used.step(0);
  fresh.place(rolling_state());
  used.place(rolling_state());
  expect_alike(fresh, used);
}

// The maze turns about its hinge, rests or turns under continuous control. The steps of 48 copies
// alternate, half of them in another thread, so that no thread's scratch memory contains the copy
// to be stepped.
TEST_P(PhysicsOf, CopiesContinueBitIdenticallyInAnyThread) {
  const PhysicsSettings settings = plain_settings(GetParam());
  const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, 1);
  auto original = simulated(GetParam(), maze, settings);
  const auto go_on = [](Simulated& world, int tick) {
    if (tick == 40) world.release({1, 0, 0});
    if (tick == 120) world.brake(world.state().maze.rotation);
    if (tick >= 200) world.tilt({0.5, 0.01 * (tick % 7), -0.3});
    world.step(tick < 40 ? 0 : 2000);
  };
  std::vector<std::pair<int, Simulated>> copies;
  std::vector<std::uint64_t> hashes;
  for (int tick = 0; tick < 300; ++tick) {
    if (tick % 6 == 5) copies.emplace_back(tick, original);
    go_on(original, tick);
    hashes.push_back(hash_of(original.state()).value());
  }
  const auto play = [&](std::size_t first) {
    for (bool left = true; left;) {
      left = false;
      for (std::size_t i = first; i < copies.size(); i += 2) {
        auto& [tick, world] = copies[i];
        if (tick == 300) continue;
        left = true;
        go_on(world, tick);
        ASSERT_EQ(hash_of(world.state()).value(), hashes[static_cast<std::size_t>(tick)])
            << "copy " << i << ", tick " << tick;
        ++tick;
      }
    }
  };
  std::thread other(play, 1);
  play(0);
  other.join();
}

TEST_P(PhysicsOf, RejectsImpossibleBodies) {
  auto world = simulated(GetParam(), corridor(), plain_settings(GetParam()));
  world.place(rolling_state());
  for (int i = 0; i < 37; ++i) world.step(0);
  const Bodies good = world.bodies;
  EXPECT_TRUE(world.laws->possible(good, 8));
  using Words = std::array<double, sizeof(Bodies) / sizeof(double)>;
  for (std::size_t i = 2; i < Words().size(); ++i) {  // the first two are not numbers
    auto words = same_bits<Words>(good);
    words[i] = std::nan("");
    Bodies bad;
    std::memcpy(static_cast<void*>(&bad), &words, sizeof bad);
    EXPECT_FALSE(world.laws->possible(bad, 8)) << i;
  }
  Bodies bad = good;
  bad.turning = static_cast<Turning>(3);
  EXPECT_FALSE(world.laws->possible(bad, 8));
}

TEST_P(PhysicsOf, ReportsContacts) {
  const PhysicsSettings settings = plain_settings(GetParam());
  auto world = simulated(GetParam(), corridor(), settings);
  PhysicsState state;
  state.marble.position = {
      0.5, -0.5, -0.5 + 0.5 * settings.nature.wall_thickness + settings.nature.marble_radius};
  world.place(state);
  const std::vector<Contact> contacts = world.laws->contacts(world.bodies);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_LT(glm::distance(contacts[0].normal, {0, 0, 1}), 1e-3);
  // The impulse that supports 1 kg for one step.
  EXPECT_NEAR(contacts[0].impulse, 9.81 * settings.solver.step, 1e-3);
  EXPECT_EQ(world.state().marble.position, state.marble.position) << "nothing moved";
}

#ifndef NDEBUG  // each precondition in the header

TEST_P(PhysicsOf, TurnsAboutAUnitVectorOnly) {
  auto world = simulated(GetParam(), corridor(), plain_settings(GetParam()));
  EXPECT_DEATH(world.release({0, 0, 2}), "is_unit");
}

TEST_P(PhysicsOf, IsBrakedInARotationOnly) {
  auto world = simulated(GetParam(), corridor(), plain_settings(GetParam()));
  EXPECT_DEATH(world.brake(glm::dmat3(2)), "is_rotation");
}

TEST_P(PhysicsOf, IsSteppedWithAFiniteTorqueOnly) {
  auto world = simulated(GetParam(), corridor(), plain_settings(GetParam()));
  EXPECT_DEATH(world.step(std::nan("")), "isfinite");
}

TEST_P(PhysicsOf, IsPlacedInRotationsOnly) {
  auto world = simulated(GetParam(), corridor(), plain_settings(GetParam()));
  PhysicsState state;
  state.maze.rotation = glm::dmat3(0);
  EXPECT_DEATH(world.place(state), "is_rotation");
  state.maze.rotation = glm::dmat3(1);
  state.marble.rotation = glm::dmat3(-1);  // reflection
  EXPECT_DEATH(world.place(state), "is_rotation");
}

TEST_P(PhysicsOf, IsMadeOfAMazeAndItsWalls) {
  const PhysicsSettings settings = plain_settings(GetParam());
  const auto maze = corridor();
  EXPECT_DEATH(GetParam().kind->physics(maze, nullptr, settings), "features");
  const auto walls = std::make_shared<const WallFeatures>(*maze);
  EXPECT_DEATH(GetParam().kind->physics(nullptr, walls, settings), "maze");
}

#endif

INSTANTIATE_TEST_SUITE_P(All, PhysicsOf, ::testing::ValuesIn(all_variants()),
                         [](const auto& variant) { return name_of(variant.param); });

TEST(PhysicsKinds, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const MarbleWorldKind& entry : physics_kinds()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    EXPECT_FALSE(entry.title.empty()) << entry.name;
  }
}

}  // namespace
}  // namespace marblemaze
