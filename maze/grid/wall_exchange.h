#pragma once

#include "maze/base/rng.h"
#include "maze/grid/maze.h"

namespace marblemaze {

/// The smallest change of a perfect maze: `opened`, a wall, is taken away, which closes a cycle,
/// and `closed`, a passage of that cycle, is walled up, which leaves a spanning tree again.
struct WallExchange {
  Passage opened, closed;
  bool operator==(const WallExchange&) const = default;
};

/// The passages of the tree between two cells, in order from the first.
[[nodiscard]] std::vector<Passage> passages_between(const Maze& maze, CellId from, CellId to);

/// Any wall with equal chance, then any passage of the cycle. The maze must have a wall to open: a
/// grid of 2 x 2 cells or more has.
[[nodiscard]] WallExchange random_exchange(const Maze& maze, Rng& rng);

/// The maze after the exchange; start, target and origin stay. Throws BadInput, as Maze does, where
/// the exchange leaves no spanning tree.
[[nodiscard]] Maze exchanged(const Maze& maze, const WallExchange& exchange);

}  // namespace marblemaze
