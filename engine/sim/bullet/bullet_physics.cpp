#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <btBulletDynamicsCommon.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "engine/sim/physics.h"
#include "engine/sim/physics_settings.h"
#include "engine/sim/wall_features.h"
#include "maze/base/arithmetic/transcendental.h"

namespace marblemaze {
namespace {

/// Impulse change below which the solver stops iterating, N s.
constexpr double kSettledImpulse = 1e-6;

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

/// Returns a frame whose z axis is `axis`.
btMatrix3x3 hinge_frame(const btVector3& axis) {
  btVector3 x, y;
  btPlaneSpace1(axis, x, y);
  return {x.x(), y.x(), axis.x(), x.y(), y.y(), axis.y(), x.z(), y.z(), axis.z()};
}

/// Integrates the pose of a body over `step` seconds. Replaces predictIntegratedTransform(),
/// because Bullet's version calls the sine and cosine functions of the C library.
void integrate(btRigidBody& body, double step) {
  constexpr double kMaxHalfTurn = 0.785;  // rad; a quarter turn per step, as in Bullet
  btVector3 half_turn = body.getAngularVelocity() * (0.5 * step);
  if (half_turn.length2() > kMaxHalfTurn * kMaxHalfTurn)
    half_turn *= kMaxHalfTurn / half_turn.length();
  const SmallTurn turn = small_turn(half_turn.length2());
  const btVector3 axis = half_turn * turn.sine_over_angle;
  const btTransform& now = body.getWorldTransform();
  btQuaternion rotation =
      btQuaternion(axis.x(), axis.y(), axis.z(), turn.cosine) * now.getRotation();
  rotation.normalize();
  body.proceedToTransform(btTransform(rotation, now.getOrigin() + body.getLinearVelocity() * step));
}

/// Bullet world without the default integration, damping and predictive contacts, which call C
/// library functions.
class PlainWorld final : public btDiscreteDynamicsWorld {
 public:
  using btDiscreteDynamicsWorld::btDiscreteDynamicsWorld;

  std::function<void()> filter_contacts;

 private:
  void performDiscreteCollisionDetection() override {
    btDiscreteDynamicsWorld::performDiscreteCollisionDetection();
    filter_contacts();
  }
  void predictUnconstraintMotion(btScalar) override {}
  void createPredictiveContacts(btScalar) override {}
  void integrateTransforms(btScalar step) override {
    for (int i = 0; i < m_nonStaticRigidBodies.size(); ++i)
      if (!m_nonStaticRigidBodies[i]->isStaticObject()) integrate(*m_nonStaticRigidBodies[i], step);
  }
};

/// Marble shape for Collision::compound. The bounding box is enlarged by `reach`, so that Bullet
/// finds contacts with gaps up to `reach`, as with Collision::grid. Without this margin, rounding
/// errors could separate a resting marble from the floor for a tick.
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

/// The address of an object is not unique, because it can be reused after the object is destroyed.
std::uint64_t unique_number() {
  static std::atomic<std::uint64_t> made{0};
  return ++made;
}

/// The maze is a dynamic rigid body on which gravity does not act.
class BulletPhysics : public Physics {
 public:
  BulletPhysics(const Maze& maze, const PhysicsSettings& s)
      : settings(s),
        constants(maze.grid().dims(), s),
        half_dims(0.5 * glm::dvec3(maze.grid().dims())) {
    info.m_timeStep = s.solver.step;
    info.m_numIterations = s.solver.iterations;
    info.m_erp2 = s.solver.contact_erp;
  }

  [[nodiscard]] Bodies make_bodies(const PhysicsState& state) const override {
    assert(is_rotation(state.marble.rotation));
    Bodies bodies;
    bodies.bullet.marble = state.marble;
    brake(bodies, state.maze.rotation);
    return bodies;
  }

  void release(Bodies& bodies, glm::dvec3 axis) const override {
    assert(is_unit(axis) && bodies.turning == Turning::none);
    BulletState& b = bodies.bullet;
    b.axis = axis;
    b.angle = 0;
    b.hinge_in_maze =
        from_bullet(maze_rotation(bodies).transposeTimes(hinge_frame(to_bullet(axis))));
    bodies.turning = Turning::hinge;
    bodies.step = 0;
  }

