#pragma once

#include "engine/recording/recording.h"
#include "engine/run/episode.h"

namespace marblemaze {

/// Appends every move and switch of an episode in any world to the list, which must outlive the
/// episode's last tick, at its address. Requires: the episode has not begun.
void record_moves(Episode& episode, std::vector<RecordedMove>& moves);

/// Stores maze, settings and player in the recording, then every tick, move, switch and command of
/// the episode, and at its end the outcome. Both must outlive the episode's last tick, at their
/// addresses. A world without poses is recorded with the marble at rest in each state. Requires:
/// the episode runs in a marble's maze and has not begun.
void record(Episode& episode, Recording& recording);

/// Returns the record of a tick.
[[nodiscard]] RecordedTick tick_of(const Scene& scene, Phase phase, std::uint32_t hash);

/// Agent of a recording in which a person chose the first moves.
inline constexpr const char* kByHand = "by hand";

}  // namespace marblemaze
