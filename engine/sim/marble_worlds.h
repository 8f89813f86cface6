#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "engine/sim/physics.h"
#include "engine/sim/physics_settings.h"
#include "maze/world/world.h"

namespace marblemaze {

/// Name of the world whose moves end as the path predictor predicts.
inline constexpr std::string_view kPredicted = "predicted";

/// A kind of world for a marble maze: one row of marble_world_kinds().
struct MarbleWorldKind {
  std::string_view name;   ///< name on the command line and in files: "bullet"
  std::string_view title;  ///< short description for the help text
  PhysicsMaker* physics;   ///< null for "predicted", which has no physics

  /// Returns the capabilities of such worlds without creating one. state_bound is 0 if it depends
  /// on the maze.
  [[nodiscard]] Traits traits(const PhysicsSettings& settings) const;
};

/// Returns all kinds, in the order of menus. Rows exist until the program ends.
[[nodiscard]] std::span<const MarbleWorldKind> marble_world_kinds();
/// Returns the kinds with physics.
[[nodiscard]] std::span<const MarbleWorldKind> physics_kinds();
/// Returns Bullet, the default of episodes, tables and certificates.
[[nodiscard]] const MarbleWorldKind& real_physics();
/// Returns the fast model, with which agents plan.
[[nodiscard]] const MarbleWorldKind& fast_physics();

[[nodiscard]] bool is_marble_world_kind(std::string_view name);
/// Returns the kind with this name. Throws BadInput if no kind has this name. The message contains
/// `what` and lists the kinds.
[[nodiscard]] const MarbleWorldKind& marble_world_kind(std::string_view name,
                                                       const std::string& what = "world");
/// Returns the kind with this name and with physics, as continuous control requires. Throws
/// BadInput if no such kind exists.
[[nodiscard]] const MarbleWorldKind& physics_kind(std::string_view name);
/// Returns the names of these kinds in a sentence: "bullet, imagined or predicted". With `titles`,
/// each name is followed by its title in brackets.
[[nodiscard]] std::string marble_world_names(
    const std::function<bool(const MarbleWorldKind&)>& chosen = {}, bool titles = false);

}  // namespace marblemaze
