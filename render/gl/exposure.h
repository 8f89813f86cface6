#pragma once

#include <optional>
#include <vector>

#include "render/gl/gl_resources.h"
#include "render/gl/quality.h"

namespace marblemaze {

/// A part of the target, in pixels, origin at its lower left corner.
struct Rectangle {
  glm::ivec2 origin{0};
  glm::ivec2 size{0};
};

/// A picture under way: what is drawn is collected inside, then developed into its place. Needs a
/// current OpenGL context all its life.
class Exposure {
 public:
  Exposure();

  /// Binds the inside picture, of a size that suits `size` pixels of the target. `format` says what
  /// will be drawn; light is mixed as light in all but the first format.
  void begin(glm::ivec2 size, const Quality& quality, ColourFormat format);
  /// What is drawn into.
  [[nodiscard]] const Framebuffer& inside() const { return *inside_; }
  /// Of the inside picture, pixels.
  [[nodiscard]] glm::ivec2 size() const { return inside_->size(); }
  /// Joins samples, adds `bloom_part` of the glow of bright things, and brings all of it into
  /// `place` of framebuffer `target`, which it leaves bound.
  void finish(GLuint target, Rectangle place, float bloom_part);

 private:
  [[nodiscard]] const Framebuffer& resolved();
  void make_bloom(const Framebuffer& picture);
  void bloom_step(const Framebuffer& from, const Framebuffer& to, float knee) const;
  void tone(const Framebuffer& picture, float bloom_part) const;

  Program tone_, bloom_;
  BareVertices bare_;
  Quality quality_;
  std::optional<Framebuffer> inside_;     // where the picture is drawn
  std::optional<Framebuffer> resolved_;   // the same without samples, where there are any
  std::optional<Framebuffer> developed_;  // the same in colours of the screen, where sizes differ
  std::vector<Framebuffer> glows_;        // ever smaller
};

}  // namespace marblemaze
