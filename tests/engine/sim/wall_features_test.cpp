#include "engine/sim/wall_features.h"

#include <algorithm>
#include <limits>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "maze/base/random.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

constexpr double kHalf = 0.0305;   // half the wall thickness
constexpr double kRadius = 0.241;  // marble radius

struct Box {
  glm::dvec3 low, high;
};

/// Returns all walls as boxes, extended by half the wall thickness on every side. The wall features
/// represent the union of these boxes.
std::vector<Box> boxes(const Maze& maze) {
  std::vector<Box> found;
  const glm::ivec3 dims = maze.grid().dims();
  for (int z = -1; z < dims.z; ++z)
    for (int y = -1; y < dims.y; ++y)
      for (int x = -1; x < dims.x; ++x)
        for (int axis = 0; axis < 3; ++axis) {
          if (!maze.has_wall({x, y, z}, {axis, +1})) continue;
          glm::dvec3 low(x, y, z), high(x + 1, y + 1, z + 1);
          low[axis] = high[axis];
          found.push_back({low - kHalf, high + kHalf});
        }
  return found;
}

double distance_to(const Box& box, glm::dvec3 p) {
  const glm::dvec3 nearest = glm::clamp(p, box.low, box.high);
  return glm::distance(nearest, p);
}

double distance_to(const std::vector<Box>& all, glm::dvec3 p) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const Box& box : all) nearest = std::min(nearest, distance_to(box, p));
  return nearest;
}

glm::dvec3 draw_place(const Maze& maze, Rng& rng) {
  while (true) {
    const glm::ivec3 dims = maze.grid().dims();
    const glm::dvec3 p(rng.uniform(0, dims.x), rng.uniform(0, dims.y), rng.uniform(0, dims.z));
    if (maze.grid().in_maze(glm::ivec3(glm::floor(p)))) return p;
  }
}

// The distance of the nearest contact equals the distance to the union of all boxes. Every contact
// is a point on a wall at which the distance has a local minimum.
void expect_contacts_at_local_minima(glm::ivec3 dims, Layers layers) {
  const double reach = 0.15;
  Rng rng(7);
  int touching = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const auto maze = testing::random_maze(dims, layers, seed);
    const WallFeatures features(*maze);
    const auto all = boxes(*maze);
    for (int i = 0; i < 4000; ++i) {
      const glm::dvec3 p = draw_place(*maze, rng);
      const double truth = distance_to(all, p);
      if (truth < 1e-9) continue;  // inside a wall
      std::array<WallContact, 4> contacts;
      const int count = features.find_wall_contacts(p, kRadius, kHalf, reach, contacts);
      ASSERT_EQ(count > 0, truth <= kRadius + reach);
      double nearest = std::numeric_limits<double>::infinity();
      for (int c = 0; c < count; ++c) {
        const auto& [normal, gap] = contacts[c];
        nearest = std::min(nearest, gap);
        ASSERT_NEAR(glm::length(normal), 1, 1e-12);
        const double distance = gap + kRadius;
        const glm::dvec3 on_wall = p - normal * distance;
        ASSERT_LT(distance_to(all, on_wall), 1e-9) << "the contact lies on a wall";
        ASSERT_GT(distance_to(all, p - normal * (0.5 * distance)), 0) << "no wall is in between";
        for (int j = 0; j < 10; ++j) {
          const glm::dvec3 nearby =
              on_wall + glm::dvec3(rng.uniform(-1e-6, 1e-6), rng.uniform(-1e-6, 1e-6),
                                   rng.uniform(-1e-6, 1e-6));
          if (distance_to(all, nearby) > 0) continue;
          ASSERT_GE(glm::distance(p, nearby), distance - 1e-11);
        }
      }
      if (count == 0) continue;
      ++touching;
      ASSERT_NEAR(nearest, truth - kRadius, 1e-12);
    }
  }
  EXPECT_GT(touching, 1000);
}

TEST(WallFeatures, ContactsAreTheLocalMinimaOfTheDistance) {
  expect_contacts_at_local_minima(glm::ivec3(3), Layers::all);
  expect_contacts_at_local_minima(glm::ivec3(5), Layers::outer);
  expect_contacts_at_local_minima({4, 4, 1}, Layers::flat);
}

}  // namespace
}  // namespace marblemaze
