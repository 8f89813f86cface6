#include <cassert>
#include <cmath>
#include <memory>
#include <vector>

#include <ode/ode.h>

#include "engine/physics/body_constants.h"
#include "engine/physics/physics_backend.h"
#include "engine/physics/physics_settings.h"
#include "engine/physics/wall_panels.h"
#include "maze/base/arithmetic/transcendental.h"

static_assert(sizeof(dReal) == sizeof(double), "ODE in double precision, as Debian has it");

namespace marblemaze {
namespace {

constexpr double kNoSlip = 1e-9;  // m/s: with less slip any direction of friction will do

/// ODE's own globals, for as long as the program runs.
class Library {
 public:
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() { dCloseODE(); }

  /// To be called before anything else of ODE, on each thread.
  static void open() {
    static const Library library;
    thread_local const int ready = dAllocateODEDataForThread(dAllocateMaskAll);
    static_cast<void>(ready);
  }

 private:
  Library() { dInitODE2(0); }
};

struct Destroy {
  void operator()(dWorldID world) const { dWorldDestroy(world); }
  void operator()(dThreadingImplementationID threads) const {
    dThreadingFreeImplementation(threads);
  }
  void operator()(dSpaceID space) const { dSpaceDestroy(space); }  // with its geoms
  void operator()(dGeomID geom) const { dGeomDestroy(geom); }
  void operator()(dJointGroupID joints) const { dJointGroupDestroy(joints); }
};
template <class Id>
using Owned = std::unique_ptr<std::remove_pointer_t<Id>, Destroy>;

/// What steps a world in the thread that asks.
Owned<dThreadingImplementationID> make_threads() {
  Library::open();
  return Owned<dThreadingImplementationID>(dThreadingAllocateSelfThreadedImplementation());
}

glm::dvec3 vector_at(const dReal* v) { return {v[0], v[1], v[2]}; }

glm::dmat3 rotation_of(dBodyID body) {
  const dReal* rows = dBodyGetRotation(body);  // three rows of four
  return glm::transpose(glm::dmat3(vector_at(rows), vector_at(rows + 4), vector_at(rows + 8)));
}

void set_rotation(dBodyID body, const glm::dmat3& m) {
  const dMatrix3 rows{m[0][0], m[1][0], m[2][0], 0,       m[0][1], m[1][1],
                      m[2][1], 0,       m[0][2], m[1][2], m[2][2], 0};
  dBodySetRotation(body, rows);
}

void set_motion(dBodyID body, const BodyState& state) {
  dBodySetPosition(body, state.position.x, state.position.y, state.position.z);
  dBodySetLinearVel(body, state.velocity.x, state.velocity.y, state.velocity.z);
  dBodySetAngularVel(body, state.angular_velocity.x, state.angular_velocity.y,
                     state.angular_velocity.z);
}

void set_mass(dBodyID body, double mass, double inertia) {
  dMass properties;
  dMassSetParameters(&properties, mass, 0, 0, 0, inertia, inertia, inertia, 0, 0, 0);
  dBodySetMass(body, &properties);
}

/// Some unit vector across `axis`.
glm::dvec3 across(glm::dvec3 axis) {
  const glm::dvec3 other = std::abs(axis.z) < 0.5 ? glm::dvec3(0, 0, 1) : glm::dvec3(1, 0, 0);
  return glm::normalize(glm::cross(axis, other));
}

/// Marble and maze as bodies of the Open Dynamics Engine: a second opinion on what Bullet computes.
/// Collisions (sphere and box), contacts, hinge and integration are ODE's. What both engines are
/// told is the same: the panels, masses, gravity, damping, friction, restitution, the step.
///
/// How ODE is asked:
/// - The direct solver (dWorldStep), which has no iterations and draws nothing at random.
/// - Friction is ODE's pyramid, with one side along the slip, so that a sliding marble feels
///   Coulomb's cone.
/// - ODE finds contacts of bodies that overlap. The sphere is therefore larger by
///   Solver::contact_reach, and contacts may sink in so far before they are pushed apart ("contact
///   surface layer"). So contact begins at that gap, and a marble at rest does not flicker.
/// - Collisions are looked for in the maze's frame, where panels never move.
///
/// A sphere's attitude moves nothing, so it is held where restore() sets it. Then poses and
/// velocities are the whole state, and copies go on bit for bit.
class OdeBackend final : public PhysicsBackend {
 public:
  OdeBackend(const Maze& maze, const PhysicsSettings& settings)
      : settings_(settings),
        constants_(maze.grid().dims(), settings),
        half_dims_(0.5 * glm::dvec3(maze.grid().dims())),
        panels_(maze, settings.nature.wall_thickness) {
    step_alone();
    make_bodies();
    make_shapes();
  }

