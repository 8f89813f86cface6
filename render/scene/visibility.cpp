#include "render/scene/visibility.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "render/gl/capture.h"

namespace marblemaze {
namespace {

struct Disc {
  glm::vec2 centre;  // pixels, from the upper left
  float radius;
};

// The marble's outline in the picture, one pixel smaller so that its softened rim does not count.
Disc marble_disc(const Frame& frame, const ViewOptions& look, const Camera& camera,
                 glm::ivec2 size) {
  const MazePlacement placement(frame.scene, look);
  const float aspect = static_cast<float>(size.x) / static_cast<float>(size.y);
  const glm::mat4 projection = camera.projection(aspect, placement.reach() * 1.6f);
  const glm::vec4 clip = projection * camera.view() * glm::vec4(placement.marble(), 1);
  const glm::vec2 unit(clip.x / clip.w, -clip.y / clip.w);
  const float radius = static_cast<float>(frame.scene.marble_radius) * projection[1][1] / clip.w *
                       static_cast<float>(size.y) / 2;
  return {(unit * 0.5f + 0.5f) * glm::vec2(size), radius - 1};
}

double difference_on(const Image& with, const Image& without, const Disc& disc) {
  double sum = 0;
  long count = 0;
  for (int y = 0; y < with.size.y; ++y)
    for (int x = 0; x < with.size.x; ++x) {
      if (glm::distance(glm::vec2(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f),
                        disc.centre) > disc.radius)
        continue;
      for (int c = 0; c < 3; ++c)
        sum += std::abs(int{with.pixel(x, y)[c]} - int{without.pixel(x, y)[c]});
      count += 3;
    }
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

}  // namespace

double Visibility::mean() const {
  return std::accumulate(by_pose.begin(), by_pose.end(), 0.0) / static_cast<double>(by_pose.size());
}

double Visibility::worst() const { return *std::min_element(by_pose.begin(), by_pose.end()); }

Visibility measure_visibility(SceneRenderer& renderer, const Frame& frame, const ViewOptions& look,
                              const Palette& palette, glm::ivec2 size, int poses) {
  const Framebuffer canvas(size, 0);
  Camera camera;
  const float aspect = static_cast<float>(size.x) / static_cast<float>(size.y);
  camera.distance = distance_to_see(MazePlacement(frame.scene, look).reach() * 1.05f,
                                    camera.field_of_view_rad, aspect);
  const auto picture = [&](bool marble) {
    ViewOptions shown = look;
    shown.marble = marble;
    renderer.draw(frame, shown, palette, camera, canvas.name(), {{0, 0}, size}, Quality{});
    return read_framebuffer(canvas.name(), size);
  };
  Visibility result;
  for (int i = 0; i < poses; ++i) {
    camera.yaw_rad = 6.2831853f * static_cast<float>(i) / static_cast<float>(poses) + 0.2f;
    camera.pitch_rad = 0.25f + 0.65f * static_cast<float>(i % 3 - 1);
    const Image with = picture(true);
    result.by_pose.push_back(
        difference_on(with, picture(false), marble_disc(frame, look, camera, size)));
  }
  return result;
}

}  // namespace marblemaze
