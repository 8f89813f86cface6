#pragma once

#include "engine/recording/recording.h"
#include "engine/run/episode.h"

namespace marblemaze {

/// From now on every move and switch of an episode in any world goes into the list, which must
/// outlive the episode's last tick, at its address. Precondition: the episode has not begun.
void record_moves(Episode& episode, std::vector<RecordedMove>& moves);

/// From now on every tick, move, switch and command of the episode goes into the recording, and in
/// the end the outcome; maze, settings and who plays do so at once. Both must outlive the episode's
/// last tick, at their addresses. A world without poses is recorded as its marble rests in each
/// state. Precondition: the episode runs in a marble's maze and has not begun.
void record(Episode& episode, Recording& recording);

/// What is kept of a tick.
[[nodiscard]] RecordedTick tick_of(const Scene& scene, Phase phase, std::uint32_t hash);

/// What a recording says of a run in which a person chose the first moves.
inline constexpr const char* kByHand = "by hand";

}  // namespace marblemaze