  void release(glm::dvec3 axis) override {
    assert(is_unit(axis));
    axis_ = axis;
    spoke_ = across(axis);
    released_from_ = braked_;
    set_rotation(maze_, braked_);
    set_motion(maze_, {});
    dBodyEnable(maze_);
    hinge_ = dJointCreateHinge(world_.get(), nullptr);
    dJointAttach(hinge_, maze_, nullptr);
    dJointSetHingeAnchor(hinge_, 0, 0, 0);
    dJointSetHingeAxis(hinge_, axis.x, axis.y, axis.z);
  }

  void brake(const glm::dmat3& rotation) override {
    assert(is_rotation(rotation));
    if (turning()) dJointDestroy(hinge_);
    hinge_ = nullptr;
    braked_ = rotation;
    dBodyDisable(maze_);
  }

  void step(double torque) override {
    assert(std::isfinite(torque));
    Library::open();
    damp_marble();
    if (turning()) {
      const glm::dvec3 about = axis_ * torque;
      dBodyAddTorque(maze_, about.x, about.y, about.z);
    }
    find_contacts();
    join_contacts();
    dWorldStep(world_.get(), settings_.solver.step);
    for (std::size_t i = 0; i < touching_.size(); ++i)
      touching_[i].impulse =
          glm::dot(vector_at(pushes_[i].f1), touching_[i].normal) * settings_.solver.step;
    dJointGroupEmpty(contacts_.get());
    hold_attitude();
  }

  [[nodiscard]] double hinge_angle() const override {
    if (!turning()) return 0;
    const glm::dvec3 now = maze_rotation() * glm::transpose(released_from_) * spoke_;
    return arc_tangent(glm::dot(glm::cross(spoke_, now), axis_), glm::dot(spoke_, now));
  }

  [[nodiscard]] double hinge_rate() const override {
    return turning() ? glm::dot(vector_at(dBodyGetAngularVel(maze_)), axis_) : 0;
  }

  [[nodiscard]] PhysicsState state() const override {
    PhysicsState now;
    now.maze.rotation = maze_rotation();
    if (turning()) {
      now.maze.position = maze_centre();
      now.maze.velocity = vector_at(dBodyGetLinearVel(maze_));
      now.maze.angular_velocity = vector_at(dBodyGetAngularVel(maze_));
    }
    now.marble = {attitude_, marble_centre(), vector_at(dBodyGetLinearVel(marble_)),
                  vector_at(dBodyGetAngularVel(marble_))};
    return now;
  }

  void restore(const PhysicsState& state) override {
    assert(is_rotation(state.marble.rotation));
    brake(state.maze.rotation);
    attitude_ = state.marble.rotation;
    set_motion(marble_, state.marble);
    hold_attitude();
    touching_.clear();
  }

  [[nodiscard]] glm::dvec3 marble_in_maze() const override {
    return from_maze_centre() + half_dims_;
  }

  [[nodiscard]] double marble_energy() const override {
    return constants_.marble_energy(vector_at(dBodyGetLinearVel(marble_)),
                                    vector_at(dBodyGetAngularVel(marble_)));
  }

  [[nodiscard]] double maze_inertia() const override { return constants_.maze_inertia; }
  [[nodiscard]] std::vector<Contact> contacts() const override { return touching_; }

