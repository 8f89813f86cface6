#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <functional>
#include <optional>

#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.h>
#include <btBulletDynamicsCommon.h>

#include "engine/physics/body_constants.h"
#include "engine/physics/bullet/compound_walls.h"
#include "engine/physics/physics_backend.h"
#include "engine/physics/physics_settings.h"
#include "engine/physics/wall_features.h"
#include "maze/base/arithmetic/transcendental.h"

namespace marblemaze {
namespace {

constexpr double kSettledImpulse = 1e-6;  // N s: when no row of a sweep changes by more, further
                                          // sweeps change nothing that matters

btVector3 to_bullet(glm::dvec3 v) { return {v.x, v.y, v.z}; }
glm::dvec3 from_bullet(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

btMatrix3x3 to_bullet(const glm::dmat3& m) {
  return {m[0][0], m[1][0], m[2][0], m[0][1], m[1][1], m[2][1], m[0][2], m[1][2], m[2][2]};
}
glm::dmat3 from_bullet(const btMatrix3x3& m) {
  return {from_bullet(m.getColumn(0)), from_bullet(m.getColumn(1)), from_bullet(m.getColumn(2))};
}

void set_body(btRigidBody& body, const BodyState& state) {
  const btTransform pose(to_bullet(state.rotation), to_bullet(state.position));
  body.setCenterOfMassTransform(pose);
  body.setInterpolationWorldTransform(pose);
  body.setLinearVelocity(to_bullet(state.velocity));
  body.setAngularVelocity(to_bullet(state.angular_velocity));
  body.clearForces();
}

BodyState get_body(const btRigidBody& body) {
  const btTransform& pose = body.getCenterOfMassTransform();
  return {from_bullet(pose.getBasis()), from_bullet(pose.getOrigin()),
          from_bullet(body.getLinearVelocity()), from_bullet(body.getAngularVelocity())};
}

/// A frame whose z axis is `axis`, the axis that a hinge turns about.
btMatrix3x3 hinge_frame(const btVector3& axis) {
  btVector3 x, y;
  btPlaneSpace1(axis, x, y);
  return {x.x(), y.x(), axis.x(), x.y(), y.y(), axis.y(), x.z(), y.z(), axis.z()};
}

/// Moves a body along its velocities for `step` seconds. Bullet's own predictIntegratedTransform
/// would take sine and cosine from the C library.
void integrate(btRigidBody& body, double step) {
  constexpr double kMostHalfTurn = 0.785;  // rad: a quarter turn in a step, as in Bullet
  btVector3 half_turn = body.getAngularVelocity() * (0.5 * step);
  if (half_turn.length2() > kMostHalfTurn * kMostHalfTurn)
    half_turn *= kMostHalfTurn / half_turn.length();
  const SmallTurn turn = small_turn(half_turn.length2());
  const btVector3 axis = half_turn * turn.sine_over_angle;
  const btTransform& now = body.getWorldTransform();
  btQuaternion rotation =
      btQuaternion(axis.x(), axis.y(), axis.z(), turn.cosine) * now.getRotation();
  rotation.normalize();
  body.proceedToTransform(btTransform(rotation, now.getOrigin() + body.getLinearVelocity() * step));
}

/// Bullet's world without its own integration, damping and prediction for fast bodies, which would
/// call the C library, and with contacts made anew each step: Bullet keeps up to four of a pair of
/// shapes from former steps, which on a sphere that rolls have turned away with its surface.
class PlainWorld final : public btDiscreteDynamicsWorld {
 public:
  using btDiscreteDynamicsWorld::btDiscreteDynamicsWorld;

  std::function<void()> sort_contacts;  ///< called after each collision detection

 private:
  void performDiscreteCollisionDetection() override {
    for (int i = 0; i < getDispatcher()->getNumManifolds(); ++i)
      getDispatcher()->getManifoldByIndexInternal(i)->clearManifold();
    btDiscreteDynamicsWorld::performDiscreteCollisionDetection();
    sort_contacts();
  }
  void predictUnconstraintMotion(btScalar) override {}
  void createPredictiveContacts(btScalar) override {}
  void integrateTransforms(btScalar step) override {
    for (int i = 0; i < m_nonStaticRigidBodies.size(); ++i)
      if (!m_nonStaticRigidBodies[i]->isStaticObject()) integrate(*m_nonStaticRigidBodies[i], step);
  }
};

/// The marble as the pipeline meets it: at gaps up to `reach`, as on the grid. By itself Bullet
/// asks whether the boxes around sphere and panel overlap, and rounding lets a marble that just
/// touches the floor fall through that question for a tick.
class Sphere final : public btSphereShape {
 public:
  Sphere(double radius, double reach) : btSphereShape(radius), reach_(reach) {}

  void getAabb(const btTransform& pose, btVector3& low, btVector3& high) const override {
    btSphereShape::getAabb(pose, low, high);
    low -= btVector3(reach_, reach_, reach_);
    high += btVector3(reach_, reach_, reach_);
  }
  btScalar getContactBreakingThreshold(btScalar) const override { return reach_; }

 private:
  double reach_;
};

/// Bullet's whole pipeline, for the compound reference.
struct Pipeline {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  PlainWorld world;

  Pipeline(btSequentialImpulseConstraintSolver* solver, const btContactSolverInfo& info)
      : world(&dispatcher, &broadphase, solver, &configuration) {
    world.getSolverInfo() = info;
    // Each body's weight is applied as a force, in both geometries alike.
    world.setGravity({0, 0, 0});
  }
};

btContactSolverInfo solver_info(const PhysicsSettings& settings) {
  btContactSolverInfo info;
  info.m_timeStep = settings.solver.step;
  info.m_numIterations = settings.solver.iterations;
  info.m_erp2 = settings.solver.contact_erp;
  if (settings.solver.collision == Collision::grid)
    info.m_leastSquaresResidualThreshold = kSettledImpulse * kSettledImpulse;
  return info;
}

/// Marble and maze as Bullet bodies. The maze is one dynamic rigid body of finite mass that feels
/// no gravity. Bullet's objects point to each other, so that the back end can be neither copied nor
/// moved.
class BulletBackend final : public PhysicsBackend {
 public:
  BulletBackend(std::shared_ptr<const Maze> maze, std::shared_ptr<const WallFeatures> features,
                const PhysicsSettings& settings)
      : maze_(std::move(maze)),
        features_(std::move(features)),
        settings_(settings),
        constants_(maze_->grid().dims(), settings),
        half_dims_(0.5 * glm::dvec3(maze_->grid().dims())),
        info_(solver_info(settings)),
        sphere_(settings.nature.marble_radius, settings.solver.contact_reach) {
    make_bodies();
    if (settings.solver.collision == Collision::compound)
      open_pipeline();
    else
      spare_the_solver();
  }

  BulletBackend(const BulletBackend&) = delete;
  BulletBackend& operator=(const BulletBackend&) = delete;
  ~BulletBackend() override {
    if (!pipeline_) return;
    if (hinge_) pipeline_->world.removeConstraint(&*hinge_);
    pipeline_->world.removeRigidBody(&*marble_body_);
    pipeline_->world.removeRigidBody(&*maze_body_);
  }

  void release(glm::dvec3 axis) override {
    assert(is_unit(axis));
    axis_ = to_bullet(axis);
    hinge_frame_ = hinge_frame(axis_);
    hinge_in_maze_ = maze_rotation().transposeTimes(hinge_frame_);
    turning_ = true;
    angle_ = 0;
    if (pipeline_)
      hang_on_constraint();
    else
      hang_by_inertia();
  }

  void brake(const glm::dmat3& rotation) override {
    assert(is_rotation(rotation));
    if (hinge_) pipeline_->world.removeConstraint(&*hinge_);
    hinge_.reset();
    turning_ = false;
    maze_in_body_.setIdentity();
    maze_body_->setMassProps(0, {0, 0, 0});
    set_body(*maze_body_, {rotation, {}, {}, {}});
  }

  void step(double torque) override {
    assert(std::isfinite(torque));
    damp_marble();
    marble_body_->applyCentralForce(
        {0, 0, -settings_.nature.gravity * settings_.nature.marble_mass});
    if (turning_) maze_body_->applyTorque(axis_ * torque);
    if (pipeline_)
      pipeline_->world.stepSimulation(settings_.solver.step, 0);
    else
      step_directly();
    marble_body_->clearForces();
    maze_body_->clearForces();
  }

  [[nodiscard]] double hinge_angle() const override {
    if (!turning_) return 0;
    if (!pipeline_) return angle_;
    const btVector3 spoke = maze_rotation() * hinge_in_maze_.getColumn(0);
    return arc_tangent(spoke.dot(hinge_frame_.getColumn(1)), spoke.dot(hinge_frame_.getColumn(0)));
  }

  [[nodiscard]] double hinge_rate() const override {
    return turning_ ? maze_body_->getAngularVelocity().dot(axis_) : 0;
  }

  [[nodiscard]] PhysicsState state() const override {
    PhysicsState now{get_body(*maze_body_), get_body(*marble_body_)};
    now.maze.rotation = from_bullet(maze_rotation());
    return now;
  }

  void restore(const PhysicsState& state) override {
    assert(is_rotation(state.marble.rotation));
    brake(state.maze.rotation);
    set_body(*marble_body_, state.marble);
    manifold_.clearManifold();
    if (pipeline_) forget_contacts();
  }

  [[nodiscard]] glm::dvec3 marble_in_maze() const override {
    return from_bullet(maze_rotation().transpose() * marble_body_->getCenterOfMassPosition()) +
           half_dims_;
  }

  [[nodiscard]] double marble_energy() const override {
    return constants_.marble_energy(from_bullet(marble_body_->getLinearVelocity()),
                                    from_bullet(marble_body_->getAngularVelocity()));
  }

  [[nodiscard]] double maze_inertia() const override { return constants_.maze_inertia; }

  [[nodiscard]] std::vector<Contact> contacts() const override {
    std::vector<Contact> found;
    const auto collect = [&](const btPersistentManifold& manifold) {
      // In the pipeline Bullet decides which body comes first; ours lie on the wall, and their
      // normals point to the marble.
      const bool marble_first = manifold.getBody0() == &*marble_body_;
      for (int i = 0; i < manifold.getNumContacts(); ++i) {
        const btManifoldPoint& point = manifold.getContactPoint(i);
        const btVector3& on_wall =
            marble_first ? point.getPositionWorldOnB() : point.getPositionWorldOnA();
        found.push_back({from_bullet(on_wall),
                         (marble_first ? 1.0 : -1.0) * from_bullet(point.m_normalWorldOnB),
                         point.m_appliedImpulse});
      }
    };
    if (!pipeline_) collect(manifold_);
    if (pipeline_)
      for (int i = 0; i < pipeline_->dispatcher.getNumManifolds(); ++i)
        collect(*pipeline_->dispatcher.getManifoldByIndexInternal(i));
    return found;
  }

 private:
  void make_bodies() {
    const PhysicsSettings& s = settings_;
    if (s.solver.collision == Collision::compound)
      compound_.emplace(*maze_, s.nature.wall_thickness);
    btCollisionShape* walls = compound_ ? compound_->shape() : &no_shape_;
    const double spin_inertia = constants_.marble_inertia;

    maze_body_.emplace(btRigidBody::btRigidBodyConstructionInfo(0, nullptr, walls));
    marble_body_.emplace(btRigidBody::btRigidBodyConstructionInfo(
        s.nature.marble_mass, nullptr, &sphere_,
        btVector3(spin_inertia, spin_inertia, spin_inertia)));
    // Bullet multiplies the two bodies' values, so each gets the root of the combined one.
    for (btRigidBody* body : {&*maze_body_, &*marble_body_}) {
      body->setFriction(std::sqrt(s.nature.friction));
      body->setRestitution(std::sqrt(s.nature.restitution));
      body->setActivationState(DISABLE_DEACTIVATION);
    }
    marble_body_->setRollingFriction(s.nature.rolling_friction);
    manifold_ = btPersistentManifold(&*marble_body_, &*maze_body_, 0, s.solver.contact_reach,
                                     s.solver.contact_reach);
  }

  void open_pipeline() {
    pipeline_.emplace(&solver_, info_);
    pipeline_->world.sort_contacts = [this] {
      compound_->drop_inner_contacts(pipeline_->dispatcher, *maze_body_, *marble_body_);
    };
    maze_body_->setMassProps(constants_.maze_mass, maze_inertia_vector());
    pipeline_->world.addRigidBody(&*maze_body_);
    pipeline_->world.addRigidBody(&*marble_body_);
    maze_body_->setMassProps(0, {0, 0, 0});
  }

  btVector3 maze_inertia_vector() const {
    return {constants_.maze_inertia, constants_.maze_inertia, constants_.maze_inertia};
  }

  btMatrix3x3 maze_rotation() const {
    return maze_body_->getCenterOfMassTransform().getBasis() * maze_in_body_;
  }

  /// The hinge as one of Bullet's constraints, which its solver meets by iteration.
  void hang_on_constraint() {
    maze_body_->setMassProps(constants_.maze_mass, maze_inertia_vector());
    maze_body_->updateInertiaTensor();
    hinge_.emplace(*maze_body_, stand_, btTransform(hinge_in_maze_), btTransform(hinge_frame_),
                   true);
    pipeline_->world.addConstraint(&*hinge_);
  }

  /// The hinge as an inertia tensor that is infinite but about the axis, and a centre that nothing
  /// can move: a perfectly stiff hinge, which costs the solver no rows.
  void hang_by_inertia() {
    maze_body_->setCenterOfMassTransform(btTransform(hinge_frame_));
    maze_in_body_ = hinge_in_maze_.transpose();
    maze_body_->setMassProps(constants_.maze_mass, btVector3(0, 0, constants_.maze_inertia));
    maze_body_->updateInertiaTensor();
  }

  /// What two bodies do not need when one is round and the other turns about a fixed axis.
  void spare_the_solver() {
    maze_body_->setLinearFactor({0, 0, 0});
    maze_body_->setFlags(0);  // no gyroscopic terms
    marble_body_->setFlags(0);
  }

  void forget_contacts() {
    btOverlappingPairCache* pairs = pipeline_->broadphase.getOverlappingPairCache();
    pairs->cleanProxyFromPairs(marble_body_->getBroadphaseHandle(), &pipeline_->dispatcher);
  }

  /// What btDiscreteDynamicsWorld does in a step, for two bodies that are known to be near each
  /// other: no broadphase, no islands, and contacts from the grid instead of a narrow phase.
  /// Contacts are made anew each step and carry no history, so that poses and velocities are the
  /// whole state.
  void step_directly() {
    find_contacts();
    btCollisionObject* bodies[] = {&*maze_body_, &*marble_body_};
    btPersistentManifold* manifolds[] = {&manifold_};
    solver_.solveGroup(bodies, 2, manifolds, manifold_.getNumContacts() > 0 ? 1 : 0, nullptr, 0,
                       info_, nullptr, nullptr);
    integrate(*marble_body_, settings_.solver.step);
    if (!turning_) return;
    integrate(*maze_body_, settings_.solver.step);
    angle_ += hinge_rate() * settings_.solver.step;
  }

  void damp_marble() {
    marble_body_->setLinearVelocity(marble_body_->getLinearVelocity() * constants_.velocity_kept);
    marble_body_->setAngularVelocity(marble_body_->getAngularVelocity() * constants_.spin_kept);
  }

  void find_contacts() {
    manifold_.clearManifold();
    const btMatrix3x3 maze_axes = maze_rotation();
    const btVector3& centre = marble_body_->getCenterOfMassPosition();
    // A marble that could cross more than its radius in a step is met that much earlier.
    const double flight = marble_body_->getLinearVelocity().length() * settings_.solver.step -
                          settings_.nature.marble_radius;
    std::array<WallContact, 4> touched;
    const int count = features_->touch(marble_in_maze(), settings_.nature.marble_radius,
                                       0.5 * settings_.nature.wall_thickness,
                                       std::max(settings_.solver.contact_reach, flight), touched);
    for (int i = 0; i < count; ++i) {
      const WallContact& contact = touched[static_cast<std::size_t>(i)];
      const btVector3 normal = maze_axes * to_bullet(contact.normal);
      const btVector3 on_marble = centre - normal * settings_.nature.marble_radius;
      const btVector3 on_wall = on_marble - normal * contact.gap;
      btManifoldPoint point(marble_body_->getCenterOfMassTransform().invXform(on_marble),
                            maze_body_->getCenterOfMassTransform().invXform(on_wall), normal,
                            contact.gap);
      point.m_positionWorldOnA = on_marble;
      point.m_positionWorldOnB = on_wall;
      point.m_combinedFriction = settings_.nature.friction;
      point.m_combinedRestitution = settings_.nature.restitution;
      point.m_combinedRollingFriction = settings_.nature.rolling_friction;
      manifold_.addManifoldPoint(point);
    }
  }

  std::shared_ptr<const Maze> maze_;
  std::shared_ptr<const WallFeatures> features_;
  PhysicsSettings settings_;
  BodyConstants constants_;
  glm::dvec3 half_dims_;
  btContactSolverInfo info_;
  btSequentialImpulseConstraintSolver solver_;
  Sphere sphere_;
  btEmptyShape no_shape_;  // of a maze whose contacts come from the grid
  std::optional<CompoundWalls> compound_;
  // The fixed end of the hinge.
  btRigidBody stand_{btRigidBody::btRigidBodyConstructionInfo(0, nullptr, nullptr)};
  std::optional<btRigidBody> maze_body_;
  std::optional<btRigidBody> marble_body_;
  btPersistentManifold manifold_;
  std::optional<Pipeline> pipeline_;
  std::optional<btHingeConstraint> hinge_;
  btVector3 axis_{0, 0, 0};
  bool turning_ = false;
  double angle_ = 0;                                      // rad, about a hinge that is an inertia
  btMatrix3x3 hinge_frame_ = btMatrix3x3::getIdentity();  // at release; its z axis is the hinge's
  btMatrix3x3 hinge_in_maze_ = btMatrix3x3::getIdentity();
  // Not the identity while the body turns by its inertia alone.
  btMatrix3x3 maze_in_body_ = btMatrix3x3::getIdentity();
};

}  // namespace

std::unique_ptr<PhysicsBackend> make_bullet_backend(std::shared_ptr<const Maze> maze,
                                                    std::shared_ptr<const WallFeatures> features,
                                                    const PhysicsSettings& settings) {
  assert(maze && features);
  return std::make_unique<BulletBackend>(std::move(maze), std::move(features), settings);
}

}  // namespace marblemaze
