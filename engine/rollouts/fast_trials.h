#pragma once

#include <memory>

#include "agent/contracts/advice.h"
#include "agent/tilt/tilt_policy.h"
#include "engine/sim/physics_settings.h"
#include "maze/base/random.h"
#include "maze/grid/maze.h"

namespace marblemaze {

/// Returns the forward model of the fast physics. It tries each move in 17 worlds, one with the
/// given settings and the others with perturbed settings, because the difference between Bullet and
/// the fast model is about as large as the perturbation. A move that has the same result in all 17
/// worlds almost always has this result in Bullet, too. The time that a marble spends balanced on
/// an edge between cells is also uncertain, so the perturbed worlds count a marble as frozen at up
/// to 20 times the rest energy.
///
/// `parameter_error` scales the perturbation: 1 for at most 3 %. Poses are hardly perturbed,
/// because walls guide a marble from any place in its corner.
[[nodiscard]] std::shared_ptr<const ForwardModel> fast_trials(
    const std::shared_ptr<const Maze>& maze, ControlScheme control, const PhysicsSettings& settings,
    double parameter_error = 1);

/// Returns perturbed settings, as fast_trials() uses them.
[[nodiscard]] PhysicsSettings somewhat_off(PhysicsSettings settings, double parameter_error,
                                           Rng& rng);

/// Returns `copies` copies of a maze under the fast physics, stepped in lanes, with a noise-free
/// platform. Requires: the maze is not null, and `copies` is at least 1.
[[nodiscard]] std::unique_ptr<TiltTrials> fast_tilt_trials(std::shared_ptr<const Maze> maze,
                                                           const PhysicsSettings& settings,
                                                           std::size_t copies);

}  // namespace marblemaze
