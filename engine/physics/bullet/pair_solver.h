#pragma once

#include <memory>

class btConstraintSolver;

namespace marblemaze {

/// Bullet's solver for one manifold of new contacts between two bodies, of which the second is held
/// at its centre and only turns: Bullet's rows, and its sweeps over them in Bullet's order and with
/// its roundings, so that its results are Bullet's, bit for bit. It leaves out what needs pools of
/// bodies and rows, an order that changes, joints, linear motion of the second body, softness and
/// warm starts. Rolling friction and deep contacts are Bullet's own to solve.
/// solveGroup() takes the second body, then the first, and the manifold, which may be empty.
[[nodiscard]] std::unique_ptr<btConstraintSolver> make_pair_solver();

}  // namespace marblemaze
