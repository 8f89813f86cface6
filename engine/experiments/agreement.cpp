#include "engine/experiments/agreement.h"

#include <cassert>
#include <mutex>

#include "engine/world/batch_rollout.h"
#include "maze/base/cpu_clock.h"
#include "maze/base/parallel.h"
#include "maze/base/rng.h"
#include "maze/base/seeds.h"
#include "maze/grid/kruskal_generator.h"

namespace marblemaze {
namespace {

constexpr double kSelfShift = 1e-6;  // cells
// Not the usual one: docs/results/physics.md tells of the mazes that come of this.
constexpr std::uint64_t kSeedFactor = 1000003;

std::vector<Contender> contenders(const AgreementSpec& spec) {
  const auto *bullet = &real_physics(), *imagined = &imagined_physics();
  const double fine = spec.fine_step;
  std::vector<Contender> all{
      {"compound, fine step, shifted by 1e-6", bullet, Collision::compound, fine, kSelfShift},
      {"compound", bullet, Collision::compound, 0, 0},
      {"grid, fine step", bullet, Collision::grid, fine, 0},
      {"grid", bullet, Collision::grid, 0, 0},
      {"grid, shifted by 1e-6", bullet, Collision::grid, 0, kSelfShift},
      {"imagined, fine step", imagined, Collision::grid, fine, 0},
      {"imagined", imagined, Collision::grid, 0, 0}};
  if (spec.engine != nullptr) {
    const std::string name(spec.engine->name);
    all.push_back({name + ", fine step", spec.engine, Collision::grid, fine, 0});
    all.push_back({name, spec.engine, Collision::grid, 0, 0});
    all.push_back({name + ", shifted by 1e-6", spec.engine, Collision::grid, 0, kSelfShift});
  }
  return all;
}

struct Ending {
  Motion motion;
  StateId state;
  bool operator==(const Ending& other) const {
    return motion == other.motion && (motion != Motion::settled || state == other.state);
  }
};

std::unique_ptr<MarbleWorld> make_world(const Contender& contender,
                                        std::shared_ptr<const Maze> maze,
                                        const AgreementSpec& spec) {
  PhysicsSettings settings = spec.settings;
  settings.solver.collision = contender.collision;
  if (contender.step > 0) settings.solver.step = contender.step;
  return std::make_unique<MarbleWorld>(std::move(maze), spec.orientations, settings,
                                       *contender.physics);
}

Ending ending_of(MarbleWorld& world, const MarbleWorld& from, MoveId move, glm::dvec3 shift) {
  world.rest_like(from);
  if (shift != glm::dvec3(0)) world.displace(shift);
  const Motion motion = play_move(world, move);
  return {motion, motion == Motion::settled ? world.state() : StateId()};
}

/// All contenders on one maze.
std::vector<AgreementRow> compare_on(std::uint64_t seed, long moves, const AgreementSpec& spec) {
  Rng rng(seed);
  const auto maze = std::make_shared<const Maze>(
      generate_kruskal(glm::ivec3(spec.size), spec.layers, rng.bits() >> 12));
  const auto reference =
      make_world({"", &real_physics(), Collision::compound, spec.fine_step, 0}, maze, spec);
  const auto walker = make_world({"", &real_physics(), Collision::grid, 0, 0}, maze, spec);
  std::vector<AgreementRow> rows;
  std::vector<std::unique_ptr<MarbleWorld>> worlds;
  for (const Contender& contender : contenders(spec)) {
    rows.push_back({contender, 0, 0, 0, 0});
    worlds.push_back(make_world(contender, maze, spec));
  }
  tick_to_rest(*walker);
  for (long i = 0; i < moves; ++i) {
    const MoveId move(static_cast<int>(rng.below(walker->moves(walker->state()).size())));
    const glm::dvec3 shift(rng.between(-kSelfShift, kSelfShift),
                           rng.between(-kSelfShift, kSelfShift),
                           rng.between(-kSelfShift, kSelfShift));
    const Ending expected = ending_of(*reference, *walker, move, glm::dvec3(0));
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const long ticks_before = worlds[k]->ticks();
      const double began = thread_cpu_s();
      const Ending ending =
          ending_of(*worlds[k], *walker, move, rows[k].contender.shift > 0 ? shift : glm::dvec3(0));
      rows[k].cpu_s += thread_cpu_s() - began;
      rows[k].ticks += worlds[k]->ticks() - ticks_before;
      ++rows[k].moves;
      rows[k].agreed += ending == expected;
    }
    if (play_move(*walker, move) == Motion::settled) continue;
    walker->reset();
    tick_to_rest(*walker);
  }
  return rows;
}

}  // namespace

std::vector<AgreementRow> measure_agreement(const AgreementSpec& spec,
                                            const std::function<void(long)>& progress) {
  assert(spec.mazes >= 1);
  std::vector<std::vector<AgreementRow>> parts(static_cast<std::size_t>(spec.mazes));
  std::mutex telling;
  long done = 0;
  parallel_for(parts.size(), threads_for(spec.jobs), [&](std::size_t part) {
    const int i = static_cast<int>(part);
    const long share = spec.moves * (i + 1) / spec.mazes - spec.moves * i / spec.mazes;
    parts[part] = compare_on(mixed_seed(spec.seed, part, kSeedFactor), share, spec);
    const std::lock_guard lock(telling);
    done += share;
    if (progress) progress(done);
  });
  std::vector<AgreementRow> total = parts.front();
  for (std::size_t part = 1; part < parts.size(); ++part)
    for (std::size_t k = 0; k < total.size(); ++k) {
      total[k].moves += parts[part][k].moves;
      total[k].agreed += parts[part][k].agreed;
      total[k].ticks += parts[part][k].ticks;
      total[k].cpu_s += parts[part][k].cpu_s;
    }
  return total;
}

}  // namespace marblemaze
