#include "engine/sim/fast/fast_lanes.h"

#include <gtest/gtest.h>

#include "engine/rollouts/trial_model.h"
#include "engine/sim/fast/lane_loop.h"
#include "maze/base/hash.h"
#include "maze/base/random.h"
#include "tests/support/mazes.h"
#include "tests/support/play.h"

namespace marblemaze {
namespace {

/// Eight lanes in the registers of any processor, from the source that is compiled for AVX-512.
struct Eight {
  using Vector = double __attribute__((vector_size(64)));
  using Mask = long long __attribute__((vector_size(64)));
  static Vector all(double x) { return Vector{} + x; }
  static Vector root(Vector v) {
    for (int i = 0; i < 8; ++i) v[i] = std::sqrt(v[i]);
    return v;
  }
  static Mask less(Vector a, Vector b) { return a < b; }
  static Mask less_or_equal(Vector a, Vector b) { return a <= b; }
  static Mask equal(Vector a, Vector b) { return a == b; }
  static Vector select(Mask mask, Vector yes, Vector no) { return mask ? yes : no; }
  static Vector larger(Vector a, Vector b) { return a > b ? a : b; }
  static Vector smaller(Vector a, Vector b) { return a < b ? a : b; }
  static Vector to_side(Vector side, Vector v) { return side * v; }
  static unsigned set_bits(Mask mask) {
    unsigned bits = 0;
    for (int i = 0; i < 8; ++i) bits |= mask[i] ? 1u << i : 0;
    return bits;
  }
};
using EightLanes = Lanes<Eight>;

/// Tests this processor's kernels and eight lanes, and selects the widest kernel afterwards.
class FastLanes : public ::testing::Test {
 protected:
  FastLanes() : kernels_(lane_kernels().begin(), lane_kernels().end()) {
    kernels_.push_back({8, play_in_lanes_of<EightLanes>});
  }
  ~FastLanes() override { use_lanes(lane_kernels().front()); }

  std::vector<LaneKernel> kernels_;
};

std::uint64_t bits_of(double x) { return same_bits<std::uint64_t>(x); }

/// Returns worlds with different mazes, physics and noise. Equal numbers give equal worlds.
std::unique_ptr<MarbleWorld> world_number(int i, ControlScheme control) {
  const auto maze = testing::random_maze(glm::ivec3(i % 3 == 0 ? 3 : 5),
                                         i % 2 ? Layers::outer : Layers::all, i % 5 + 1);
  Rng rng(static_cast<std::uint64_t>(i));
  PhysicsSettings settings;
  settings.nature.friction *= 1 + rng.between(-0.1, 0.1);
  settings.nature.gravity *= 1 + rng.between(-0.3, 2);
  if (i % 4 == 0) settings.nature.marble_radius = 0.1;
  if (i % 5 == 0) settings.rest.energy *= 20;
  if (i % 7 == 0) settings.rest.move_time_limit = 2;
  auto world = std::make_unique<MarbleWorld>(maze, control, settings, fast_physics());
  world->draw_from(static_cast<std::uint64_t>(i));
  return world;
}

/// Octants of a marble over time, and whether it was quiet there.
struct Seen {
  std::vector<int> octants, quiet;

