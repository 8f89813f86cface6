#include "engine/recording/recording.h"

#include <algorithm>

#include "engine/sim/marble_worlds.h"
#include "maze/base/hash.h"
#include "maze/base/lists.h"

namespace marblemaze {

Traits Recording::traits() const {
  const bool known = is_marble_world_kind(spec.setup.kind);
  return marble_world_kind(known ? spec.setup.kind : real_physics().name)
      .traits(spec.setup.settings);
}

const RecordedTick& Recording::tick(long tick) const { return checked(ticks, tick, "tick"); }

const RecordedMove& Recording::move(std::size_t move) const { return checked(moves, move, "move"); }

Scene Recording::scene(long tick) const {
  const RecordedTick& t = this->tick(tick);
  const Setup& setup = spec.setup;
  const PhysicsSettings& settings = setup.settings;
  Scene scene;
  scene.maze = setup.maze.get();
  scene.control = setup.control;
  scene.maze_pose.rotation = glm::normalize(glm::dquat(t.maze));
  const glm::dvec3 half = glm::dvec3(setup.maze->grid().dims()) * 0.5;
  scene.marble.position = scene.maze_pose.rotation * (glm::dvec3(t.marble) - half);
  scene.marble.rotation = glm::normalize(glm::dquat(t.marble_rotation));
  scene.marble_radius = settings.nature.marble_radius;
  scene.wall_thickness = settings.nature.wall_thickness;
  scene.time_s = static_cast<double>(tick + 1) * settings.solver.step;
  if (tick > 0) {
    const RecordedTick& before = this->tick(tick - 1);
    const glm::dvec3 was =
        glm::normalize(glm::dquat(before.maze)) * (glm::dvec3(before.marble) - half);
    scene.marble_velocity = (scene.marble.position - was) / settings.solver.step;
  }
  // A rolling ball has two fifths of its translational energy as rotational energy.
  scene.kinetic_energy_j =
      0.7 * settings.nature.marble_mass * glm::dot(scene.marble_velocity, scene.marble_velocity);
  return scene;
}

std::optional<std::size_t> Recording::move_at(long tick) const {
  const auto after =
      std::upper_bound(moves.begin(), moves.end(), tick,
                       [](long t, const RecordedMove& move) { return t < move.begin; });
  if (after == moves.begin()) return std::nullopt;
  return static_cast<std::size_t>(after - moves.begin()) - 1;
}

}  // namespace marblemaze
