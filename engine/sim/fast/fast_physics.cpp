#include <cassert>

#include "engine/sim/fast/fast_lanes.h"
#include "engine/sim/physics.h"
#include "engine/sim/physics_settings.h"

namespace marblemaze {
namespace {

/// Adapter that implements Physics with the fast model.
class FastPhysics final : public Physics {
 public:
  FastPhysics(const Maze& maze, std::shared_ptr<const WallFeatures> features,
              const PhysicsSettings& s)
      : features_(std::move(features)) {
    const BodyConstants constants(maze.grid().dims(), s);
    model_.walls = features_->view();
    model_.half_dims = 0.5 * glm::dvec3(maze.grid().dims());
    model_.laws = {.radius = s.nature.marble_radius,
                   .half_thickness = 0.5 * s.nature.wall_thickness,
                   .reach = s.solver.contact_reach,
                   .step = s.solver.step,
                   .per_step = 1 / s.solver.step,
                   .friction = s.nature.friction,
                   .restitution = s.nature.restitution,
                   .erp = s.solver.contact_erp,
                   .velocity_kept = constants.velocity_kept,
                   .spin_kept = constants.spin_kept,
                   .rate_per_torque = s.solver.step / constants.maze_inertia};
    model_.marble_mass = s.nature.marble_mass;
    model_.gravity = s.nature.gravity;
  }

  [[nodiscard]] Bodies placed(const PhysicsState& state) const override {
    assert(is_rotation(state.maze.rotation) && is_rotation(state.marble.rotation));
    Bodies bodies;
    bodies.fast = {};
    bodies.fast.stood = state.maze.rotation;
    bodies.fast.marble_rotation = state.marble.rotation;
    const glm::dmat3 into_maze = glm::transpose(state.maze.rotation);
    FastBodies<double>& b = bodies.fast.bodies;
    b.weight = model_.weight(state.maze.rotation);
    b.centre = triple(into_maze * state.marble.position);
    b.velocity = triple(into_maze * state.marble.velocity);
    b.surface = triple(into_maze * state.marble.angular_velocity * model_.laws.radius);
    return bodies;
  }

  void release(Bodies& bodies, glm::dvec3 axis) const override {
    assert(is_unit(axis) && bodies.turning == Turning::not_at_all);
    model_.release(bodies, axis);
  }
  void tilt(Bodies& bodies, glm::dvec3 rate) const override {
    assert(std::isfinite(glm::dot(rate, rate)) && bodies.turning != Turning::by_the_hinge);
    model_.tilt(bodies, rate);
  }
  void brake(Bodies& bodies, const glm::dmat3& attitude) const override {
    assert(is_rotation(attitude));
    model_.brake(bodies, attitude);
  }
  void step(Bodies& bodies, double torque) const override {
    assert(std::isfinite(torque));
    model_.step(bodies, torque);
  }

  [[nodiscard]] double hinge_angle(const Bodies& bodies) const override {
    return model_.hinge_angle(bodies);
  }
  [[nodiscard]] double hinge_rate(const Bodies& bodies) const override {
    return model_.hinge_rate(bodies);
  }
  [[nodiscard]] TiltState tilt_state(const Bodies& bodies) const override {
    return model_.tilt_state(bodies);
  }
  [[nodiscard]] glm::dvec3 marble_in_maze(const Bodies& bodies) const override {
    return model_.marble_in_maze(bodies);
  }
  [[nodiscard]] double marble_energy(const Bodies& bodies) const override {
    return model_.marble_energy(bodies);
  }

  [[nodiscard]] PhysicsState state(const Bodies& bodies) const override {
    const FastBodies<double>& b = bodies.fast.bodies;
    const glm::dmat3 into_world = model_.rotation(bodies);
    PhysicsState state;
    state.maze.rotation = into_world;
    state.maze.angular_velocity = into_world * vector(b.axis) * b.rate;
    state.marble = {bodies.fast.marble_rotation, into_world * vector(b.centre),
                    into_world * vector(b.velocity),
                    into_world * vector(b.surface) / model_.laws.radius};
    return state;
  }

  [[nodiscard]] std::vector<Contact> contacts(const Bodies& bodies) const override {
    Bodies next = bodies;
    FastContacts<double> pressing;
    model_.step(next, 0, pressing);
    const glm::dmat3 into_world = model_.rotation(bodies);
    const glm::dvec3 centre = vector(bodies.fast.bodies.centre);
    std::vector<Contact> found;
    const auto add = [&](const glm::dvec3& normal, double impulse) {
      found.push_back({into_world * (centre - model_.laws.radius * normal), into_world * normal,
                       impulse * model_.marble_mass});
    };
    if (pressing.x) add({pressing.face_x.side, 0, 0}, pressing.face_x.normal_impulse);
    if (pressing.y) add({0, pressing.face_y.side, 0}, pressing.face_y.normal_impulse);
    if (pressing.z) add({0, 0, pressing.face_z.side}, pressing.face_z.normal_impulse);
    for (int i = 0; i < pressing.rounded; ++i)
      add(vector(pressing.around[i].normal), pressing.around[i].normal_impulse);
    return found;
  }

  [[nodiscard]] const FastModel* lanes() const override { return &model_; }

 private:
  [[nodiscard]] bool could_be(const Bodies& bodies, double reach) const override {
    const FastBodies<double>& b = bodies.fast.bodies;
    const bool tilted = bodies.turning == Turning::by_commands,
               hinged = bodies.turning == Turning::by_the_hinge;
    const glm::dvec3 weight = vector(b.weight), sideways = vector(b.sideways),
                     centre = glm::abs(vector(b.centre));
    const double slack = 1e-6 * model_.gravity;
    return std::abs(glm::length(weight) - model_.gravity) < slack &&
           (tilted
                ? is_unit(sideways) && std::abs(glm::dot(weight, sideways)) < slack && b.rate == 1
                : sideways == glm::dvec3(0)) &&
           (hinged ? is_unit(vector(b.axis)) : tilted || (b.angle == 0 && b.rate == 0)) &&
           is_rotation(bodies.fast.stood) && is_rotation(bodies.fast.marble_rotation) &&
           std::max({centre.x, centre.y, centre.z}) <= reach;
  }

  std::shared_ptr<const WallFeatures> features_;
  FastModel model_;
};

}  // namespace

std::shared_ptr<const Physics> make_fast_physics(const std::shared_ptr<const Maze>& maze,
                                                 std::shared_ptr<const WallFeatures> features,
                                                 const PhysicsSettings& settings) {
  assert(maze && features);
  return std::make_shared<FastPhysics>(*maze, std::move(features), settings);
}

}  // namespace marblemaze
