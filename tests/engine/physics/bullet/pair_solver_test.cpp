#include "engine/physics/bullet/pair_solver.h"

#include <array>

#include <btBulletDynamicsCommon.h>
#include <gtest/gtest.h>

#include "maze/base/rng.h"

namespace marblemaze {
namespace {

btVector3 drawn_vector(Rng& rng, double most) {
  return {rng.between(-most, most), rng.between(-most, most), rng.between(-most, most)};
}

/// A marble that moves, and a maze that turns about its centre or stands, with drawn velocities.
struct Pair {
  explicit Pair(Rng rng, bool turning) {
    maze.setLinearFactor({0, 0, 0});
    maze.setFlags(0);
    marble.setFlags(0);
    if (turning) maze.setMassProps(90, {0, 0, rng.between(50, 500)});
    maze.updateInertiaTensor();
    maze.setAngularVelocity({0, 0, turning ? rng.between(-3, 3) : 0});
    marble.setLinearVelocity(drawn_vector(rng, 3));
    marble.setAngularVelocity(drawn_vector(rng, 9));
    marble.applyCentralForce({0, 0, -9.81});
    const btVector3 place = drawn_vector(rng, 4);
    marble.setCenterOfMassTransform(btTransform(btMatrix3x3::getIdentity(), place));
    const std::uint64_t contacts = rng.below(4);
    for (std::uint64_t i = 0; i < contacts; ++i) touch(place, rng);
  }

  void touch(const btVector3& place, Rng& rng) {
    const btVector3 normal = drawn_vector(rng, 1).normalized();
    const double gap = rng.between(-0.06, 0.01);
    btManifoldPoint point(normal * -0.2, place - normal * (0.2 + gap), normal, gap);
    point.m_positionWorldOnA = place - normal * 0.2;
    point.m_positionWorldOnB = place - normal * (0.2 + gap);
    point.m_combinedFriction = rng.between(0, 1);
    point.m_combinedRestitution = rng.between(0, 1);
    manifold.addManifoldPoint(point);
  }

  void solve(btConstraintSolver& solver, const btContactSolverInfo& info) {
    btCollisionObject* bodies[] = {&maze, &marble};
    btPersistentManifold* manifolds[] = {&manifold};
    solver.solveGroup(bodies, 2, manifolds, 1, nullptr, 0, info, nullptr, nullptr);
  }

  /// Velocities, and the impulse of each contact.
  [[nodiscard]] std::vector<double> outcome() const {
    std::vector<double> numbers;
    for (const btVector3& v : {marble.getLinearVelocity(), marble.getAngularVelocity(),
                               maze.getLinearVelocity(), maze.getAngularVelocity()})
      numbers.insert(numbers.end(), {v.x(), v.y(), v.z()});
    for (int i = 0; i < manifold.getNumContacts(); ++i)
      numbers.push_back(manifold.getContactPoint(i).m_appliedImpulse);
    return numbers;
  }

  btSphereShape sphere{0.2};
  btEmptyShape no_shape;
  btRigidBody maze{btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &no_shape)};
  btRigidBody marble{
      btRigidBody::btRigidBodyConstructionInfo(1, nullptr, &sphere, {0.016, 0.016, 0.016})};
  btPersistentManifold manifold{&marble, &maze, 0, 0.02, BT_LARGE_FLOAT};
};

class PairSolverOf : public ::testing::TestWithParam<bool> {};

TEST_P(PairSolverOf, MakesTheVelocitiesAndImpulsesOfBulletsOwnSolverBitForBit) {
  btContactSolverInfo info;
  info.m_timeStep = 1.0 / 120;
  info.m_erp2 = 0.2;
  info.m_leastSquaresResidualThreshold = 1e-12;
  btSequentialImpulseConstraintSolver bullets;
  const std::unique_ptr<btConstraintSolver> ours = make_pair_solver();
  int moved = 0;
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    Pair theirs(Rng(seed), GetParam()), pair(Rng(seed), GetParam());
    const std::vector<double> before = pair.outcome();
    theirs.solve(bullets, info);
    pair.solve(*ours, info);
    ASSERT_EQ(pair.outcome(), theirs.outcome()) << "seed " << seed;
    moved += pair.outcome() != before ? 1 : 0;
  }
  EXPECT_EQ(moved, 20'000);
}

INSTANTIATE_TEST_SUITE_P(Mazes, PairSolverOf, ::testing::Bool(),
                         [](const auto& mazes) { return mazes.param ? "ThatTurn" : "ThatStand"; });

}  // namespace
}  // namespace marblemaze
