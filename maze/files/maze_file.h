#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {

class Json;

/// Properties of a designed maze, stored in the member "certificate" of a maze file:
///   {"maze": hash, "world": "bullet", "settings": hash, "orientations": n, "seed": n,
///    "moves": requested number, "optimum": n or null, "shortest_solutions": n, "traps": n,
///    "solution": [move, ...], "rests": [cell number, ...], "runs": n, "reached": n,
///    "share": reached / runs, "displacement": cells}
struct Certificate {
  std::string maze;   ///< maze_hash() of the maze
  std::string world;  ///< physics of the test runs
  std::string settings;
  ControlScheme control = ControlScheme::cube_8;
  std::uint64_t seed = 0;
  int moves = 0;
  /// Minimum number of moves from start to target, according to the state map. Empty if the maze is
  /// unsolvable.
  std::optional<int> optimum;
  std::uint64_t shortest_solutions = 0;
  int traps = 0;              ///< dead-end regions in the state map
  std::vector<int> solution;  ///< move indices of one shortest solution
  std::vector<int> rests;     ///< cell number after each move
  /// Number of test runs. In each run, the marble is displaced before every move of the solution.
  int runs = 0;
  int reached = 0;
  double displacement = 0;  ///< maximum displacement along each axis (cells)

  [[nodiscard]] double share() const { return runs > 0 ? static_cast<double>(reached) / runs : 0; }
  bool operator==(const Certificate&) const = default;
};

/// Throws BadInput if the certificate belongs to another maze.
void require_certificate_of(const Maze& maze, const Certificate& certificate);

/// Returns the resting cells of the solution. Throws BadInput if the certificate belongs to another
/// maze, contains an unknown cell, or does not end in the target.
[[nodiscard]] std::vector<CellId> rests_in(const Maze& maze, const Certificate& certificate);

[[nodiscard]] Json json_of(const Certificate& certificate);

[[nodiscard]] std::string describe(const Certificate& certificate);

/// Reads the certificate from the text of a maze file. Returns nullopt if the file has no
/// certificate. Throws BadInput if a member is missing, has the wrong type or contradicts another
/// member.
[[nodiscard]] std::optional<Certificate> certificate_from_maze_json(const std::string& text);
[[nodiscard]] std::optional<Certificate> load_certificate(const std::filesystem::path& path);

/// Returns the text of a maze file, which is a JSON document:
///   {"format": "marblemaze-maze", "version": 1, "dims": [w, h, d], "layers": "all"|"outer"|"flat",
///    "start": n, "target": n, "open": [[a, b], ...], "generator": {"name": ..., "seed": ...},
///    "certificate": {...}}
/// Cells are numbered as in the thesis. "generator" and "certificate" are optional. Levels of the
/// viewer also have a member "level". Readers reject any other member.
[[nodiscard]] std::string to_json(const Maze& maze, const Certificate* certificate = nullptr);
[[nodiscard]] Json json_of(const Maze& maze);

/// Parses the text of a maze file. Throws BadInput if the text is invalid.
[[nodiscard]] Maze maze_from_json(const std::string& text);
[[nodiscard]] Maze maze_from(const Json& document);

/// Reads a maze file. Throws BadInput with the path if the file is invalid.
[[nodiscard]] Maze load_maze(const std::filesystem::path& path);
/// Writes a maze file. Throws MachineFailure if the file cannot be written. If writing fails, an
/// existing file remains unchanged.
void save_maze(const Maze& maze, const std::filesystem::path& path,
               const Certificate* certificate = nullptr);

}  // namespace marblemaze
