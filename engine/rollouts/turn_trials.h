#pragma once

#include <memory>

#include "agent/control/free_controller.h"
#include "engine/physics/physics_settings.h"

namespace marblemaze {

/// So many copies of a maze under imagined physics, stepped in lanes, whose mount has no noise.
/// Preconditions: the maze is not null; one copy or more.
[[nodiscard]] std::unique_ptr<TurnTrials> imagined_turns(std::shared_ptr<const Maze> maze,
                                                         const PhysicsSettings& settings,
                                                         std::size_t copies);

}  // namespace marblemaze
