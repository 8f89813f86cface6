#include <cassert>

#include <glm/geometric.hpp>

#include "engine/sim/fast/fast_lanes.h"
#include "engine/sim/physics.h"
#include "engine/sim/physics_settings.h"

namespace marblemaze {
namespace {

/// Fast physics engine in which only the hinge drive moves the maze. In Bullet, the marble also
/// moves the maze slightly.
class FastPhysics final : public Physics {
 public:
  FastPhysics(const Maze& maze, std::shared_ptr<const WallFeatures> features,
              const PhysicsSettings& s)
      : features_(std::move(features)),
        marble_mass_(s.nature.marble_mass),
        gravity_(s.nature.gravity) {
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
  }

  [[nodiscard]] Bodies placed(const PhysicsState& state) const override {
    assert(is_rotation(state.maze.rotation) && is_rotation(state.marble.rotation));
    Bodies bodies;
    bodies.fast = {};
    bodies.fast.braked_rotation = state.maze.rotation;
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
    assert(is_unit(axis) && bodies.turning == Turning::none);
    bodies.turning = Turning::hinge;
    bodies.fast.bodies.axis = triple(glm::transpose(bodies.fast.braked_rotation) * axis);
    bodies.fast.bodies.angle = bodies.fast.bodies.rate = 0;
  }
  void tilt(Bodies& bodies, glm::dvec3 rate) const override {
    assert(std::isfinite(glm::dot(rate, rate)) && bodies.turning != Turning::hinge);
    FastBodies<double>& b = bodies.fast.bodies;
    if (bodies.turning != Turning::commands) {
      bodies.turning = Turning::commands;
      b.angle = 0;
      b.rate = 1;
      b.sideways = triple(glm::transpose(bodies.fast.braked_rotation)[0]);
    }
    b.axis = triple(rate);
  }
  void brake(Bodies& bodies, const glm::dmat3& maze_rotation) const override {
    assert(is_rotation(maze_rotation));
    FastBodies<double>& b = bodies.fast.bodies;
    const glm::dmat3 change = glm::transpose(maze_rotation) * rotation(bodies);
    for (Triple<double>* moved : {&b.centre, &b.velocity, &b.surface})
      *moved = triple(change * vector(*moved));
    bodies.turning = Turning::none;
    bodies.fast.braked_rotation = maze_rotation;
    b.axis = b.sideways = {};
    b.angle = b.rate = 0;
    b.weight = weight(maze_rotation);
  }
  void step(Bodies& bodies, double torque) const override {
    FastContacts<double> contacts;
    step(bodies, torque, contacts);
  }

