#include <cassert>

#include "engine/sim/body_constants.h"
#include "engine/sim/fast/fast_lanes.h"
#include "engine/sim/physics.h"
#include "engine/sim/physics_settings.h"

namespace marblemaze {
namespace {

/// One sphere in a rotating grid and nothing else (fast_step.h): far faster than Bullet. The maze
/// turns by its hinge drive alone (in Bullet the marble, of a thousandth of the mass, moves the
/// maze a little).
class FastPhysics final : public Physics {
 public:
  FastPhysics(const Maze& maze, std::shared_ptr<const WallFeatures> features,
              const PhysicsSettings& s)
      : mass_(s.nature.marble_mass), gravity_(s.nature.gravity) {
    const BodyConstants constants(maze.grid().dims(), s);
    model_.features = std::move(features);
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
  }

  [[nodiscard]] Bodies placed(const PhysicsState& state) const override {
    assert(is_rotation(state.maze.rotation) && is_rotation(state.marble.rotation));
    Bodies bodies;
    bodies.fast = {};
    bodies.fast.stood = state.maze.rotation;
    bodies.fast.marble_rotation = state.marble.rotation;
    const glm::dmat3 into_maze = glm::transpose(state.maze.rotation);
    FastBodies<double>& b = bodies.fast.bodies;
    b.weight = weight(state.maze.rotation);
    b.centre = triple(into_maze * state.marble.position);
    b.velocity = triple(into_maze * state.marble.velocity);
    b.surface = triple(into_maze * state.marble.angular_velocity * model_.laws.radius);
    return bodies;
  }

  void release(Bodies& bodies, glm::dvec3 axis) const override {
    assert(is_unit(axis) && bodies.turning == Turning::not_at_all);
    bodies.turning = Turning::by_the_hinge;
    bodies.fast.bodies.axis = triple(glm::transpose(bodies.fast.stood) * axis);
    bodies.fast.bodies.angle = bodies.fast.bodies.rate = 0;
  }

  void tilt(Bodies& bodies, glm::dvec3 rate) const override {
    assert(std::isfinite(glm::dot(rate, rate)) && bodies.turning != Turning::by_the_hinge);
    FastBodies<double>& b = bodies.fast.bodies;
    if (bodies.turning != Turning::by_commands) {
      bodies.turning = Turning::by_commands;
      b.angle = 0;
      b.rate = 1;
      b.sideways = triple(glm::transpose(bodies.fast.stood)[0]);
    }
    b.axis = triple(rate);
  }

  void brake(Bodies& bodies, const glm::dmat3& attitude) const override {
    assert(is_rotation(attitude));
    FastBodies<double>& b = bodies.fast.bodies;
    const glm::dmat3 change = glm::transpose(attitude) * rotation(bodies);
    for (Triple<double>* moved : {&b.centre, &b.velocity, &b.surface})
      *moved = triple(change * vector(*moved));
    bodies.turning = Turning::not_at_all;
    bodies.fast.stood = attitude;
    b.axis = b.sideways = {};
    b.angle = b.rate = 0;
    b.weight = weight(attitude);
  }

  void step(Bodies& bodies, double torque) const override {
    FastContacts<double> contacts;
    step(bodies, torque, contacts);
  }

  [[nodiscard]] double hinge_angle(const Bodies& bodies) const override {
    return bodies.fast.bodies.angle;
  }
  [[nodiscard]] double hinge_rate(const Bodies& bodies) const override {
    return bodies.turning == Turning::by_commands ? 0 : bodies.fast.bodies.rate;
  }

  [[nodiscard]] PhysicsState state(const Bodies& bodies) const override {
    const FastBodies<double>& b = bodies.fast.bodies;
    const glm::dmat3 into_world = rotation(bodies);
    PhysicsState state;
    state.maze.rotation = into_world;
    state.maze.angular_velocity = into_world * vector(b.axis) * b.rate;
    state.marble = {bodies.fast.marble_rotation, into_world * vector(b.centre),
                    into_world * vector(b.velocity),
                    into_world * vector(b.surface) / model_.laws.radius};
    return state;
  }

