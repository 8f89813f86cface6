#pragma once

#include <memory>
#include <vector>

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "maze/world/scene.h"

namespace marblemaze {

/// The mechanical state of a body, complete. World frame, origin at the maze's centre. Rotations
/// are matrices, as both implementations keep them.
struct BodyState {
  glm::dmat3 rotation{1};  ///< columns: the body's axes in the world
  glm::dvec3 position{0};
  glm::dvec3 velocity{0};          ///< cells/s
  glm::dvec3 angular_velocity{0};  ///< rad/s
};
struct PhysicsState {
  BodyState maze, marble;
};

/// Marble and maze under the laws of mechanics, as MarbleWorld drives them: the maze hangs at its
/// centre on a hinge about which torque turns it, and between moves a brake clamps it to its stand
/// (thesis 6.3, 6.5). Bullet is one implementation, the agent's imagination another.
class Mechanics {
 public:
  virtual ~Mechanics() = default;

  /// Lets the maze turn about `axis` (unit, world frame) through its centre, from where it stands.
  virtual void release(glm::dvec3 axis) = 0;
  /// Stops the maze dead in exactly this attitude, whatever pushes it. The marble is not touched.
  virtual void brake(const glm::dmat3& rotation) = 0;
  /// Advances by one fixed step with this torque about the hinge (N m).
  virtual void step(double torque) = 0;

  /// Angle turned about the hinge since release (rad), and its rate.
  [[nodiscard]] virtual double hinge_angle() const = 0;
  [[nodiscard]] virtual double hinge_rate() const = 0;

  [[nodiscard]] virtual PhysicsState state() const = 0;
  /// Sets both bodies, the maze braked. Mechanics set to equal states continue alike, bit for bit.
  virtual void restore(const PhysicsState& state) = 0;
  /// A copy that continues bit-identically, where that takes more than state() can carry (which
  /// rounds when mechanics keep their quantities in another frame); else null.
  [[nodiscard]] virtual std::unique_ptr<Mechanics> copy() const { return nullptr; }

  [[nodiscard]] virtual glm::dvec3 marble_in_maze()
      const = 0;                                           ///< centre, maze coordinates (0 to dims)
  [[nodiscard]] virtual double marble_energy() const = 0;  ///< kinetic, J
  [[nodiscard]] virtual double maze_inertia()
      const = 0;  ///< kg m² about any axis through the centre
  /// Contacts of the last step, world frame.
  [[nodiscard]] virtual std::vector<Contact> contacts() const = 0;
};

}  // namespace marblemaze
