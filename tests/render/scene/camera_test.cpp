#include "render/scene/camera.h"

#include <gtest/gtest.h>

namespace marblemaze {
namespace {

TEST(Camera, SeesAllOfABallFromTheDistanceThatItIsTold) {
  for (const float aspect : {0.5f, 1.0f, 1.78f}) {
    Camera camera;
    camera.distance = distance_to_see(4.0f, camera.field_of_view_rad, aspect);
    for (int i = 0; i < 200; ++i) {
      const float a = 0.7f * static_cast<float>(i), b = 0.11f * static_cast<float>(i);
      const glm::vec3 on_ball =
          4.0f * glm::vec3(std::cos(a) * std::cos(b), std::sin(a) * std::cos(b), std::sin(b));
      const glm::vec4 clip = camera.projection(aspect, 6) * camera.view() * glm::vec4(on_ball, 1);
      EXPECT_LE(std::abs(clip.x), clip.w * 1.0001f);
      EXPECT_LE(std::abs(clip.y), clip.w * 1.0001f);
    }
  }
}

TEST(Camera, StaysShortOfThePoles) {
  Camera camera;
  camera.orbit({0, 10});
  EXPECT_LT(camera.pitch_rad, 1.5708f);
}

}  // namespace
}  // namespace marblemaze