  [[nodiscard]] TiltState tilt_state(const Bodies& bodies) const override {
    const FastBodies<double>& b = bodies.fast.bodies;
    const glm::dvec3 rate = vector(b.axis) * b.rate;
    return {model_.in_maze(b), vector(velocity_in_maze(b)),
            vector(b.surface) / model_.laws.radius - rate, vector(b.weight) / gravity_, rate};
  }

  [[nodiscard]] glm::dvec3 marble_in_maze(const Bodies& bodies) const override {
    return model_.in_maze(bodies.fast.bodies);
  }

  [[nodiscard]] double marble_energy(const Bodies& bodies) const override {
    const FastBodies<double>& b = bodies.fast.bodies;
    return 0.5 * mass_ *
           (dot(b.velocity, b.velocity) + dot(b.surface, b.surface) / kSpinPerImpulse);
  }

  [[nodiscard]] std::vector<Contact> contacts(const Bodies& bodies) const override {
    Bodies next = bodies;
    FastContacts<double> pressing;
    step(next, 0, pressing);
    const glm::dmat3 into_world = rotation(bodies);
    const glm::dvec3 centre = vector(bodies.fast.bodies.centre);
    std::vector<Contact> found;
    const auto add = [&](const glm::dvec3& normal, double impulse) {
      found.push_back({into_world * (centre - model_.laws.radius * normal), into_world * normal,
                       impulse * mass_});
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
  [[nodiscard]] Triple<double> weight(const glm::dmat3& attitude) const {
    return triple(glm::transpose(attitude) * glm::dvec3(0, 0, -gravity_));
  }

  [[nodiscard]] static glm::dmat3 rotation(const Bodies& bodies) {
    const FastBodies<double>& b = bodies.fast.bodies;
    if (bodies.turning == Turning::by_commands) return tilt_attitude(b);
    if (b.angle == 0) return bodies.fast.stood;
    return bodies.fast.stood * rotation_about(vector(b.axis), b.angle);
  }

  template <Turning how>
  void step(FastBodies<double>& bodies, double torque, FastContacts<double>& contacts) const {
    fast_step<how>(
        model_.laws, bodies, torque,
        [&](Touching<double>& touching) {
          model_.find_contacts(bodies, touching, how != Turning::not_at_all);
        },
        contacts);
  }
  void step(Bodies& bodies, double torque, FastContacts<double>& contacts) const {
    assert(std::isfinite(torque));
    FastBodies<double>& b = bodies.fast.bodies;
    if (bodies.turning == Turning::by_commands) return step<Turning::by_commands>(b, 0, contacts);
    const double gained = torque * model_.laws.rate_per_torque;
    if (bodies.turning == Turning::by_the_hinge && (b.rate != 0 || b.rate + gained != 0))
      return step<Turning::by_the_hinge>(b, torque, contacts);
    step<Turning::not_at_all>(b, 0, contacts);
  }

  [[nodiscard]] bool could_be(const Bodies& bodies, double reach) const override {
    const FastBodies<double>& b = bodies.fast.bodies;
    const bool tilted = bodies.turning == Turning::by_commands,
               hinged = bodies.turning == Turning::by_the_hinge;
    const glm::dvec3 weight = vector(b.weight), sideways = vector(b.sideways),
                     centre = glm::abs(vector(b.centre));
    const double slack = 1e-6 * gravity_;
    return std::abs(glm::length(weight) - gravity_) < slack &&
           (tilted
                ? is_unit(sideways) && std::abs(glm::dot(weight, sideways)) < slack && b.rate == 1
                : sideways == glm::dvec3(0)) &&
           (hinged ? is_unit(vector(b.axis)) : tilted || (b.angle == 0 && b.rate == 0)) &&
           is_rotation(bodies.fast.stood) && is_rotation(bodies.fast.marble_rotation) &&
           std::max({centre.x, centre.y, centre.z}) <= reach;
  }

  FastModel model_;
  double mass_, gravity_;
};

}  // namespace

std::shared_ptr<const Physics> make_fast_physics(const std::shared_ptr<const Maze>& maze,
                                                 std::shared_ptr<const WallFeatures> features,
                                                 const PhysicsSettings& settings) {
  assert(maze && features);
  return std::make_shared<FastPhysics>(*maze, std::move(features), settings);
}

}  // namespace marblemaze
