#pragma once

#include "maze/grid/generator.h"
#include "render/session/session.h"

namespace marblemaze::testing {

/// Returns the specification of a run in a cube with 3 cells per side.
inline RunSpec cube(std::uint64_t seed = 5, bool by_hand = false, const char* agent = nullptr) {
  RunSpec spec;
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, seed));
  spec.player.by_hand = by_hand;
  if (agent) spec.player.agent = agent;
  return spec;
}

/// Advances a run until it ends or waits for the user.
inline MarbleRun& play_on(MarbleRun& run) {
  while (run.advance()) {
  }
  return run;
}

}  // namespace marblemaze::testing
