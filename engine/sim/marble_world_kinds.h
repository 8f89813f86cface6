#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "engine/sim/physics.h"
#include "engine/sim/physics_settings.h"
#include "maze/world/world.h"

namespace marblemaze {

inline constexpr std::string_view kPredicted = "predicted";

struct MarbleWorldKind {
  std::string_view name;  ///< name on the command line and in files, for example "bullet"
  std::string_view title;
  /// Function that creates the physics; null for "predicted", which has no physics.
  PhysicsMaker* physics;

  /// Returns the traits of worlds of this kind. state_bound is 0 if it depends on the maze.
  [[nodiscard]] Traits traits(const PhysicsSettings& settings) const;
};

/// Returns all kinds in menu order. The rows have static lifetime.
[[nodiscard]] std::span<const MarbleWorldKind> marble_world_kinds();
[[nodiscard]] std::span<const MarbleWorldKind> physics_kinds();
[[nodiscard]] const MarbleWorldKind& bullet_physics();
[[nodiscard]] const MarbleWorldKind& fast_physics();

[[nodiscard]] bool is_marble_world_kind(std::string_view name);
/// Throws BadInput if no kind has this name. The message starts with `what` and lists all kinds.
[[nodiscard]] const MarbleWorldKind& marble_world_kind(std::string_view name,
                                                       const std::string& what = "world");
/// Returns a kind that supports continuous control. Throws BadInput if no kind with physics has
/// this name.
[[nodiscard]] const MarbleWorldKind& physics_kind(std::string_view name);
/// Returns the names of the chosen kinds as a list, for example "bullet, imagined or predicted". An
/// empty `chosen` selects all kinds. If `titles` is true, each name is followed by its title in
/// parentheses.
[[nodiscard]] std::string marble_world_names(
    const std::function<bool(const MarbleWorldKind&)>& chosen = {}, bool titles = false);

}  // namespace marblemaze
