#pragma once

#include <optional>
#include <string>
#include <vector>

namespace marblemaze {

/// What came of making a recording again.
struct Verification {
  bool same_build = false;  ///< else runs of the marble may differ by right
  std::string builds = {};  ///< which they are, where they differ
  long ticks = 0;           ///< of the recording; a game in a logic maze has none
  long ticks_compared = 0;  ///< up to and with the first that differs
  bool continuous = false;  ///< then commands are counted as moves
  int moves_made = 0;
  /// A tick, from 0; of a game a move, from 1. Nothing where what differs is none of these.
  std::optional<long> first_difference = {};
  std::string difference = {};  ///< in words, what differs first; empty: all is the same
  /// In words, what cannot be made again and is believed: who says so may have made it up.
  std::vector<std::string> not_verified = {};

  [[nodiscard]] bool same() const { return difference.empty(); }
  /// Is all that the recording shows and says as it was recorded?
  [[nodiscard]] bool verified() const { return same() && not_verified.empty(); }
};

/// Makes a recording of the marble, by moves or by commands, or of a game in a logic maze, again
/// from what it says that it was made from, and compares the two files byte for byte. An agent of
/// this program plays itself; the moves of people and of other agents are taken from the recording,
/// and their reasons and plans are not verified. Messages call the recording `name`. Throws
/// BadInput where the bytes are no recording, and for a world that this program does not know.
[[nodiscard]] Verification verify_recording(const std::string& bytes, const std::string& name);

/// The result in one line without its end. Of a recording that another build made it says so first,
/// and that a difference is then no failure.
[[nodiscard]] std::string describe(const Verification& result);

}  // namespace marblemaze
