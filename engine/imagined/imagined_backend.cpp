#include <cassert>
#include <cmath>

#include <glm/geometric.hpp>

#include "engine/imagined/imagined_marble.h"
#include "engine/physics/body_constants.h"
#include "engine/physics/physics_backend.h"
#include "engine/physics/physics_settings.h"
#include "maze/base/arithmetic/transcendental.h"

namespace marblemaze {
namespace {

/// One sphere in a rotating grid and nothing else (imagined_step.h): what the agent can imagine,
/// far faster than Bullet with the plain compound. The maze turns as its hinge drive says, unmoved
/// by the marble (in Bullet the marble's thousandth of the mass moves it a little).
class ImaginedBackend final : public PhysicsBackend {
 public:
  ImaginedBackend(const Maze& maze, std::shared_ptr<const WallFeatures> features,
                  const PhysicsSettings& settings);

  void release(glm::dvec3 axis) override;
  void turn_freely(glm::dvec3 rate) override;
  void brake(const glm::dmat3& rotation) override;
  void step(double torque) override;
  [[nodiscard]] double hinge_angle() const override { return marble_.bodies.angle; }
  [[nodiscard]] double hinge_rate() const override {
    return turns_freely() ? 0 : marble_.bodies.rate;
  }
  [[nodiscard]] PhysicsState state() const override;
  [[nodiscard]] FreeState free_state() const override;
  void restore(const PhysicsState& state) override;
  [[nodiscard]] std::vector<double> numbers() const override;
  [[nodiscard]] bool take_over(std::span<const double> numbers, double reach) override;
  bool take_over_free(std::span<const double> numbers, double reach);
  [[nodiscard]] glm::dvec3 marble_in_maze() const override { return marble_.in_maze(); }
  [[nodiscard]] double marble_energy() const override;
  [[nodiscard]] double maze_inertia() const override { return inertia_; }
  [[nodiscard]] std::vector<Contact> contacts() const override;
  [[nodiscard]] ImaginedMarble& marble() { return marble_; }

 private:
  [[nodiscard]] glm::dmat3 rotation() const;
  [[nodiscard]] bool turns_freely() const { return marble_.turns_freely(); }
  template <Turning how>
  void step(double torque) {
    imagined_step<how>(
        marble_.laws, marble_.bodies, torque,
        [this](Touching<double>& touching) {
          marble_.find_contacts(touching, how != Turning::not_at_all);
        },
        contacts_);
  }