  [[nodiscard]] double hinge_angle(const Bodies& bodies) const override {
    return bodies.fast.bodies.angle;
  }
  [[nodiscard]] double hinge_rate(const Bodies& bodies) const override {
    return bodies.turning == Turning::commands ? 0 : bodies.fast.bodies.rate;
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
    return 0.5 * marble_mass_ *
           (dot(b.velocity, b.velocity) + dot(b.surface, b.surface) / kSpinPerImpulse);
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

  [[nodiscard]] std::vector<Contact> contacts(const Bodies& bodies) const override {
    Bodies next = bodies;
    FastContacts<double> contacts_of_step;
    step(next, 0, contacts_of_step);
    const glm::dmat3 into_world = rotation(bodies);
    const glm::dvec3 centre = vector(bodies.fast.bodies.centre);
    std::vector<Contact> found;
    const auto add = [&](const glm::dvec3& normal, double impulse) {
      found.push_back({into_world * (centre - model_.laws.radius * normal), into_world * normal,
                       impulse * marble_mass_});
    };
    if (contacts_of_step.x)
      add({contacts_of_step.face_x.side, 0, 0}, contacts_of_step.face_x.normal_impulse);
    if (contacts_of_step.y)
      add({0, contacts_of_step.face_y.side, 0}, contacts_of_step.face_y.normal_impulse);
    if (contacts_of_step.z)
      add({0, 0, contacts_of_step.face_z.side}, contacts_of_step.face_z.normal_impulse);
    for (int i = 0; i < contacts_of_step.rounded; ++i)
      add(vector(contacts_of_step.rounded_contacts[i].normal),
          contacts_of_step.rounded_contacts[i].normal_impulse);
    return found;
  }

  [[nodiscard]] const FastModel* fast_model() const override { return &model_; }

 private:
  [[nodiscard]] bool has_valid_bodies(const Bodies& bodies, double reach) const override {
    const FastBodies<double>& b = bodies.fast.bodies;
    const bool tilted = bodies.turning == Turning::commands,
               hinged = bodies.turning == Turning::hinge;
    const glm::dvec3 weight = vector(b.weight), sideways = vector(b.sideways),
                     centre = glm::abs(vector(b.centre));
    const double slack = 1e-6 * gravity_;
    return std::abs(glm::length(weight) - gravity_) < slack &&
           (tilted
                ? is_unit(sideways) && std::abs(glm::dot(weight, sideways)) < slack && b.rate == 1
                : sideways == glm::dvec3(0)) &&
           (hinged ? is_unit(vector(b.axis)) : tilted || (b.angle == 0 && b.rate == 0)) &&
           is_rotation(bodies.fast.braked_rotation) && is_rotation(bodies.fast.marble_rotation) &&
           std::max({centre.x, centre.y, centre.z}) <= reach;
  }

  /// Returns the gravitational acceleration in the maze frame.
  [[nodiscard]] Triple<double> weight(const glm::dmat3& maze_rotation) const {
    return triple(glm::transpose(maze_rotation) * glm::dvec3(0, 0, -gravity_));
  }

  /// Under continuous control, the result is orthonormalized, because rounding errors accumulate
  /// over many steps.
  [[nodiscard]] static glm::dmat3 rotation(const Bodies& bodies) {
    const FastBodies<double>& b = bodies.fast.bodies;
    if (bodies.turning == Turning::commands) {
      const glm::dvec3 up = -glm::normalize(vector(b.weight)), seen = vector(b.sideways);
      const glm::dvec3 x = glm::normalize(seen - up * glm::dot(up, seen));
      return glm::transpose(glm::dmat3(x, glm::cross(up, x), up));
    }
    if (b.angle == 0) return bodies.fast.braked_rotation;
    return bodies.fast.braked_rotation * rotation_about(vector(b.axis), b.angle);
  }

  void step(Bodies& bodies, double torque, FastContacts<double>& contacts) const {
    assert(std::isfinite(torque));
    const FastBodies<double>& b = bodies.fast.bodies;
    const double gained = torque * model_.laws.rate_per_torque;
    if (bodies.turning == Turning::commands)
      step<Turning::commands>(bodies, 0, contacts);
    else if (bodies.turning == Turning::hinge && (b.rate != 0 || b.rate + gained != 0))
      step<Turning::hinge>(bodies, torque, contacts);
    else
      step<Turning::none>(bodies, 0, contacts);
  }
  template <Turning how>
  void step(Bodies& bodies, double torque, FastContacts<double>& contacts) const {
    FastBodies<double>& b = bodies.fast.bodies;
    const FastLaws<double>& laws = model_.laws;
    const auto find_contacts = [&](SphereContacts<double>& found) {
      const Octant<double> octant = model_.walls.octant(triple(model_.in_maze(b)));
      touch(octant, octant.from_corner(b.centre), laws.radius, laws.half_thickness,
            laws.radius + reach(laws, b, how != Turning::none), found);
    };
    fast_step<how>(laws, b, torque, find_contacts, contacts);
  }

  std::shared_ptr<const WallFeatures> features_;
  FastModel model_;
  double marble_mass_, gravity_;
};

}  // namespace

std::shared_ptr<const Physics> make_fast_physics(const std::shared_ptr<const Maze>& maze,
                                                 std::shared_ptr<const WallFeatures> features,
                                                 const PhysicsSettings& settings) {
  assert(maze && features);
  return std::make_shared<FastPhysics>(*maze, std::move(features), settings);
}

}  // namespace marblemaze
