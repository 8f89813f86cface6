#pragma once

#include <span>
#include <string_view>

#include "engine/physics/physics.h"
#include "engine/physics/physics_settings.h"

namespace marblemaze {

/// A physics back end as a row: its name, how it is made, and what it can do, as data. Who needs an
/// ability asks the row, never the name.
struct PhysicsBackendEntry {
  std::string_view name;   ///< as the command line and files know it: "bullet"
  std::string_view title;  ///< in a few words, for help texts
  PhysicsMaker* make;
  bool fast;  ///< cheap enough for agents to imagine thousands of moves with
};

/// All back ends, in the order in which a person is offered them. Rows live as long as the program.
[[nodiscard]] std::span<const PhysicsBackendEntry> physics_backends();

/// The first row: what episodes, tables and certificates report unless told otherwise.
[[nodiscard]] const PhysicsBackendEntry& real_physics();
/// The first fast row: what agents imagine moves with.
[[nodiscard]] const PhysicsBackendEntry& imagined_physics();

}  // namespace marblemaze
