#pragma once

#include <optional>
#include <string>
#include <vector>

namespace marblemaze {

/// Result of comparing a recording with its replay.
struct Verification {
  bool same_build = false;  ///< if false, marble runs may legitimately differ
  std::string builds = {};  ///< names of both builds if they differ
  long ticks = 0;           ///< number of recorded ticks; 0 for a logic maze
  long ticks_compared = 0;  ///< number of compared ticks, including the first difference
  /// True if the run is under continuous control. In this case, moves_made counts commands.
  bool continuous = false;
  int moves_made = 0;
  /// Marble run: index of the first tick that differs, from 0. Game in a logic maze: number of the
  /// first move that differs, from 1. Empty if something else differs.
  std::optional<long> first_difference = {};
  std::string difference = {};  ///< description of the first difference, or empty
  /// Descriptions of recorded data that cannot be verified and may be forged.
  std::vector<std::string> not_verified = {};

  [[nodiscard]] bool same() const { return difference.empty(); }
  [[nodiscard]] bool verified() const { return same() && not_verified.empty(); }
};

/// Replays a recording from its specification, and compares the replay with the recording byte for
/// byte. If this program contains the agent, the agent plays again. Moves of users and of other
/// agents are taken from the recording, so their reasons and plans are not verified. `name`
/// identifies the recording in messages. Throws BadInput if the bytes are not a valid recording or
/// this program does not contain the world.
[[nodiscard]] Verification verify_recording(const std::string& bytes, const std::string& name);

/// Returns the result as one line. If the recording was created by a different build, the line
/// begins with this fact and explains that a difference is not a failure.
[[nodiscard]] std::string describe(const Verification& result);

}  // namespace marblemaze
