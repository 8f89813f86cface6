#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "engine/physics/physics_backend.h"
#include "engine/physics/physics_settings.h"

namespace marblemaze {

struct ImaginedMarble;

/// The marble of a back end, to be stepped side by side with others
/// (engine/imagined/imagined_lanes.h), which does to it what step() would, bit for bit, and faster.
/// Valid as long as the back end is.
using LaneMarble = ImaginedMarble&(PhysicsBackend& backend);

/// A physics back end as a row: its name, how it is made, and what it can do, as data. Who needs an
/// ability asks the row, never the name.
struct PhysicsBackendEntry {
  std::string_view name;   ///< as the command line and files know it: "bullet"
  std::string_view title;  ///< in a few words, for help texts
  PhysicsMaker* make;
  bool fast;  ///< cheap enough for agents to imagine thousands of moves with
  /// Of a back end that this row made; null where they cannot be stepped side by side.
  LaneMarble* lane_marble;
  /// The collision geometry under which a world cannot be cloned, because the order of its contacts
  /// follows from its past; nothing where it can under any.
  std::optional<Collision> never_cloneable;

  /// Can a world with these settings be copied so that the copy continues bit-identically?
  [[nodiscard]] bool cloneable(const PhysicsSettings& settings) const {
    return settings.solver.collision != never_cloneable;
  }
};

/// All back ends, in the order in which a person is offered them. Rows live as long as the program.
[[nodiscard]] std::span<const PhysicsBackendEntry> physics_backends();

/// The first row: what episodes, tables and certificates report unless told otherwise.
[[nodiscard]] const PhysicsBackendEntry& real_physics();
/// The first fast row, which is cloneable under all settings: what agents imagine moves with.
[[nodiscard]] const PhysicsBackendEntry& imagined_physics();

}  // namespace marblemaze
