#pragma once

#include <algorithm>

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include "engine/sim/physics_settings.h"
#include "maze/base/arithmetic/transcendental.h"

namespace marblemaze {

/// Masses of the two bodies and effect of damping, which every physics derives from the settings.
struct BodyConstants {
  double marble_mass;     ///< kg
  double marble_inertia;  ///< kg m², of a solid ball about any axis
  double maze_mass;       ///< kg
  double maze_inertia;    ///< kg m², of a solid cube of the longest side about any axis
  double velocity_kept;   ///< share of the velocity that damping leaves in a step
  double spin_kept;       ///< share of the marble's spin that damping leaves in a step

  BodyConstants(glm::ivec3 dims, const PhysicsSettings& s)
      : marble_mass(s.nature.marble_mass),
        marble_inertia(0.4 * s.nature.marble_mass * s.nature.marble_radius *
                       s.nature.marble_radius),
        maze_mass(s.nature.maze_mass_ratio * s.nature.marble_mass),
        velocity_kept(power(1 - s.nature.linear_damping, s.solver.step)),
        spin_kept(power(1 - s.nature.angular_damping, s.solver.step)) {
    const double side = std::max({dims.x, dims.y, dims.z});
    maze_inertia = maze_mass * side * side / 6.0;
  }

  /// Returns the kinetic energy of the marble (J) at this velocity (m/s) and spin (rad/s).
  [[nodiscard]] double marble_energy(glm::dvec3 velocity, glm::dvec3 spin) const {
    return 0.5 * marble_mass * glm::dot(velocity, velocity) +
           0.5 * marble_inertia * glm::dot(spin, spin);
  }
};

}  // namespace marblemaze