  void look(const MarbleWorld& world) {
    const int octant = world.model().walls->octant_at(world.marble_in_maze());
    if (octants.empty() || octants.back() != octant) octants.push_back(octant);
    if (world.quiet() && (quiet.empty() || quiet.back() != octant)) quiet.push_back(octant);
  }
};

void expect_same_moves(ControlScheme control, int count, int rounds) {
  std::vector<std::unique_ptr<MarbleWorld>> together, alone;
  std::vector<MarbleWorld*> bare;
  for (int i = 0; i < count; ++i) {
    together.push_back(world_number(i, control));
    alone.push_back(world_number(i, control));
    bare.push_back(together.back().get());
  }
  Rng rng(3);
  std::vector<MoveId> moves(bare.size());
  for (int round = 0; round < rounds; ++round) {
    std::vector<Seen> seen(bare.size());
    const auto watch = [&](std::size_t i) { seen[i].look(*together[i]); };
    const auto endings = round % 2 ? batch_rollout(bare, moves, watch) : batch_rollout(bare, moves);
    for (std::size_t i = 0; i < bare.size(); ++i) {
      Seen expected;
      const auto look = [&] { expected.look(*alone[i]); };
      look();
      if (moves[i].valid()) alone[i]->begin(moves[i]);
      ASSERT_EQ(endings[i], tick_to_rest(*alone[i], [&](Motion) { look(); }));
      ASSERT_EQ(together[i]->ticks(), alone[i]->ticks());
      ASSERT_EQ(together[i]->state_hash(), alone[i]->state_hash());
      if (round % 2) {
        ASSERT_EQ(seen[i].octants, expected.octants);
        ASSERT_EQ(seen[i].quiet, expected.quiet);
      }
      moves[i] = MoveId();
      if (endings[i] == Motion::settled) {
        ASSERT_EQ(together[i]->save(), alone[i]->save());
        moves[i] = MoveId(static_cast<int>(rng.below(bare[i]->moves(bare[i]->state()).size())));
      } else {
        together[i]->reset();
        alone[i]->reset();
      }
    }
  }
}

TEST_F(FastLanes, MoveMarblesBitIdenticallyToSingleOnes) {
  for (const LaneKernel& kernel : kernels_) {
    use_lanes(kernel);
    for (const ControlScheme control : {ControlScheme::cube_8, ControlScheme::cube_24})
      for (const int count : {1, 2, 21}) expect_same_moves(control, count, 12);
  }
}

/// Marbles of eight lanes at random places, many of which are sensitive to rounding.
struct EightPlaces {
  FastModel model;
  FastBodies<double> marbles[8];
  Octant<EightLanes> octant;
  Triple<EightLanes> from;
  EightLanes limit;

  EightPlaces(const Maze& maze, const std::shared_ptr<const WallFeatures>& features, Rng& rng) {
    const glm::dvec3 dims(maze.grid().dims());
    model.walls = features->view();
    model.half_dims = 0.5 * dims;
    model.laws.radius = 0.241;
    model.laws.half_thickness = 0.03125;
    model.laws.reach = 0.02;
    model.laws.step = 1.0 / 120;
    for (int lane = 0; lane < 8; ++lane) {
      FastBodies<double>& marble = marbles[lane];
      marble = {};
      for (int a = 0; a < 3; ++a) {
        double place = rng.between(0, dims[a]);
        // On a grid plane, at the surface of a wall, or at a random distance.
        const double plane = std::floor(place);
        if (rng.below(4) == 0) place = plane;
        if (rng.below(8) == 0) place = plane + 0.03125;
        marble.centre[a] = place - model.half_dims[a];
        // Half of the marbles move farther than their radius in a step.
        marble.velocity[a] = rng.between(-40, 40) * static_cast<double>(rng.below(2));
      }
      const Octant<double> here = model.octant_of(marble);
      const auto set = [&](EightLanes& lanes, double alone) { lanes.v[lane] = alone; };
      for (int a = 0; a < 3; ++a) {
        set(octant.side[a], here.side[a]);
        set(from[a], (marble.centre[a] + here.half_dims[a] - here.corner[a]) * here.side[a]);
      }
      for (int bit = 0; bit < 7; ++bit) set(octant.features[bit], here.features[bit]);
      set(limit, model.laws.radius + reach(model.laws, marble, false));
    }
  }

  /// Returns the number of lanes whose contacts differ from those of the single marble.
  [[nodiscard]] int differing() const {
    Touching<EightLanes> found;
    touch<EightLanes>(octant, from, 0.241, 0.03125, limit, found);
    int differing = 0;
    for (int lane = 0; lane < 8; ++lane) differing += same(lane, found) ? 0 : 1;
    return differing;
  }

