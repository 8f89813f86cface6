#pragma once

#include <optional>
#include <string>
#include <vector>

namespace marblemaze {

/// Result of replaying a recording and comparing it with the replay.
struct Verification {
  bool same_build = false;  ///< if false, marble runs may legitimately differ
  std::string builds = {};  ///< names of both builds if they differ
  long ticks = 0;           ///< number of recorded ticks; 0 for a game in a logic maze
  long ticks_compared = 0;  ///< number of compared ticks, including the first that differs
  /// True if the run is under continuous control. Commands then count as moves.
  bool continuous = false;
  int moves_made = 0;
  /// Index of the first tick that differs, from 0, or number of the first move of a game that
  /// differs, from 1. Empty if something else differs.
  std::optional<long> first_difference = {};
  std::string difference = {};  ///< description of the first difference, or empty
  /// Descriptions of the parts of the recording that cannot be verified and may be forged.
  std::vector<std::string> not_verified = {};

  [[nodiscard]] bool same() const { return difference.empty(); }
  /// Returns true if the replay reproduced the complete recording.
  [[nodiscard]] bool verified() const { return same() && not_verified.empty(); }
};

/// Replays a recording from its own specification, and compares it with the replay byte for byte.
/// The recording contains a run by moves, a run under continuous control, or a game in a logic
/// maze. If this program contains the agent, the agent plays again. The moves of users and of other
/// agents are taken from the recording, and their reasons and plans are not verified. `name` is the
/// name of the recording in messages. Throws BadInput if the bytes are not a valid recording or
/// this program does not contain the world.
[[nodiscard]] Verification verify_recording(const std::string& bytes, const std::string& name);

/// Returns the result as one line without a line break. If the recording is from a different build,
/// the line begins with this fact and explains that a difference is not a failure.
[[nodiscard]] std::string describe(const Verification& result);

}  // namespace marblemaze
