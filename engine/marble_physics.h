#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "engine/physics_settings.h"
#include "engine/wall_features.h"
#include "maze/scene.h"

namespace marblemaze {

/// The mechanical state of marble and maze, complete: a world set to it continues bit-identically.
/// Rotations are kept as Bullet keeps them, as matrices. World frame, origin at the maze's centre.
struct BodyState {
  glm::dmat3 rotation{1};  ///< columns: the body's axes in the world
  glm::dvec3 position{0};
  glm::dvec3 velocity{0};          ///< cells/s
  glm::dvec3 angular_velocity{0};  ///< rad/s
};
struct PhysicsState {
  BodyState maze, marble;
};

/// Marble and maze as Bullet bodies. The maze is one dynamic rigid body of finite mass that feels no
/// gravity, held at its centre by a hinge about which torque turns it; between moves a brake clamps
/// it to its stand (thesis 6.3, 6.5). This class alone talks to Bullet.
class MarblePhysics {
 public:
  /// The features may be shared between worlds of one maze.
  MarblePhysics(std::shared_ptr<const Maze> maze, std::shared_ptr<const WallFeatures> features,
                const PhysicsSettings& settings);
  ~MarblePhysics();
  MarblePhysics(const MarblePhysics&) = delete;
  MarblePhysics& operator=(const MarblePhysics&) = delete;

  /// Lets the maze turn about `axis` (unit, world frame) through its centre, from where it stands.
  void release(glm::dvec3 axis);
  /// Stops the maze dead in exactly this attitude, whatever pushes it. The marble is not touched.
  void brake(const glm::dmat3& rotation);
  /// Advances by one fixed step with this torque about the hinge (N m).
  void step(double torque);

  /// Angle turned about the hinge since release (rad), and its rate.
  [[nodiscard]] double hinge_angle() const;
  [[nodiscard]] double hinge_rate() const;

  [[nodiscard]] PhysicsState state() const;
  /// Sets both bodies, the maze braked.
  void restore(const PhysicsState& state);

  [[nodiscard]] glm::dvec3 marble_in_maze() const;  ///< centre, maze coordinates (0 to dims)
  [[nodiscard]] double marble_energy() const;       ///< kinetic, J
  [[nodiscard]] double maze_inertia() const;        ///< kg m² about any axis through the centre
  /// Contacts of the last step, world frame.
  [[nodiscard]] std::vector<Contact> contacts() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace marblemaze
