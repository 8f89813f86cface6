#pragma once

#include <array>

#include "engine/mechanics.h"
#include "engine/physics_settings.h"
#include "engine/wall_features.h"

namespace marblemaze {

/// One sphere in a rotating grid and nothing else: what the agent can imagine, some forty times faster
/// than Bullet with the plain compound. The maze turns as its hinge drive says, unmoved by the marble
/// (in Bullet the marble's thousandth of the mass moves it a little).
///
/// All vectors are components along the maze's axes of quantities measured in the world, so that
/// Coriolis, centrifugal and Euler forces are the rotation of these components with each step, and
/// nearly every wall normal is a unit vector of the frame. The contact law is Bullet's: sequential
/// impulses, one friction direction along the slip, Coulomb's cone, restitution above 0.2 m/s.
class ImaginedMechanics : public Mechanics {
 public:
  ImaginedMechanics(std::shared_ptr<const Maze> maze, std::shared_ptr<const WallFeatures> features,
                    const PhysicsSettings& settings);

  void release(glm::dvec3 axis) override;
  void brake(const glm::dmat3& rotation) override;
  void step(double torque) override;
  [[nodiscard]] double hinge_angle() const override { return angle_; }
  [[nodiscard]] double hinge_rate() const override { return rate_; }
  [[nodiscard]] PhysicsState state() const override;
  void restore(const PhysicsState& state) override;
  [[nodiscard]] glm::dvec3 marble_in_maze() const override { return centre_ + half_dims_; }
  [[nodiscard]] double marble_energy() const override;
  [[nodiscard]] double maze_inertia() const override { return inertia_; }
  [[nodiscard]] std::vector<Contact> contacts() const override;

 private:
  struct Row {
    glm::dvec3 normal, tangent, lever;  ///< lever: contact point from the marble's centre, crossed with tangent
    double push_target;                 ///< change of normal velocity wanted
    double slip;                        ///< tangential velocity to be taken away
    double pushed = 0, rubbed = 0;      ///< impulses per mass so far
  };

  void prepare(Row& row, const WallContact& contact, const glm::dvec3& falling, double next_rate) const;
  /// Sweeps over the rows until they settle; returns the changes of velocity and spin.
  void solve(glm::dvec3& velocity_change, glm::dvec3& spin_change);
  void turn_frame(double angle);
  [[nodiscard]] glm::dmat3 rotation() const;

  std::shared_ptr<const WallFeatures> features_;
  glm::dvec3 half_dims_;
  double radius_, mass_, half_thickness_, reach_, step_, gravity_, friction_, restitution_, erp_, inertia_;
  double velocity_kept_, spin_kept_;  ///< per step, by damping
  int iterations_;

  glm::dmat3 stood_{1};       ///< attitude when braked or released
  glm::dvec3 axis_{0};        ///< hinge, maze frame; zero while braked
  double angle_ = 0, rate_ = 0;
  glm::dvec3 weight_{0};      ///< gravity, m/s², maze frame
  glm::dvec3 centre_{0};      ///< of the marble, from the maze's centre
  glm::dvec3 velocity_{0};
  glm::dvec3 spin_{0};
  glm::dmat3 marble_rotation_{1};  ///< at the last restore: a sphere's attitude moves nothing
  std::array<Row, 4> rows_;
  int row_count_ = 0;
};

}  // namespace marblemaze
