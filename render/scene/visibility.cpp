#include "render/scene/visibility.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "render/gl/capture.h"

namespace marblemaze {
namespace {

// Returns the marble centre, in pixels from the upper left corner.
glm::vec2 marble_pixel(const Frame& frame, const ViewOptions& look, const Camera& camera,
                       glm::ivec2 size) {
  const MazeTransform placement(frame.scene, look);
  const float aspect = static_cast<float>(size.x) / static_cast<float>(size.y);
  const glm::mat4 projection = camera.projection(aspect, placement.reach() * 1.6f);
  const glm::vec4 clip = projection * camera.view() * glm::vec4(placement.marble(), 1);
  const glm::vec2 unit(clip.x / clip.w, -clip.y / clip.w);
  return (unit * 0.5f + 0.5f) * glm::vec2(size);
}

int difference_of(const std::uint8_t* a, const std::uint8_t* b) {
  int most = 0;
  for (int c = 0; c < 3; ++c) most = std::max(most, std::abs(int{a[c]} - int{b[c]}));
  return most;
}

Visibility::Pose compared(const Image& with, const Image& without, glm::vec2 centre) {
  std::vector<int> differences;
  for (int y = 0; y < with.size.y; ++y)
    for (int x = 0; x < with.size.x; ++x) {
      const glm::vec2 here(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
      if (glm::distance(here, centre) <= Visibility::kNear_px)
        differences.push_back(difference_of(with.pixel(x, y), without.pixel(x, y)));
    }
  std::sort(differences.rbegin(), differences.rend());
  const auto found =
      std::ranges::count_if(differences, [](int d) { return d >= Visibility::kDifference; });
  const bool enough = differences.size() >= Visibility::kPixels;
  return {static_cast<int>(found), enough ? differences[Visibility::kPixels - 1] : 0};
}

}  // namespace

int Visibility::worst() const {
  return std::ranges::min(by_pose, {}, &Pose::difference).difference;
}

Visibility measure_visibility(SceneRenderer& renderer, const Frame& frame, const ViewOptions& look,
                              const Palette& palette, glm::ivec2 size, int poses) {
  const Framebuffer canvas(size, 0);
  Camera camera;
  const float aspect = static_cast<float>(size.x) / static_cast<float>(size.y);
  camera.distance = distance_to_see(MazeTransform(frame.scene, look).reach() * 1.05f,
                                    camera.field_of_view_rad, aspect);
  const auto picture = [&](bool marble) {
    ViewOptions shown = look;
    shown.marble = shown.xray_marble = marble;
    renderer.draw(frame, shown, palette, camera, canvas.name(), {{0, 0}, size}, Quality{});
    return read_framebuffer(canvas.name(), size);
  };
  Visibility result;
  for (int i = 0; i < poses; ++i) {
    camera.yaw_rad = 6.2831853f * static_cast<float>(i) / static_cast<float>(poses) + 0.2f;
    camera.pitch_rad = 0.25f + 0.65f * static_cast<float>(i % 3 - 1);
    const Image with = picture(true);
    result.by_pose.push_back(
        compared(with, picture(false), marble_pixel(frame, look, camera, size)));
  }
  return result;
}

}  // namespace marblemaze