  void tilt(Bodies& bodies, glm::dvec3 rate) const override {
    assert(std::isfinite(glm::dot(rate, rate)) && bodies.turning != Turning::hinge);
    if (bodies.turning != Turning::tilt) bodies.step = 0;
    bodies.turning = Turning::tilt;
    bodies.bullet.maze.angular_velocity = from_bullet(maze_rotation(bodies) * to_bullet(rate));
  }

  void brake(Bodies& bodies, const glm::dmat3& rotation) const override {
    assert(is_rotation(rotation));
    bodies.turning = Turning::none;
    bodies.step = 0;
    bodies.bullet = {.maze = {rotation, {}, {}, {}}, .marble = bodies.bullet.marble};
  }

  [[nodiscard]] double hinge_rate(const Bodies& bodies) const override {
    if (bodies.turning != Turning::hinge) return 0;
    return glm::dot(bodies.bullet.maze.angular_velocity, bodies.bullet.axis);
  }

  [[nodiscard]] PhysicsState state(const Bodies& bodies) const override {
    PhysicsState now{bodies.bullet.maze, bodies.bullet.marble};
    now.maze.rotation = from_bullet(maze_rotation(bodies));
    return now;
  }

  [[nodiscard]] glm::dvec3 marble_in_maze(const Bodies& bodies) const override {
    return from_bullet(maze_rotation(bodies).transpose() *
                       to_bullet(bodies.bullet.marble.position)) +
           half_dims;
  }

  [[nodiscard]] double marble_energy(const Bodies& bodies) const override {
    return constants.marble_energy(bodies.bullet.marble.velocity,
                                   bodies.bullet.marble.angular_velocity);
  }

  /// Returns the rotation from the maze frame to the body frame of the maze. With Collision::grid,
  /// the two frames differ while the maze turns about its hinge.
  [[nodiscard]] virtual btMatrix3x3 maze_in_body(const Bodies&) const {
    return btMatrix3x3::getIdentity();
  }

  const std::uint64_t id = unique_number();
  const PhysicsSettings settings;
  const BodyConstants constants;
  const glm::dvec3 half_dims;
  btContactSolverInfo info;

 private:
  [[nodiscard]] btMatrix3x3 maze_rotation(const Bodies& bodies) const {
    return to_bullet(bodies.bullet.maze.rotation) * maze_in_body(bodies);
  }

  [[nodiscard]] bool has_valid_bodies(const Bodies& bodies, double reach) const override {
    const BulletState& b = bodies.bullet;
    const glm::dvec3 marble = glm::abs(b.marble.position), maze = glm::abs(b.maze.position);
    return is_rotation(b.maze.rotation) && is_rotation(b.marble.rotation) &&
           is_rotation(b.hinge_in_maze) && (bodies.turning != Turning::hinge || is_unit(b.axis)) &&
           std::max({marble.x, marble.y, marble.z}) <= reach &&
           std::max({maze.x, maze.y, maze.z}) < 1;
  }
};

/// Bullet objects that a thread reuses for all worlds. The objects contain pointers to each other,
/// so this class is neither copyable nor movable.
class BulletScratch {
 public:
  BulletScratch() {
    for (btRigidBody* body : {&maze_, &marble_}) body->setActivationState(DISABLE_DEACTIVATION);
  }
  BulletScratch(const BulletScratch&) = delete;
  BulletScratch& operator=(const BulletScratch&) = delete;

 protected:
  ~BulletScratch() = default;

