#include "engine/physics/bullet/pair_solver.h"

#include <cassert>

#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.h>

namespace marblemaze {
namespace {

constexpr int kMostContacts = 4;  // that a manifold of Bullet's holds

/// A spatial vector: along each axis a linear component and an angular one. The two go through the
/// same arithmetic side by side.
class SpatialVector {
 public:
  SpatialVector() = default;
  SpatialVector(const btVector3& linear, const btVector3& angular)
      : axes_{Both{linear.x(), angular.x()}, Both{linear.y(), angular.y()},
              Both{linear.z(), angular.z()}} {}

  [[nodiscard]] double dot(const SpatialVector& o) const {
    const Both sum = axes_[0] * o.axes_[0] + axes_[1] * o.axes_[1] + axes_[2] * o.axes_[2];
    return sum[0] + sum[1];
  }
  void add(const SpatialVector& o, double times) {
    for (int i = 0; i < 3; ++i) axes_[i] += o.axes_[i] * times;
  }
  [[nodiscard]] btVector3 linear() const { return {axes_[0][0], axes_[1][0], axes_[2][0]}; }
  [[nodiscard]] btVector3 angular() const { return {axes_[0][1], axes_[1][1], axes_[2][1]}; }

 private:
  using Both = double __attribute__((vector_size(2 * sizeof(double))));
  Both axes_[3];
};

/// A marble and the maze as Bullet's solver sees them, at the start of a step.
struct Pair {
  Pair(const btRigidBody& marble, const btRigidBody& maze, double step)
      : first(&marble), second(maze.getInvMass() > 0 ? &maze : nullptr) {
    start(0, marble, step);
    if (second) start(1, maze, step);
  }

  const btRigidBody* first;
  const btRigidBody* second;  // null where it is held still
  // What forces and torques add in this step, and velocities without and with it.
  btVector3 push[2], twist[2], spin[2], new_drift[2], new_spin[2];

  [[nodiscard]] btVector3 velocity_at(int body, const btVector3& arm) const {
    return new_drift[body] + new_spin[body].cross(arm);
  }

 private:
  void start(int i, const btRigidBody& body, double step) {
    push[i] = body.getTotalForce() * body.getInvMass() * step;
    twist[i] = body.getTotalTorque() * body.getInvInertiaTensorWorld() * step;
    spin[i] = body.getAngularVelocity();
    new_drift[i] = body.getLinearVelocity() + push[i];
    new_spin[i] = spin[i] + twist[i];
  }
};

/// What the sweeps have added to the velocities so far. The second body keeps its place.
struct Changes {
  SpatialVector first;
  btVector3 second;
  bool second_turns;
};

/// Where a row acts: along a direction, at an arm's length from the centre of each body.
struct Lever {
  btVector3 direction, arms[2], torques[2];
};

/// A row of Bullet's constraints, with what a sweep asks of it side by side.
class Row {
 public:
  Row() = default;
  Row(const Pair& pair, const Lever& lever, double relaxation)
      : jacobian_(lever.direction, lever.torques[0]), second_jacobian_(lever.torques[1]) {
    const double mass = pair.first->getInvMass();
    const btVector3 turn = pair.first->getInvInertiaTensorWorld() * lever.torques[0];
    push_ = {lever.direction * mass, turn};
    const double give = mass + lever.direction.dot(turn.cross(lever.arms[0]));
    double second_give = 0;
    second_push_.setZero();
    if (pair.second) {
      second_push_ = pair.second->getInvInertiaTensorWorld() * lever.torques[1];
      second_give =
          pair.second->getInvMass() + lever.direction.dot((-second_push_).cross(lever.arms[1]));
    }
    effective_mass_ = relaxation / (give + second_give);
    inverse_mass_ = 1. / effective_mass_;
  }

  void want(double impulse) { wanted_ = impulse; }

