#pragma once

#include <optional>
#include <string>
#include <vector>

namespace marblemaze {

struct Verification {
  bool same_build = false;  ///< if false, marble runs may legitimately differ
  std::string builds = {};
  long ticks = 0;           ///< number of recorded ticks; 0 for a logic maze
  long ticks_compared = 0;  ///< number of compared ticks, including the first difference
  /// If true, moves_made counts commands under continuous control.
  bool continuous = false;
  int moves_made = 0;
  /// Index of the first tick that differs (from 0), or number of the first move that differs in a
  /// logic maze (from 1). Empty if something else differs.
  std::optional<long> first_difference = {};
  std::string difference = {};
  /// Descriptions of recorded data that cannot be verified and may be forged.
  std::vector<std::string> not_verified = {};

  [[nodiscard]] bool same() const { return difference.empty(); }
  [[nodiscard]] bool verified() const { return same() && not_verified.empty(); }
};

/// Replays a recording from its specification, and compares the replay with the recording byte for
/// byte. If this program contains the agent, the agent plays again; otherwise the recorded moves
/// are replayed. Manual moves are always replayed. Reasons and plans of replayed moves are not
/// verified. `name` identifies the recording in messages. Throws BadInput if the bytes are not a
/// valid recording or this program does not contain the world.
[[nodiscard]] Verification verify_recording(const std::string& bytes, const std::string& name);

/// Returns the result as one line. For a recording by another build, the line explains that a
/// difference is not a failure.
[[nodiscard]] std::string describe(const Verification& result);

}  // namespace marblemaze
