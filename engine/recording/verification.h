#pragma once

#include <optional>
#include <string>
#include <vector>

namespace marblemaze {

/// Result of replaying a recording.
struct Verification {
  bool same_build = false;  ///< if false, marble runs may differ although there is no error
  std::string builds = {};  ///< names of the two builds, if they differ
  long ticks = 0;           ///< number of ticks of the recording; 0 for a game in a logic maze
  long ticks_compared = 0;  ///< including the first tick that differs
  /// Whether the run is under continuous control, in which commands count as moves.
  bool continuous = false;
  int moves_made = 0;
  /// First tick that differs, from 0, or first move of a game that differs, from 1; empty if
  /// something else differs.
  std::optional<long> first_difference = {};
  std::string difference = {};  ///< description of the first difference; empty if there is none
  /// Claims of the recording, as text, that cannot be checked and may be forged.
  std::vector<std::string> not_verified = {};

  [[nodiscard]] bool same() const { return difference.empty(); }
  /// Returns whether everything in the recording was reproduced.
  [[nodiscard]] bool verified() const { return same() && not_verified.empty(); }
};

/// Replays a recording of a marble, by moves or by commands, or of a game in a logic maze, from its
/// own specification, and compares the two files byte for byte. An agent of this program decides
/// again; the moves of users and of other agents are taken from the recording, and their reasons
/// and plans are not verified. `name` is its name in messages. Throws BadInput if the bytes are not
/// a recording, and for a world that this program does not contain.
[[nodiscard]] Verification verify_recording(const std::string& bytes, const std::string& name);

/// Returns the result as one line without a line end. For a recording from a different build, the
/// line begins with this fact and states that a difference is not a failure.
[[nodiscard]] std::string describe(const Verification& result);

}  // namespace marblemaze
