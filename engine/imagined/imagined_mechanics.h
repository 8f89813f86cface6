#pragma once

#include "engine/imagined/imagined_step.h"
#include "engine/physics/mechanics.h"
#include "engine/physics/physics_settings.h"
#include "engine/physics/wall_features.h"

namespace marblemaze {

inline glm::dvec3 vector(const Triple<double>& t) { return {t[0], t[1], t[2]}; }
inline Triple<double> triple(const glm::dvec3& v) { return {{v.x, v.y, v.z}}; }

/// One sphere in a rotating grid and nothing else (imagined_step.h): what the agent can imagine,
/// far faster than Bullet with the plain compound. The maze turns as its hinge drive says, unmoved
/// by the marble (in Bullet the marble's thousandth of the mass moves it a little).
class ImaginedMechanics : public Mechanics {
 public:
  ImaginedMechanics(std::shared_ptr<const Maze> maze, std::shared_ptr<const WallFeatures> features,
                    const PhysicsSettings& settings);

  void release(glm::dvec3 axis) override;
  void brake(const glm::dmat3& rotation) override;
  void step(double torque) override;
  [[nodiscard]] double hinge_angle() const override { return bodies_.angle; }
  [[nodiscard]] double hinge_rate() const override { return bodies_.rate; }
  [[nodiscard]] PhysicsState state() const override;
  void restore(const PhysicsState& state) override;
  [[nodiscard]] std::unique_ptr<Mechanics> copy() const override {
    return std::make_unique<ImaginedMechanics>(*this);
  }
  [[nodiscard]] glm::dvec3 marble_in_maze() const override {
    return vector(bodies_.centre) + half_dims_;
  }
  [[nodiscard]] double marble_energy() const override;
  [[nodiscard]] double maze_inertia() const override { return inertia_; }
  [[nodiscard]] std::vector<Contact> contacts() const override;

 private:
  friend class ImaginedLanes;

  [[nodiscard]] glm::dmat3 rotation() const;
  void find_contacts(SortedContacts& found) const;

  std::shared_ptr<const WallFeatures> features_;
  glm::dvec3 half_dims_;
  ImaginedLaws<double> laws_;
  double mass_, gravity_, inertia_;

  glm::dmat3 stood_{1};  ///< attitude when braked or released
  ImaginedBodies<double> bodies_{};
  glm::dmat3 marble_rotation_{1};  ///< at the last restore: a sphere's attitude moves nothing
  ImaginedContacts<double> contacts_{};
};

}  // namespace marblemaze
