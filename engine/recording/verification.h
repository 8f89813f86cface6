#pragma once

#include <optional>
#include <string>
#include <vector>

namespace marblemaze {

/// Result of playing a recording again.
struct Verification {
  bool same_build = false;  ///< if false, runs of the marble may differ although nothing is wrong
  std::string builds = {};  ///< names of the two builds, if they differ
  long ticks = 0;           ///< ticks of the recording; 0 of a game in a logic maze
  long ticks_compared = 0;  ///< including the first that differs
  bool continuous = false;  ///< continuous control, in which commands count as moves
  int moves_made = 0;
  /// First tick that differs, from 0, or first move of a game, from 1; nothing if something else
  /// differs.
  std::optional<long> first_difference = {};
  std::string difference = {};  ///< the first difference in words; empty if there is none
  /// Claims of the recording, in words, that cannot be checked and may be invented.
  std::vector<std::string> not_verified = {};

  [[nodiscard]] bool same() const { return difference.empty(); }
  /// Returns whether everything in the recording was reproduced.
  [[nodiscard]] bool verified() const { return same() && not_verified.empty(); }
};

/// Plays a recording of the marble, by moves or by commands, or of a game in a logic maze, again
/// from its own specification, and compares the two files byte for byte. An agent of this program
/// plays itself; the moves of people and of other agents are taken from the recording, and their
/// reasons and plans are not verified. Messages call the recording `name`. Throws BadInput if the
/// bytes are no recording, and for a world that this program does not have.
[[nodiscard]] Verification verify_recording(const std::string& bytes, const std::string& name);

/// Returns the result as one line without its end. For a recording of another build, the line
/// begins with this fact and says that a difference is no failure.
[[nodiscard]] std::string describe(const Verification& result);

}  // namespace marblemaze
