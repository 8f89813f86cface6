#pragma once

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "engine/sim/fast/fast_step.h"
#include "engine/sim/physics.h"
#include "engine/sim/wall_features.h"

namespace marblemaze {

/// Returns the rotation of a maze under continuous control. It is computed from the world axes in
/// the maze frame and made orthonormal, because rounding errors accumulate over many steps.
[[nodiscard]] inline glm::dmat3 tilt_attitude(const FastBodies<double>& bodies) {
  const glm::dvec3 up = -glm::normalize(vector(bodies.weight)), seen = vector(bodies.sideways);
  const glm::dvec3 x = glm::normalize(seen - up * glm::dot(up, seen));
  return glm::transpose(glm::dmat3(x, glm::cross(up, x), up));
}

/// Fast model of one maze: a sphere in a rotating grid. Only the hinge drive moves the maze. (In
/// Bullet, the marble also moves the maze slightly. Its mass is a thousandth of the mass of the
/// maze.) Functions that have the same name as a function of Physics implement it.
struct FastModel {
  WallFeatureTable walls;   ///< walls of the maze
  glm::dvec3 half_dims{0};  ///< half the side lengths of the maze, cells
  FastLaws<double> laws{};
  double marble_mass = 0, gravity = 0;  ///< kg, m/s²

  /// Returns the centre of the marble in maze coordinates (0 to dims), cells.
  [[nodiscard]] glm::dvec3 in_maze(const FastBodies<double>& bodies) const {
    return vector(bodies.centre) + half_dims;
  }
  /// Returns the octant that contains the marble. This function is not inline, because files that
  /// are compiled for one instruction set call it.
  [[nodiscard]] Octant<double> octant_of(const FastBodies<double>& bodies) const;
  /// Finds the walls that the marble touches, or could touch within this step.
  void find_contacts(const FastBodies<double>& bodies, Touching<double>& touching,
                     bool turning) const {
    const Octant<double> octant = walls.octant(triple(in_maze(bodies)));
    touch(octant, octant.from_corner(bodies.centre), laws.radius, laws.half_thickness,
          laws.radius + reach(laws, bodies, turning), touching);
  }

  /// Returns the gravitational acceleration in the frame of a maze with this rotation.
  [[nodiscard]] Triple<double> weight(const glm::dmat3& attitude) const {
    return triple(glm::transpose(attitude) * glm::dvec3(0, 0, -gravity));
  }
  /// Returns the rotation of the maze.
  [[nodiscard]] glm::dmat3 rotation(const Bodies& bodies) const {
    const FastBodies<double>& b = bodies.fast.bodies;
    if (bodies.turning == Turning::by_commands) return tilt_attitude(b);
    if (b.angle == 0) return bodies.fast.stood;
    return bodies.fast.stood * rotation_about(vector(b.axis), b.angle);
  }

  void release(Bodies& bodies, glm::dvec3 axis) const {
    bodies.turning = Turning::by_the_hinge;
    bodies.fast.bodies.axis = triple(glm::transpose(bodies.fast.stood) * axis);
    bodies.fast.bodies.angle = bodies.fast.bodies.rate = 0;
  }
  void tilt(Bodies& bodies, glm::dvec3 rate) const {
    FastBodies<double>& b = bodies.fast.bodies;
    if (bodies.turning != Turning::by_commands) {
      bodies.turning = Turning::by_commands;
      b.angle = 0;
      b.rate = 1;
      b.sideways = triple(glm::transpose(bodies.fast.stood)[0]);
    }
    b.axis = triple(rate);
  }
  void brake(Bodies& bodies, const glm::dmat3& attitude) const {
    FastBodies<double>& b = bodies.fast.bodies;
    const glm::dmat3 change = glm::transpose(attitude) * rotation(bodies);
    for (Triple<double>* moved : {&b.centre, &b.velocity, &b.surface})
      *moved = triple(change * vector(*moved));
    bodies.turning = Turning::not_at_all;
    bodies.fast.stood = attitude;
    b.axis = b.sideways = {};
    b.angle = b.rate = 0;
    b.weight = weight(attitude);
  }

  /// Advances by one step and returns its contacts in `contacts`.
  void step(Bodies& bodies, double torque, FastContacts<double>& contacts) const {
    FastBodies<double>& b = bodies.fast.bodies;
    if (bodies.turning == Turning::by_commands) return step<Turning::by_commands>(b, 0, contacts);
    const double gained = torque * laws.rate_per_torque;
    if (bodies.turning == Turning::by_the_hinge && (b.rate != 0 || b.rate + gained != 0))
      return step<Turning::by_the_hinge>(b, torque, contacts);
    step<Turning::not_at_all>(b, 0, contacts);
  }
  void step(Bodies& bodies, double torque) const {
    FastContacts<double> contacts;
    step(bodies, torque, contacts);
  }

  [[nodiscard]] double hinge_angle(const Bodies& bodies) const { return bodies.fast.bodies.angle; }
  [[nodiscard]] double hinge_rate(const Bodies& bodies) const {
    return bodies.turning == Turning::by_commands ? 0 : bodies.fast.bodies.rate;
  }
  [[nodiscard]] TiltState tilt_state(const Bodies& bodies) const {
    const FastBodies<double>& b = bodies.fast.bodies;
    const glm::dvec3 rate = vector(b.axis) * b.rate;
    return {in_maze(b), vector(velocity_in_maze(b)), vector(b.surface) / laws.radius - rate,
            vector(b.weight) / gravity, rate};
  }
  [[nodiscard]] glm::dvec3 marble_in_maze(const Bodies& bodies) const {
    return in_maze(bodies.fast.bodies);
  }
  [[nodiscard]] double marble_energy(const Bodies& bodies) const {
    const FastBodies<double>& b = bodies.fast.bodies;
    return 0.5 * marble_mass *
           (dot(b.velocity, b.velocity) + dot(b.surface, b.surface) / kSpinPerImpulse);
  }

 private:
  template <Turning how>
  void step(FastBodies<double>& bodies, double torque, FastContacts<double>& contacts) const {
    fast_step<how>(
        laws, bodies, torque,
        [&](Touching<double>& touching) {
          find_contacts(bodies, touching, how != Turning::not_at_all);
        },
        contacts);
  }
};

}  // namespace marblemaze