  /// Returns true if the last step used this physics and produced these bodies, so that load() is
  /// unnecessary. This shortens a step by 7 % with Collision::grid and by 18 % with
  /// Collision::compound. Ignores the commanded angular velocity, which may have changed since that
  /// step.
  [[nodiscard]] bool contains_result(const BulletPhysics& physics, const Bodies& bodies) const {
    return physics.id == physics_id_ && bodies.step == step_id_ && bodies.step != 0;
  }
  void load(const Bodies& bodies) {
    set_body(maze_, bodies.bullet.maze);
    set_body(marble_, bodies.bullet.marble);
  }
  void store(Bodies& bodies) {
    bodies.bullet.marble = get_body(marble_);
    if (bodies.turning != Turning::none) bodies.bullet.maze = get_body(maze_);
    bodies.step = ++step_id_;
  }
  void apply_forces(const BulletPhysics& physics, const Bodies& bodies, double torque) {
    assert(std::isfinite(torque));
    marble_.setLinearVelocity(marble_.getLinearVelocity() * physics.constants.velocity_kept);
    marble_.setAngularVelocity(marble_.getAngularVelocity() * physics.constants.spin_kept);
    marble_.applyCentralForce(
        {0, 0, -physics.settings.nature.gravity * physics.settings.nature.marble_mass});
    if (bodies.turning == Turning::tilt)
      maze_.setAngularVelocity(to_bullet(bodies.bullet.maze.angular_velocity));
    if (bodies.turning == Turning::hinge) maze_.applyTorque(to_bullet(bodies.bullet.axis) * torque);
  }
  void clear_forces() {
    marble_.clearForces();
    maze_.clearForces();
  }
  /// Prevents forces from affecting the maze. The mass of the maze is finite, because Bullet does
  /// not move bodies without mass.
  void make_kinematic(const BulletPhysics& physics) {
    maze_.setLinearFactor({0, 0, 0});
    maze_.setFlags(0);  // no gyroscopic terms
    maze_.setMassProps(physics.constants.maze_mass, {0, 0, 0});
    maze_.updateInertiaTensor();
  }

  void collect(const btPersistentManifold& manifold, std::vector<Contact>& found) const {
    // Bullet may swap the two bodies in the compound pipeline. Report points on the wall and
    // normals that point to the marble.
    const bool marble_first = manifold.getBody0() == &marble_;
    for (int i = 0; i < manifold.getNumContacts(); ++i) {
      const btManifoldPoint& point = manifold.getContactPoint(i);
      const btVector3& on_wall =
          marble_first ? point.getPositionWorldOnB() : point.getPositionWorldOnA();
      found.push_back({from_bullet(on_wall),
                       (marble_first ? 1.0 : -1.0) * from_bullet(point.m_normalWorldOnB),
                       point.m_appliedImpulse});
    }
  }

  std::uint64_t physics_id_ = 0;  // id of the BulletPhysics for which this object is configured
  btSequentialImpulseConstraintSolver solver_;
  btRigidBody maze_{btRigidBody::btRigidBodyConstructionInfo(0, nullptr, nullptr)};
  btRigidBody marble_{btRigidBody::btRigidBodyConstructionInfo(1, nullptr, nullptr)};

 private:
  std::uint64_t step_id_ = unique_number() << 40;  // id of the last step; unique among all threads
};

template <class Scratch>
Scratch& scratch() {
  thread_local Scratch own;
  return own;
}

class GridPhysics final : public BulletPhysics {
 public:
  GridPhysics(const Maze& maze, std::shared_ptr<const WallFeatures> features,
              const PhysicsSettings& s)
      : BulletPhysics(maze, s), walls(std::move(features)) {
    info.m_leastSquaresResidualThreshold = kSettledImpulse * kSettledImpulse;
  }

  /// Models the hinge as a body that can rotate only about the axis: the other moments of inertia
  /// are infinite, and the centre is fixed. This hinge is perfectly stiff and adds no solver
  /// constraint.
  void release(Bodies& bodies, glm::dvec3 axis) const override {
    BulletPhysics::release(bodies, axis);
    bodies.bullet.maze.rotation = from_bullet(hinge_frame(to_bullet(axis)));
    bodies.bullet.maze.position = {};
  }

  void step(Bodies& bodies, double torque) const override;
  [[nodiscard]] std::vector<Contact> contacts(const Bodies& bodies) const override;

  [[nodiscard]] double hinge_angle(const Bodies& bodies) const override {
    return bodies.turning == Turning::hinge ? bodies.bullet.angle : 0;
  }

