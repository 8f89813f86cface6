// Tests colours and the camera, without OpenGL.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "render/scene/camera.h"
#include "render/scene/view_options.h"

namespace marblemaze {
namespace {

/// Colour blindness model of Machado, Oliveira and Fernandes (2009), full severity, in linear sRGB.
/// The columns are the rows of the published matrices.
const glm::mat3 kProtanopia(0.152286f, 0.114503f, -0.003882f, 1.052583f, 0.786281f, -0.048116f,
                            -0.204868f, 0.099216f, 1.051998f);
const glm::mat3 kDeuteranopia(0.367322f, 0.280085f, -0.011820f, 0.860646f, 0.672501f, 0.042940f,
                              -0.227968f, 0.047413f, 0.968881f);

glm::vec3 linear(glm::vec3 srgb) {
  for (int i = 0; i < 3; ++i)
    srgb[i] = srgb[i] <= 0.04045f ? srgb[i] / 12.92f : std::pow((srgb[i] + 0.055f) / 1.055f, 2.4f);
  return srgb;
}

/// Returns CIE L*a*b* coordinates for the white point D65.
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

/// Minimum CIE L*a*b* distance of colours that differ at a glance. A distance of 2 is just
/// noticeable.
constexpr float kAtAGlance = 30;

TEST(Palettes, MarbleTargetAndPathDifferForColourBlindUsers) {
  const auto palette = std::find_if(palettes().begin(), palettes().end(), [](const Palette& each) {
    return each.name == "colour-blind";
  });
  ASSERT_NE(palette, palettes().end());
  const StudioColours& studio = palette->studio;
  for (const glm::mat3& eyes : {kProtanopia, kDeuteranopia}) {
    EXPECT_GE(seen_difference(eyes, studio.marble, studio.target), kAtAGlance);
    EXPECT_GE(seen_difference(eyes, studio.marble, studio.path), kAtAGlance);
    EXPECT_GE(seen_difference(eyes, studio.target, studio.path), kAtAGlance);
    const glm::vec3 path(palette->panels.path);
    EXPECT_GE(seen_difference(eyes, palette->panels.marble, palette->panels.target), kAtAGlance);
    EXPECT_GE(seen_difference(eyes, palette->panels.marble, path), kAtAGlance);
    EXPECT_GE(seen_difference(eyes, palette->panels.target, path), kAtAGlance);
  }
}

TEST(Camera, StopsBeforeThePoles) {
  Camera camera;
  camera.orbit({0, 10});
  EXPECT_LT(camera.pitch_rad, 1.5708f);
}

}  // namespace
}  // namespace marblemaze
