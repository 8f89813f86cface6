#include "engine/world/physics_backends.h"

#include <algorithm>
#include <array>

#include "maze/base/rows.h"

namespace marblemaze {

// Each is defined in the back end's own file.
PhysicsMaker make_bullet_backend, make_imagined_backend;
LaneMarble marble_of_imagined;
#ifdef MARBLEMAZE_HAS_ODE
PhysicsMaker make_ode_backend;
#endif

std::span<const PhysicsBackendEntry> physics_backends() {
  static constexpr std::array kEntries{
      PhysicsBackendEntry{"bullet", "rigid bodies in Bullet", make_bullet_backend, false, nullptr,
                          Collision::compound, true},
      PhysicsBackendEntry{"imagined", "a fast simulation", make_imagined_backend, true,
                          marble_of_imagined, std::nullopt, true},
#ifdef MARBLEMAZE_HAS_ODE
      PhysicsBackendEntry{kSecondOpinion, "rigid bodies in ODE", make_ode_backend, false, nullptr,
                          std::nullopt, false},
#endif
  };
  return kEntries;
}

const PhysicsBackendEntry& real_physics() { return physics_backends().front(); }

const PhysicsBackendEntry* second_opinion() {
  return row_named(physics_backends(), kSecondOpinion);
}

const PhysicsBackendEntry& imagined_physics() {
  const auto entries = physics_backends();
  return *std::find_if(entries.begin(), entries.end(), [](const PhysicsBackendEntry& entry) {
    return entry.fast && !entry.never_cloneable;
  });
}

}  // namespace marblemaze