  [[nodiscard]] btMatrix3x3 maze_in_body(const Bodies& bodies) const override {
    return to_bullet(bodies.bullet.hinge_in_maze).transpose();
  }

  const std::shared_ptr<const WallFeatures> walls;
};

class GridScratch : public BulletScratch {
 public:
  GridScratch() {
    // Gyroscopic terms are unnecessary, because the marble is round and the maze turns about a
    // fixed axis.
    maze_.setLinearFactor({0, 0, 0});
    maze_.setFlags(0);
    marble_.setFlags(0);
  }

  /// Performs a step like btDiscreteDynamicsWorld, but skips the broadphase, islands and narrow
  /// phase, because the two bodies are always close.
  void step(const GridPhysics& physics, Bodies& bodies, double torque) {
    if (!contains_result(physics, bodies)) load(physics, bodies);
    const double dt = physics.settings.solver.step;
    const bool turning = bodies.turning != Turning::none;
    apply_forces(physics, bodies, torque);
    find_contacts(physics, bodies);
    btCollisionObject* both[] = {&marble_, &maze_};
    btPersistentManifold* manifolds[] = {&manifold_};
    solver_.solveGroup(both, turning ? 2 : 1, manifolds, 1, nullptr, 0, info_, nullptr, nullptr);
    integrate(marble_, dt);
    if (turning) integrate(maze_, dt);
    clear_forces();
    store(bodies);
    if (turning) bodies.bullet.angle += physics.hinge_rate(bodies) * dt;
  }

  [[nodiscard]] std::vector<Contact> contacts() const {
    std::vector<Contact> found;
    collect(manifold_, found);
    return found;
  }

 private:
  void load(const GridPhysics& physics, const Bodies& bodies) {
    if (physics.id != physics_id_) configure(physics);
    switch (bodies.turning) {
      case Turning::none: maze_.setMassProps(0, {0, 0, 0}); break;
      case Turning::hinge:
        maze_.setMassProps(physics.constants.maze_mass, {0, 0, physics.constants.maze_inertia});
        break;
      case Turning::tilt: make_kinematic(physics); break;
    }
    maze_in_body_ = physics.maze_in_body(bodies);
    BulletScratch::load(bodies);
  }

