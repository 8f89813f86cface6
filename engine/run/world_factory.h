#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "agent/contracts/planner.h"
#include "engine/physics/physics_settings.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/world/world.h"

namespace marblemaze {

/// A world to act in and what may be known of it.
struct Setting {
  std::unique_ptr<World> world;
  Advice advice;
};

/// What can be reality for a marble maze, in the order in which a person is offered them:
/// "bullet": Bullet is. "imagined": the fast stepper is. "predicted": the path predictor is.
[[nodiscard]] std::span<const std::string_view> marble_world_kinds();

[[nodiscard]] bool is_marble_world_kind(std::string_view name);

/// Throws BadInput for another kind, or a scheme that the maze does not have.
[[nodiscard]] Setting make_setting(const std::string& kind, std::shared_ptr<const Maze> maze,
                                   int orientations, const PhysicsSettings& settings);

/// Throws BadInput where an agent plans in copies of its world and this one has none.
void require_copies(const PlannerEntry& agent, const World& world);

/// Advice for another control scheme of the same maze.
[[nodiscard]] Advice make_advice(std::shared_ptr<const Maze> maze, int orientations,
                                 const PhysicsSettings& settings);

/// The scheme that a maze has if nobody asks for another: 4 when flat, else 8.
[[nodiscard]] int default_orientations(const Maze& maze);

}  // namespace marblemaze
