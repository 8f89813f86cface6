// Cost of a step and of a move: Bullet with the plain compound, Bullet on the grid, and the
// imagined marble, over maze sizes. One iteration is one random move from where the last one ended;
// items are steps. Compare ratios within one run: machines are noisy.
#include <benchmark/benchmark.h>

#include "engine/rollouts/trial_model.h"
#include "maze/base/rng.h"
#include "maze/grid/kruskal_generator.h"

namespace marblemaze {
namespace {

enum class Path { compound, grid, imagined };

MarbleWorld make_world(Path path, int size) {
  PhysicsSettings settings;
  settings.solver.collision = path == Path::compound ? Collision::compound : Collision::grid;
  const auto maze =
      std::make_shared<const Maze>(generate_kruskal(glm::ivec3(size), Layers::outer, 7));
  return MarbleWorld(maze, 8, settings,
                     path == Path::imagined ? imagined_physics() : real_physics());
}

void settle(MarbleWorld& world) { static_cast<void>(tick_to_rest(world)); }

template <Path path>
void moves(benchmark::State& state) {
  MarbleWorld world = make_world(path, static_cast<int>(state.range(0)));
  settle(world);
  Rng rng(1);
  const long first_tick = world.ticks();
  long before_resets = 0;
  for (auto _ : state) {
    if (play_move(world, MoveId(static_cast<int>(rng.below(3)))) == Motion::settled) continue;
    before_resets += world.ticks();
    world.reset();
    settle(world);
  }
  state.SetItemsProcessed(before_resets + world.ticks() - first_tick);
}

/// Sixteen imagined marbles at once, as an agent imagines the ways in which a move could end.
void moves_together(benchmark::State& state) {
  std::vector<std::unique_ptr<MarbleWorld>> worlds;
  const MarbleWorld prototype = make_world(Path::imagined, static_cast<int>(state.range(0)));
  const StateId start =
      prototype.scheme().state(prototype.shared_maze()->start(), OrientationId(0));
  for (int i = 0; i < 16; ++i) {
    worlds.push_back(prototype.placed_in(start, 0));
    settle(*worlds.back());
  }
  Rng rng(1);
  long ticks = 0;
  for (auto _ : state) {
    for (const auto& world : worlds) ticks -= world->ticks();
    const std::vector<Motion> endings =
        batch_rollout(worlds, MoveId(static_cast<int>(rng.below(3))));
    for (const auto& world : worlds) ticks += world->ticks();
    for (std::size_t i = 0; i < worlds.size(); ++i)
      if (endings[i] != Motion::settled) {
        worlds[i]->reset();
        settle(*worlds[i]);
      }
  }
  state.SetItemsProcessed(ticks);
}

BENCHMARK(moves<Path::compound>)->Name("compound")->Arg(3)->Arg(5)->Arg(10);
BENCHMARK(moves<Path::grid>)->Name("grid")->Arg(3)->Arg(5)->Arg(10)->Arg(32)->Arg(64);
BENCHMARK(moves<Path::imagined>)->Name("imagined")->Arg(3)->Arg(5)->Arg(10)->Arg(32)->Arg(64);
BENCHMARK(moves_together)->Name("imagined_together")->Arg(3)->Arg(5)->Arg(10)->Arg(32)->Arg(64);

}  // namespace
}  // namespace marblemaze

BENCHMARK_MAIN();
