#pragma once

#include <filesystem>
#include <string>

#include "maze/files/certificate.h"
#include "maze/grid/maze.h"

namespace marblemaze {

/// The maze file: one JSON document,
///   {"format": "marblemaze-maze", "version": 1, "dims": [w, h, d], "layers": "all"|"outer"|"flat",
///    "start": n, "target": n, "open": [[a, b], ...], "generator": {"name": ..., "seed": ...},
///    "certificate": {...}}
/// with the thesis's cell numbers. The last two may be missing; maze/files/certificate.h describes
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
