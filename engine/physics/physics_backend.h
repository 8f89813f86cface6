#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "maze/base/arithmetic/transcendental.h"
#include "maze/world/free_world.h"
#include "maze/world/scene.h"

namespace marblemaze {

struct PhysicsSettings;
class WallFeatures;

/// The mechanical state of a body, complete. World frame: z up, origin at the maze's centre,
/// lengths in cells (1 cell = 1 m).
struct BodyState {
  glm::dmat3 rotation{1};          ///< columns: the body's axes in the world
  glm::dvec3 position{0};          ///< of the centre, cells
  glm::dvec3 velocity{0};          ///< cells/s
  glm::dvec3 angular_velocity{0};  ///< rad/s
};
/// Both bodies: all that decides how they go on, save what a back end keeps in a finer form.
struct PhysicsState {
  BodyState maze, marble;
};

/// All numbers of a state, in the order of its members.
using PhysicsNumbers = std::array<double, sizeof(PhysicsState) / sizeof(double)>;

/// Is it a direction? Rounding may leave its length off by this much.
[[nodiscard]] inline bool is_unit(glm::dvec3 v) { return std::abs(glm::length(v) - 1) < 1e-6; }
/// Is it a rotation: three orthogonal unit columns, right-handed?
[[nodiscard]] inline bool is_rotation(const glm::dmat3& m) {
  return is_unit(m[0]) && is_unit(m[1]) && glm::length(glm::cross(m[0], m[1]) - m[2]) < 1e-6;
}

/// Can a marble that rests, and the maze that holds it, be in this state? The centre lies within
/// `reach` cells of the maze's, and nothing is faster than a marble that rests could be.
[[nodiscard]] bool can_stand(const PhysicsState& state, double reach);

/// The rotation by `angle` (rad, right-handed) about a unit vector.
[[nodiscard]] inline glm::dmat3 rotation_about(glm::dvec3 axis, double angle) {
  const auto [sine, cosine] = sine_cosine(angle);
  const glm::dvec3 across = sine * axis, along = (1 - cosine) * axis;
  return {along.x * axis + glm::dvec3(cosine, across.z, -across.y),
          along.y * axis + glm::dvec3(-across.z, cosine, across.x),
          along.z * axis + glm::dvec3(across.y, -across.x, cosine)};
}

/// A physics back end: marble and maze as MarbleWorld drives them. The maze hangs at its centre on
/// a hinge about which torque turns it; between moves a brake clamps it (thesis 6.3, 6.5). Bullet
/// is one back end, the agent's fast imagination another; engine/world/physics_backends.h lists
/// them with what each can do.
///
/// A back end is made braked, the maze unturned and the marble at the maze's centre; restore()
/// comes first. Then for each move: release(), step() while the hinge turns, brake(), and step()
/// until the marble rests. It holds no randomness: equal calls give equal states, bit for bit. Not
/// for several threads at once. No function throws; a broken precondition fails an assertion.
class PhysicsBackend {
 public:
  virtual ~PhysicsBackend() = default;

  /// Lets the maze turn about `axis` through its centre, from where it stands. Precondition: `axis`
  /// (world frame) is a unit vector.
  virtual void release(glm::dvec3 axis) = 0;
  /// Turns the maze at this rate (rad/s, along the maze's axes) from where it stands, whatever
  /// pushes it, until told otherwise; step() then takes no torque. To be called anew before each
  /// step whose rate is another. Preconditions: braked, or turned freely already; the rate is
  /// finite.
  virtual void turn_freely(glm::dvec3 rate) = 0;
  /// Stops the maze in exactly this attitude, whatever pushes it. The marble is not touched.
  /// Precondition: `rotation` is a rotation.
  virtual void brake(const glm::dmat3& rotation) = 0;
  /// Advances by one fixed step, PhysicsSettings' own, with this torque about the hinge in N m. A
  /// braked maze does not feel it. Precondition: `torque` is finite.
  virtual void step(double torque) = 0;

  /// Angle turned about the hinge since release() (rad), and its rate (rad/s). Both are
  /// 0 while the maze is braked or turns freely.
  [[nodiscard]] virtual double hinge_angle() const = 0;
  [[nodiscard]] virtual double hinge_rate() const = 0;

  /// Both bodies in the world frame. At any time.
  [[nodiscard]] virtual PhysicsState state() const = 0;
  /// The same as a free world shows it. At any time.
  [[nodiscard]] virtual FreeState free_state() const;
  /// Sets both bodies, the maze braked. Back ends of one maze and settings that are set to equal
  /// states continue alike, bit for bit, where the registry calls them cloneable. Precondition:
  /// both rotations are rotations.
  virtual void restore(const PhysicsState& state) = 0;
  /// All that decides how a braked back end goes on, in the frame in which it keeps its quantities
  /// (state() may round them), where the registry calls it cloneable. Always equally many. Of one
  /// that turns freely also, but for its rate: turn_freely() is to be called after take_over().
  /// Precondition: released by no hinge.
  [[nodiscard]] virtual std::vector<double> numbers() const;
  /// Takes over the numbers of a back end of the same maze and settings, and goes on like it, bit
  /// for bit. `reach` is how far from the maze's centre a marble can be, in cells. False, and
  /// nothing done, where no back end that rests has such numbers.
  [[nodiscard]] virtual bool take_over(std::span<const double> numbers, double reach);

  /// The marble's centre in maze coordinates: (0, 0, 0) to dims, in cells.
  [[nodiscard]] virtual glm::dvec3 marble_in_maze() const = 0;
  /// Kinetic energy of the marble, J.
  [[nodiscard]] virtual double marble_energy() const = 0;
  /// Of the maze about any axis through its centre, kg m².
  [[nodiscard]] virtual double maze_inertia() const = 0;
  /// Where the marble pressed on walls in the last step, world frame: for pictures, and made anew
  /// by each call.
  [[nodiscard]] virtual std::vector<Contact> contacts() const = 0;
};

/// The shape of a function that makes a back end. The features are the maze's and may be shared.
/// Precondition: maze and features are not null.
using PhysicsMaker = std::unique_ptr<PhysicsBackend>(std::shared_ptr<const Maze> maze,
                                                     std::shared_ptr<const WallFeatures> features,
                                                     const PhysicsSettings& settings);

}  // namespace marblemaze