  void configure(const GridPhysics& physics) {
    physics_id_ = physics.id;
    info_ = physics.info;
    marble_.setMassProps(physics.constants.marble_mass,
                         on_all_axes(physics.constants.marble_inertia));
    // find_contacts() does not set these members. Positions in body coordinates are unused, because
    // contacts do not persist.
    const PhysicsSettings::Nature& nature = physics.settings.nature;
    btManifoldPoint point({0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0);
    point.m_combinedFriction = nature.friction;
    point.m_combinedRestitution = nature.restitution;
    point.m_combinedRollingFriction = nature.rolling_friction;
    manifold_.setNumContacts(MANIFOLD_CACHE_SIZE);
    for (int i = 0; i < MANIFOLD_CACHE_SIZE; ++i) manifold_.getContactPoint(i) = point;
  }

  void find_contacts(const GridPhysics& physics, const Bodies& bodies) {
    info_.m_splitImpulse = false;
    const PhysicsSettings& settings = physics.settings;
    const double radius = settings.nature.marble_radius;
    const btMatrix3x3 maze_axes = maze_.getCenterOfMassTransform().getBasis() * maze_in_body_;
    const btVector3& centre = marble_.getCenterOfMassPosition();
    // Contacts with walls begin earlier if the marble moves by more than its radius per step
    // relative to the maze.
    const btVector3 velocity =
        marble_.getLinearVelocity() - (bodies.turning != Turning::none
                                           ? maze_.getAngularVelocity().cross(centre)
                                           : btVector3(0, 0, 0));
    const double flight = velocity.length() * settings.solver.step - radius;
    std::array<WallContact, 4> touched;
    const int count = physics.walls->find_wall_contacts(
        from_bullet(maze_axes.transpose() * centre) + physics.half_dims, radius,
        0.5 * settings.nature.wall_thickness, std::max(settings.solver.contact_reach, flight),
        touched);
    manifold_.setNumContacts(count);
    for (int i = 0; i < count; ++i) {
      const WallContact& contact = touched[i];
      const btVector3 normal = maze_axes * to_bullet(contact.normal);
      const btVector3 on_marble = centre - normal * radius;
      const btVector3 on_wall = on_marble - normal * contact.gap;
      btManifoldPoint& point = manifold_.getContactPoint(i);
      point.m_normalWorldOnB = normal;
      point.m_distance1 = contact.gap;
      point.m_positionWorldOnA = on_marble;
      point.m_positionWorldOnB = on_wall;
      point.m_appliedImpulse = point.m_appliedImpulseLateral1 = point.m_appliedImpulseLateral2 = 0;
      if (contact.gap <= info_.m_splitImpulsePenetrationThreshold) info_.m_splitImpulse = true;
    }
  }

  btContactSolverInfo info_;
  btMatrix3x3 maze_in_body_ = btMatrix3x3::getIdentity();
  // The breaking thresholds are infinite, because the solver must handle all contacts from
  // find_contacts(), regardless of the gap.
  btPersistentManifold manifold_{&marble_, &maze_, 0, BT_LARGE_FLOAT, BT_LARGE_FLOAT};
};

void GridPhysics::step(Bodies& bodies, double torque) const {
  scratch<GridScratch>().step(*this, bodies, torque);
}

std::vector<Contact> GridPhysics::contacts(const Bodies& bodies) const {
  Bodies next = bodies;
  step(next, 0);
  return scratch<GridScratch>().contacts();
}

constexpr double kTolerance = 1e-9;

/// Compound shape with one box per wall panel. Each box is longer by half the wall thickness on
/// every side, which closes the gaps between adjacent boxes.
///
/// A physics engine does not treat touching boxes as one wall. A marble that rolls across a flat
/// floor collides with the edge of the next panel slightly too early. The inclined contact normal
/// slows and lifts the marble (a ghost collision at an internal edge). The contact filter prevents
/// this: it keeps only local minima of the distance to the union of all boxes.
class CompoundWalls {
 public:
  /// Requires: thickness > 0. Lengths are in cells, relative to the centre of the maze.
  CompoundWalls(const Maze& maze, double thickness) {
    assert(thickness > 0);
    const glm::ivec3 dims = maze.grid().dims();
    for (int axis = 0; axis < 3; ++axis) {
      glm::ivec3 p;
      for (p.z = axis == 2 ? -1 : 0; p.z < dims.z; ++p.z)
        for (p.y = axis == 1 ? -1 : 0; p.y < dims.y; ++p.y)
          for (p.x = axis == 0 ? -1 : 0; p.x < dims.x; ++p.x) {
            if (!maze.has_wall(p, {axis, +1})) continue;
            glm::dvec3 centre = glm::dvec3(p) + 0.5 - 0.5 * glm::dvec3(dims);
            centre[axis] += 0.5;
            add(axis, centre, thickness);
          }
    }
  }

  /// The shape is valid while this object exists.
  [[nodiscard]] btCollisionShape* shape() { return &compound_; }

  /// Removes contacts between `walls` and `marble` that are at internal edges or duplicate another
  /// contact. Requires: `walls` has this shape, `marble` is a sphere, and `dispatcher` has no other
  /// contacts.
  void remove_internal_edge_contacts(btDispatcher& dispatcher, const btCollisionObject& walls,
                                     const btCollisionObject& marble) const {
    const glm::dvec3 centre =
        from_bullet(walls.getWorldTransform().invXform(marble.getWorldTransform().getOrigin()));
    for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
      btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
      const bool walls_first = manifold.getBody0() == &walls;
      for (int k = manifold.getNumContacts() - 1; k >= 0; --k) {
        const btManifoldPoint& point = manifold.getContactPoint(k);
        const int panel = walls_first ? point.m_index0 : point.m_index1;
        if (is_hidden(static_cast<std::size_t>(panel), centre)) manifold.removeContactPoint(k);
      }
    }
  }

