#pragma once

#include <string>
#include <vector>

namespace marblemaze {

/// What an agent holds true of the world at a moment. For people to look at; the controller does
/// not read it.
struct Belief {
  /// A number of its physics.
  struct Estimate {
    std::string name;  ///< as the settings name it
    double value;      ///< mean
    double low, high;  ///< of the middle 90 %
  };
  std::vector<Estimate> physics;  ///< empty where it doubts none
  /// Chance that there is a passage, in [0, 1], where a wall may stand: by Grid::wall_number() less
  /// 1. Exactly 0 and 1 are certain. Empty where the agent knows the walls, or does not think of
  /// them.
  std::vector<float> passages;
};

}  // namespace marblemaze
