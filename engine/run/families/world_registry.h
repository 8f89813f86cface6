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

/// Parameters of a family of marble mazes.
struct MarbleFamily {
  std::string_view kind;  ///< name in marble_world_kinds()
  int size;               ///< cells per side
  Layers layers;
  ControlScheme control;
};

/// Parameters of a family of number boards.
struct BoardFamily {
  JumpMaze (*make)(std::uint64_t seed);
  UTurns u_turns;
  std::string_view under_other_rule;  ///< family with the same boards and the other rule, or empty
};

/// Family of worlds, which creates a world and its advice from a seed. The worlds are marble mazes,
/// tables of lamps or number boards.
struct WorldEntry {
  std::string_view name;     ///< for example "jump-no-u-turn"
  std::string_view summary;  ///< description in one line
  std::optional<MarbleFamily> marble = std::nullopt;
  FourBitMaze (*lamps)(std::uint64_t seed) = nullptr;
  std::optional<BoardFamily> board = std::nullopt;

  /// Returns the setup of the world with this seed.
  [[nodiscard]] Setup setup(std::uint64_t seed) const;
  /// Returns the world with this seed, and its advice.
  [[nodiscard]] Environment make(std::uint64_t seed) const;
  /// Returns the table of lamps or the number board with this seed in its file format. Returns an
  /// empty string for marble mazes.
  [[nodiscard]] std::string text(std::uint64_t seed) const;
};
/// Return the world of a table of lamps or of a number board, and its advice.
[[nodiscard]] Environment lamps_environment(const FourBitMaze& maze);
[[nodiscard]] Environment board_environment(const JumpMaze& maze);

/// Returns all families. Logic mazes come first.
[[nodiscard]] const std::vector<WorldEntry>& world_registry();
/// Returns the family with this name. Throws BadInput if it does not exist. The message lists all
/// families.
[[nodiscard]] const WorldEntry& world_entry(const std::string& name);

}  // namespace marblemaze
