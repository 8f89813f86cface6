#pragma once

#include <optional>
#include <span>
#include <vector>

#include "render/gl/gl_resources.h"
#include "render/gl/quality.h"

namespace marblemaze {

/// Rectangle of the target in pixels, with the origin at its lower left corner.
struct Rectangle {
  glm::ivec2 origin{0};
  glm::ivec2 size{0};
};

/// Renders an image in two steps: draw calls go to an internal framebuffer, which is then
/// tone-mapped into the target. Requires: an OpenGL context is current during its lifetime.
class Exposure {
 public:
  /// Binds the internal framebuffer with a size that suits `size` pixels of the target. `format`
  /// describes the later draw calls. All formats except the first blend light linearly.
  void begin(glm::ivec2 size, const Quality& quality, ColourFormat format);
  /// Returns the framebuffer that receives draw calls.
  [[nodiscard]] const Framebuffer& inside() const { return *inside_; }
  /// Returns the size of the internal framebuffer in pixels.
  [[nodiscard]] glm::ivec2 size() const { return inside_->size(); }
  /// Resolves multisampling, adds the bloom of bright objects times `bloom_part`, and draws the
  /// result into `place` of framebuffer `target`, which remains bound. If `seen` is not empty, only
  /// these parts of the target are written.
  void finish(GLuint target, Rectangle place, float bloom_part,
              std::span<const Rectangle> seen = {});

 private:
  [[nodiscard]] const Framebuffer& resolved();
  void make_bloom(const Framebuffer& picture);
  void bloom_step(const Framebuffer& from, const Framebuffer& to, float knee) const;
  void tone(const Framebuffer& picture, float bloom_part) const;

  Program tone_{"background", "tone"}, bloom_{"background", "bloom"};
  Drawing triangle_;
  Quality quality_;
  std::optional<Framebuffer> inside_;  // target of draw calls
  // inside_ without multisampling; unused if inside_ has none.
  std::optional<Framebuffer> resolved_;
  std::optional<Framebuffer> developed_;  // image in display colours; used if the sizes differ
  std::vector<Framebuffer> glows_;        // bloom chain of decreasing sizes
};

}  // namespace marblemaze