  ImaginedMarble marble_;
  double mass_, gravity_, inertia_;
  glm::dmat3 stood_{1};            // attitude of the maze when braked or released
  glm::dmat3 marble_rotation_{1};  // at the last restore: a sphere's attitude moves nothing
  ImaginedContacts<double> contacts_{};
};

ImaginedBackend::ImaginedBackend(const Maze& maze, std::shared_ptr<const WallFeatures> features,
                                 const PhysicsSettings& s)
    : mass_(s.nature.marble_mass), gravity_(s.nature.gravity) {
  const BodyConstants constants(maze.grid().dims(), s);
  inertia_ = constants.maze_inertia;
  marble_.features = std::move(features);
  marble_.half_dims = 0.5 * glm::dvec3(maze.grid().dims());
  marble_.laws = {.radius = s.nature.marble_radius,
                  .half_thickness = 0.5 * s.nature.wall_thickness,
                  .reach = s.solver.contact_reach,
                  .step = s.solver.step,
                  .per_step = 1 / s.solver.step,
                  .friction = s.nature.friction,
                  .restitution = s.nature.restitution,
                  .erp = s.solver.contact_erp,
                  .velocity_kept = constants.velocity_kept,
                  .spin_kept = constants.spin_kept,
                  .rate_per_torque = s.solver.step / inertia_};
}

void ImaginedBackend::release(glm::dvec3 axis) {
  assert(is_unit(axis) && !turns_freely());
  marble_.bodies.axis = triple(glm::transpose(stood_) * axis);
  marble_.bodies.angle = marble_.bodies.rate = 0;
}

void ImaginedBackend::turn_freely(glm::dvec3 rate) {
  assert(std::isfinite(glm::dot(rate, rate)));
  if (!turns_freely()) marble_.begin_free_turn(glm::transpose(rotation())[0]);
  marble_.bodies.axis = triple(rate);
}

glm::dmat3 ImaginedBackend::rotation() const {
  if (turns_freely()) return marble_.free_attitude();
  if (marble_.bodies.angle == 0) return stood_;
  return stood_ * rotation_about(vector(marble_.bodies.axis), marble_.bodies.angle);
}

void ImaginedBackend::brake(const glm::dmat3& attitude) {
  assert(is_rotation(attitude));
  const glm::dmat3 change = glm::transpose(attitude) * rotation();
  for (Triple<double>* moved :
       {&marble_.bodies.centre, &marble_.bodies.velocity, &marble_.bodies.surface})
    *moved = triple(change * vector(*moved));
  stood_ = attitude;
  marble_.bodies.axis = marble_.bodies.sideways = {};
  marble_.bodies.angle = marble_.bodies.rate = 0;
  marble_.bodies.weight = triple(glm::transpose(stood_) * glm::dvec3(0, 0, -gravity_));
}

void ImaginedBackend::restore(const PhysicsState& state) {
  assert(is_rotation(state.marble.rotation));
  brake(state.maze.rotation);
  const glm::dmat3 into_maze = glm::transpose(stood_);
  marble_.bodies.centre = triple(into_maze * state.marble.position);
  marble_.bodies.velocity = triple(into_maze * state.marble.velocity);
  marble_.bodies.surface = triple(into_maze * state.marble.angular_velocity * marble_.laws.radius);
  marble_rotation_ = state.marble.rotation;
  contacts_ = {};
}

/// As state(), but with the marble's place and motion in the maze's frame, where they are exact. In
/// a free turn the attitude, too, is what is seen from the maze.
std::vector<double> ImaginedBackend::numbers() const {
  std::vector<double> all = PhysicsBackend::numbers();
  const ImaginedBodies<double>& bodies = marble_.bodies;
  std::vector<const Triple<double>*> exact{&bodies.centre, &bodies.velocity, &bodies.surface};
  if (turns_freely()) exact.insert(exact.begin(), {&bodies.weight, &bodies.sideways});
  for (const Triple<double>* triple : exact)
    for (int i = 0; i < 3; ++i) all.push_back((*triple)[i]);
  return all;
}

bool ImaginedBackend::take_over(std::span<const double> numbers, double reach) {
  constexpr std::size_t kExact = 9, kFree = kExact + 6;
  if (numbers.size() == PhysicsNumbers().size() + kFree) return take_over_free(numbers, reach);
  if (numbers.size() < kExact) return false;
  const auto exact = numbers.last(kExact);
  BodyState in_maze;
  in_maze.position = {exact[0], exact[1], exact[2]};
  in_maze.velocity = {exact[3], exact[4], exact[5]};
  in_maze.angular_velocity = {exact[6], exact[7], exact[8]};
  if (!can_stand(PhysicsState{{}, in_maze}, reach)) return false;
  if (!PhysicsBackend::take_over(numbers.first(numbers.size() - kExact), reach)) return false;
  marble_.bodies.centre = triple(in_maze.position);
  marble_.bodies.velocity = triple(in_maze.velocity);
  marble_.bodies.surface = triple(in_maze.angular_velocity);
  return true;
}

bool ImaginedBackend::take_over_free(std::span<const double> numbers, double reach) {
  const std::size_t common = PhysicsNumbers().size();
  const glm::dvec3 weight(numbers[common], numbers[common + 1], numbers[common + 2]),
      sideways(numbers[common + 3], numbers[common + 4], numbers[common + 5]);
  if (!(std::abs(glm::length(weight) - gravity_) < 1e-6 * gravity_) || !is_unit(sideways) ||
      !(std::abs(glm::dot(weight, sideways)) < 1e-6 * gravity_))
    return false;
  std::vector<double> braked(numbers.begin(), numbers.end() - 15);
  braked.insert(braked.end(), numbers.end() - 9, numbers.end());
  if (!take_over(braked, reach)) return false;
  marble_.begin_free_turn(sideways);
  marble_.bodies.weight = triple(weight);
  return true;
}

FreeState ImaginedBackend::free_state() const {
  const ImaginedBodies<double>& bodies = marble_.bodies;
  const glm::dvec3 rate = vector(bodies.axis) * bodies.rate;
  return {marble_.in_maze(), vector(velocity_in_maze(bodies)),
          vector(bodies.surface) / marble_.laws.radius - rate, vector(bodies.weight) / gravity_,
          rate};
}

PhysicsState ImaginedBackend::state() const {
  const glm::dmat3 into_world = rotation();
  PhysicsState state;
  state.maze.rotation = into_world;
  state.maze.angular_velocity = into_world * vector(marble_.bodies.axis) * marble_.bodies.rate;
  state.marble = {marble_rotation_, into_world * vector(marble_.bodies.centre),
                  into_world * vector(marble_.bodies.velocity),
                  into_world * vector(marble_.bodies.surface) / marble_.laws.radius};
  return state;
}

double ImaginedBackend::marble_energy() const {
  return 0.5 * mass_ *
         (dot(marble_.bodies.velocity, marble_.bodies.velocity) +
          dot(marble_.bodies.surface, marble_.bodies.surface) / kSpinPerImpulse);
}

void ImaginedBackend::step(double torque) {
  assert(std::isfinite(torque));
  if (turns_freely()) return step<Turning::freely>(0);
  const double rate = marble_.bodies.rate, gained = torque * marble_.laws.rate_per_torque;
  if (rate != 0 || rate + gained != 0) return step<Turning::by_the_hinge>(torque);
  step<Turning::not_at_all>(0);
}

std::vector<Contact> ImaginedBackend::contacts() const {
  const glm::dmat3 into_world = rotation();
  const glm::dvec3 centre = vector(marble_.bodies.centre);
  std::vector<Contact> found;
  const auto add = [&](const glm::dvec3& normal, double impulse) {
    found.push_back({into_world * (centre - marble_.laws.radius * normal), into_world * normal,
                     impulse * mass_});
  };
  if (contacts_.x) add({contacts_.face_x.side, 0, 0}, contacts_.face_x.normal_impulse);
  if (contacts_.y) add({0, contacts_.face_y.side, 0}, contacts_.face_y.normal_impulse);
  if (contacts_.z) add({0, 0, contacts_.face_z.side}, contacts_.face_z.normal_impulse);
  for (int i = 0; i < contacts_.rounded; ++i)
    add(vector(contacts_.around[i].normal), contacts_.around[i].normal_impulse);
  return found;
}

}  // namespace

std::unique_ptr<PhysicsBackend> make_imagined_backend(std::shared_ptr<const Maze> maze,
                                                      std::shared_ptr<const WallFeatures> features,
                                                      const PhysicsSettings& settings) {
  assert(maze && features);
  return std::make_unique<ImaginedBackend>(*maze, std::move(features), settings);
}

ImaginedMarble& marble_of_imagined(PhysicsBackend& backend) {
  return static_cast<ImaginedBackend&>(backend).marble();
}

}  // namespace marblemaze