 private:
  struct Panel {
    glm::dvec3 centre, half;

    [[nodiscard]] glm::dvec3 nearest(const glm::dvec3& point) const {
      return glm::clamp(point, centre - half, centre + half);
    }
    [[nodiscard]] bool contains(const glm::dvec3& point) const {
      const glm::dvec3 away = glm::abs(point - centre) - half;
      return away.x <= kTolerance && away.y <= kTolerance && away.z <= kTolerance;
    }
  };

  void add(int axis, const glm::dvec3& centre, double thickness) {
    glm::dvec3 half(0.5 + 0.5 * thickness);
    half[axis] = 0.5 * thickness;
    std::unique_ptr<btBoxShape>& box = boxes_[axis];
    if (!box) {
      box = std::make_unique<btBoxShape>(to_bullet(half));
      // Bullet's default margin of 0.04 is about as large as the wall thickness.
      box->setMargin(0.001 * thickness);
    }
    compound_.addChildShape(btTransform(btMatrix3x3::getIdentity(), to_bullet(centre)), box.get());
    panels_.push_back({centre, half});
  }

  /// Returns true if the contact between this panel and a sphere with this centre must be removed.
  /// This is the case if the point of the panel nearest to the centre is not a local minimum of the
  /// distance to the union, or if an earlier panel has the same nearest point.
  ///
  /// Suppose that the nearest point of box A is in box B, and that B has a point that is nearer to
  /// the centre. Boxes are convex, so the segment between the two points is in B and approaches the
  /// centre. Therefore, the contact with A is not a contact with the union.
  [[nodiscard]] bool is_hidden(std::size_t panel, const glm::dvec3& centre) const {
    const glm::dvec3 point = panels_[panel].nearest(centre);
    const double distance = glm::distance(point, centre);
    for (std::size_t other = 0; other < panels_.size(); ++other) {
      if (other == panel || !panels_[other].contains(point)) continue;
      const double others = glm::distance(panels_[other].nearest(centre), centre);
      const bool repeated = others <= distance + kTolerance && other < panel;
      if (others < distance - kTolerance || repeated) return true;
    }
    return false;
  }

  std::vector<Panel> panels_;             // indexed like the children of the compound
  std::unique_ptr<btBoxShape> boxes_[3];  // indexed by normal axis
  btCompoundShape compound_{true};
};

/// Reference implementation for Collision::compound: Bullet's whole pipeline with one box per wall,
/// and a hinge constraint that is solved iteratively. By default, Bullet keeps up to four contacts
/// per pair of shapes from previous steps and solves them in order of creation. On a rolling
/// sphere, old contacts have moved away with the surface.
class CompoundPhysics final : public BulletPhysics {
 public:
  CompoundPhysics(const Maze& maze, const PhysicsSettings& s)
      : BulletPhysics(maze, s), walls(maze, s.nature.wall_thickness) {}

  void step(Bodies& bodies, double torque) const override;
  [[nodiscard]] std::vector<Contact> contacts(const Bodies& bodies) const override;

  [[nodiscard]] double hinge_angle(const Bodies& bodies) const override {
    if (bodies.turning != Turning::hinge) return 0;
    const btMatrix3x3 frame = hinge_frame(to_bullet(bodies.bullet.axis));
    const btVector3 spoke = to_bullet(bodies.bullet.maze.rotation) *
                            to_bullet(bodies.bullet.hinge_in_maze).getColumn(0);
    return arc_tangent(spoke.dot(frame.getColumn(1)), spoke.dot(frame.getColumn(0)));
  }

  // Threads share this member without modifying it. It is mutable because Bullet does not accept
  // const shapes.
  mutable CompoundWalls walls;
};

class CompoundScratch : public BulletScratch {
 public:
  void step(const CompoundPhysics& physics, Bodies& bodies, double torque) {
    if (!contains_result(physics, bodies)) load(physics, bodies);
    broadphase_.getOverlappingPairCache()->cleanProxyFromPairs(marble_.getBroadphaseHandle(),
                                                               &dispatcher_);
    apply_forces(physics, bodies, torque);
    world_.stepSimulation(physics.settings.solver.step, 0);
    clear_forces();
    store(bodies);
  }

