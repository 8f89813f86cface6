#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <functional>
#include <optional>

#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
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
btVector3 on_all_axes(double component) { return {component, component, component}; }
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

/// Marble and maze as Bullet bodies. The maze is one dynamic rigid body of finite mass that feels
/// no gravity. How contacts are found and the hinge is held is each geometry's own. Bullet's
/// objects point to each other, so that the back end can be neither copied nor moved.
class BulletBackend : public PhysicsBackend {
 public:
  BulletBackend(const Maze& maze, const PhysicsSettings& settings)
      : settings_(settings),
        constants_(maze.grid().dims(), settings),
        half_dims_(0.5 * glm::dvec3(maze.grid().dims())),
        sphere_(settings.nature.marble_radius, settings.solver.contact_reach) {
    info_.m_timeStep = settings.solver.step;
    info_.m_numIterations = settings.solver.iterations;
    info_.m_erp2 = settings.solver.contact_erp;
    // Bullet multiplies the two bodies' values, so each gets the root of the combined one.
    for (btRigidBody* body : {&maze_body_, &marble_body_}) {
      body->setFriction(std::sqrt(settings.nature.friction));
      body->setRestitution(std::sqrt(settings.nature.restitution));
      body->setActivationState(DISABLE_DEACTIVATION);
    }
    marble_body_.setRollingFriction(settings.nature.rolling_friction);
  }

  BulletBackend(const BulletBackend&) = delete;
  BulletBackend& operator=(const BulletBackend&) = delete;

  void release(glm::dvec3 axis) override {
    assert(is_unit(axis));
    axis_ = to_bullet(axis);
    hinge_frame_ = hinge_frame(axis_);
    hinge_in_maze_ = maze_rotation().transposeTimes(hinge_frame_);
    turning_ = true;
  }

  void turn_freely(glm::dvec3 rate) override {
    assert(std::isfinite(glm::dot(rate, rate)) && (!turning_ || turning_freely_));
    if (!turning_) {
      // A body of finite mass that nothing can push: a massless one would be held still.
      maze_body_.setLinearFactor({0, 0, 0});
      maze_body_.setFlags(0);  // no gyroscopic terms
      maze_body_.setMassProps(constants_.maze_mass, {0, 0, 0});
      maze_body_.updateInertiaTensor();
      turning_ = turning_freely_ = true;
    }
    maze_body_.setAngularVelocity(maze_rotation() * to_bullet(rate));
  }

  void brake(const glm::dmat3& rotation) override {
    assert(is_rotation(rotation));
    turning_ = turning_freely_ = false;
    maze_in_body_.setIdentity();
    maze_body_.setMassProps(0, {0, 0, 0});
    set_body(maze_body_, {rotation, {}, {}, {}});
  }

  void step(double torque) override {
    assert(std::isfinite(torque));
    damp_marble();
    marble_body_.applyCentralForce(
        {0, 0, -settings_.nature.gravity * settings_.nature.marble_mass});
    if (turning_ && !turning_freely_) maze_body_.applyTorque(axis_ * torque);
    advance();
    marble_body_.clearForces();
    maze_body_.clearForces();
  }

  [[nodiscard]] double hinge_rate() const override {
    return turning_ && !turning_freely_ ? maze_body_.getAngularVelocity().dot(axis_) : 0;
  }

  [[nodiscard]] PhysicsState state() const override {
    PhysicsState now{get_body(maze_body_), get_body(marble_body_)};
    now.maze.rotation = from_bullet(maze_rotation());
    return now;
  }

  void restore(const PhysicsState& state) override {
    assert(is_rotation(state.marble.rotation));
    brake(state.maze.rotation);
    set_body(marble_body_, state.marble);
    forget_contacts();
  }

  [[nodiscard]] glm::dvec3 marble_in_maze() const override {
    return from_bullet(maze_rotation().transpose() * marble_body_.getCenterOfMassPosition()) +
           half_dims_;
  }

  [[nodiscard]] double marble_energy() const override {
    return constants_.marble_energy(from_bullet(marble_body_.getLinearVelocity()),
                                    from_bullet(marble_body_.getAngularVelocity()));
  }

  [[nodiscard]] double maze_inertia() const override { return constants_.maze_inertia; }

 protected:
  /// One step of both bodies, forces and damping apart.
  virtual void advance() = 0;
  virtual void forget_contacts() = 0;

  [[nodiscard]] btMatrix3x3 maze_rotation() const {
    return maze_body_.getCenterOfMassTransform().getBasis() * maze_in_body_;
  }