 private:
  /// A contact that ODE found, in the maze's frame.
  struct Found {
    int panel;
    dContactGeom geometry;
  };

  /// Without threads of its own a world steps by one that all worlds share, which two threads must
  /// not use at once.
  void step_alone() {
    dWorldSetStepThreadingImplementation(
        world_.get(), dThreadingImplementationGetFunctions(threads_.get()), threads_.get());
  }

  void make_bodies() {
    dWorldSetGravity(world_.get(), 0, 0, -settings_.nature.gravity);
    dWorldSetAutoDisableFlag(world_.get(), 0);
    dWorldSetContactSurfaceLayer(world_.get(), settings_.solver.contact_reach);
    set_mass(marble_, constants_.marble_mass, constants_.marble_inertia);
    set_mass(maze_, constants_.maze_mass, constants_.maze_inertia);
    dBodySetGravityMode(maze_, 0);
    for (dBodyID body : {marble_, maze_}) dBodySetGyroscopicMode(body, 0);
    dBodyDisable(maze_);
  }

  void make_shapes() {
    for (const WallPanel& panel : panels_.all()) {
      dGeomID box = dCreateBox(space_.get(), 2 * panel.half.x, 2 * panel.half.y, 2 * panel.half.z);
      dGeomSetPosition(box, panel.centre.x, panel.centre.y, panel.centre.z);
      dGeomSetData(box, const_cast<WallPanel*>(&panel));
    }
  }

  [[nodiscard]] bool turning() const { return hinge_ != nullptr; }
  [[nodiscard]] glm::dmat3 maze_rotation() const {
    return turning() ? rotation_of(maze_) : braked_;
  }
  [[nodiscard]] glm::dvec3 maze_centre() const {
    return turning() ? vector_at(dBodyGetPosition(maze_)) : glm::dvec3(0);
  }
  [[nodiscard]] glm::dvec3 marble_centre() const { return vector_at(dBodyGetPosition(marble_)); }
  /// To the marble, in the maze's frame.
  [[nodiscard]] glm::dvec3 from_maze_centre() const {
    return glm::transpose(maze_rotation()) * (marble_centre() - maze_centre());
  }

  void damp_marble() {
    BodyState slower;
    slower.position = marble_centre();
    slower.velocity = vector_at(dBodyGetLinearVel(marble_)) * constants_.velocity_kept;
    slower.angular_velocity = vector_at(dBodyGetAngularVel(marble_)) * constants_.spin_kept;
    set_motion(marble_, slower);
  }

  /// ODE turns the inertia tensor with the body, which would leave traces of the attitude in the
  /// last digits of the spin.
  void hold_attitude() {
    const dQuaternion none{1, 0, 0, 0};
    dBodySetQuaternion(marble_, none);
  }

  void find_contacts() {
    const glm::dvec3 centre = from_maze_centre();
    dGeomSetPosition(sphere_.get(), centre.x, centre.y, centre.z);
    found_.clear();
    dSpaceCollide2(sphere_.get(), reinterpret_cast<dGeomID>(space_.get()), this,
                   [](void* self, dGeomID first, dGeomID second) {
                     static_cast<OdeBackend*>(self)->collide(first, second);
                   });
    std::erase_if(found_,
                  [&](const Found& contact) { return panels_.hidden(contact.panel, centre); });
  }

  void collide(dGeomID first, dGeomID second) {
    const dGeomID panel = first == sphere_.get() ? second : first;
    Found contact;
    contact.panel =
        static_cast<int>(static_cast<const WallPanel*>(dGeomGetData(panel)) - panels_.all().data());
    // With the sphere first, the normal points from the wall to the marble.
    if (dCollide(sphere_.get(), panel, 1, &contact.geometry, sizeof(dContactGeom)) > 0)
      found_.push_back(contact);
  }

