// Measures the cost of a step for several maze sizes: Bullet with Collision::compound, Bullet with
// Collision::grid, and the fast physics with single marbles and in lanes. All marbles have
// different moves and noise. An iteration plays one random move of each marble, and an item is a
// step. Compare only ratios within one run, because timings are noisy.
#include <algorithm>

#include <benchmark/benchmark.h>

#include "engine/sim/batch_rollout.h"
#include "engine/sim/fast/fast_lanes.h"
#include "maze/base/random.h"
#include "maze/grid/generator.h"

namespace marblemaze {
namespace {

constexpr std::size_t kMarbles = 256;  // of the fast physics

enum class Path { compound, grid, imagined };

using Worlds = std::vector<MarbleWorld>;

/// Returns `count` worlds in eight mazes, or in fewer mazes if there are fewer worlds.
Worlds make_worlds(Path path, int size, std::size_t count) {
  PhysicsSettings settings;
  settings.solver.collision = path == Path::compound ? Collision::compound : Collision::grid;
  Worlds prototypes;
  for (std::uint64_t seed = 1; seed <= std::min<std::size_t>(count, 8); ++seed)
    prototypes.emplace_back(
        std::make_shared<const Maze>(generate_kruskal(glm::ivec3(size), Layers::outer, seed)),
        ControlScheme::cube_8, settings,
        path == Path::imagined ? fast_physics() : bullet_physics());
  Worlds worlds;
  for (std::size_t i = 0; i < count; ++i) {
    const MarbleWorld& prototype = prototypes[i % prototypes.size()];
    const CellId start = prototype.maze().start();
    worlds.push_back(prototype.placed_in(prototype.scheme().state(start, OrientationId(0)), i));
  }
  return worlds;
}

long ticks_of(const Worlds& worlds) {
  long ticks = 0;
  for (const MarbleWorld& world : worlds) ticks += world.ticks();
  return ticks;
}

/// Returns random moves. Resets a world instead if its marble is not at rest.
std::vector<MoveId> chosen_moves(Worlds& worlds, const std::vector<Motion>& endings, Rng& rng,
                                 long& ticks_before_resets) {
  std::vector<MoveId> moves(worlds.size());
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    if (endings[i] == Motion::settled) {
      moves[i] = MoveId(static_cast<int>(rng.uniform_int(3)));
      continue;
    }
    ticks_before_resets += worlds[i].ticks();
    worlds[i].reset();
  }
  return moves;
}

template <class Play>
void play_on(benchmark::State& state, Worlds& worlds, Play&& play) {
  std::vector<Motion> endings = play(std::vector<MoveId>(worlds.size()));
  Rng rng(1);
  long steps = -ticks_of(worlds);
  for (auto _ : state) endings = play(chosen_moves(worlds, endings, rng, steps));
  state.SetItemsProcessed(steps + ticks_of(worlds));
}

template <Path path>
void alone(benchmark::State& state) {
  Worlds worlds =
      make_worlds(path, static_cast<int>(state.range(0)), path == Path::imagined ? kMarbles : 4);
  play_on(state, worlds, [&](const std::vector<MoveId>& moves) {
    std::vector<Motion> endings;
    for (std::size_t i = 0; i < worlds.size(); ++i)
      endings.push_back(moves[i].valid() ? play_move(worlds[i], moves[i])
                                         : tick_to_rest(worlds[i]));
    return endings;
  });
}

template <int lanes>
void in_lanes(benchmark::State& state) {
  const auto kernels = lane_kernels();
  const auto kernel =
      std::find_if(kernels.begin(), kernels.end(), [](auto& row) { return row.lanes == lanes; });
  if (kernel == kernels.end()) {
    state.SkipWithError("this processor has no such lanes");
    return;
  }
  use_lanes(*kernel);
  Worlds worlds = make_worlds(Path::imagined, static_cast<int>(state.range(0)), kMarbles);
  const std::vector<MarbleWorld*> bare = pointers_to(worlds);
  play_on(state, worlds,
          [&](const std::vector<MoveId>& moves) { return batch_rollout(bare, moves); });
}

void sizes(benchmark::internal::Benchmark* benchmark) {
  for (int size : {3, 5, 10, 32, 64}) benchmark->Arg(size);
}
BENCHMARK(alone<Path::compound>)->Name("compound")->Arg(3)->Arg(5)->Arg(10);
// In larger mazes, a step takes 0.2 ms, and a move takes thousands of steps.
BENCHMARK(alone<Path::compound>)->Name("compound")->Arg(32)->Arg(64)->Iterations(1)->Repetitions(3);
BENCHMARK(alone<Path::grid>)->Name("grid")->Apply(sizes);
BENCHMARK(alone<Path::imagined>)->Name("imagined")->Apply(sizes);
BENCHMARK(in_lanes<1>)->Name("lanes1")->Apply(sizes);
BENCHMARK(in_lanes<4>)->Name("lanes4")->Apply(sizes);
BENCHMARK(in_lanes<8>)->Name("lanes8")->Apply(sizes);

}  // namespace
}  // namespace marblemaze

BENCHMARK_MAIN();
