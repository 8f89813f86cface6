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

/// What a designer found out about a maze, for the maze file's member "certificate":
///   {"maze": hash, "world": "bullet", "settings": hash, "orientations": n, "seed": n, "moves": n
///   asked for,
///    "optimum": n or null, "shortest_solutions": n, "traps": n, "solution": [move, ...],
///    "rests": [cell number, ...], "runs": n, "reached": n, "share": reached / runs,
///    "displacement": cells}
struct Certificate {
  std::string maze;      ///< maze_hash() of the maze
  std::string world;     ///< whose laws held: "bullet"
  std::string settings;  ///< hash of the physics settings
  ControlScheme control = ControlScheme::cube_8;
  std::uint64_t seed = 0;  ///< of the design
  int moves = 0;           ///< length asked for
  /// From the maze's state map.
  std::optional<int> optimum;            ///< fewest moves from start to target; none: unsolvable
  std::uint64_t shortest_solutions = 0;  ///< ways to make so few
  int traps = 0;                         ///< closed parts of the map without the target
  std::vector<int> solution;             ///< moves of one of them, by index
  std::vector<int> rests;                ///< number of the cell in which each ends
  /// From runs of the whole solution, the marble displaced before each move.
  int runs = 0;
  int reached = 0;          ///< runs that came to rest in the target
  double displacement = 0;  ///< cells along each axis, at most

  [[nodiscard]] double share() const { return runs > 0 ? static_cast<double>(reached) / runs : 0; }
  bool operator==(const Certificate&) const = default;
};

/// Throws BadInput where the certificate says that it is another maze's.
void require_certificate_of(const Maze& maze, const Certificate& certificate);

/// The rests as cells of the maze. Throws BadInput where the certificate is another maze's, has no
/// such cell, or the last is not the target.
[[nodiscard]] std::vector<CellId> rests_in(const Maze& maze, const Certificate& certificate);

[[nodiscard]] Json json_of(const Certificate& certificate);

/// The same for a person, in whole lines.
[[nodiscard]] std::string describe(const Certificate& certificate);

/// The certificate in the text of a maze file, or nothing where there is none. Throws BadInput for
/// one that lacks a member, holds something of another kind, or contradicts itself.
[[nodiscard]] std::optional<Certificate> certificate_from_maze_json(const std::string& text);
/// The same from a file.
[[nodiscard]] std::optional<Certificate> load_certificate(const std::filesystem::path& path);

/// The maze file: one JSON document,
///   {"format": "marblemaze-maze", "version": 1, "dims": [w, h, d], "layers": "all"|"outer"|"flat",
///    "start": n, "target": n, "open": [[a, b], ...], "generator": {"name": ..., "seed": ...},
///    "certificate": {...}}
/// with the thesis's cell numbers. The last two may be missing; maze/files/maze_file.h describes
/// the certificate and reads it. A level of the viewer has one member more, "level". Other members
/// are rejected.
[[nodiscard]] std::string to_json(const Maze& maze, const Certificate* certificate = nullptr);
/// The same document, without a certificate, as a part of others.
[[nodiscard]] Json json_of(const Maze& maze);

/// Throws BadInput, naming what is wrong, for anything that is not such a document.
[[nodiscard]] Maze maze_from_json(const std::string& text);
/// The same of what was parsed already.
[[nodiscard]] Maze maze_from(const Json& document);

/// Throws BadInput when the file cannot be read as a maze, its path in front.
[[nodiscard]] Maze load_maze(const std::filesystem::path& path);
/// Throws MachineFailure when it cannot be written; an older file is then as it was.
void save_maze(const Maze& maze, const std::filesystem::path& path,
               const Certificate* certificate = nullptr);

}  // namespace marblemaze
