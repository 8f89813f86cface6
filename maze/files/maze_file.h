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

/// Properties of a designed maze, stored in the maze file's member "certificate":
///   {"maze": hash, "world": "bullet", "settings": hash, "orientations": n, "seed": n,
///    "moves": requested number, "optimum": n or null, "shortest_solutions": n, "traps": n,
///    "solution": [move, ...], "rests": [cell number, ...], "runs": n, "reached": n,
///    "share": reached / runs, "displacement": cells}
struct Certificate {
  std::string maze;      ///< maze_hash() of the maze
  std::string world;     ///< physics under which it was tested: "bullet"
  std::string settings;  ///< hash of the physics settings
  ControlScheme control = ControlScheme::cube_8;
  std::uint64_t seed = 0;  ///< seed of the design
  int moves = 0;           ///< requested length
  /// The next members come from the state map of the maze.
  /// Minimum number of moves from start to target; empty if unsolvable.
  std::optional<int> optimum;
  std::uint64_t shortest_solutions = 0;  ///< number of shortest solutions
  int traps = 0;                         ///< closed parts of the map without the target
  std::vector<int> solution;             ///< move indices of one shortest solution
  std::vector<int> rests;                ///< number of the cell in which each move ends
  /// The next members come from runs of the whole solution in which the marble is displaced before
  /// each move.
  int runs = 0;
  int reached = 0;          ///< runs that came to rest in the target
  double displacement = 0;  ///< maximum displacement along each axis, cells

  [[nodiscard]] double share() const { return runs > 0 ? static_cast<double>(reached) / runs : 0; }
  bool operator==(const Certificate&) const = default;
};

/// Throws BadInput if the certificate belongs to another maze.
void require_certificate_of(const Maze& maze, const Certificate& certificate);

/// Returns the resting cells of the solution. Throws BadInput if the certificate belongs to another
/// maze, contains an unknown cell, or does not end in the target.
[[nodiscard]] std::vector<CellId> rests_in(const Maze& maze, const Certificate& certificate);

[[nodiscard]] Json json_of(const Certificate& certificate);

/// Returns a description of the certificate, several lines long.
[[nodiscard]] std::string describe(const Certificate& certificate);

/// Reads the certificate from the text of a maze file. Returns nullopt if it has none. Throws
/// BadInput if a member is missing, has the wrong type or contradicts another member.
[[nodiscard]] std::optional<Certificate> certificate_from_maze_json(const std::string& text);
/// Reads the certificate from a file.
[[nodiscard]] std::optional<Certificate> load_certificate(const std::filesystem::path& path);

/// Returns the text of the maze file, which is one JSON document:
///   {"format": "marblemaze-maze", "version": 1, "dims": [w, h, d], "layers": "all"|"outer"|"flat",
///    "start": n, "target": n, "open": [[a, b], ...], "generator": {"name": ..., "seed": ...},
///    "certificate": {...}}
/// Cells are numbered as in the thesis. "generator" and "certificate" are optional (see
/// Certificate). A level of the viewer has the additional member "level". Other members are
/// rejected.
[[nodiscard]] std::string to_json(const Maze& maze, const Certificate* certificate = nullptr);
/// Returns the same document without a certificate, for use in other documents.
[[nodiscard]] Json json_of(const Maze& maze);

/// Reads a maze. Throws BadInput, which describes the error, if the text is not such a document.
[[nodiscard]] Maze maze_from_json(const std::string& text);
/// Reads a document that is already parsed.
[[nodiscard]] Maze maze_from(const Json& document);

/// Reads a maze file. Throws BadInput, which begins with the path, if the file is not valid.
[[nodiscard]] Maze load_maze(const std::filesystem::path& path);
/// Writes a maze file. Throws MachineFailure if the file cannot be written; an existing file then
/// remains unchanged.
void save_maze(const Maze& maze, const std::filesystem::path& path,
               const Certificate* certificate = nullptr);

}  // namespace marblemaze