  void collect(const btPersistentManifold& manifold, std::vector<Contact>& found) const {
    // In the pipeline Bullet decides which body comes first; ours lie on the wall, and their
    // normals point to the marble.
    const bool marble_first = manifold.getBody0() == &marble_body_;
    for (int i = 0; i < manifold.getNumContacts(); ++i) {
      const btManifoldPoint& point = manifold.getContactPoint(i);
      const btVector3& on_wall =
          marble_first ? point.getPositionWorldOnB() : point.getPositionWorldOnA();
      found.push_back({from_bullet(on_wall),
                       (marble_first ? 1.0 : -1.0) * from_bullet(point.m_normalWorldOnB),
                       point.m_appliedImpulse});
    }
  }

  PhysicsSettings settings_;
  BodyConstants constants_;
  glm::dvec3 half_dims_;
  btContactSolverInfo info_;
  btSequentialImpulseConstraintSolver solver_;
  Sphere sphere_;
  btEmptyShape no_shape_;
  btRigidBody maze_body_{btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &no_shape_)};
  btRigidBody marble_body_{btRigidBody::btRigidBodyConstructionInfo(
      constants_.marble_mass, nullptr, &sphere_, on_all_axes(constants_.marble_inertia))};
  btVector3 axis_{0, 0, 0};
  bool turning_ = false, turning_freely_ = false;
  btMatrix3x3 hinge_frame_ = btMatrix3x3::getIdentity();  // at release; its z axis is the hinge's
  btMatrix3x3 hinge_in_maze_ = btMatrix3x3::getIdentity();
  // Not the identity while the body turns by its inertia alone.
  btMatrix3x3 maze_in_body_ = btMatrix3x3::getIdentity();

 private:
  void damp_marble() {
    marble_body_.setLinearVelocity(marble_body_.getLinearVelocity() * constants_.velocity_kept);
    marble_body_.setAngularVelocity(marble_body_.getAngularVelocity() * constants_.spin_kept);
  }
};

/// Contacts from the grid. Each step they are made anew and carry no history, so that poses and
/// velocities are the whole state.
class GridBackend final : public BulletBackend {
 public:
  GridBackend(const Maze& maze, std::shared_ptr<const WallFeatures> features,
              const PhysicsSettings& settings)
      : BulletBackend(maze, settings), features_(std::move(features)) {
    info_.m_leastSquaresResidualThreshold = kSettledImpulse * kSettledImpulse;
    spare_the_solver();
  }

  /// The hinge is an inertia tensor that is infinite but about the axis, and a centre that nothing
  /// can move: a perfectly stiff hinge, which costs the solver no rows.
  void release(glm::dvec3 axis) override {
    BulletBackend::release(axis);
    angle_ = 0;
    maze_body_.setCenterOfMassTransform(btTransform(hinge_frame_));
    maze_in_body_ = hinge_in_maze_.transpose();
    maze_body_.setMassProps(constants_.maze_mass, btVector3(0, 0, constants_.maze_inertia));
    maze_body_.updateInertiaTensor();
  }

  [[nodiscard]] double hinge_angle() const override {
    return turning_ && !turning_freely_ ? angle_ : 0;
  }

  [[nodiscard]] std::vector<Contact> contacts() const override {
    std::vector<Contact> found;
    collect(manifold_, found);
    return found;
  }

 private:
  /// What two bodies do not need when one is round and the other turns about a fixed axis.
  void spare_the_solver() {
    maze_body_.setLinearFactor({0, 0, 0});
    maze_body_.setFlags(0);  // no gyroscopic terms
    marble_body_.setFlags(0);
  }

  void forget_contacts() override { manifold_.clearManifold(); }

  /// What btDiscreteDynamicsWorld does in a step, for two bodies that are known to be near each
  /// other: no broadphase, no islands, no narrow phase.
  void advance() override {
    find_contacts();
    btCollisionObject* bodies[] = {&marble_body_, &maze_body_};
    btPersistentManifold* manifolds[] = {&manifold_};
    solver_.solveGroup(bodies, turning_ ? 2 : 1, manifolds, 1, nullptr, 0, info_, nullptr, nullptr);
    integrate(marble_body_, settings_.solver.step);
    if (!turning_) return;
    integrate(maze_body_, settings_.solver.step);
    angle_ += hinge_rate() * settings_.solver.step;
  }

