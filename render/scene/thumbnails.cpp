#include "render/scene/thumbnails.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace marblemaze {
namespace {

constexpr std::size_t kMaxImages = 64;
// Camera distance, relative to the distance at which the maze is visible in every rotation.
constexpr float kDistanceFactor = 0.88f;
// Minimum marble radius, relative to the maze side. Small images need a large marble.
constexpr float kMinMarbleShare = 0.06f;

}  // namespace

void Thumbnails::begin_frame(const Look& look, int most) {
  assert(look.palette);
  if (!(look == look_)) images_.clear();
  look_ = look;
  left_ = most;
  unfinished_ = false;
  ++frame_;
}

GLuint Thumbnails::texture(const std::string& name, glm::ivec2 size,
                           const std::function<Frame()>& frame) {
  const std::string key = fmt::format("{} {}x{}", name, size.x, size.y);
  if (const auto found = images_.find(key); found != images_.end()) {
    found->second.last_used = frame_;
    return found->second.picture->texture();
  }
  if (left_ <= 0) return unfinished_ = true, 0;
  --left_;
  const auto age = [](const auto& image) { return image.second.last_used; };
  if (images_.size() >= kMaxImages) images_.erase(std::ranges::min_element(images_, {}, age));
  CachedImage& image = images_[key];
  image = {std::make_unique<Framebuffer>(size, 0), frame_};
  draw(frame(), *image.picture);
  return image.picture->texture();
}

void Thumbnails::draw(const Frame& shown, const Framebuffer& picture) {
  if (!renderer_) renderer_ = std::make_unique<SceneRenderer>();
  Frame frame = shown;
  const glm::ivec3 dims = frame.scene.maze->grid().dims();
  const auto side = static_cast<double>(std::max({dims.x, dims.y, dims.z}));
  frame.scene.marble_radius = std::max(frame.scene.marble_radius, kMinMarbleShare * side);
  ViewOptions options;
  options.style = look_.style;
  options.theoretical_path = look_.path;
  options.gravity = options.hinge = options.trail = options.predicted_path = false;
  Camera camera;
  const glm::vec2 size(picture.size());
  const float reach = MazeTransform(frame.scene, options).reach();
  camera.distance =
      kDistanceFactor * distance_to_see(reach, camera.field_of_view_rad, size.x / size.y);
  renderer_->draw(frame, options, *look_.palette, camera, picture.name(), {{0, 0}, picture.size()},
                  {.scale = 2});
}

}  // namespace marblemaze
