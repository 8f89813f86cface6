#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "maze/grid/maze.h"
#include "render/session/shown_run.h"

namespace marblemaze {

/// A maze to be turned freely by hand, as fast as one can.
struct FreeLevel {
  std::string name;
  std::shared_ptr<const Maze> maze;
};

/// From easy to hard; made of sizes and seeds in a file in the program, levels/turn-freely.json.
[[nodiscard]] std::span<const FreeLevel> free_levels();
/// The number of the one that is played, from 0; nothing where it is another maze.
[[nodiscard]] std::optional<std::size_t> free_level_of(const ShownRun& run);

/// Under which the best time by hand is kept: the maze, and the goal. Empty where the time does not
/// count: of a recording, and under other physics than usual.
[[nodiscard]] std::string time_key(const ShownRun& run);
[[nodiscard]] std::string time_key(const Maze& maze, bool rest);

}  // namespace marblemaze