  [[nodiscard]] std::vector<Contact> contacts() {
    std::vector<Contact> found;
    for (int i = 0; i < dispatcher_.getNumManifolds(); ++i)
      collect(*dispatcher_.getManifoldByIndexInternal(i), found);
    return found;
  }

 private:
  void configure(const CompoundPhysics& physics) {
    remove_hinge();
    if (physics_id_ != 0) {
      world_.removeRigidBody(&maze_);
      world_.removeRigidBody(&marble_);
    }
    physics_id_ = physics.id;
    const PhysicsSettings::Nature& nature = physics.settings.nature;
    // Bullet multiplies the coefficients of the two bodies, so each body gets the square root of
    // the combined value.
    for (btRigidBody* body : {&maze_, &marble_}) {
      body->setFriction(std::sqrt(nature.friction));
      body->setRestitution(std::sqrt(nature.restitution));
    }
    marble_.setRollingFriction(nature.rolling_friction);
    sphere_.emplace(nature.marble_radius, physics.settings.solver.contact_reach);
    world_.getSolverInfo() = physics.info;
    world_.setGravity({0, 0, 0});
    world_.filter_contacts = [this, walls = &physics.walls] {
      walls->remove_internal_edge_contacts(dispatcher_, maze_, marble_);
    };
    marble_.setCollisionShape(&*sphere_);
    marble_.setMassProps(physics.constants.marble_mass,
                         on_all_axes(physics.constants.marble_inertia));
    maze_.setCollisionShape(physics.walls.shape());
    maze_.setMassProps(physics.constants.maze_mass, on_all_axes(physics.constants.maze_inertia));
    set_body(maze_, {});
    set_body(marble_, {});
    world_.addRigidBody(&maze_);
    world_.addRigidBody(&marble_);
  }

  void remove_hinge() {
    if (hinge_) world_.removeConstraint(&*hinge_);
    hinge_.reset();
  }

  void load(const CompoundPhysics& physics, const Bodies& bodies) {
    if (physics.id != physics_id_) configure(physics);
    remove_hinge();
    const BodyConstants& constants = physics.constants;
    switch (bodies.turning) {
      case Turning::none: maze_.setMassProps(0, {0, 0, 0}); break;
      case Turning::hinge:
        maze_.setLinearFactor({1, 1, 1});
        maze_.setFlags(usual_flags_);
        maze_.setMassProps(constants.maze_mass, on_all_axes(constants.maze_inertia));
        break;
      case Turning::tilt: make_kinematic(physics); break;
    }
    BulletScratch::load(bodies);
    if (bodies.turning != Turning::hinge) return;
    hinge_.emplace(maze_, stand_, btTransform(to_bullet(bodies.bullet.hinge_in_maze)),
                   btTransform(hinge_frame(to_bullet(bodies.bullet.axis))), true);
    world_.addConstraint(&*hinge_);
  }

  std::optional<Sphere> sphere_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broadphase_;
  PlainWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
  btRigidBody stand_{btRigidBody::btRigidBodyConstructionInfo(0, nullptr, nullptr)};
  std::optional<btHingeConstraint> hinge_;
  int usual_flags_ = maze_.getFlags();
};

void CompoundPhysics::step(Bodies& bodies, double torque) const {
  scratch<CompoundScratch>().step(*this, bodies, torque);
}

std::vector<Contact> CompoundPhysics::contacts(const Bodies& bodies) const {
  Bodies next = bodies;
  step(next, 0);
  return scratch<CompoundScratch>().contacts();
}

}  // namespace

std::shared_ptr<const Physics> make_bullet_physics(const std::shared_ptr<const Maze>& maze,
                                                   std::shared_ptr<const WallFeatures> features,
                                                   const PhysicsSettings& settings) {
  assert(maze && features);
  if (settings.solver.collision == Collision::compound)
    return std::make_shared<CompoundPhysics>(*maze, settings);
  return std::make_shared<GridPhysics>(*maze, std::move(features), settings);
}

}  // namespace marblemaze
