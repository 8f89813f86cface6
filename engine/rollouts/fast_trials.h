#pragma once

#include <memory>

#include "agent/contracts/advice.h"
#include "agent/tilt/tilt_policy.h"
#include "engine/sim/physics_settings.h"
#include "maze/base/random.h"
#include "maze/grid/maze.h"

namespace marblemaze {

/// What an agent can imagine of a marble maze without touching it: each move is tried in imagined
/// worlds, one under the settings and the others under settings a little off, because Bullet
/// differs from imagination by about as much. A move that all of them end alike will hardly end
/// otherwise. Nor is it certain how long a marble lingers on the edge between cells: the others
/// take it for frozen at up to 20 times the energy.
///
/// `parameter_error` multiplies how far the settings are off: 1 for 3 % at most. (Poses a little
/// off would show next to nothing: the walls guide a marble from wherever it lay in its corner.)
[[nodiscard]] std::shared_ptr<const ForwardModel> fast_trials(
    const std::shared_ptr<const Maze>& maze, ControlScheme control, const PhysicsSettings& settings,
    double parameter_error = 1);

/// The same settings a little off, all by as much as imagination takes them to be at
/// `parameter_error`.
[[nodiscard]] PhysicsSettings somewhat_off(PhysicsSettings settings, double parameter_error,
                                           Rng& rng);

/// So many copies of a maze under imagined physics, stepped in lanes, whose platform has no noise.
/// Preconditions: the maze is not null; one copy or more.
[[nodiscard]] std::unique_ptr<TiltTrials> fast_tilt_trials(std::shared_ptr<const Maze> maze,
                                                           const PhysicsSettings& settings,
                                                           std::size_t copies);

}  // namespace marblemaze