  void join_contacts() {
    const glm::dmat3 rotation = maze_rotation();
    const glm::dvec3 centre = maze_centre();
    touching_.clear();
    pushes_.resize(found_.size());
    for (std::size_t i = 0; i < found_.size(); ++i) {
      const dContactGeom& geometry = found_[i].geometry;
      touching_.push_back(
          {centre + rotation * vector_at(geometry.pos), rotation * vector_at(geometry.normal), 0});
      dContact contact = contact_at(touching_.back(), geometry.depth);
      dJointID joint = dJointCreateContact(world_.get(), contacts_.get(), &contact);
      dJointAttach(joint, marble_, turning() ? maze_ : nullptr);
      dJointSetFeedback(joint, &pushes_[i]);
    }
  }

  [[nodiscard]] dContact contact_at(const Contact& at, double depth) const {
    dContact contact{};
    for (int i = 0; i < 3; ++i) {
      contact.geom.pos[i] = at.point[i];
      contact.geom.normal[i] = at.normal[i];
    }
    contact.geom.depth = depth;
    dSurfaceParameters& surface = contact.surface;
    surface.mode = dContactApprox1 | dContactBounce | dContactSoftERP;
    surface.mu = settings_.nature.friction;
    surface.bounce = settings_.nature.restitution;
    surface.bounce_vel = kBouncingSpeed;
    surface.soft_erp = settings_.solver.contact_erp;
    if (settings_.nature.rolling_friction > 0) {
      surface.mode |= dContactRolling | dContactAxisDep;
      surface.mu2 = surface.mu;
      surface.rho = surface.rho2 = settings_.nature.rolling_friction;
    }
    const glm::dvec3 slip = slip_at(at);
    if (glm::length(slip) > kNoSlip) {
      surface.mode |= dContactFDir1;
      const glm::dvec3 along = glm::normalize(slip);
      for (int i = 0; i < 3; ++i) contact.fdir1[i] = along[i];
    }
    return contact;
  }

  /// How fast the marble's surface slides over the wall, m/s, along the wall.
  [[nodiscard]] glm::dvec3 slip_at(const Contact& at) const {
    const auto velocity_of = [&](dBodyID body) {
      dVector3 velocity;
      dBodyGetPointVel(body, at.point.x, at.point.y, at.point.z, velocity);
      return vector_at(velocity);
    };
    const glm::dvec3 slip = velocity_of(marble_) - (turning() ? velocity_of(maze_) : glm::dvec3(0));
    return slip - at.normal * glm::dot(slip, at.normal);
  }

  PhysicsSettings settings_;
  BodyConstants constants_;
  glm::dvec3 half_dims_;
  WallPanels panels_;

  Owned<dThreadingImplementationID> threads_ = make_threads();  // outlives the world
  Owned<dWorldID> world_{dWorldCreate()};
  Owned<dJointGroupID> contacts_{dJointGroupCreate(0)};
  Owned<dSpaceID> space_{dSimpleSpaceCreate(nullptr)};
  Owned<dGeomID> sphere_{
      dCreateSphere(nullptr, settings_.nature.marble_radius + settings_.solver.contact_reach)};
  dBodyID marble_ = dBodyCreate(world_.get()), maze_ = dBodyCreate(world_.get());
  dJointID hinge_ = nullptr;  // null while the maze is braked

  glm::dmat3 braked_{1};  // the maze's attitude; while it turns ODE has it
  glm::dmat3 released_from_{1};
  glm::dvec3 axis_{0}, spoke_{0};
  glm::dmat3 attitude_{1};  // of the marble
  std::vector<Found> found_;
  std::vector<Contact> touching_;  // of the last step
  std::vector<dJointFeedback> pushes_;
};

}  // namespace

std::unique_ptr<PhysicsBackend> make_ode_backend(std::shared_ptr<const Maze> maze,
                                                 std::shared_ptr<const WallFeatures> features,
                                                 const PhysicsSettings& settings) {
  assert(maze && features);
  return std::make_unique<OdeBackend>(*maze, settings);
}

}  // namespace marblemaze
