#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/cli/common/command_line.h"
#include "engine/world/physics_backends.h"

namespace marblemaze {

/// What `agree --tables` plays. Where a filter is empty, all of the suite's rows are played.
struct AgreeTables {
  std::string suite = "thesis";
  std::vector<std::string> agents;  ///< filter
  std::string layers;               ///< filter
  std::optional<int> size;          ///< filter, cells a side
  std::optional<int> orientations;  ///< filter
  std::string seeds = "1-100";
  std::vector<std::string> paths{"grid", "compound", "imagined"};
  std::string results;  ///< a results file to keep episodes in and go on from; empty: none
  int jobs = 1;         ///< threads, 0 for all cores
  PhysicsSettings settings;
  bool json = false;
};

/// The other engine of this name, which the option `what` asked for. Throws BadInput for any other
/// name, and where the program was built without the engine's library.
[[nodiscard]] const PhysicsBackendEntry& engine_named(const std::string& name,
                                                      const std::string& what);

/// Plays the rows under each path on the same mazes and prints how far the paths agree. Throws
/// BadInput for names that do not exist and for filters that leave nothing.
[[nodiscard]] Exit agree_on_tables(const AgreeTables& options);

}  // namespace marblemaze
