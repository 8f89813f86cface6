#pragma once

#include "engine/recording/recorder.h"
#include "maze/grid/kruskal_generator.h"

namespace marblemaze::testing {

/// The first moves of an agent in a 3x3x3 maze in Bullet, at most eight.
inline Recording record_run(std::uint64_t seed) {
  EpisodeSpec spec;
  spec.settings = exact_machine();
  spec.maze = std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, seed));
  spec.agent = "breadth-first";
  Episode episode(spec);
  Recording recording;
  record(episode, recording);
  while (episode.outcome() == Outcome::running && !(episode.moves() == 8 && episode.at_rest()))
    episode.tick();
  return recording;
}

/// The ticks as if another had been recorded at that place.
inline void damage_tick(Recording& recording, std::size_t place) {
  TickList damaged;
  for (std::size_t i = 0; i < recording.ticks.size(); ++i) {
    RecordedTick tick = recording.ticks[i];
    if (i == place) tick.hash ^= 1;
    damaged.push_back(tick);
  }
  recording.ticks = damaged;
}

}  // namespace marblemaze::testing