  void find_contacts() {
    manifold_.clearManifold();
    info_.m_splitImpulse = false;
    const btMatrix3x3 maze_axes = maze_rotation();
    const btVector3& centre = marble_body_.getCenterOfMassPosition();
    // A marble that could cross more than its radius in a step, as seen in the maze, is met that
    // much earlier.
    const btVector3 velocity =
        marble_body_.getLinearVelocity() -
        (turning_ ? maze_body_.getAngularVelocity().cross(centre) : btVector3(0, 0, 0));
    const double flight =
        velocity.length() * settings_.solver.step - settings_.nature.marble_radius;
    std::array<WallContact, 4> touched;
    const int count = features_->touch(marble_in_maze(), settings_.nature.marble_radius,
                                       0.5 * settings_.nature.wall_thickness,
                                       std::max(settings_.solver.contact_reach, flight), touched);
    for (int i = 0; i < count; ++i) {
      const WallContact& contact = touched[static_cast<std::size_t>(i)];
      const btVector3 normal = maze_axes * to_bullet(contact.normal);
      const btVector3 on_marble = centre - normal * settings_.nature.marble_radius;
      const btVector3 on_wall = on_marble - normal * contact.gap;
      // Where it is on the bodies is for contacts that last.
      btManifoldPoint point({0, 0, 0}, {0, 0, 0}, normal, contact.gap);
      point.m_positionWorldOnA = on_marble;
      point.m_positionWorldOnB = on_wall;
      point.m_combinedFriction = settings_.nature.friction;
      point.m_combinedRestitution = settings_.nature.restitution;
      point.m_combinedRollingFriction = settings_.nature.rolling_friction;
      manifold_.addManifoldPoint(point);
      // Only deep contacts need a pass of their own over positions.
      if (contact.gap <= info_.m_splitImpulsePenetrationThreshold) info_.m_splitImpulse = true;
    }
  }

  std::shared_ptr<const WallFeatures> features_;
  // All that find_contacts() puts into it is to be solved, however far the marble is from it.
  btPersistentManifold manifold_{&marble_body_, &maze_body_, 0, settings_.solver.contact_reach,
                                 BT_LARGE_FLOAT};
  double angle_ = 0;  // rad, turned about the hinge
};

/// Bullet's whole pipeline over one box a wall, and the hinge as one of its constraints, which its
/// solver meets by iteration: the reference.
class CompoundBackend final : public BulletBackend {
 public:
  CompoundBackend(const Maze& maze, const PhysicsSettings& settings)
      : BulletBackend(maze, settings), walls_(maze, settings.nature.wall_thickness) {
    world_.getSolverInfo() = info_;
    // Each body's weight is applied as a force, in both geometries alike.
    world_.setGravity({0, 0, 0});
    world_.sort_contacts = [this] {
      walls_.drop_inner_contacts(dispatcher_, maze_body_, marble_body_);
    };
    maze_body_.setCollisionShape(walls_.shape());
    maze_body_.setMassProps(constants_.maze_mass, on_all_axes(constants_.maze_inertia));
    world_.addRigidBody(&maze_body_);
    world_.addRigidBody(&marble_body_);
    maze_body_.setMassProps(0, {0, 0, 0});
  }

  void release(glm::dvec3 axis) override {
    BulletBackend::release(axis);
    maze_body_.setLinearFactor({1, 1, 1});
    maze_body_.setFlags(usual_flags_);
    maze_body_.setMassProps(constants_.maze_mass, on_all_axes(constants_.maze_inertia));
    maze_body_.updateInertiaTensor();
    hinge_.emplace(maze_body_, stand_, btTransform(hinge_in_maze_), btTransform(hinge_frame_),
                   true);
    world_.addConstraint(&*hinge_);
  }

  void brake(const glm::dmat3& rotation) override {
    if (hinge_) world_.removeConstraint(&*hinge_);
    hinge_.reset();
    BulletBackend::brake(rotation);
  }

  [[nodiscard]] double hinge_angle() const override {
    if (!hinge_) return 0;
    const btVector3 spoke = maze_rotation() * hinge_in_maze_.getColumn(0);
    return arc_tangent(spoke.dot(hinge_frame_.getColumn(1)), spoke.dot(hinge_frame_.getColumn(0)));
  }

  [[nodiscard]] std::vector<Contact> contacts() const override {
    std::vector<Contact> found;
    for (int i = 0; i < dispatcher_.getNumManifolds(); ++i)
      collect(*dispatcher_.getManifoldByIndexInternal(i), found);
    return found;
  }

 private:
  void advance() override { world_.stepSimulation(settings_.solver.step, 0); }

  void forget_contacts() override {
    broadphase_.getOverlappingPairCache()->cleanProxyFromPairs(marble_body_.getBroadphaseHandle(),
                                                               &dispatcher_);
  }

  CompoundWalls walls_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broadphase_;
  PlainWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
  // The fixed end of the hinge.
  btRigidBody stand_{btRigidBody::btRigidBodyConstructionInfo(0, nullptr, nullptr)};
  std::optional<btHingeConstraint> hinge_;
  int usual_flags_ = maze_body_.getFlags();
};

}  // namespace

std::unique_ptr<PhysicsBackend> make_bullet_backend(std::shared_ptr<const Maze> maze,
                                                    std::shared_ptr<const WallFeatures> features,
                                                    const PhysicsSettings& settings) {
  assert(maze && features);
  if (settings.solver.collision == Collision::compound)
    return std::make_unique<CompoundBackend>(*maze, settings);
  return std::make_unique<GridBackend>(*maze, std::move(features), settings);
}

}  // namespace marblemaze
