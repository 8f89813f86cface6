#include "maze/print/printed_maze.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <functional>
#include <vector>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include "maze/base/errors.h"
#include "maze/base/hash.h"

namespace marblemaze {
namespace {

constexpr double kTolerance = 1e-3;

/// Solid composed of boxes between the lines of a rectilinear grid.
///
/// The surface has two triangles for each outer side of a box, so neighbouring triangles always
/// share a full edge. Merging adjacent sides would create T-junctions.
class RectilinearSolid {
 public:
  /// `lines` contains the positions of the grid lines along each axis, in any order. Lines closer
  /// than 0.001 mm are merged.
  explicit RectilinearSolid(std::array<std::vector<double>, 3> lines) : lines_(std::move(lines)) {
    const auto same = [](double a, double b) { return b - a < kTolerance; };
    for (std::vector<double>& axis : lines_) {
      std::sort(axis.begin(), axis.end());
      axis.erase(std::unique(axis.begin(), axis.end(), same), axis.end());
      assert(axis.size() >= 2);
    }
    filled_.resize(index({0, 0, boxes().z}));
  }

  void fill_where(const std::function<bool(glm::dvec3)>& belongs) {
    for_each_box([&](glm::ivec3 box) {
      filled_[index(box)] = belongs((corner(box) + corner(box + 1)) * 0.5);
    });
  }

  [[nodiscard]] double volume() const {
    double sum = 0;
    for_each_box([&](glm::ivec3 box) {
      const glm::dvec3 size = corner(box + 1) - corner(box);
      if (filled(box)) sum += size.x * size.y * size.z;
    });
    return sum;
  }
  /// Returns the closed surface. Every edge is shared by exactly two triangles. Asserts that no two
  /// filled boxes touch only along an edge.
  [[nodiscard]] TriangleMesh surface() const {
    TriangleMesh mesh;
    for_each_box([&](glm::ivec3 box) {
      if (!filled(box)) return;
      assert(edges_are_manifold(box));
      for (int axis = 0; axis < 3; ++axis)
        for (bool high : {false, true}) {
          glm::ivec3 beside = box;
          beside[axis] += high ? 1 : -1;
          if (!filled(beside)) add_side(box, axis, high, mesh);
        }
    });
    return mesh;
  }

 private:
  [[nodiscard]] glm::ivec3 boxes() const {
    return glm::ivec3(lines_[0].size(), lines_[1].size(), lines_[2].size()) - 1;
  }
  [[nodiscard]] std::size_t index(glm::ivec3 box) const {
    const glm::ivec3 n = boxes();
    return (box.z * n.y + box.y) * n.x + box.x;
  }
  [[nodiscard]] bool filled(glm::ivec3 box) const {
    const bool inside = glm::clamp(box, glm::ivec3(0), boxes() - 1) == box;
    return inside && filled_[index(box)] != 0;
  }
  [[nodiscard]] glm::dvec3 corner(glm::ivec3 box) const {
    glm::dvec3 point;
    for (int axis = 0; axis < 3; ++axis) point[axis] = lines_[axis][box[axis]];
    return point;
  }
  [[nodiscard]] bool edges_are_manifold(glm::ivec3 box) const {
    for (int axis = 0; axis < 3; ++axis) {
      glm::ivec3 u(0), v(0);
      u[(axis + 1) % 3] = v[(axis + 2) % 3] = 1;
      for (const glm::ivec3& across : {v, -v})
        if (filled(box + u + across) && !filled(box + u) && !filled(box + across)) return false;
    }
    return true;
  }
  void add_side(glm::ivec3 box, int axis, bool high, TriangleMesh& mesh) const {
    glm::ivec3 u(0), v(0), origin = box;
    u[(axis + 1) % 3] = v[(axis + 2) % 3] = 1;
    origin[axis] += high;
    if (!high) std::swap(u, v);
    const auto at = [&](glm::ivec3 offset) { return glm::vec3(corner(origin + offset)); };
    mesh.push_back({at(glm::ivec3(0)), at(u), at(u + v)});
    mesh.push_back({at(glm::ivec3(0)), at(u + v), at(v)});
  }
  template <class Visit>
  void for_each_box(Visit visit) const {
    const glm::ivec3 n = boxes();
    for (int z = 0; z < n.z; ++z)
      for (int y = 0; y < n.y; ++y)
        for (int x = 0; x < n.x; ++x) visit(glm::ivec3(x, y, z));
  }