 private:
  [[nodiscard]] bool same(int lane, const Touching<EightLanes>& found) const {
    Touching<double> alone;
    model.find_contacts(marbles[lane], alone, false);
    const auto equal = [&](const EightLanes& a, double b) {
      return bits_of(a.v[lane]) == bits_of(b);
    };
    bool same = true;
    for (int a = 0; a < 3; ++a) {
      same = same && (found.face[a].bits[lane] != 0) == alone.face[a];
      if (alone.face[a])
        same = same && equal(found.side[a], alone.side[a]) && equal(found.gap[a], alone.gap[a]);
    }
    for (int i = 0; i < 3; ++i) {
      same = same && (found.has_rounded[i].bits[lane] != 0) == alone.has_rounded[i];
      if (!alone.has_rounded[i]) continue;
      same = same && equal(found.rounded_gap[i], alone.rounded_gap[i]);
      for (int a = 0; a < 3; ++a) same = same && equal(found.normal[i][a], alone.normal[i][a]);
    }
    return same;
  }
};

TEST_F(FastLanes, FindWallsBitIdentically) {
  Rng rng(5);
  int other_feature[7]{}, other_side = 0, shorter_limit = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const auto maze = testing::random_maze(glm::ivec3(4), Layers::all, seed);
    const auto features = std::make_shared<const WallFeatures>(*maze);
    for (int trial = 0; trial < 2000; ++trial) {
      EightPlaces places(*maze, features, rng);
      ASSERT_EQ(places.differing(), 0);
      for (int bit = 0; bit < 7; ++bit) {
        EightPlaces sabotaged = places;
        // Vertices do not occur in mazes, because a vertex would close a cycle around it.
        sabotaged.octant.features[bit] = bit == 6 ? 1 : 0;
        other_feature[bit] += sabotaged.differing();
      }
      EightPlaces sabotaged = places;
      sabotaged.octant.side[1] = -sabotaged.octant.side[1];
      other_side += sabotaged.differing();
      sabotaged = places;
      sabotaged.limit = 0.261;
      shorter_limit += sabotaged.differing();
    }
  }
  for (const int seen : other_feature) EXPECT_GT(seen, 0);
  EXPECT_GT(other_side, 0);
  EXPECT_GT(shorter_limit, 0);
}

TEST_F(FastLanes, DriveTheHingeBitIdentically) {
  Rng rng(6);
  int sabotaged_differ = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    HingeDriveOf<EightLanes> drives;
    HingeDrive alone[8];
    EightLanes angle, rate;
    for (int lane = 0; lane < 8; ++lane) {
      alone[lane] = {rng.between(0.1, 1.6), rng.between(0.3, 6), rng.between(0.1, 1), 1500,
                     1.0 / 120};
      drives.sweep.v[lane] = alone[lane].sweep;
      drives.turn_time.v[lane] = alone[lane].turn_time;
      drives.brake_speed.v[lane] = alone[lane].brake_speed;
      drives.inertia.v[lane] = alone[lane].inertia;
      drives.step.v[lane] = alone[lane].step;
      angle.v[lane] = alone[lane].sweep * rng.between(0, 1.01);  // also past the target angle
      rate.v[lane] = rng.between(0, 2);
    }
    const EightLanes torque = drives.torque(angle, rate);
    const EightLanes sabotaged = drives.torque(angle, rate + 1e-15);
    const unsigned arrived = set_bits(drives.arrived(angle, rate));
    for (int lane = 0; lane < 8; ++lane) {
      const double a = angle.v[lane], r = rate.v[lane];
      ASSERT_EQ(bits_of(torque.v[lane]), bits_of(alone[lane].torque(a, r)));
      ASSERT_EQ((arrived >> lane & 1) != 0, alone[lane].arrived(a, r));
      sabotaged_differ += bits_of(sabotaged.v[lane]) != bits_of(torque.v[lane]) ? 1 : 0;
    }
  }
  EXPECT_GT(sabotaged_differ, 0);
}

TEST_F(FastLanes, LeaveBulletWorldsUnchanged) {
  const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, 4);
  std::vector<MarbleWorld> together;
  for (const MarbleWorldKind* physics : {&real_physics(), &fast_physics()}) {
    together.emplace_back(maze, ControlScheme::cube_8, PhysicsSettings{}, *physics);
    tick_to_rest(together.back());
  }
  MarbleWorld bullet = together[0], imagined = together[1];
  const std::vector<Motion> endings =
      batch_rollout(pointers_to(together), std::vector(2, MoveId(0)));
  EXPECT_EQ(endings[0], testing::make_move(bullet, MoveId(0)));
  EXPECT_EQ(endings[1], testing::make_move(imagined, MoveId(0)));
  EXPECT_EQ(together[0].state_hash(), bullet.state_hash());
  EXPECT_EQ(together[1].state_hash(), imagined.state_hash());
}

}  // namespace
}  // namespace marblemaze
