#include "engine/sim/fast/fast_lanes.h"

#include <gtest/gtest.h>

#include "engine/rollouts/rollout_model.h"
#include "engine/sim/batch_rollout.h"
#include "engine/sim/fast/lane_loop.h"
#include "maze/base/random.h"
#include "tests/support/mazes.h"

namespace marblemaze {
namespace {

/// Eight lanes on any processor. The kernel for AVX-512 is compiled from the same loop.
struct EmulatedEight {
  using Vector = double __attribute__((vector_size(64)));
  using Mask = long long __attribute__((vector_size(64)));
  static Vector broadcast(double x) { return Vector{} + x; }
  static Vector square_root(Vector v) {
    for (int i = 0; i < 8; ++i) v[i] = std::sqrt(v[i]);
    return v;
  }
  static Mask less(Vector a, Vector b) { return a < b; }
  static Mask less_or_equal(Vector a, Vector b) { return a <= b; }
  static Mask equal(Vector a, Vector b) { return a == b; }
  static Vector select(Mask mask, Vector yes, Vector no) { return mask ? yes : no; }
  static Vector maximum(Vector a, Vector b) { return a > b ? a : b; }
  static Vector minimum(Vector a, Vector b) { return a < b ? a : b; }
  static unsigned set_bits(Mask mask) {
    unsigned bits = 0;
    for (int i = 0; i < 8; ++i) bits |= mask[i] ? 1u << i : 0;
    return bits;
  }
};

/// Returns a world with a maze, settings and noise of its own. Equal numbers give equal worlds.
std::unique_ptr<MarbleWorld> world_number(int i, ControlScheme control) {
  const auto maze = testing::random_maze(glm::ivec3(i % 3 == 0 ? 3 : 5),
                                         i % 2 ? Layers::outer : Layers::all, i % 5 + 1);
  Rng rng(static_cast<std::uint64_t>(i));
  PhysicsSettings settings;
  settings.nature.friction *= 1 + rng.uniform(-0.1, 0.1);
  settings.nature.gravity *= 1 + rng.uniform(-0.3, 2);
  if (i % 4 == 0) settings.nature.marble_radius = 0.1;
  if (i % 5 == 0) settings.rest.energy *= 20;
  if (i % 7 == 0) settings.rest.move_time_limit = 2;
  auto world = std::make_unique<MarbleWorld>(maze, control, settings, fast_physics());
  world->draw_from(static_cast<std::uint64_t>(i));
  return world;
}

/// Octants that the marble visited, and octants in which the marble was still.
struct Seen {
  std::vector<int> octants, still;

  void look(const MarbleWorld& world) {
    const int octant = world.model().walls->octant_at(world.marble_in_maze());
    if (octants.empty() || octants.back() != octant) octants.push_back(octant);
    if (world.still() && (still.empty() || still.back() != octant)) still.push_back(octant);
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
        ASSERT_EQ(seen[i].still, expected.still);
      }
      moves[i] = MoveId();
      if (endings[i] == Motion::settled) {
        ASSERT_EQ(together[i]->save(), alone[i]->save());
        moves[i] =
            MoveId(static_cast<int>(rng.uniform_int(bare[i]->moves(bare[i]->state()).size())));
      } else {
        together[i]->reset();
        alone[i]->reset();
      }
    }
  }
}

TEST(FastLanes, MoveMarblesBitIdenticallyToSingleMarbles) {
  std::vector<LaneKernel> kernels(lane_kernels().begin(), lane_kernels().end());
  kernels.push_back({8, play_in_lanes_of<Lanes<EmulatedEight>>});
  for (const LaneKernel& kernel : kernels) {
    use_lanes(kernel);
    for (const ControlScheme control : {ControlScheme::cube_8, ControlScheme::cube_24})
      for (const int count : {1, 2, 21}) expect_same_moves(control, count, 12);
  }
  use_lanes(lane_kernels().front());
}

}  // namespace
}  // namespace marblemaze
