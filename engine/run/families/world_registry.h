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

/// The marble mazes of a family.
struct MarbleFamily {
  std::string_view kind;  ///< one of marble_world_kinds()
  int size;               ///< cells per side
  Layers layers;
  ControlScheme control;
};

/// The number boards of a family.
struct BoardFamily {
  JumpMaze (*make)(std::uint64_t seed);
  UTurns u_turns;
  std::string_view under_other_rule;  ///< family of the same boards under the other rule, or empty
};

/// A family of worlds: one world per seed, with its advice. It consists of marble mazes, tables of
/// lamps or number boards.
struct WorldEntry {
  std::string_view name;     ///< "jump-no-u-turn"
  std::string_view summary;  ///< one line
  std::optional<MarbleFamily> marble = std::nullopt;
  FourBitMaze (*lamps)(std::uint64_t seed) = nullptr;
  std::optional<BoardFamily> board = std::nullopt;

  /// Returns the setup for a seed.
  [[nodiscard]] Setup setup(std::uint64_t seed) const;
  /// Returns the world for a seed and its advice.
  [[nodiscard]] Environment make(std::uint64_t seed) const;
  /// Returns the table of lamps or the number board for a seed as the text of a file; empty for
  /// marble mazes.
  [[nodiscard]] std::string text(std::uint64_t seed) const;
};
/// Return the world of a table of lamps or of a board, and its advice.
[[nodiscard]] Environment lamps_environment(const FourBitMaze& maze);
[[nodiscard]] Environment board_environment(const JumpMaze& maze);

/// Returns all families, logic mazes first.
[[nodiscard]] const std::vector<WorldEntry>& world_registry();
/// Returns the family with this name. Throws BadInput, which lists the families, if it does not
/// exist.
[[nodiscard]] const WorldEntry& world_entry(const std::string& name);

}  // namespace marblemaze