  std::array<std::vector<double>, 3> lines_;
  std::vector<char> filled_;
};

constexpr std::size_t kHeaderBytes = 80;

void put(std::string& bytes, const glm::vec3& point) {
  for (int axis = 0; axis < 3; ++axis)
    append_little_endian(bytes, bit_cast_to<std::uint32_t>(point[axis]), 4);
}

constexpr double kMinThickness = 0.8;  // mm: two lines of a 0.4 mm nozzle
constexpr double kPartGap = 8;         // mm between adjacent parts

void require(const char* what, double value, double low, double high, const std::string& why) {
  if (value >= low && value <= high) return;
  throw BadInput(what, fmt::format("{:g}", value),
                 fmt::format("{:g} to {:g} mm{}", low, high, why));
}

void require_printable(const PrintSettings& s) {
  require("cell-mm", s.cell, 5, 200, "");
  require("wall-mm", s.wall, kMinThickness, s.cell / 3,
          " (two lines of plastic to a third of a cell)");
  require("frame-mm", s.frame, std::max(4.0, s.wall), s.cell, " (room for pegs to a whole cell)");
  require("clearance-mm", s.clearance, 0, s.peg() / 2 - kMinThickness,
          fmt::format(" (leaving {:g} mm of wall around a socket)", kMinThickness));
  require("marble-mm", s.marble, 1, s.passage() - 2 * s.clearance,
          fmt::format(" (a passage of {:g} mm less the clearance on both sides)", s.passage()));
}

// Position along one axis: inside the cell with this index, or in the wall before this cell.
struct Location {
  int cell;
  bool in_wall;
};

// Shape of one part, in mm. The origin is the centre of the lowest outer walls of the assembled
// maze. A part is a layer of the maze with the floor below. The part after the last layer is the
// lid.
class PartShape {
 public:
  PartShape(const Maze& maze, const PrintSettings& settings, int z)
      : maze_(maze), s_(settings), z_(z), is_lid_(z == maze.grid().dims().z) {}

  [[nodiscard]] RectilinearSolid solid() const {
    RectilinearSolid result({lines_across(0), lines_across(1), lines_up()});
    result.fill_where([this](glm::dvec3 p) { return contains(p); });
    return result;
  }

 private:
  [[nodiscard]] double bottom() const { return z_ * s_.cell - s_.wall / 2; }
  [[nodiscard]] double top() const {
    return is_lid_ ? bottom() + s_.lid() : (z_ + 1) * s_.cell - s_.wall / 2;
  }
  [[nodiscard]] bool has_sockets() const { return z_ > 0; }
  [[nodiscard]] double socket_top() const { return bottom() + s_.peg() + s_.clearance; }

  [[nodiscard]] double peg_centre(int axis, bool high) const {
    const double outwards = (s_.frame - s_.wall) / 2;
    return high ? maze_.grid().dims()[axis] * s_.cell + outwards : -outwards;
  }

  [[nodiscard]] std::vector<double> lines_across(int axis) const {
    const int cells = maze_.grid().dims()[axis];
    std::vector<double> lines{s_.wall / 2 - s_.frame, cells * s_.cell + s_.frame - s_.wall / 2};
    for (int k = 0; k <= cells; ++k) {
      if (k > 0) lines.push_back(k * s_.cell - s_.wall / 2);
      if (k < cells) lines.push_back(k * s_.cell + s_.wall / 2);
    }
    for (bool high : {false, true})
      for (double half : {s_.peg() / 2, s_.peg() / 2 + s_.clearance})
        for (double side : {-half, half}) lines.push_back(peg_centre(axis, high) + side);
    return lines;
  }

  [[nodiscard]] std::vector<double> lines_up() const {
    std::vector<double> lines{bottom(), top()};
    if (!is_lid_) lines.insert(lines.end(), {z_ * s_.cell + s_.wall / 2, top() + s_.peg()});
    if (has_sockets()) lines.push_back(socket_top());
    return lines;
  }

  [[nodiscard]] bool in_peg(glm::dvec3 p, double half) const {
    for (int corner = 0; corner < 3; ++corner)  // the fourth corner has no peg
      if (std::abs(p.x - peg_centre(0, corner == 1)) < half &&
          std::abs(p.y - peg_centre(1, corner == 2)) < half)
        return true;
    return false;
  }

  [[nodiscard]] Location locate(double at, int cells) const {
    const int plane = std::clamp(static_cast<int>(std::lround(at / s_.cell)), 0, cells);
    const double off = at - plane * s_.cell;
    const bool outside = plane == 0 ? off < 0 : plane == cells && off > 0;
    if (outside || std::abs(off) < s_.wall / 2) return {plane, true};
    return {off < 0 ? plane - 1 : plane, false};
  }

