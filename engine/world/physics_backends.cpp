#include "engine/world/physics_backends.h"

#include <algorithm>
#include <array>

namespace marblemaze {

// Each is defined in the back end's own file.
PhysicsMaker make_bullet_physics, make_fast_physics;

std::span<const PhysicsBackendEntry> physics_backends() {
  static constexpr std::array kEntries{
      PhysicsBackendEntry{"bullet", "rigid bodies in Bullet", make_bullet_physics, false},
      PhysicsBackendEntry{"imagined", "a fast simulation", make_fast_physics, true},
  };
  return kEntries;
}

const PhysicsBackendEntry& real_physics() { return physics_backends().front(); }

const PhysicsBackendEntry& imagined_physics() {
  const auto entries = physics_backends();
  return *std::find_if(entries.begin(), entries.end(),
                       [](const PhysicsBackendEntry& entry) { return entry.fast; });
}

}  // namespace marblemaze
