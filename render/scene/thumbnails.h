#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>

#include "render/scene/scene_renderer.h"

namespace marblemaze {

/// Caches small images of mazes; each is drawn when it is first requested. All use the default
/// camera position. Requires: an OpenGL context is current during its lifetime.
class Thumbnails {
 public:
  /// Properties shared by all images.
  struct Look {
    Style style = Style::glass;
    const Palette* palette = nullptr;
    bool path = true;       ///< shows the shortest path
    std::size_t shows = 0;  ///< changes when the meaning of names changes

    bool operator==(const Look&) const = default;
  };

  /// Begins a frame, in which at most `most` images are drawn. If the look changes, all images are
  /// redrawn.
  void begin_frame(const Look& look, int most);
  /// Returns an OpenGL texture of `size` pixels, or 0 if the image must wait for another frame.
  /// `frame` is called only if no image with this name has been drawn yet.
  [[nodiscard]] GLuint texture(const std::string& name, glm::ivec2 size,
                               const std::function<Frame()>& frame);
  /// Returns whether images are waiting for another frame.
  [[nodiscard]] bool unfinished() const { return unfinished_; }

 private:
  struct Kept {
    std::unique_ptr<Framebuffer> picture;
    long last_used = 0;  // index of the frame
  };
  void draw(const Frame& frame, const Framebuffer& picture);

  Look look_;
  // Null until the first image is needed, because compiling the shaders takes time.
  std::unique_ptr<SceneRenderer> renderer_;
  std::unordered_map<std::string, Kept> kept_;
  int left_ = 0;
  long frame_ = 0;
  bool unfinished_ = false;
};

}  // namespace marblemaze
