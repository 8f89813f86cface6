#pragma once

#include "engine/physics/mechanics.h"
#include "engine/physics/physics_settings.h"
#include "engine/physics/wall_features.h"

namespace marblemaze {

/// Marble and maze as Bullet bodies. The maze is one dynamic rigid body of finite mass that feels
/// no gravity. This class alone talks to Bullet.
class MarblePhysics : public Mechanics {
 public:
  /// The features may be shared between worlds of one maze.
  MarblePhysics(std::shared_ptr<const Maze> maze, std::shared_ptr<const WallFeatures> features,
                const PhysicsSettings& settings);
  ~MarblePhysics() override;
  MarblePhysics(const MarblePhysics&) = delete;
  MarblePhysics& operator=(const MarblePhysics&) = delete;

  void release(glm::dvec3 axis) override;
  void brake(const glm::dmat3& rotation) override;
  void step(double torque) override;
  [[nodiscard]] double hinge_angle() const override;
  [[nodiscard]] double hinge_rate() const override;
  [[nodiscard]] PhysicsState state() const override;
  void restore(const PhysicsState& state) override;
  [[nodiscard]] glm::dvec3 marble_in_maze() const override;
  [[nodiscard]] double marble_energy() const override;
  [[nodiscard]] double maze_inertia() const override;
  [[nodiscard]] std::vector<Contact> contacts() const override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace marblemaze
