#pragma once

#include <string>

#include "engine/run/episode.h"
#include "maze/base/json.h"

namespace marblemaze {

/// Description of runs in words and as JSON, for moves or for continuous control.
struct Narration {
  /// Returns the agent, the control and the world, such as "Depth-First with 8 orientations, world
  /// bullet".
  std::string (*introduction)(const Episode&);
  /// Prints the events of the run from now on if `verbose` is set: moves, or cells that the marble
  /// enters. Appends a JSON line for each move or command to `trace` unless it is null.
  void (*watch)(Episode&, bool verbose, std::string* trace);
  /// Returns the outcome and the numbers of a finished run.
  std::string (*ending)(const Episode&);
  /// Returns the JSON document of a run. `in_trace` marks it as the last line of a trace.
  Json (*summary)(const Episode&, bool in_trace);
};
[[nodiscard]] const Narration& narration_of(const RunSpec& spec);

}  // namespace marblemaze
