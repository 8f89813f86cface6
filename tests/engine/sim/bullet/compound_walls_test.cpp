#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "engine/sim/marble_worlds.h"
#include "engine/sim/wall_features.h"
#include "maze/base/random.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

std::shared_ptr<const Physics> bullet(const std::shared_ptr<const Maze>& maze,
                                      Collision collision) {
  PhysicsSettings settings;
  settings.solver.collision = collision;
  return real_physics().physics(maze, std::make_shared<const WallFeatures>(*maze), settings);
}

/// Returns a marble position near a random vertex of the grid, at which the marble touches faces,
/// edges or corners of panels within a few thousandths of a cell. One coordinate sets the distance
/// to a face, or two coordinates set the distance to an edge.
glm::dvec3 near_walls(const Maze& maze, const PhysicsSettings& settings, Rng& rng) {
  const double half = 0.5 * settings.nature.wall_thickness, radius = settings.nature.marble_radius;
  const auto touching = [&] { return radius + rng.between(-0.002, 0.004); };
  glm::dvec3 offset(rng.between(0, 0.49), rng.between(0, 0.49), rng.between(0, 0.49));
  const int axis = static_cast<int>(rng.below(3)), other = (axis + 1) % 3;
  const double distance = touching(), sine = rng.unit();
  offset[axis] = half + distance * sine;
  if (rng.below(2) == 0)
    offset[axis] = half + distance;
  else
    offset[other] = half + distance * std::sqrt(1 - sine * sine);
  glm::dvec3 place;
  for (int i = 0; i < 3; ++i) {
    const int vertex =
        static_cast<int>(rng.below(static_cast<std::uint64_t>(maze.grid().dims()[i]) + 1));
    const bool below = vertex > 0 && (vertex == maze.grid().dims()[i] || rng.below(2) == 0);
    place[i] = vertex + (below ? -offset[i] : offset[i]);
  }
  return place;
}

std::vector<Contact> sorted(std::vector<Contact> contacts) {
  const auto key = [](const Contact& c) {
    return std::tuple(std::round(c.normal.x * 100), std::round(c.normal.y * 100),
                      std::round(c.normal.z * 100));
  };
  std::sort(contacts.begin(), contacts.end(),
            [&](const Contact& a, const Contact& b) { return key(a) < key(b); });
  return contacts;
}

// Covers all contacts of a maze: internal edges in a plane, panels at right angles, wall ends flush
// with a floor, outer edges and corners.
TEST(CompoundWalls, HaveTheSameContactsAsTheGrid) {
  const PhysicsSettings settings;
  int compared = 0, rounded = 0;
  for (const std::uint64_t seed : {1, 2, 3}) {
    const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, seed);
    const double radius = settings.nature.marble_radius;
    const auto by_index = bullet(maze, Collision::grid),
               by_boxes = bullet(maze, Collision::compound);
    const WallFeatures walls(*maze);
    Rng rng(seed);
    for (int i = 0; i < 4000; ++i) {
      const glm::dvec3 place = near_walls(*maze, settings, rng);
      std::array<WallContact, 4> touched;
      const int count =
          walls.touch(place, radius, 0.5 * settings.nature.wall_thickness, 0.006, touched);
      // No contact is deep inside a wall or about to begin.
      const bool clear = std::all_of(touched.begin(), touched.begin() + count, [](const auto& c) {
        return c.gap > -0.003 && c.gap < 0.0045;
      });
      if (!clear) continue;
      PhysicsState state;
      state.marble.position = place - 0.5 * glm::dvec3(maze->grid().dims());
      const auto expected = sorted(by_index->contacts(by_index->placed(state))),
                 found = sorted(by_boxes->contacts(by_boxes->placed(state)));
      const bool inside_a_wall = std::any_of(found.begin(), found.end(), [&](const Contact& c) {
        return glm::distance(c.point, state.marble.position) < radius - 0.003;
      });
      if (inside_a_wall) continue;
      ASSERT_EQ(found.size(), expected.size())
          << "at " << place.x << " " << place.y << " " << place.z << " of maze " << seed;
      for (std::size_t k = 0; k < found.size(); ++k) {
        EXPECT_LT(glm::distance(found[k].point, expected[k].point), 1e-4);
        EXPECT_LT(glm::distance(found[k].normal, expected[k].normal), 1e-3);
        const glm::dvec3 n = glm::abs(expected[k].normal);
        rounded += std::max({n.x, n.y, n.z}) < 0.999;
      }
      compared += static_cast<int>(found.size());
    }
  }
  EXPECT_GT(compared, 1000);
  EXPECT_GT(rounded, 100);
}

}  // namespace
}  // namespace marblemaze
