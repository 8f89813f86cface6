#pragma once

#include <memory>

class btConstraintSolver;

namespace marblemaze {

/// Bullet's solver for one manifold between two bodies, of which the second is held at its centre
/// and only turns: Bullet's rows, and its sweeps over them in Bullet's order and with its
/// roundings, so that its results are Bullet's, bit for bit. It leaves out what needs pools of
/// bodies, an order of rows that changes, joints, and linear motion of the second body. Rows of
/// rolling friction are Bullet's own to solve.
[[nodiscard]] std::unique_ptr<btConstraintSolver> make_pair_solver();

}  // namespace marblemaze
