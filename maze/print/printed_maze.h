#pragma once

#include <array>
#include <string>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "maze/grid/maze.h"

namespace marblemaze {

/// Corners in counter-clockwise order when viewed from outside.
using Triangle = std::array<glm::vec3, 3>;
/// Surface mesh. Corners at the same position are bit-identical.
using TriangleMesh = std::vector<Triangle>;

/// Returns the mesh as a binary STL file. `title` becomes the 80-byte header and is truncated if
/// necessary.
[[nodiscard]] std::string stl_bytes(const TriangleMesh& mesh, const std::string& title);

/// Lengths in millimetres. The defaults suit a printer with a 0.4 mm nozzle and match the
/// proportions of the simulated maze.
struct PrintSettings {
  double cell = 20;         ///< distance between the centres of adjacent walls
  double wall = 1.6;        ///< thickness: four extruded lines
  double frame = 6;         ///< thickness of the outermost walls, which hold the pegs
  double marble = 10;       ///< diameter of the marble, which is not printed
  double clearance = 0.15;  ///< gap on every side of a peg in its socket

  [[nodiscard]] double passage() const { return cell - wall; }
  [[nodiscard]] double peg() const { return frame / 2; }
  [[nodiscard]] double lid() const;  ///< thickness
};

/// Printed part in printing position, with the lowest points at z = 0.
struct PrintedPart {
  std::string name;
  TriangleMesh mesh;
  glm::dvec3 size;  ///< bounding box, including pegs
  double volume;    ///< cubic millimetres
};

/// Returns the parts of the maze from the bottom up: a tray for each layer, and a lid. The parts
/// have no overhangs, so they need no supports. Three square pegs on the rim of each tray fit into
/// sockets of the part above. The fourth corner has no peg, so the parts fit together in only one
/// orientation. Throws BadInput with the setting if the lengths cannot be printed or do not fit
/// together.
[[nodiscard]] std::vector<PrintedPart> printed_parts(const Maze& maze,
                                                     const PrintSettings& settings);

[[nodiscard]] TriangleMesh side_by_side(const std::vector<PrintedPart>& parts);

/// Returns the size of the print bed that a mesh needs along x and y.
[[nodiscard]] glm::dvec2 plate_of(const TriangleMesh& mesh);

}  // namespace marblemaze
