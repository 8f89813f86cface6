// Tests the order of walls, the colours and the camera, without OpenGL.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "maze/base/random.h"
#include "maze/grid/generator.h"
#include "render/scene/camera.h"
#include "render/scene/view_options.h"
#include "render/scene/walls.h"

namespace marblemaze {
namespace {

/// Returns the distance at which a ray meets a wall, in multiples of the length of `direction`.
std::optional<double> meets(const WallFace& wall, glm::dvec3 eye, glm::dvec3 direction) {
  if (direction[wall.axis] == 0) return std::nullopt;
  const double at = (wall.corner[wall.axis] - eye[wall.axis]) / direction[wall.axis];
  if (at <= 0) return std::nullopt;
  for (int axis = 0; axis < 3; ++axis) {
    if (axis == wall.axis) continue;
    const double across = eye[axis] + at * direction[axis] - wall.corner[axis];
    if (across <= 1e-9 || across >= 1 - 1e-9) return std::nullopt;
  }
  return at;
}

/// Casts random rays, and expects the walls on each ray in back-to-front order.
void expect_painters_order(const Maze& maze, glm::dvec3 eye, Rng& rng) {
  const glm::ivec3 dims = maze.grid().dims();
  std::vector<WallFace> walls = walls_of(maze);
  sort_back_to_front(walls, eye_cell_of(eye, dims), dims);
  for (const WallFace& wall : walls_of(maze)) ASSERT_EQ(std::ranges::count(walls, wall), 1);
  for (int ray = 0; ray < 60; ++ray) {
    const glm::dvec3 through(rng.uniform() * maze.grid().dims().x,
                             rng.uniform() * maze.grid().dims().y,
                             rng.uniform() * maze.grid().dims().z);
    double before = 1e300;
    for (const WallFace& wall : walls)
      if (const auto at = meets(wall, eye, through - eye)) {
        ASSERT_LE(*at, before);
        before = *at;
      }
  }
}

TEST(Walls, DrawFarWallsBeforeNearWallsFromInsideAndOutside) {
  Rng rng(5);
  const Maze hollow = generate_kruskal({5, 5, 5}, Layers::outer, 3),
             full = generate_kruskal({4, 3, 5}, Layers::all, 9);
  for (int i = 0; i < 60; ++i) {
    expect_painters_order(hollow,
                          {rng.uniform(-12, 17), rng.uniform(-12, 17), rng.uniform(-12, 17)}, rng);
    expect_painters_order(full, {rng.uniform(0, 4), rng.uniform(0, 3), rng.uniform(0, 5)}, rng);
  }
}

TEST(Walls, ContainOnlyTheRequestedLayers) {
  const Maze maze = generate_kruskal({3, 3, 3}, Layers::all, 2);
  const std::vector<WallFace> walls = walls_of(maze, {0, 0, 0}, {3, 3, 1});
  for (const WallFace& wall : walls) EXPECT_LE(wall.corner.z, 1);
  EXPECT_LT(walls.size(), walls_of(maze).size());
}

// Colour blindness model of Machado, Oliveira and Fernandes (2009), full severity, in linear sRGB.
// The columns are the rows of the published matrices.
const glm::mat3 kProtanopia(0.152286f, 0.114503f, -0.003882f, 1.052583f, 0.786281f, -0.048116f,
                            -0.204868f, 0.099216f, 1.051998f);
const glm::mat3 kDeuteranopia(0.367322f, 0.280085f, -0.011820f, 0.860646f, 0.672501f, 0.042940f,
                              -0.227968f, 0.047413f, 0.968881f);

glm::vec3 linear(glm::vec3 srgb) {
  for (int i = 0; i < 3; ++i)
    srgb[i] = srgb[i] <= 0.04045f ? srgb[i] / 12.92f : std::pow((srgb[i] + 0.055f) / 1.055f, 2.4f);
  return srgb;
}

// Returns CIE L*a*b* coordinates for the white point D65.
glm::vec3 lab(glm::vec3 rgb) {
  const glm::mat3 to_xyz(0.4124f, 0.2126f, 0.0193f, 0.3576f, 0.7152f, 0.1192f, 0.1805f, 0.0722f,
                         0.9505f);
  glm::vec3 f = to_xyz * rgb / glm::vec3(0.95047f, 1.0f, 1.08883f);
  for (int i = 0; i < 3; ++i)
    f[i] = f[i] > 0.008856f ? std::cbrt(f[i]) : 7.787f * f[i] + 16.0f / 116.0f;
  return {116 * f.y - 16, 500 * (f.x - f.y), 200 * (f.y - f.z)};
}

float seen_difference(const glm::mat3& eyes, glm::vec3 a, glm::vec3 b) {
  const auto seen = [&](glm::vec3 colour) {
    return lab(glm::clamp(eyes * linear(colour), 0.0f, 1.0f));
  };
  return glm::distance(seen(a), seen(b));
}

// Minimum CIE L*a*b* distance of colours that differ at a glance. A distance of 2 is just
// noticeable.
constexpr float kAtAGlance = 30;

TEST(Palettes, MarbleTargetAndPathDifferForColourBlindUsers) {
  const auto palette = std::find_if(palettes().begin(), palettes().end(), [](const Palette& each) {
    return each.name == "colour-blind";
  });
  ASSERT_NE(palette, palettes().end());
  const StudioColours& studio = palette->studio;
  const PanelColours& panels = palette->panels;
  struct Colours {
    glm::vec3 marble, target, path;
  };
  for (const Colours& c : {Colours{studio.marble, studio.target, studio.path},
                           {panels.marble, panels.target, glm::vec3(panels.path)}})
    for (const glm::mat3& eyes : {kProtanopia, kDeuteranopia}) {
      EXPECT_GE(seen_difference(eyes, c.marble, c.target), kAtAGlance);
      EXPECT_GE(seen_difference(eyes, c.marble, c.path), kAtAGlance);
      EXPECT_GE(seen_difference(eyes, c.target, c.path), kAtAGlance);
    }
}

TEST(Camera, PanMovesTheImageBySharesOfItsHeight) {
  Camera camera;
  const auto height_share = [&](glm::vec3 point) {
    const glm::vec4 seen = camera.view() * glm::vec4(point, 1);
    return glm::vec2(seen.x, seen.y) / (-2 * seen.z * std::tan(camera.field_of_view_rad / 2));
  };
  const glm::vec3 point = camera.target;
  camera.pan({0.2f, 0.1f});  // x right, y down, as for the mouse
  EXPECT_NEAR(height_share(point).x, 0.2, 1e-5);
  EXPECT_NEAR(height_share(point).y, -0.1, 1e-5);
}

TEST(Camera, StopsBeforeThePoles) {
  Camera camera;
  camera.orbit({0, 10});
  EXPECT_LT(camera.pitch_rad, 1.5708f);
}

}  // namespace
}  // namespace marblemaze
