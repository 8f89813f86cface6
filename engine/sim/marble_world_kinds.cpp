#include "engine/sim/marble_world_kinds.h"

#include <array>
#include <vector>

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/base/lists.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {

Traits MarbleWorldKind::traits(const PhysicsSettings& settings) const {
  if (!physics) return {std::string(name), true, false, 0};
  return {.name = std::string(name),
          .deterministic = settings.drive.exact(),
          .has_poses = true,
          .state_bound = kStateBound,
          .can_switch_scheme = true};
}

std::span<const MarbleWorldKind> marble_world_kinds() {
  static constexpr std::array kKinds{
      MarbleWorldKind{"bullet", "rigid bodies in Bullet", make_bullet_physics},
      MarbleWorldKind{"imagined", "a fast simulation", make_fast_physics},
      MarbleWorldKind{kPredicted, "the path predictor", nullptr},
  };
  return kKinds;
}

std::span<const MarbleWorldKind> physics_kinds() { return marble_world_kinds().first(2); }
const MarbleWorldKind& bullet_physics() { return marble_world_kinds()[0]; }
const MarbleWorldKind& fast_physics() { return marble_world_kinds()[1]; }

bool is_marble_world_kind(std::string_view name) {
  return find_by_name(marble_world_kinds(), name) != nullptr;
}

const MarbleWorldKind& marble_world_kind(std::string_view name, const std::string& what) {
  if (const MarbleWorldKind* const kind = find_by_name(marble_world_kinds(), name)) return *kind;
  throw BadInput(what, fmt::format("'{}'", name), marble_world_names());
}

const MarbleWorldKind& physics_kind(std::string_view name) {
  if (const MarbleWorldKind* const kind = find_by_name(physics_kinds(), name)) return *kind;
  const auto has_physics = [](const MarbleWorldKind& kind) { return kind.physics != nullptr; };
  throw BadInput("world", fmt::format("'{}'", name),
                 marble_world_names(has_physics) + " under continuous control");
}

std::string marble_world_names(const std::function<bool(const MarbleWorldKind&)>& chosen,
                               bool titles) {
  std::vector<std::string> names;
  for (const MarbleWorldKind& kind : marble_world_kinds())
    if (!chosen || chosen(kind))
      names.push_back(titles ? fmt::format("{} ({})", kind.name, kind.title)
                             : std::string(kind.name));
  const std::string last = names.back();
  names.pop_back();
  return names.empty() ? last : fmt::format("{} or {}", fmt::join(names, ", "), last);
}

}  // namespace marblemaze
