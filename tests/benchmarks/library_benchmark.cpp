// Whole imagined moves a second of many environments on one core: stepped in bare lanes, and
// through the C interface. Prints one JSON object for scripts/measure_library.py; compare ratios
// only.
//   library_benchmark ENVIRONMENTS MOVES
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "engine/c_api/marblemaze.h"
#include "engine/world/batch_rollout.h"
#include "maze/base/rng.h"
#include "maze/grid/kruskal_generator.h"

namespace marblemaze {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count();
}

double bare_lanes(std::size_t count, int moves) {
  std::vector<std::unique_ptr<MarbleWorld>> worlds;
  std::vector<MarbleWorld*> all;
  for (std::size_t i = 0; i < count; ++i) {
    worlds.push_back(std::make_unique<MarbleWorld>(
        std::make_shared<const Maze>(generate_kruskal(5, Layers::outer, i)), 8, PhysicsSettings{},
        imagined_physics()));
    all.push_back(worlds.back().get());
  }
  std::vector<Motion> endings = batch_rollout(all, std::vector<MoveId>(count));
  Rng rng(1);
  double spent = 0;
  long made = 0;
  for (int step = 0; step < moves; ++step) {
    std::vector<MarbleWorld*> going;
    std::vector<MoveId> chosen;
    for (MarbleWorld* world : all) {
      if (!world->at_rest() || world->is_balanced(world->state())) {
        world->reset();
        if (tick_to_rest(*world) != Motion::settled) continue;
      }
      going.push_back(world);
      chosen.emplace_back(static_cast<int>(rng.below(3)));
    }
    const auto began = Clock::now();
    endings = batch_rollout(going, chosen);
    spent += seconds_since(began);
    made += static_cast<long>(going.size());
  }
  return static_cast<double>(made) / spent;
}

double c_batch(std::size_t count, int moves) {
  std::vector<mm_maze> mazes(count);
  for (std::size_t i = 0; i < count; ++i) mm_maze_generate(5, 5, 5, "outer", i, &mazes[i]);
  mm_batch batch = 0;
  mm_batch_create("imagined", mazes.data(), count, 8, 0, 1, &batch);
  std::vector<std::int32_t> states(count), endings(count), chosen(count);
  std::vector<std::uint8_t> stuck(count);
  mm_batch_reset(batch, nullptr, states.data(), endings.data(), count);
  Rng rng(1);
  double spent = 0;
  long made = 0;
  for (int step = 0; step < moves; ++step) {
    for (std::size_t i = 0; i < count; ++i) stuck[i] = endings[i] != MM_SETTLED;
    mm_batch_reset(batch, stuck.data(), states.data(), endings.data(), count);
    for (std::size_t i = 0; i < count; ++i) {
      chosen[i] = endings[i] == MM_SETTLED ? static_cast<std::int32_t>(rng.below(3)) : -1;
      made += chosen[i] >= 0;
    }
    const auto began = Clock::now();
    mm_batch_step(batch, chosen.data(), states.data(), endings.data(), count);
    spent += seconds_since(began);
  }
  return static_cast<double>(made) / spent;
}

}  // namespace
}  // namespace marblemaze

int main(int count, char** arguments) {
  const long environments = count > 1 ? std::atol(arguments[1]) : 4096;
  const int moves = count > 2 ? std::atoi(arguments[2]) : 12;
  const auto many = static_cast<std::size_t>(environments);
  std::printf("{\"bare lanes\": %.0f, \"C batch\": %.0f}\n", marblemaze::bare_lanes(many, moves),
              marblemaze::c_batch(many, moves));
}
