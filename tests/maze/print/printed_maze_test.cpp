#include "maze/print/printed_maze.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "maze/base/random.h"
#include "support/bad_input.h"
#include "support/mazes.h"
#include "support/mesh_checks.h"

namespace marblemaze {
namespace {

using testing::enclosed_volume;
using testing::error_message_of;
using testing::fault_of;
using ::testing::HasSubstr;
using testing::inside;
using testing::random_maze;

struct Case {
  glm::ivec3 dims;
  Layers layers;
};
const std::vector<Case> kCases{{{2, 2, 2}, Layers::all},   {{3, 3, 3}, Layers::all},
                               {{4, 2, 3}, Layers::all},   {{3, 3, 3}, Layers::outer},
                               {{5, 5, 5}, Layers::outer}, {{5, 4, 6}, Layers::outer},
                               {{4, 4, 1}, Layers::flat},  {{7, 3, 1}, Layers::flat}};

std::vector<PrintSettings> settings_to_try() { return {PrintSettings{}, {12.5, 1.2, 4.5, 8, 0.2}}; }

TEST(PrintedMaze, EveryPartIsOneClosedSurfaceAroundItsVolume) {
  for (const Case& c : kCases)
    for (const PrintSettings& settings : settings_to_try())
      for (const PrintedPart& part : printed_parts(*random_maze(c.dims, c.layers, 1), settings)) {
        EXPECT_EQ(fault_of(part.mesh), "") << part.name;
        // Each tray is open at the top, so a hollow core does not add a separate surface.
        EXPECT_EQ(testing::shells(part.mesh), 1) << part.name;
        EXPECT_GT(part.volume, 0);
        EXPECT_NEAR(enclosed_volume(part.mesh), part.volume, 1e-4 * part.volume) << part.name;
      }
}

// A flat maze of 2x2 cells has one inner wall, from the centre to the outside.
TEST(PrintedMaze, HasTheCalculatedVolume) {
  const PrintSettings s;
  const double side = 2 * s.cell + 2 * s.frame - s.wall, hollow = 2 * s.cell - s.wall;
  const double peg = s.frame / 2, socket = peg + 2 * s.clearance;
  const double walls = side * side - hollow * hollow + s.cell * s.wall;
  const double tray = side * side * s.wall + walls * (s.cell - s.wall) + 3 * peg * peg * peg;
  const double lid = side * side * s.lid() - 3 * socket * socket * (peg + s.clearance);
  const auto parts = printed_parts(*random_maze({2, 2, 1}, Layers::flat, 3), s);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_NEAR(parts[0].volume, tray, 1e-6);
  EXPECT_NEAR(parts[1].volume, lid, 1e-6);
  EXPECT_NEAR(parts[0].size.x, side, 1e-4);
  EXPECT_NEAR(parts[0].size.z, s.cell + peg, 1e-4);
}

// Returns true in the middle of a wall, false in the middle of a cell, and nullopt close to an
// edge. `at` is in cells.
std::optional<bool> plastic_at(const Maze& maze, glm::dvec3 at) {
  const glm::ivec3 cell(glm::floor(at));
  const glm::dvec3 off = at - glm::dvec3(cell);
  int near = -1;
  for (int axis = 0; axis < 3; ++axis) {
    const bool in_wall = off[axis] < 0.03 || off[axis] > 0.97;
    if (in_wall && near >= 0) return std::nullopt;
    if (in_wall) near = axis;
    if (!in_wall && (off[axis] < 0.06 || off[axis] > 0.94)) return std::nullopt;
  }
  if (!maze.grid().in_maze(cell)) return std::nullopt;
  return near >= 0 && maze.has_wall(cell, {near, off[near] < 0.5 ? -1 : +1});
}

// Printed maze with all parts stacked; the last part is upside down.
struct Assembled {
  std::vector<PrintedPart> parts;
  const PrintSettings& settings;

  [[nodiscard]] bool plastic(glm::dvec3 at) const {
    const double edge = settings.frame - settings.wall / 2;
    glm::dvec3 p = at * settings.cell + glm::dvec3(edge, edge, settings.wall / 2);
    bool found = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const bool last = i + 1 == parts.size();
      const glm::dvec3 size = parts[i].size;
      found =
          found || inside(parts[i].mesh, last ? glm::dvec3(p.x, size.y - p.y, size.z - p.z) : p);
      p.z -= size.z - settings.peg();
    }
    return found;
  }
};

TEST(PrintedMaze, HasPlasticExactlyInTheWalls) {
  Rng rng(5);
  for (const Case& c : kCases)
    for (const PrintSettings& settings : settings_to_try()) {
      const auto maze = random_maze(c.dims, c.layers, 11);
      const Assembled assembled{printed_parts(*maze, settings), settings};
      int walls = 0, checked = 0;
      for (int i = 0; i < 400; ++i) {
        glm::dvec3 at(0);
        for (int axis = 0; axis < 3; ++axis)
          at[axis] =
              static_cast<double>(rng.uniform_int(1000u * static_cast<unsigned>(c.dims[axis]))) /
              1000;
        const int snapped = static_cast<int>(rng.uniform_int(4));
        if (snapped < 3) at[snapped] = std::floor(at[snapped]) + 0.011;
        const auto expected = plastic_at(*maze, at);
        if (!expected) continue;
        EXPECT_EQ(assembled.plastic(at), *expected) << at.x << " " << at.y << " " << at.z;
        ++checked;
        walls += *expected;
      }
      EXPECT_GT(walls, 40);
      EXPECT_GT(checked - walls, 40);
    }
}

TEST(PrintedMaze, IncompatibleLengthsAreRejectedByName) {
  for (const auto& [length, value, message] :
       std::vector<std::tuple<double PrintSettings::*, double, const char*>>{
           {&PrintSettings::marble, 19, "marble-mm 19: expected"},
           {&PrintSettings::marble, 0.9, "marble-mm 0.9: expected"},
           {&PrintSettings::marble, 16, "accepted"},
           {&PrintSettings::marble, 1, "accepted"},
           {&PrintSettings::wall, 0.2, "wall-mm 0.2: expected"},
           {&PrintSettings::wall, 15, "wall-mm 15: expected"},
           {&PrintSettings::cell, NAN, "cell-mm nan: expected"},
           {&PrintSettings::frame, 1, "frame-mm 1: expected"},
           {&PrintSettings::clearance, 3, "clearance-mm 3: expected"},
           {&PrintSettings::clearance, -1, "clearance-mm -1: expected"}}) {
    PrintSettings settings;
    settings.*length = value;
    EXPECT_THAT(error_message_of([&] {
                  return printed_parts(*random_maze({2, 2, 2}, Layers::all, 1), settings);
                }),
                HasSubstr(message));
  }
}

}  // namespace
}  // namespace marblemaze
