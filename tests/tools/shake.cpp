#include "tests/tools/shake.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "maze/base/random.h"
#include "maze/grid/generator.h"
#include "tests/support/tilt_error.h"

namespace marblemaze {
namespace {

int strange_components(const glm::dvec3& place) {
  return !std::isfinite(place.x) + !std::isfinite(place.y) + !std::isfinite(place.z);
}

/// Checks the marble after a tick. `before` is its previous cell, and becomes its current cell.
void inspect(const MarbleWorld& world, CellId& before, ShakeResult& result) {
  const glm::dvec3 place = world.marble_in_maze();
  const Maze& maze = world.maze();
  if (const int strange = strange_components(place); strange > 0) {
    result.not_a_number += strange;
    return;
  }
  for (int axis = 0; axis < 3; ++axis) {
    const double to_wall = std::min(place[axis], maze.grid().dims()[axis] - place[axis]) -
                           0.5 * world.model().settings.nature.wall_thickness;
    result.deepest_cells =
        std::max(result.deepest_cells, world.model().settings.nature.marble_radius - to_wall);
  }
  const CellId cell = maze.grid().cell_at(place);
  if (!cell.valid()) {
    ++result.escapes;
    return;
  }
  if (before.valid())
    if (const auto way = maze.grid().direction_between(before, cell);
        way && !maze.open(before, *way))
      ++result.tunnelled;
  before = cell;
}

Motion inspect_to_rest(MarbleWorld& world, ShakeResult& result) {
  CellId cell;
  return tick_to_rest(world, [&](Motion) {
    ++result.ticks;
    inspect(world, cell, result);
  });
}

void note_ending(Motion motion, const MarbleWorld& world, bool first_half, ShakeResult& result) {
  ++result.moves;
  if (motion == Motion::settled) ++result.settled;
  if (motion == Motion::frozen) ++result.frozen;
  if (motion == Motion::overdue) ++result.overdue;
  double& half = first_half ? result.first_half_tilt_rad : result.second_half_tilt_rad;
  half = std::max(half, testing::tilt_error(world));
  result.worst_tilt_rad = std::max(result.worst_tilt_rad, half);
}

void shake_maze(MarbleWorld& world, long moves, Rng& rng, ShakeResult& result) {
  inspect_to_rest(world, result);
  for (long i = 0; i < moves; ++i) {
    const auto choices = world.moves(world.state());
    world.begin(choices[rng.below(choices.size())]);
    const Motion motion = inspect_to_rest(world, result);
    note_ending(motion, world, i < moves / 2, result);
    if (motion == Motion::settled) continue;
    world.reset();
    inspect_to_rest(world, result);
  }
}

Maze maze_to_shake(int size, int number, std::uint64_t seed) {
  if (size == 0 && number % 2 == 0) return generate_kruskal(glm::ivec3(3), Layers::all, seed);
  return generate_kruskal(glm::ivec3(size == 0 ? 5 : size), Layers::outer, seed);
}

}  // namespace

ShakeResult shake(const ShakeSpec& spec) {
  assert(spec.moves >= 0 && spec.mazes >= 1);
  ShakeResult result;
  Rng rng(spec.seed);
  for (int i = 0; i < spec.mazes; ++i) {
    const auto maze = std::make_shared<const Maze>(maze_to_shake(spec.size, i, rng.bits() >> 12));
    MarbleWorld world(maze, i % 4 < 2 ? ControlScheme::cube_8 : ControlScheme::cube_24,
                      spec.settings, *spec.physics);
    shake_maze(world, spec.moves * (i + 1) / spec.mazes - spec.moves * i / spec.mazes, rng, result);
  }
  return result;
}

}  // namespace marblemaze
