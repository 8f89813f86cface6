#include "engine/imagined_mechanics.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

namespace marblemaze {
namespace {

constexpr double kSphereInertia = 0.4;         // of a solid sphere, in m r²
constexpr double kBouncingSpeed = 0.2;         // m/s: slower impacts do not bounce
constexpr double kDeepOverlap = -0.04;         // cells: deeper ones are pushed apart without adding speed
constexpr int kMostSweeps = 3;                 // normals are nearly always orthogonal, so few are enough
constexpr double kSettledImpulse = 1e-6;       // m/s: further sweeps would change nothing that matters

glm::dvec3 rotated(const glm::dvec3& v, const glm::dvec3& axis, double cosine, double sine) {
  return v * cosine + glm::cross(axis, v) * sine + axis * (glm::dot(axis, v) * (1 - cosine));
}

}  // namespace

ImaginedMechanics::ImaginedMechanics(std::shared_ptr<const Maze> maze, std::shared_ptr<const WallFeatures> features,
                                     const PhysicsSettings& s)
    : features_(std::move(features)),
      half_dims_(0.5 * glm::dvec3(maze->grid().dims())),
      radius_(s.marble_radius),
      mass_(s.marble_mass),
      half_thickness_(0.5 * s.wall_thickness),
      reach_(s.contact_reach),
      step_(s.step),
      gravity_(s.gravity),
      friction_(s.friction),
      restitution_(s.restitution),
      erp_(s.contact_erp),
      velocity_kept_(std::pow(1 - s.linear_damping, s.step)),
      spin_kept_(std::pow(1 - s.angular_damping, s.step)),
      iterations_(s.solver_iterations) {
  const double side = 2 * std::max({half_dims_.x, half_dims_.y, half_dims_.z});
  inertia_ = s.maze_mass_ratio * s.marble_mass * side * side / 6.0;
}

void ImaginedMechanics::release(glm::dvec3 axis) {
  axis_ = glm::transpose(stood_) * axis;
  angle_ = rate_ = 0;
}

glm::dmat3 ImaginedMechanics::rotation() const {
  if (angle_ == 0) return stood_;
  return stood_ * glm::dmat3(glm::rotate(glm::dmat4(1), angle_, axis_));
}

void ImaginedMechanics::brake(const glm::dmat3& attitude) {
  const glm::dmat3 change = glm::transpose(attitude) * rotation();
  centre_ = change * centre_;
  velocity_ = change * velocity_;
  spin_ = change * spin_;
  stood_ = attitude;
  axis_ = glm::dvec3(0);
  angle_ = rate_ = 0;
  weight_ = glm::transpose(stood_) * glm::dvec3(0, 0, -gravity_);
}

void ImaginedMechanics::restore(const PhysicsState& state) {
  brake(state.maze.rotation);
  const glm::dmat3 into_maze = glm::transpose(stood_);
  centre_ = into_maze * state.marble.position;
  velocity_ = into_maze * state.marble.velocity;
  spin_ = into_maze * state.marble.angular_velocity;
  marble_rotation_ = state.marble.rotation;
  row_count_ = 0;
}

PhysicsState ImaginedMechanics::state() const {
  const glm::dmat3 into_world = rotation();
  PhysicsState state;
  state.maze.rotation = into_world;
  state.maze.angular_velocity = into_world * axis_ * rate_;
  state.marble = {marble_rotation_, into_world * centre_, into_world * velocity_, into_world * spin_};
  return state;
}

double ImaginedMechanics::marble_energy() const {
  return 0.5 * mass_ * (glm::dot(velocity_, velocity_) + kSphereInertia * radius_ * radius_ * glm::dot(spin_, spin_));
}

void ImaginedMechanics::prepare(Row& row, const WallContact& contact, const glm::dvec3& falling, double next_rate) const {
  const glm::dvec3 n = contact.normal;
  const glm::dvec3 on_marble = -radius_ * n;
  const glm::dvec3 on_wall = centre_ + on_marble - n * contact.gap;
  const glm::dvec3 wall_per_rate = glm::cross(axis_, on_wall);
  const glm::dvec3 rolling = glm::cross(spin_, on_marble);

  const double impact = glm::dot(n, velocity_ - rate_ * wall_per_rate);
  const double bounce = impact < -kBouncingSpeed ? -restitution_ * impact : 0.0;
  row.normal = n;
  row.push_target = bounce - glm::dot(n, falling - next_rate * wall_per_rate);
  if (contact.gap > 0)
    row.push_target -= contact.gap / step_;
  else if (contact.gap > kDeepOverlap)
    row.push_target -= contact.gap * erp_ / step_;

  const glm::dvec3 slip = falling + rolling - next_rate * wall_per_rate;
  const glm::dvec3 lateral = slip - n * glm::dot(n, slip);
  const double speed2 = glm::dot(lateral, lateral);
  // Without slip any direction will do; the frame's next axis is one in the plane of a face.
  row.tangent = speed2 > 2.2e-16 ? lateral / std::sqrt(speed2)
                                 : glm::normalize(glm::cross(n, std::abs(n.z) < 0.7 ? glm::dvec3(0, 0, 1) : glm::dvec3(1, 0, 0)));
  row.lever = glm::cross(on_marble, row.tangent);
  // As in Bullet, friction does not yet see the torque of this step.
  row.slip = glm::dot(row.tangent, falling + rolling - rate_ * wall_per_rate);
  row.pushed = row.rubbed = 0;
}

void ImaginedMechanics::solve(glm::dvec3& velocity_change, glm::dvec3& spin_change) {
  const double spin_per_impulse = 1.0 / (kSphereInertia * radius_ * radius_);
  constexpr double kRubbing = 1.0 / (1.0 + 1.0 / kSphereInertia);  // inverse effective mass of a tangential impulse
  for (int sweep = 0; sweep < std::min(iterations_, kMostSweeps); ++sweep) {
    double largest = 0;
    for (int i = 0; i < row_count_; ++i) {
      Row& row = rows_[static_cast<std::size_t>(i)];
      const double wanted = row.pushed + row.push_target - glm::dot(row.normal, velocity_change);
      const double impulse = std::max(wanted, 0.0) - row.pushed;
      row.pushed += impulse;
      velocity_change += row.normal * impulse;
      largest = std::max(largest, std::abs(impulse));
    }
    for (int i = 0; i < row_count_; ++i) {
      Row& row = rows_[static_cast<std::size_t>(i)];
      if (row.pushed <= 0) continue;
      const double moving = row.slip + glm::dot(row.tangent, velocity_change) + glm::dot(row.lever, spin_change);
      const double limit = friction_ * row.pushed;
      const double impulse = std::clamp(row.rubbed - moving * kRubbing, -limit, limit) - row.rubbed;
      row.rubbed += impulse;
      velocity_change += row.tangent * impulse;
      spin_change += row.lever * (impulse * spin_per_impulse);
      largest = std::max(largest, std::abs(impulse));
    }
    // A single contact's push and rub are at right angles: one sweep is exact.
    if (row_count_ == 1 || largest < kSettledImpulse) break;
  }
}

void ImaginedMechanics::step(double torque) {
  velocity_ *= velocity_kept_;
  spin_ *= spin_kept_;
  const bool turning = axis_ != glm::dvec3(0);
  const double next_rate = turning ? rate_ + torque / inertia_ * step_ : 0;
  const glm::dvec3 falling = velocity_ + weight_ * step_;

  std::array<WallContact, 4> touched;
  const double flight = glm::length(velocity_) * step_ - radius_;
  row_count_ = features_->touch(marble_in_maze(), radius_, half_thickness_, std::max(reach_, flight), touched);
  glm::dvec3 push_apart(0), velocity_change(0), spin_change(0);
  for (int i = 0; i < row_count_; ++i) {
    const WallContact& contact = touched[static_cast<std::size_t>(i)];
    prepare(rows_[static_cast<std::size_t>(i)], contact, falling, next_rate);
    if (contact.gap <= kDeepOverlap) push_apart -= contact.normal * (contact.gap * erp_);
  }
  if (row_count_ > 0) solve(velocity_change, spin_change);

  velocity_ = falling + velocity_change;
  spin_ += spin_change;
  centre_ += velocity_ * step_ + push_apart;
  rate_ = next_rate;
  if (turning) turn_frame(rate_ * step_);
}

/// The maze turns by `angle` under quantities that stay as they are in the world.
void ImaginedMechanics::turn_frame(double angle) {
  angle_ += angle;
  const double cosine = std::cos(angle), sine = -std::sin(angle);
  centre_ = rotated(centre_, axis_, cosine, sine);
  velocity_ = rotated(velocity_, axis_, cosine, sine);
  spin_ = rotated(spin_, axis_, cosine, sine);
  weight_ = rotated(weight_, axis_, cosine, sine);
}

std::vector<Contact> ImaginedMechanics::contacts() const {
  const glm::dmat3 into_world = rotation();
  std::vector<Contact> found;
  for (int i = 0; i < row_count_; ++i) {
    const Row& row = rows_[static_cast<std::size_t>(i)];
    found.push_back({into_world * (centre_ - radius_ * row.normal), into_world * row.normal, row.pushed * mass_});
  }
  return found;
}

}  // namespace marblemaze
