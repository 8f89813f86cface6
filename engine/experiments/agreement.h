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

struct AgreementSpec {
  long moves = 5000;
  int mazes = 50;
  int size = 5;
  Layers layers = Layers::outer;
  int orientations = 8;
  std::uint64_t seed = 1;
  double fine_step = 1.0 / 480;  ///< of the reference
  int jobs = 1;
  PhysicsSettings settings;
};

struct AgreementRow {
  Contender contender;
  long moves = 0;
  long agreed = 0;
  long ticks = 0;
  double cpu_s = 0;
  [[nodiscard]] double share() const {
    return moves > 0 ? static_cast<double>(agreed) / static_cast<double>(moves) : 0;
  }
  [[nodiscard]] double ns_per_tick() const {
    return ticks > 0 ? 1e9 * cpu_s / static_cast<double>(ticks) : 0;
  }
};

/// The plain compound at the fine step is the reference, and comes first with itself shifted by
/// 1e-6; then every faster path. All play the same random moves from the same settled states, which
/// a random walk in the default world provides. Agreement: the same state, or frozen in both.
[[nodiscard]] std::vector<AgreementRow> measure_agreement(
    const AgreementSpec& spec, const std::function<void(long)>& progress = {});

}  // namespace marblemaze