  // Returns true if the cell has a wall on the low side of one of these axes. `walls` is a bit mask
  // of axes.
  [[nodiscard]] bool has_wall(glm::ivec3 cell, int walls) const {
    for (int axis = 0; axis < 3; ++axis)
      if ((walls >> axis & 1) && maze_.has_wall(cell, {axis, -1})) return true;
    return false;
  }

  // Returns true if the point is in a wall panel. A panel extends beyond its edges by half the wall
  // thickness, so panels that meet only in a corner overlap.
  [[nodiscard]] bool in_walls(glm::dvec3 p) const {
    glm::ivec3 cell;
    int walls = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const Location along = locate(p[axis], maze_.grid().dims()[axis]);
      cell[axis] = along.cell;
      if (along.in_wall) walls |= 1 << axis;
    }
    for (int across = 0; across < 8; ++across) {
      if (across & ~walls) continue;
      const glm::ivec3 step(across & 1, across >> 1 & 1, across >> 2 & 1);
      if (has_wall(cell - step, walls & ~across)) return true;
    }
    return false;
  }

  [[nodiscard]] bool contains(glm::dvec3 p) const {
    if (p.z > top()) return !is_lid_ && in_peg(p, s_.peg() / 2);
    if (has_sockets() && p.z < socket_top() && in_peg(p, s_.peg() / 2 + s_.clearance)) return false;
    return in_walls(p);
  }

  const Maze& maze_;
  const PrintSettings& s_;
  int z_;
  bool is_lid_;
};

struct Box {
  glm::vec3 low{INFINITY}, high{-INFINITY};
};

Box box_around(const TriangleMesh& mesh) {
  Box box;
  for (const Triangle& t : mesh)
    for (const glm::vec3& corner : t) {
      box.low = glm::min(box.low, corner);
      box.high = glm::max(box.high, corner);
    }
  return box;
}

void move(TriangleMesh& mesh, const glm::vec3& by) {
  for (Triangle& t : mesh)
    for (glm::vec3& corner : t) corner += by;
}

void flip(TriangleMesh& mesh) {
  for (Triangle& t : mesh)
    for (glm::vec3& corner : t) corner = {corner.x, -corner.y, -corner.z};
}

PrintedPart make_part(const Maze& maze, const PrintSettings& settings, int z) {
  const bool is_lid = z == maze.grid().dims().z;
  const RectilinearSolid solid = PartShape(maze, settings, z).solid();
  PrintedPart part{
      is_lid ? "lid" : fmt::format("tray-{}", z + 1), solid.surface(), {}, solid.volume()};
  if (is_lid) flip(part.mesh);
  const Box box = box_around(part.mesh);
  move(part.mesh, -box.low);
  part.size = box.high - box.low;
  return part;
}

}  // namespace

std::string stl_bytes(const TriangleMesh& mesh, const std::string& title) {
  std::string bytes = title.substr(0, kHeaderBytes);
  bytes.resize(kHeaderBytes, ' ');
  append_little_endian(bytes, mesh.size(), 4);
  for (const Triangle& t : mesh) {
    put(bytes, glm::normalize(glm::cross(t[1] - t[0], t[2] - t[0])));
    for (const glm::vec3& corner : t) put(bytes, corner);
    bytes.append(2, '\0');
  }
  return bytes;
}

double PrintSettings::lid() const { return std::max(wall, peg() + clearance + kMinThickness); }

std::vector<PrintedPart> printed_parts(const Maze& maze, const PrintSettings& settings) {
  require_printable(settings);
  std::vector<PrintedPart> parts;
  for (int z = 0; z <= maze.grid().dims().z; ++z) parts.push_back(make_part(maze, settings, z));
  return parts;
}

TriangleMesh side_by_side(const std::vector<PrintedPart>& parts) {
  const int columns = static_cast<int>(std::ceil(std::sqrt(parts.size())));
  TriangleMesh all;
  for (int i = 0; i < std::ssize(parts); ++i) {
    const glm::dvec3 pitch = parts[i].size + kPartGap;
    TriangleMesh mesh = parts[i].mesh;
    move(mesh, glm::vec3(pitch.x * (i % columns), pitch.y * (i / columns), 0));
    all.insert(all.end(), mesh.begin(), mesh.end());
  }
  return all;
}

glm::dvec2 plate_of(const TriangleMesh& mesh) {
  if (mesh.empty()) return {};
  const Box box = box_around(mesh);
  return glm::dvec2(box.high) - glm::dvec2(box.low);
}

}  // namespace marblemaze
