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

/// Pose and velocities of a body in the world frame. The z axis points up, the origin is the centre
/// of the maze, and lengths are in cells (1 cell = 1 m).
struct BodyState {
  glm::dmat3 rotation{1};          ///< columns are the body axes in the world frame
  glm::dvec3 position{0};          ///< cells
  glm::dvec3 velocity{0};          ///< cells/s
  glm::dvec3 angular_velocity{0};  ///< rad/s
};
struct PhysicsState {
  BodyState maze, marble;
};
[[nodiscard]] Hash hash_of(const PhysicsState& state);

struct BulletState {
  /// Body of the maze. During a turn with Collision::grid, the body axes are the hinge frame.
  BodyState maze;
  BodyState marble;
  glm::dvec3 axis{0};  ///< axis of the hinge, world frame
  /// Hinge frame in the maze frame. The z axis is the hinge axis.
  glm::dmat3 hinge_in_maze{1};
  double angle = 0;  ///< angle about the hinge since release() (rad)
};

struct FastState {
  FastBodies<double> bodies{};
  glm::dmat3 braked_rotation{1};  ///< rotation of the maze when the brake last engaged
  glm::dmat3 marble_rotation{1};  ///< for rendering only; constant after make_bodies()
};

/// Complete mechanical state of the marble and the maze. A copy continues bit-identically in any
/// thread. The physics engine determines which member of the union is active.
struct Bodies {
  Turning turning = Turning::none;
  /// Number of the step that last wrote these bodies, or 0. A thread uses this number to detect
  /// that its scratch memory still contains these bodies. The number does not affect results.
  std::uint64_t step = 0;
  union {
    BulletState bullet;
    FastState fast;
  };
  Bodies() : bullet() {}
};
static_assert(std::is_trivially_copyable_v<Bodies> &&
              sizeof(Bodies) == 2 * sizeof(std::uint64_t) + sizeof(BulletState));

[[nodiscard]] inline bool is_unit(glm::dvec3 v) { return std::abs(glm::length(v) - 1) < 1e-6; }
/// Returns true if the columns are orthogonal unit vectors that form a right-handed frame.
[[nodiscard]] inline bool is_rotation(const glm::dmat3& m) {
  return is_unit(m[0]) && is_unit(m[1]) && glm::length(glm::cross(m[0], m[1]) - m[2]) < 1e-6;
}

/// Returns the right-handed rotation by `angle` (rad) about a unit vector.
[[nodiscard]] inline glm::dmat3 rotation_about(glm::dvec3 axis, double angle) {
  const auto [sine, cosine] = sine_cosine(angle);
  const glm::dvec3 across = sine * axis, along = (1 - cosine) * axis;
  return {along.x * axis + glm::dvec3(cosine, across.z, -across.y),
          along.y * axis + glm::dvec3(-across.z, cosine, across.x),
          along.z * axis + glm::dvec3(across.y, -across.x, cosine)};
}

/// Physics engine for one maze. The maze is mounted on a hinge through its centre. Torque about the
/// hinge turns the maze, and a brake holds it between moves (thesis 6.3, 6.5). marble_world_kinds()
/// lists the implementations.
///
/// A physics engine is immutable: all functions modify only the Bodies passed to them. Bodies must
/// come from make_bodies() of a physics engine with the same maze and settings. To simulate a move,
/// call release(), step() while the hinge turns, brake(), and step() until the marble rests. The
/// same calls always produce bit-identical bodies, in any thread.
class Physics {
 public:
  virtual ~Physics() = default;

  /// Returns bodies in this state with the brake engaged. Requires: both rotation matrices are
  /// rotations.
  [[nodiscard]] virtual Bodies make_bodies(const PhysicsState& state) const = 0;
  /// Releases the brake, so that the maze can turn about `axis`. Requires: `axis` (world frame) is
  /// a unit vector, and the brake is engaged.
  virtual void release(Bodies& bodies, glm::dvec3 axis) const = 0;
  /// Sets the angular velocity of the maze (rad/s, maze frame) until the next call (continuous
  /// control). Forces do not affect this angular velocity, and step() ignores the torque. Call this
  /// function before each step in which the angular velocity changes. Requires: the maze is not
  /// turning about its hinge, and the angular velocity is finite.
  virtual void tilt(Bodies& bodies, glm::dvec3 rate) const = 0;
  /// Engages the brake and sets the orientation of the maze. Does not change the marble. Requires:
  /// `rotation` is a rotation.
  virtual void brake(Bodies& bodies, const glm::dmat3& rotation) const = 0;
  /// Advances by one fixed step (PhysicsSettings::Solver::step) and applies this torque about the
  /// hinge, N m. The torque has no effect while the brake is engaged. Requires: `torque` is finite.
  virtual void step(Bodies& bodies, double torque) const = 0;

  /// Return the angle turned about the hinge since release() (rad), and the angular velocity
  /// (rad/s). Both values are 0 unless the maze turns about its hinge.
  [[nodiscard]] virtual double hinge_angle(const Bodies& bodies) const = 0;
  [[nodiscard]] virtual double hinge_rate(const Bodies& bodies) const = 0;
  [[nodiscard]] virtual PhysicsState state(const Bodies& bodies) const = 0;
  [[nodiscard]] virtual TiltState tilt_state(const Bodies& bodies) const;
  /// Returns the centre of the marble in maze coordinates, which range from (0, 0, 0) to dims, in
  /// cells.
  [[nodiscard]] virtual glm::dvec3 marble_in_maze(const Bodies& bodies) const = 0;
  /// Returns the kinetic energy of the marble, J.
  [[nodiscard]] virtual double marble_energy(const Bodies& bodies) const = 0;
  /// Returns the contacts of the next step in the world frame, for rendering.
  [[nodiscard]] virtual std::vector<Contact> contacts(const Bodies& bodies) const = 0;

  /// Returns true if these bodies are valid for this physics engine and the marble is within
  /// `reach` cells of the centre of the maze. The bodies may contain arbitrary bytes.
  [[nodiscard]] bool valid(const Bodies& bodies, double reach) const;

  /// Returns the fast model, or null for other physics engines.
  [[nodiscard]] virtual const FastModel* fast_model() const { return nullptr; }

 private:
  /// Implements valid() for bodies whose numbers are all finite and not too large.
  [[nodiscard]] virtual bool has_valid_bodies(const Bodies& bodies, double reach) const = 0;
};

/// `features` are the wall features of `maze` and may be shared. Requires: maze and features are
/// not null.
using PhysicsMaker = std::shared_ptr<const Physics>(const std::shared_ptr<const Maze>& maze,
                                                    std::shared_ptr<const WallFeatures> features,
                                                    const PhysicsSettings& settings);

PhysicsMaker make_bullet_physics, make_fast_physics;

}  // namespace marblemaze
