#pragma once

#include <memory>

#include "agent/contracts/doubted_physics.h"
#include "engine/physics/physics_settings.h"
#include "maze/base/rng.h"
#include "maze/grid/maze.h"

namespace marblemaze {

/// How far what an agent was told may be off, as a share of the true value.
inline constexpr double kLargestToldError = 0.3;

/// An agent's simulation of a marble maze in which the marble's radius, friction, restitution and
/// damping are biased, by up to kLargestToldError each, evenly drawn. All else is as
/// imagined_trials() has it: each hypothesis has its own small errors of the other settings.
[[nodiscard]] std::shared_ptr<const DoubtedPhysics> doubted_marble(std::shared_ptr<const Maze> maze,
                                                                   int orientations,
                                                                   const PhysicsSettings& settings,
                                                                   Rng rng);

}  // namespace marblemaze