  /// A visit of projected Gauss-Seidel. Returns the square of what there still was to mend.
  double solve(Changes& changes, double lowest, double highest) {
    double change = wanted_;
    change -= jacobian_.dot(changes.first) * effective_mass_;
    if (changes.second_turns) change -= second_jacobian_.dot(changes.second) * effective_mass_;
    const double sum = impulse_ + change;
    const double impulse = sum < lowest ? lowest : sum > highest ? highest : sum;
    if (impulse != sum) change = impulse - impulse_;
    impulse_ = impulse;
    changes.first.add(push_, change);
    if (changes.second_turns) changes.second += second_push_ * change;
    const double residual = change * inverse_mass_;
    return residual * residual;
  }

  [[nodiscard]] double effective_mass() const { return effective_mass_; }
  [[nodiscard]] double impulse() const { return impulse_; }

 private:
  SpatialVector jacobian_, push_;  // `push`: velocities for an impulse of 1
  btVector3 second_jacobian_, second_push_;
  double wanted_, effective_mass_, inverse_mass_;
  double impulse_ = 0;  // N s, so far
};

/// How fast the bodies part along a lever, at these spins.
double parting(const Pair& pair, const Lever& lever, const btVector3 (&spins)[2]) {
  const double first = lever.direction.dot(pair.new_drift[0]) + lever.torques[0].dot(spins[0]);
  if (!pair.second) return first;
  return first + ((-lever.direction).dot(pair.new_drift[1]) + lever.torques[1].dot(spins[1]));
}

Row contact_row(const Pair& pair, const btManifoldPoint& point, const btVector3 (&arms)[2],
                const btContactSolverInfo& info) {
  const btVector3& normal = point.m_normalWorldOnB;
  const Lever lever{normal, {arms[0], arms[1]}, {arms[0].cross(normal), -arms[1].cross(normal)}};
  Row row(pair, lever, info.m_sor);
  btVector3 velocity = pair.first->getVelocityInLocalPoint(arms[0]);
  velocity -= pair.second ? pair.second->getVelocityInLocalPoint(arms[1]) : btVector3(0, 0, 0);
  const double approach = -normal.dot(velocity);
  const double bounce = btFabs(approach) < info.m_restitutionVelocityThreshold
                            ? 0
                            : btMax(point.m_combinedRestitution * approach, 0.);
  const double steps_a_second = 1 / info.m_timeStep;
  double wanted = bounce - parting(pair, lever, pair.new_spin), correction = 0;
  if (const double gap = point.getDistance(); gap > 0)
    wanted -= gap * steps_a_second;
  else
    correction = -gap * info.m_erp2 * steps_a_second;
  row.want(correction * row.effective_mass() + wanted * row.effective_mass());
  return row;
}

/// Against the way in which the surfaces slide, or any where they do not.
Row friction_row(const Pair& pair, const btManifoldPoint& point, const btVector3 (&arms)[2],
                 const btContactSolverInfo& info) {
  const btVector3& normal = point.m_normalWorldOnB;
  const btVector3 velocity = pair.velocity_at(0, arms[0]) -
                             (pair.second ? pair.velocity_at(1, arms[1]) : btVector3(0, 0, 0));
  btVector3 sliding = velocity - normal * normal.dot(velocity), across;
  if (const double square = sliding.length2(); square > SIMD_EPSILON)
    sliding *= 1. / btSqrt(square);
  else
    btPlaneSpace1(normal, sliding, across);
  const Lever lever{sliding, {arms[0], arms[1]}, {arms[0].cross(sliding), arms[1].cross(-sliding)}};
  Row row(pair, lever, info.m_sor);
  row.want((0 - parting(pair, lever, pair.spin)) * row.effective_mass());
  return row;
}

class PairSolver final : public btSequentialImpulseConstraintSolver {
 private:
  btScalar solveGroup(btCollisionObject** bodies, int body_count, btPersistentManifold** manifolds,
                      int manifold_count, btTypedConstraint** joints, int joint_count,
                      const btContactSolverInfo& info, btIDebugDraw* drawer,
                      btDispatcher* dispatcher) override;
};

/// Rolling friction and deep contacts, which are mended beside the velocities, are Bullet's to
/// solve.
bool is_usual(const btPersistentManifold& manifold, const btContactSolverInfo& info) {
  for (int i = 0; i < manifold.getNumContacts(); ++i) {
    const btManifoldPoint& point = manifold.getContactPoint(i);
    assert(point.m_appliedImpulse == 0 && point.m_contactPointFlags == 0);
    if (point.m_combinedRollingFriction > 0 ||
        point.getDistance() <= info.m_splitImpulsePenetrationThreshold)
      return false;
  }
  return true;
}

void sweep(Changes& changes, Row (&normals)[kMostContacts], Row (&frictions)[kMostContacts],
           btPersistentManifold& manifold, const btContactSolverInfo& info) {
  const int count = manifold.getNumContacts();
  for (int i = 0; i < info.m_numIterations; ++i) {
    double largest = 0;
    for (int k = 0; k < count; ++k)
      largest = btMax(largest, normals[k].solve(changes, 0, SIMD_INFINITY));
    for (int k = 0; k < count; ++k) {
      const double most = manifold.getContactPoint(k).m_combinedFriction * normals[k].impulse();
      if (normals[k].impulse() > 0)
        largest = btMax(largest, frictions[k].solve(changes, -most, most));
    }
    if (largest <= info.m_leastSquaresResidualThreshold) break;
  }
  for (int k = 0; k < count; ++k)
    manifold.getContactPoint(k).m_appliedImpulse = normals[k].impulse();
}

btScalar PairSolver::solveGroup(btCollisionObject** bodies, int body_count,
                                btPersistentManifold** manifolds, int manifold_count,
                                btTypedConstraint** joints, int joint_count,
                                const btContactSolverInfo& info, btIDebugDraw* drawer,
                                btDispatcher* dispatcher) {
  assert(body_count == 2 && manifold_count == 1 && joint_count == 0);
  assert(info.m_globalCfm == 0 && info.m_linearSlop == 0);
  btPersistentManifold& manifold = *manifolds[0];
  if (!is_usual(manifold, info))
    return btSequentialImpulseConstraintSolver::solveGroup(bodies, body_count, manifolds,
                                                           manifold_count, joints, joint_count,
                                                           info, drawer, dispatcher);

  btRigidBody& first = *btRigidBody::upcast(bodies[1]);
  btRigidBody& second = *btRigidBody::upcast(bodies[0]);
  const Pair pair(first, second, info.m_timeStep);
  Row normals[kMostContacts], frictions[kMostContacts];
  for (int i = 0; i < manifold.getNumContacts(); ++i) {
    const btManifoldPoint& point = manifold.getContactPoint(i);
    const btVector3 arms[] = {point.m_positionWorldOnA - first.getCenterOfMassPosition(),
                              point.m_positionWorldOnB - second.getCenterOfMassPosition()};
    normals[i] = contact_row(pair, point, arms, info);
    frictions[i] = friction_row(pair, point, arms, info);
  }
  Changes changes{{{0, 0, 0}, {0, 0, 0}}, {0, 0, 0}, pair.second != nullptr};
  sweep(changes, normals, frictions, manifold, info);
  first.setLinearVelocity(first.getLinearVelocity() + changes.first.linear() + pair.push[0]);
  first.setAngularVelocity(pair.spin[0] + changes.first.angular() + pair.twist[0]);
  if (pair.second) second.setAngularVelocity(pair.spin[1] + changes.second + pair.twist[1]);
  return 0;
}

}  // namespace

std::unique_ptr<btConstraintSolver> make_pair_solver() { return std::make_unique<PairSolver>(); }

}  // namespace marblemaze
