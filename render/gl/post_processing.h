#pragma once

#include <optional>
#include <span>
#include <vector>

#include "render/gl/gl_resources.h"
#include "render/gl/quality.h"

namespace marblemaze {

/// Rectangle in framebuffer pixels, with the origin in the lower left corner.
struct Rectangle {
  glm::ivec2 origin{0};
  glm::ivec2 size{0};
};

/// Renders into an internal framebuffer, which is tone-mapped into the target framebuffer.
/// Requires: an OpenGL context is current during the lifetime of this object.
class PostProcessing {
 public:
  /// The internal size is computed from `size` (target size in pixels) and the quality. Blending is
  /// linear in light unless `format` is ColourFormat::screen.
  void begin(glm::ivec2 size, const Quality& quality, ColourFormat format);
  [[nodiscard]] const Framebuffer& inside() const { return *inside_; }
  [[nodiscard]] glm::ivec2 size() const { return inside_->size(); }
  /// Resolves multisampling, adds bloom scaled by `bloom_part`, and draws the result into the
  /// rectangle `place` of `target`. Leaves `target` bound. If `seen` is not empty, writes only to
  /// these rectangles of the target.
  void finish(GLuint target, Rectangle place, float bloom_part,
              std::span<const Rectangle> seen = {});

 private:
  [[nodiscard]] const Framebuffer& resolved();
  void make_bloom(const Framebuffer& picture);
  void bloom_step(const Framebuffer& from, const Framebuffer& to, float knee) const;
  void tone(const Framebuffer& picture, float bloom_part) const;

  Program tone_{"background", "tone"}, bloom_{"background", "bloom"};
  InstancedMesh triangle_;
  Quality quality_;
  std::optional<Framebuffer> inside_;
  // Copy of inside_ with one sample per pixel. Unused without multisampling.
  std::optional<Framebuffer> resolved_;
  std::optional<Framebuffer> tone_mapped_;
  std::vector<Framebuffer> bloom_levels_;
};

}  // namespace marblemaze
