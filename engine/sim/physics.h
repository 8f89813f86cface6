#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "engine/sim/fast/fast_step.h"
#include "maze/base/arithmetic/transcendental.h"
#include "maze/base/hash.h"
#include "maze/world/scene.h"

namespace marblemaze {

struct FastModel;
struct PhysicsSettings;
class WallFeatures;

/// Pose and velocities of a body in the world frame: z up, origin at the centre of the maze,
/// lengths in cells (1 cell = 1 m).
struct BodyState {
  glm::dmat3 rotation{1};          ///< columns: axes of the body in the world
  glm::dvec3 position{0};          ///< position of the centre, cells
  glm::dvec3 velocity{0};          ///< cells/s
  glm::dvec3 angular_velocity{0};  ///< rad/s
};
/// State of both bodies, in the same form for every physics engine.
struct PhysicsState {
  BodyState maze, marble;
};
/// Returns the hash of all numbers of both bodies, in the order of the members.
[[nodiscard]] Hash hash_of(const PhysicsState& state);

/// Bullet's two bodies.
struct BulletState {
  BodyState maze;  ///< body of the maze; with Collision::grid, it is the frame of the hinge
  BodyState marble;
  glm::dvec3 axis{0};           ///< axis of the hinge, world frame
  glm::dmat3 hinge_in_maze{1};  ///< frame of the hinge, z along its axis, in the maze axes
  double angle = 0;             ///< angle turned about the hinge since release, rad
};

/// Marble and maze of the fast model.
struct FastState {
  FastBodies<double> bodies{};
  glm::dmat3 stood{1};            ///< attitude of the maze when it was last braked
  glm::dmat3 marble_rotation{1};  ///< for images only; does not change after the marble is placed
};

/// Mechanical state of the marble and the maze: everything that determines how they continue.
/// Copies continue bit-identically, in any thread. The physics determines which member of the union
/// is in use.
struct Bodies {
  Turning turning = Turning::not_at_all;
  /// Number of the step of a thread's scratch memory that produced these bodies, or 0. With this
  /// number, the scratch memory recognises bodies that it still contains. It does not affect any
  /// result.
  std::uint64_t step = 0;
  union {
    BulletState bullet;
    FastState fast;
  };
  Bodies() : bullet() {}
};
static_assert(std::is_trivially_copyable_v<Bodies> &&
              sizeof(Bodies) == 2 * sizeof(std::uint64_t) + sizeof(BulletState));

/// Returns whether a vector is a unit vector. Rounding may change its length slightly.
[[nodiscard]] inline bool is_unit(glm::dvec3 v) { return std::abs(glm::length(v) - 1) < 1e-6; }
/// Returns whether a matrix is a rotation: three orthogonal unit columns, right-handed.
[[nodiscard]] inline bool is_rotation(const glm::dmat3& m) {
  return is_unit(m[0]) && is_unit(m[1]) && glm::length(glm::cross(m[0], m[1]) - m[2]) < 1e-6;
}

/// Returns the rotation by `angle` (rad, right-handed) about a unit vector.
[[nodiscard]] MARBLEMAZE_HOST_DEVICE inline glm::dmat3 rotation_about(glm::dvec3 axis,
                                                                      double angle) {
  const auto [sine, cosine] = sine_cosine(angle);
  const glm::dvec3 across = sine * axis, along = (1 - cosine) * axis;
  return {along.x * axis + glm::dvec3(cosine, across.z, -across.y),
          along.y * axis + glm::dvec3(-across.z, cosine, across.x),
          along.z * axis + glm::dvec3(across.y, -across.x, cosine)};
}

/// Laws of mechanics in one maze under given settings. The maze is mounted at its centre on a hinge
/// about which torque turns it; between moves, a brake clamps it (thesis 6.3, 6.5). Bullet is one
/// physics engine; the agents' fast model is another; engine/sim/marble_worlds.h lists them.
///
/// Immutable: only the Bodies that are passed to a function change. They must come from placed() of
/// an equal physics. For each move: release(), step() while the hinge turns, brake(), and step()
/// until the marble rests. The same calls always produce bit-identical bodies, in any thread.
class Physics {
 public:
  virtual ~Physics() = default;

  /// Returns bodies in this state, with the maze braked. Requires: both rotations are rotations.
  [[nodiscard]] virtual Bodies placed(const PhysicsState& state) const = 0;
  /// Lets the maze turn about `axis` through its centre, from its current attitude. Requires:
  /// `axis` (world frame) is a unit vector, and the maze is braked.
  virtual void release(Bodies& bodies, glm::dvec3 axis) const = 0;
  /// Turns the maze at this angular velocity (rad/s, along the maze axes) until the next call,
  /// regardless of forces (continuous control); step() then ignores the torque. Call it before each
  /// step with another angular velocity. Requires: no hinge turns the maze; the angular velocity is
  /// finite.
  virtual void tilt(Bodies& bodies, glm::dvec3 rate) const = 0;
  /// Stops the maze in exactly this attitude and does not change the marble. Requires: `rotation`
  /// is a rotation.
  virtual void brake(Bodies& bodies, const glm::dmat3& rotation) const = 0;
  /// Advances by one fixed step (PhysicsSettings::Solver::step) with this torque about the hinge in
  /// N m. The torque has no effect on a braked maze. Requires: `torque` is finite.
  virtual void step(Bodies& bodies, double torque) const = 0;

  /// Return the angle turned about the hinge since release() (rad), and its angular velocity
  /// (rad/s). Both are 0 while no hinge turns the maze.
  [[nodiscard]] virtual double hinge_angle(const Bodies& bodies) const = 0;
  [[nodiscard]] virtual double hinge_rate(const Bodies& bodies) const = 0;
  /// Returns both bodies in the world frame.
  [[nodiscard]] virtual PhysicsState state(const Bodies& bodies) const = 0;
  /// Returns the state that tilt policies observe.
  [[nodiscard]] virtual TiltState tilt_state(const Bodies& bodies) const;
  /// Returns the centre of the marble in maze coordinates: (0, 0, 0) to dims, in cells.
  [[nodiscard]] virtual glm::dvec3 marble_in_maze(const Bodies& bodies) const = 0;
  /// Returns the kinetic energy of the marble, J.
  [[nodiscard]] virtual double marble_energy(const Bodies& bodies) const = 0;
  /// Returns the contacts of the next step, world frame, for images.
  [[nodiscard]] virtual std::vector<Contact> contacts(const Bodies& bodies) const = 0;

  /// Returns whether these bytes, which may come from anywhere, can be bodies of this physics, with
  /// the marble within `reach` cells of the centre of the maze.
  [[nodiscard]] bool possible(const Bodies& bodies, double reach) const;

  /// Returns the model that steps such bodies in parallel lanes; null if lanes do not support them.
  [[nodiscard]] virtual const FastModel* lanes() const { return nullptr; }

 private:
  /// Implements possible(). Requires: no number is NaN or very large.
  [[nodiscard]] virtual bool could_be(const Bodies& bodies, double reach) const = 0;
};

/// Type of a function that creates a physics engine. The features belong to the maze and may be
/// shared. Requires: maze and features are not null.
using PhysicsMaker = std::shared_ptr<const Physics>(const std::shared_ptr<const Maze>& maze,
                                                    std::shared_ptr<const WallFeatures> features,
                                                    const PhysicsSettings& settings);

/// Create the physics of rigid bodies in Bullet, with Collision::grid or with its whole pipeline,
/// and the fast model.
PhysicsMaker make_bullet_physics, make_fast_physics;

}  // namespace marblemaze
