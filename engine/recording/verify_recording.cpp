#include "engine/recording/recording.h"
#include "engine/run/episode.h"

namespace marblemaze {
namespace {

/// Makes the recorded moves in their order, as a person who has noted them down.
EpisodeSpec spec_of(const Recording& recording) {
  EpisodeSpec spec;
  spec.agent = "breadth-first";  // only watches
  spec.by_hand = true;
  spec.recovery = recording.recovery;
  spec.maze = recording.maze;
  spec.orientations = recording.orientations;
  spec.world = recording.world;
  spec.settings = recording.settings;
  return spec;
}

}  // namespace

Verification verify_recording(const Recording& recording) {
  Episode episode(spec_of(recording));
  Verification result;
  result.same_build = recording.build == build_id();
  auto next = recording.moves.begin();
  const auto prepare = [&] {
    if (!episode.at_rest() || next == recording.moves.end()) return true;
    const RecordedMove& move = *next++;
    if (move.move.valid()) return episode.choose(move.move);
    episode.switch_scheme(move.orientations);
    return true;
  };
  const auto total = static_cast<long>(recording.ticks.size());
  while (result.ticks_compared < total && !result.first_difference) {
    const auto tick = static_cast<std::size_t>(result.ticks_compared);
    // A move that cannot be made, and an end before the recording's, are differences too.
    const bool made = prepare() && episode.tick();
    if (!made || tick_hash(episode.world()) != recording.ticks[tick].hash)
      result.first_difference = result.ticks_compared;
    if (made) ++result.ticks_compared;
  }
  result.moves_made = episode.moves();
  return result;
}

}  // namespace marblemaze
