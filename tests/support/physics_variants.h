#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "engine/sim/marble_world_kinds.h"

namespace marblemaze::testing {

struct PhysicsVariant {
  const MarbleWorldKind* kind;
  Collision collision = Collision::grid;

  [[nodiscard]] PhysicsSettings settings() const {
    PhysicsSettings settings;
    settings.solver.collision = collision;
    return settings;
  }
};

/// Returns each physics with every collision geometry that affects it.
inline std::vector<PhysicsVariant> physics_variants() {
  std::vector<PhysicsVariant> variants{{&bullet_physics(), Collision::compound}};
  for (const MarbleWorldKind& kind : physics_kinds()) variants.push_back({&kind});
  return variants;
}

inline std::string name_of(const PhysicsVariant& variant) {
  return std::string(variant.kind->name) +
         (variant.collision == Collision::compound ? "_compound" : "_grid");
}
inline void PrintTo(const PhysicsVariant& variant, std::ostream* out) { *out << name_of(variant); }

}  // namespace marblemaze::testing
