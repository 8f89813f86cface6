#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "engine/sim/physics.h"
#include "engine/sim/physics_settings.h"
#include "maze/world/world.h"

namespace marblemaze {

/// Name of the world in which the path predictor is reality.
inline constexpr std::string_view kPredicted = "predicted";

/// What can be reality for a marble maze, as a row.
struct MarbleWorldKind {
  std::string_view name;   ///< as the command line and files know it: "bullet"
  std::string_view title;  ///< in a few words, for help texts
  PhysicsMaker* physics;   ///< its physics; null in "predicted", which needs none

  /// Returns what such worlds can do, without making one. state_bound is 0 if the maze decides it.
  [[nodiscard]] Traits traits(const PhysicsSettings& settings) const;
};

/// All kinds, in the order in which a person is offered them. Rows live as long as the program.
[[nodiscard]] std::span<const MarbleWorldKind> marble_world_kinds();
/// Those with physics.
[[nodiscard]] std::span<const MarbleWorldKind> physics_kinds();
/// Bullet: what episodes, tables and certificates report by default.
[[nodiscard]] const MarbleWorldKind& real_physics();
/// The fast model, with which agents plan.
[[nodiscard]] const MarbleWorldKind& fast_physics();

[[nodiscard]] bool is_marble_world_kind(std::string_view name);
/// Throws BadInput, which names `what` and lists the kinds, for a name that no row has.
[[nodiscard]] const MarbleWorldKind& marble_world_kind(std::string_view name,
                                                       const std::string& what = "world");
/// Throws BadInput for a name that no row with physics has: only these can be turned freely.
[[nodiscard]] const MarbleWorldKind& physics_kind(std::string_view name);
/// Returns the names of these kinds in a sentence: "bullet, imagined or predicted". With `titles`
/// each is followed by its title in brackets.
[[nodiscard]] std::string marble_world_names(
    const std::function<bool(const MarbleWorldKind&)>& chosen = {}, bool titles = false);

}  // namespace marblemaze
