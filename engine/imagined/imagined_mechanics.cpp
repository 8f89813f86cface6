#include "engine/imagined/imagined_mechanics.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

namespace marblemaze {

ImaginedMechanics::ImaginedMechanics(std::shared_ptr<const Maze> maze,
                                     std::shared_ptr<const WallFeatures> features,
                                     const PhysicsSettings& s)
    : features_(std::move(features)),
      half_dims_(0.5 * glm::dvec3(maze->grid().dims())),
      mass_(s.marble_mass),
      gravity_(s.gravity) {
  const double side = 2 * std::max({half_dims_.x, half_dims_.y, half_dims_.z});
  inertia_ = s.maze_mass_ratio * s.marble_mass * side * side / 6.0;
  laws_ = {.radius = s.marble_radius,
           .half_thickness = 0.5 * s.wall_thickness,
           .reach = s.contact_reach,
           .step = s.step,
           .per_step = 1 / s.step,
           .friction = s.friction,
           .restitution = s.restitution,
           .erp = s.contact_erp,
           .velocity_kept = std::pow(1 - s.linear_damping, s.step),
           .spin_kept = std::pow(1 - s.angular_damping, s.step),
           .rate_per_torque = s.step / inertia_};
}

void ImaginedMechanics::release(glm::dvec3 axis) {
  bodies_.axis = triple(glm::transpose(stood_) * axis);
  bodies_.angle = bodies_.rate = 0;
}

glm::dmat3 ImaginedMechanics::rotation() const {
  if (bodies_.angle == 0) return stood_;
  return stood_ * glm::dmat3(glm::rotate(glm::dmat4(1), bodies_.angle, vector(bodies_.axis)));
}

void ImaginedMechanics::brake(const glm::dmat3& attitude) {
  const glm::dmat3 change = glm::transpose(attitude) * rotation();
  for (Triple<double>* moved : {&bodies_.centre, &bodies_.velocity, &bodies_.surface})
    *moved = triple(change * vector(*moved));
  stood_ = attitude;
  bodies_.axis = {};
  bodies_.angle = bodies_.rate = 0;
  bodies_.weight = triple(glm::transpose(stood_) * glm::dvec3(0, 0, -gravity_));
}

void ImaginedMechanics::restore(const PhysicsState& state) {
  brake(state.maze.rotation);
  const glm::dmat3 into_maze = glm::transpose(stood_);
  bodies_.centre = triple(into_maze * state.marble.position);
  bodies_.velocity = triple(into_maze * state.marble.velocity);
  bodies_.surface = triple(into_maze * state.marble.angular_velocity * laws_.radius);
  marble_rotation_ = state.marble.rotation;
  contacts_ = {};
}

PhysicsState ImaginedMechanics::state() const {
  const glm::dmat3 into_world = rotation();
  PhysicsState state;
  state.maze.rotation = into_world;
  state.maze.angular_velocity = into_world * vector(bodies_.axis) * bodies_.rate;
  state.marble = {marble_rotation_, into_world * vector(bodies_.centre),
                  into_world * vector(bodies_.velocity),
                  into_world * vector(bodies_.surface) / laws_.radius};
  return state;
}

double ImaginedMechanics::marble_energy() const {
  return 0.5 * mass_ *
         (dot(bodies_.velocity, bodies_.velocity) +
          dot(bodies_.surface, bodies_.surface) / kSpinPerRub);
}

void ImaginedMechanics::find_contacts(SortedContacts& found) const {
  features_->touch(marble_in_maze(), laws_.radius, laws_.half_thickness, reach(laws_, bodies_),
                   found);
}

void ImaginedMechanics::step(double torque) {
  const auto touch = [this](Touching<double, bool>& touching) {
    SortedContacts found;
    find_contacts(found);
    touching.take(0, found);
  };
  imagined_step<double, bool>(laws_, bodies_, torque, touch, contacts_);
}

std::vector<Contact> ImaginedMechanics::contacts() const {
  const glm::dmat3 into_world = rotation();
  const glm::dvec3 centre = vector(bodies_.centre);
  std::vector<Contact> found;
  const auto add = [&](const glm::dvec3& normal, double pushed) {
    found.push_back(
        {into_world * (centre - laws_.radius * normal), into_world * normal, pushed * mass_});
  };
  if (contacts_.x) add({contacts_.face_x.side, 0, 0}, contacts_.face_x.pushed);
  if (contacts_.y) add({0, contacts_.face_y.side, 0}, contacts_.face_y.pushed);
  if (contacts_.z) add({0, 0, contacts_.face_z.side}, contacts_.face_z.pushed);
  for (std::size_t i = 0; i < static_cast<std::size_t>(contacts_.rounded); ++i)
    add(vector(contacts_.around[i].normal), contacts_.around[i].pushed);
  return found;
}

}  // namespace marblemaze
