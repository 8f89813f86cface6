#pragma once

#include <memory>

#include "agent/contracts/advice.h"
#include "agent/tilt/tilt_policy.h"
#include "engine/sim/physics_settings.h"
#include "maze/base/random.h"
#include "maze/grid/maze.h"

namespace marblemaze {

/// Returns the forward model of the fast physics: each move is tried in 17 worlds, one under the
/// settings and the others under perturbed settings, because Bullet differs from the fast model by
/// about as much. A move that ends equally in all of them will hardly end differently in Bullet.
/// The time for which a marble lingers on the edge between cells is uncertain, too: the perturbed
/// worlds count a marble as frozen at up to 20 times the energy.
///
/// `parameter_error` scales the perturbation: 1 for at most 3 %. (Perturbed poses would show next
/// to nothing, because walls guide a marble from anywhere in its corner.)
[[nodiscard]] std::shared_ptr<const ForwardModel> fast_trials(
    const std::shared_ptr<const Maze>& maze, ControlScheme control, const PhysicsSettings& settings,
    double parameter_error = 1);

/// Returns perturbed settings, as fast_trials() uses them.
[[nodiscard]] PhysicsSettings somewhat_off(PhysicsSettings settings, double parameter_error,
                                           Rng& rng);

/// Returns so many copies of a maze under the fast physics, stepped in lanes, with a noise-free
/// platform. Requires: the maze is not null; one copy or more.
[[nodiscard]] std::unique_ptr<TiltTrials> fast_tilt_trials(std::shared_ptr<const Maze> maze,
                                                           const PhysicsSettings& settings,
                                                           std::size_t copies);

}  // namespace marblemaze
