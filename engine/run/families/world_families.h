#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/run/setup.h"
#include "maze/puzzles/four_bit_maze.h"
#include "maze/puzzles/jump_maze.h"

namespace marblemaze {

struct MarbleFamily {
  std::string_view kind;  ///< name in marble_world_kinds()
  int size;               ///< cells per side
  Layers layers;
  ControlScheme control;
};

struct BoardFamily {
  JumpMaze (*make)(std::uint64_t seed);
  UTurns u_turns;
  std::string_view under_other_rule;  ///< name of the family with the same boards and the other
                                      ///< U-turn rule, or empty
};

/// Family of marble mazes, lamp mazes or number boards. A family creates a world and the advice for
/// its agent from a seed.
struct WorldFamily {
  std::string_view name;  ///< for example "jump-no-u-turn"
  std::string_view summary;
  std::optional<MarbleFamily> marble = std::nullopt;
  FourBitMaze (*lamps)(std::uint64_t seed) = nullptr;
  std::optional<BoardFamily> board = std::nullopt;

  [[nodiscard]] Setup setup(std::uint64_t seed) const;
  [[nodiscard]] Environment make(std::uint64_t seed) const;
  /// Returns the lamp maze or number board for this seed in its file format. Returns an empty
  /// string for marble mazes.
  [[nodiscard]] std::string text(std::uint64_t seed) const;
};
[[nodiscard]] Environment lamps_environment(const FourBitMaze& maze);
[[nodiscard]] Environment board_environment(const JumpMaze& maze);

[[nodiscard]] const std::vector<WorldFamily>& world_families();
/// Throws BadInput if no family has this name. The message lists all families.
[[nodiscard]] const WorldFamily& world_family(const std::string& name);

}  // namespace marblemaze
