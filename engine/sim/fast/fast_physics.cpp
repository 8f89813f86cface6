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
    model_.parameters = {.radius = s.nature.marble_radius,
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

  [[nodiscard]] Bodies make_bodies(const PhysicsState& state) const override {
    assert(is_rotation(state.maze.rotation) && is_rotation(state.marble.rotation));
    Bodies bodies;
    bodies.fast = {};
    bodies.fast.braked_rotation = state.maze.rotation;
    bodies.fast.marble_rotation = state.marble.rotation;
    const glm::dmat3 into_maze = glm::transpose(state.maze.rotation);
    FastBodies<double>& b = bodies.fast.bodies;
    b.gravity = gravity(state.maze.rotation);
    b.centre = vec3(into_maze * state.marble.position);
    b.velocity = vec3(into_maze * state.marble.velocity);
    b.surface_velocity = vec3(into_maze * state.marble.angular_velocity * model_.parameters.radius);
    return bodies;
  }

  void release(Bodies& bodies, glm::dvec3 axis) const override {
    assert(is_unit(axis) && bodies.turning == Turning::none);
    bodies.turning = Turning::hinge;
    bodies.fast.bodies.axis = vec3(glm::transpose(bodies.fast.braked_rotation) * axis);
    bodies.fast.bodies.angle = bodies.fast.bodies.rate = 0;
  }
  void tilt(Bodies& bodies, glm::dvec3 rate) const override {
    assert(std::isfinite(glm::dot(rate, rate)) && bodies.turning != Turning::hinge);
    FastBodies<double>& b = bodies.fast.bodies;
    if (bodies.turning != Turning::tilt) {
      bodies.turning = Turning::tilt;
      b.angle = 0;
      b.rate = 1;
      b.world_x = vec3(glm::transpose(bodies.fast.braked_rotation)[0]);
    }
    b.axis = vec3(rate);
  }
  void brake(Bodies& bodies, const glm::dmat3& maze_rotation) const override {
    assert(is_rotation(maze_rotation));
    FastBodies<double>& b = bodies.fast.bodies;
    const glm::dmat3 change = glm::transpose(maze_rotation) * rotation(bodies);
    for (Vec3<double>* moved : {&b.centre, &b.velocity, &b.surface_velocity})
      *moved = vec3(change * vector(*moved));
    bodies.turning = Turning::none;
    bodies.fast.braked_rotation = maze_rotation;
    b.axis = b.world_x = {};
    b.angle = b.rate = 0;
    b.gravity = gravity(maze_rotation);
  }
  void step(Bodies& bodies, double torque) const override {
    FastContacts<double> contacts;
    step(bodies, torque, contacts);
  }

  [[nodiscard]] double hinge_angle(const Bodies& bodies) const override {
    return bodies.fast.bodies.angle;
  }
  [[nodiscard]] double hinge_rate(const Bodies& bodies) const override {
    return bodies.turning == Turning::tilt ? 0 : bodies.fast.bodies.rate;
  }
  [[nodiscard]] TiltState tilt_state(const Bodies& bodies) const override {
    const FastBodies<double>& b = bodies.fast.bodies;
    const glm::dvec3 rate = vector(b.axis) * b.rate;
    return {model_.in_maze(b), vector(velocity_in_maze(b)),
            vector(b.surface_velocity) / model_.parameters.radius - rate,
            vector(b.gravity) / gravity_, rate};
  }
  [[nodiscard]] glm::dvec3 marble_in_maze(const Bodies& bodies) const override {
    return model_.in_maze(bodies.fast.bodies);
  }
  [[nodiscard]] double marble_energy(const Bodies& bodies) const override {
    const FastBodies<double>& b = bodies.fast.bodies;
    return 0.5 * marble_mass_ *
           (dot(b.velocity, b.velocity) +
            dot(b.surface_velocity, b.surface_velocity) / kSpinPerImpulse);
  }

  [[nodiscard]] PhysicsState state(const Bodies& bodies) const override {
    const FastBodies<double>& b = bodies.fast.bodies;
    const glm::dmat3 into_world = rotation(bodies);
    PhysicsState state;
    state.maze.rotation = into_world;
    state.maze.angular_velocity = into_world * vector(b.axis) * b.rate;
    state.marble = {bodies.fast.marble_rotation, into_world * vector(b.centre),
                    into_world * vector(b.velocity),
                    into_world * vector(b.surface_velocity) / model_.parameters.radius};
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
      found.push_back({into_world * (centre - model_.parameters.radius * normal),
                       into_world * normal, impulse * marble_mass_});
    };
    if (contacts_of_step.x)
      add({contacts_of_step.face_x.side, 0, 0}, contacts_of_step.face_x.normal_impulse);
    if (contacts_of_step.y)
      add({0, contacts_of_step.face_y.side, 0}, contacts_of_step.face_y.normal_impulse);
    if (contacts_of_step.z)
      add({0, 0, contacts_of_step.face_z.side}, contacts_of_step.face_z.normal_impulse);
    for (int i = 0; i < contacts_of_step.rounded; ++i)
      add(vector(contacts_of_step.edge_contacts[i].normal),
          contacts_of_step.edge_contacts[i].normal_impulse);
    return found;
  }

  [[nodiscard]] const FastModel* fast_model() const override { return &model_; }

 private:
  [[nodiscard]] bool has_valid_bodies(const Bodies& bodies, double reach) const override {
    const FastBodies<double>& b = bodies.fast.bodies;
    const bool tilted = bodies.turning == Turning::tilt, hinged = bodies.turning == Turning::hinge;
    const glm::dvec3 gravity = vector(b.gravity), world_x = vector(b.world_x),
                     centre = glm::abs(vector(b.centre));
    const double slack = 1e-6 * gravity_;
    return std::abs(glm::length(gravity) - gravity_) < slack &&
           (tilted ? is_unit(world_x) && std::abs(glm::dot(gravity, world_x)) < slack && b.rate == 1
                   : world_x == glm::dvec3(0)) &&
           (hinged ? is_unit(vector(b.axis)) : tilted || (b.angle == 0 && b.rate == 0)) &&
           is_rotation(bodies.fast.braked_rotation) && is_rotation(bodies.fast.marble_rotation) &&
           std::max({centre.x, centre.y, centre.z}) <= reach;
  }

  /// Returns the gravitational acceleration in the maze frame.
  [[nodiscard]] Vec3<double> gravity(const glm::dmat3& maze_rotation) const {
    return vec3(glm::transpose(maze_rotation) * glm::dvec3(0, 0, -gravity_));
  }

  /// Under continuous control, the result is orthonormalized, because rounding errors accumulate
  /// over many steps.
  [[nodiscard]] static glm::dmat3 rotation(const Bodies& bodies) {
    const FastBodies<double>& b = bodies.fast.bodies;
    if (bodies.turning == Turning::tilt) {
      const glm::dvec3 up = -glm::normalize(vector(b.gravity)), seen = vector(b.world_x);
      const glm::dvec3 x = glm::normalize(seen - up * glm::dot(up, seen));
      return glm::transpose(glm::dmat3(x, glm::cross(up, x), up));
    }
    if (b.angle == 0) return bodies.fast.braked_rotation;
    return bodies.fast.braked_rotation * rotation_about(vector(b.axis), b.angle);
  }

  void step(Bodies& bodies, double torque, FastContacts<double>& contacts) const {
    assert(std::isfinite(torque));
    const FastBodies<double>& b = bodies.fast.bodies;
    const double gained = torque * model_.parameters.rate_per_torque;
    if (bodies.turning == Turning::tilt)
      step<Turning::tilt>(bodies, 0, contacts);
    else if (bodies.turning == Turning::hinge && (b.rate != 0 || b.rate + gained != 0))
      step<Turning::hinge>(bodies, torque, contacts);
    else
      step<Turning::none>(bodies, 0, contacts);
  }
  template <Turning how>
  void step(Bodies& bodies, double torque, FastContacts<double>& contacts) const {
    FastBodies<double>& b = bodies.fast.bodies;
    const FastParameters<double>& parameters = model_.parameters;
    const auto find_contacts = [&](SphereContacts<double>& found) {
      const Octant<double> octant = model_.walls.octant(vec3(model_.in_maze(b)));
      find_wall_contacts(octant, octant.from_corner(b.centre), parameters.radius,
                         parameters.half_thickness,
                         parameters.radius + reach(parameters, b, how != Turning::none), found);
    };
    fast_step<how>(parameters, b, torque, find_contacts, contacts);
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
