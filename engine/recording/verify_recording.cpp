#include <fmt/format.h>

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
  spec.run = recording.run;
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

std::string describe(const Verification& result, const Recording& recording) {
  std::string text =
      fmt::format("the same: {} ticks, {} moves", result.ticks_compared, result.moves_made);
  if (result.first_difference) {
    const auto move = recording.move_at(*result.first_difference);
    text =
        fmt::format("differs at tick {} ({:.2f} s, move {})", *result.first_difference,
                    static_cast<double>(*result.first_difference) * recording.settings.solver.step,
                    move ? recording.moves[*move].number : 0);
  }
  if (result.same_build) return text;
  return fmt::format("recorded by another build ({}; this is {}): {}{}", recording.build,
                     build_id(), text,
                     result.first_difference ? ", which is no failure of the program" : "");
}

}  // namespace marblemaze
