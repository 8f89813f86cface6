#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agent/contracts/planner.h"
#include "engine/physics/physics_settings.h"
#include "engine/rollouts/trial_model.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/world/world.h"

namespace marblemaze {

/// A world to act in and what may be known of it.
struct Environment {
  std::unique_ptr<World> world;
  Advice advice;
};

/// What can be reality for a marble maze, as a row. Where a maze, a scheme and settings are asked
/// for, the maze must not be null; a scheme that it does not have throws BadInput.
struct MarbleWorldKind {
  std::string_view name;   ///< as the command line and files know it: "bullet"
  std::string_view title;  ///< in a few words, for help texts
  /// A world, at its start, and the advice for it.
  std::function<Environment(std::shared_ptr<const Maze> maze, int orientations,
                            const PhysicsSettings& settings)>
      make;
  /// What such worlds can do, without making one. state_bound is 0 where the maze decides it.
  std::function<Traits(const PhysicsSettings& settings)> traits;
  /// What this reality makes of moves, for maps. Only a kind that can be cloned has one. `trials`
  /// has no meaning where a move ends the same from everywhere.
  std::function<std::shared_ptr<const ForwardModel>(std::shared_ptr<const Maze> maze,
                                                    int orientations,
                                                    const PhysicsSettings& settings, Trials trials)>
      model;
};

/// All kinds, in the order in which a person is offered them: the physics back ends in theirs, then
/// what needs no physics. Rows live as long as the program.
[[nodiscard]] std::span<const MarbleWorldKind> marble_world_kinds();
[[nodiscard]] bool is_marble_world_kind(std::string_view name);
/// Throws BadInput, which names `what` and lists the kinds, for a name that no row has.
[[nodiscard]] const MarbleWorldKind& marble_world_kind(std::string_view name,
                                                       const std::string& what = "world");
/// The names of these kinds in a sentence: "bullet, imagined or predicted". With `titles` each is
/// followed by its title in brackets.
[[nodiscard]] std::string marble_world_names(
    const std::function<bool(const MarbleWorldKind&)>& chosen = {}, bool titles = false);

/// The world of a kind, and advice for it. Throws BadInput for another kind, or a scheme that the
/// maze does not have.
[[nodiscard]] Environment make_environment(const std::string& kind,
                                           std::shared_ptr<const Maze> maze, int orientations,
                                           const PhysicsSettings& settings);

/// Throws BadInput where an agent plans in copies of its world and this one has none.
void require_copies(const PlannerEntry& agent, const World& world);
/// Throws BadInput where worlds with these traits cannot be copied, and says who needs the copies:
/// "a map".
void require_copies(const std::string& who, const Traits& traits);

/// Advice for another control scheme of the same maze.
[[nodiscard]] Advice make_advice(std::shared_ptr<const Maze> maze, int orientations,
                                 const PhysicsSettings& settings);

/// The scheme of a maze with so many orientations. Throws BadInput where it has none.
[[nodiscard]] std::shared_ptr<const OrientationScheme> scheme_of(const Maze& maze, int orientations,
                                                                 const PhysicsSettings& settings);
/// The scheme that a maze has if nobody asks for another: 4 when flat, else 8.
[[nodiscard]] int default_orientations(const Maze& maze);

}  // namespace marblemaze
