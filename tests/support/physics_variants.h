#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "engine/sim/marble_worlds.h"

namespace marblemaze::testing {

/// A physics with a collision geometry, as the parameter of a test.
struct PhysicsVariant {
  const MarbleWorldKind* kind;
  Collision collision;
};

inline std::string name_of(const PhysicsVariant& variant) {
  return std::string(variant.kind->name) +
         (variant.collision == Collision::compound ? "_compound" : "_grid");
}
inline void PrintTo(const PhysicsVariant& variant, std::ostream* out) { *out << name_of(variant); }

}  // namespace marblemaze::testing
