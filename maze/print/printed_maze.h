#pragma once

#include <array>
#include <string>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "maze/grid/maze.h"

namespace marblemaze {

/// Corners counter-clockwise as seen from outside.
using Triangle = std::array<glm::vec3, 3>;
/// A surface; corners that meet are bit for bit equal.
using TriangleMesh = std::vector<Triangle>;

/// The mesh as a binary STL file: 80 bytes of header, the number of triangles, then for each its
/// normal and corners as little-endian 32-bit floats and two empty bytes. `title` becomes the
/// header, cut to fit.
[[nodiscard]] std::string stl_bytes(const TriangleMesh& mesh, const std::string& title);

/// Lengths in millimetres. The defaults suit a printer with a 0.4 mm nozzle and keep the
/// proportions of the simulated maze: a ball of half a cell, walls of 1/12 cell.
struct PrintSettings {
  double cell = 20;         ///< from the middle of a wall to the middle of the next
  double wall = 1.6;        ///< thickness: four lines of plastic
  double frame = 6;         ///< thickness of the outermost walls, which hold the pegs
  double marble = 10;       ///< diameter; printed nowhere, but it must fit
  double clearance = 0.15;  ///< gap on every side of a peg in its socket

  [[nodiscard]] double passage() const { return cell - wall; }
  [[nodiscard]] double peg() const { return frame / 2; }  ///< side and height
  [[nodiscard]] double lid() const;                       ///< thickness
};

/// One piece of plastic, standing on z = 0 as it should be printed.
struct PrintedPart {
  std::string name;  ///< "tray-1", ..., "lid"
  TriangleMesh mesh;
  glm::dvec3 size;  ///< of the box around it, pegs included
  double volume;    ///< cubic millimetres
};

/// The maze in parts from the lowest up: a tray for each layer, and a lid. Nothing overhangs, so
/// that no supports are needed. Three square pegs on the upper rim of each part fit sockets in the
/// part above; the fourth corner has none, so that parts go together in one way only. The last part
/// lies upside down, its outside on the printer's bed. Every part is in one piece whatever the
/// maze: its passages form a tree, so that no wall is cut off from the rest. Throws BadInput,
/// naming the setting, for lengths that cannot be printed or go together.
[[nodiscard]] std::vector<PrintedPart> printed_parts(const Maze& maze,
                                                     const PrintSettings& settings);

/// All parts side by side, in rows, far enough apart to be told from each other.
[[nodiscard]] TriangleMesh side_by_side(const std::vector<PrintedPart>& parts);

/// The plate that a mesh takes: its extent along x and y.
[[nodiscard]] glm::dvec2 plate_of(const TriangleMesh& mesh);

}  // namespace marblemaze
