#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/world/marble_world.h"

namespace marblemaze {

/// One way to compute a move, compared with the reference.
struct Contender {
  std::string name;
  const PhysicsBackendEntry* physics = &real_physics();  ///< not null
  Collision collision = Collision::grid;
  double step = 0;   ///< s; 0: the settings' own
  double shift = 0;  ///< cells: random displacement before each move
};

/// What is compared, and how much of it.
struct AgreementSpec {
  long moves = 5000;              ///< in all
  int mazes = 50;                 ///< over which they are spread evenly
  int size = 5;                   ///< cells a side of the cubes
  Layers layers = Layers::outer;  ///< all or outer
  int orientations = 8;           ///< 8 or 24
  std::uint64_t seed = 1;         ///< of mazes and moves
  double fine_step = 1.0 / 480;   ///< s: of the reference
  int jobs = 1;                   ///< threads, 0 for all cores; the moves do not depend on them
  PhysicsSettings settings;       ///< but for the step and the collision geometry
  const PhysicsBackendEntry* engine = nullptr;  ///< another one to compare, too; may be null
};

/// How a contender did.
struct AgreementRow {
  Contender contender;
  long moves = 0;    ///< made
  long agreed = 0;   ///< of these, ended as the reference did
  long ticks = 0;    ///< that they took
  double cpu_s = 0;  ///< processor time of the ticks

  /// Of the moves that agreed, 0 to 1; 0 without any move.
  [[nodiscard]] double share() const {
    return moves > 0 ? static_cast<double>(agreed) / static_cast<double>(moves) : 0;
  }
  /// Processor time of a tick in ns; 0 without any tick.
  [[nodiscard]] double ns_per_tick() const {
    return ticks > 0 ? 1e9 * cpu_s / static_cast<double>(ticks) : 0;
  }
};

/// The plain compound at the fine step is the reference, and comes first with itself shifted by
/// 1e-6; then every faster path, and `engine` at both steps. All play the same random moves from
/// the same settled states, which a random walk in the default world provides. Agreement: the same
/// state, or frozen in both. `progress` is told the moves made so far, from any thread but never
/// from two at once. Throws BadInput for a scheme that the mazes do not have. Precondition: at
/// least one maze.
[[nodiscard]] std::vector<AgreementRow> measure_agreement(
    const AgreementSpec& spec, const std::function<void(long)>& progress = {});

}  // namespace marblemaze
