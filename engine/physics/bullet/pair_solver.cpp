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

/// What the sweeps have added to the velocities so far. The second body keeps its place.
struct Changes {
  SpatialVector first;
  btVector3 second;
  bool second_turns;
};

/// A row of Bullet's constraints, with what a sweep asks of it side by side.
class Row {
 public:
  void read(const btSolverConstraint& row, const btVector3& inverse_mass) {
    jacobian_ = {row.m_contactNormal1, row.m_relpos1CrossNormal};
    push_ = {row.m_contactNormal1 * inverse_mass, row.m_angularComponentA};
    second_jacobian_ = row.m_relpos2CrossNormal;
    second_push_ = row.m_angularComponentB;
    wanted_ = row.m_rhs;
    softness_ = row.m_cfm;
    effective_mass_ = row.m_jacDiagABInv;
    inverse_mass_ = 1. / row.m_jacDiagABInv;
    impulse_ = row.m_appliedImpulse;
  }

  /// A visit of projected Gauss-Seidel. Returns the square of what there still was to mend.
  double solve(Changes& changes, double lowest, double highest) {
    double change = wanted_ - impulse_ * softness_;
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

  [[nodiscard]] double impulse() const { return impulse_; }

 private:
  SpatialVector jacobian_, push_;  // `push`: velocities for an impulse of 1
  btVector3 second_jacobian_, second_push_;
  double wanted_, softness_, effective_mass_, inverse_mass_;
  double impulse_;  // N s, so far
};

class PairSolver final : public btSequentialImpulseConstraintSolver {
 private:
  btScalar solveGroupCacheFriendlyIterations(btCollisionObject** bodies, int body_count,
                                             btPersistentManifold** manifolds, int manifold_count,
                                             btTypedConstraint** joints, int joint_count,
                                             const btContactSolverInfo& info,
                                             btIDebugDraw* drawer) override;
};

btScalar PairSolver::solveGroupCacheFriendlyIterations(btCollisionObject** bodies, int body_count,
                                                       btPersistentManifold** manifolds,
                                                       int manifold_count,
                                                       btTypedConstraint** joints, int joint_count,
                                                       const btContactSolverInfo& info,
                                                       btIDebugDraw* drawer) {
  assert(body_count == 2 && manifold_count <= 1 && joint_count == 0);
  btConstraintArray& contacts = m_tmpSolverContactConstraintPool;
  btConstraintArray& frictions = m_tmpSolverContactFrictionConstraintPool;
  if (contacts.size() == 0) return 0;
  if (m_tmpSolverContactRollingFrictionConstraintPool.size() > 0)
    return btSequentialImpulseConstraintSolver::solveGroupCacheFriendlyIterations(
        bodies, body_count, manifolds, manifold_count, joints, joint_count, info, drawer);
  solveGroupCacheFriendlySplitImpulseIterations(bodies, body_count, manifolds, manifold_count,
                                                joints, joint_count, info, drawer);

  const int count = contacts.size();
  assert(count <= kMostContacts && frictions.size() == count);
  btSolverBody& first = m_tmpSolverBodyPool[contacts[0].m_solverBodyIdA];
  btSolverBody& second = m_tmpSolverBodyPool[contacts[0].m_solverBodyIdB];
  Row normal_rows[kMostContacts], friction_rows[kMostContacts];
  for (int i = 0; i < count; ++i) {
    normal_rows[i].read(contacts[i], first.internalGetInvMass());
    friction_rows[i].read(frictions[i], first.internalGetInvMass());
  }
  Changes changes{{first.m_deltaLinearVelocity, first.m_deltaAngularVelocity},
                  second.m_deltaAngularVelocity,
                  second.m_originalBody != nullptr};
  for (int sweep = 0; sweep < info.m_numIterations; ++sweep) {
    double largest = 0;
    for (int i = 0; i < count; ++i)
      largest = btMax(largest, normal_rows[i].solve(changes, 0, SIMD_INFINITY));
    for (int i = 0; i < count; ++i) {
      const double most = frictions[i].m_friction * normal_rows[i].impulse();
      if (normal_rows[i].impulse() > 0)
        largest = btMax(largest, friction_rows[i].solve(changes, -most, most));
    }
    if (largest <= info.m_leastSquaresResidualThreshold) break;
  }
  for (int i = 0; i < count; ++i) {
    contacts[i].m_appliedImpulse = normal_rows[i].impulse();
    frictions[i].m_appliedImpulse = friction_rows[i].impulse();
  }
  first.m_deltaLinearVelocity = changes.first.linear();
  first.m_deltaAngularVelocity = changes.first.angular();
  second.m_deltaAngularVelocity = changes.second;
  return 0;
}

}  // namespace

std::unique_ptr<btConstraintSolver> make_pair_solver() { return std::make_unique<PairSolver>(); }

}  // namespace marblemaze
