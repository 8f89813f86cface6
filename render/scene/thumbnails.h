#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>

#include "render/scene/scene_renderer.h"

namespace marblemaze {

/// Cache of small maze images, drawn on demand from the default camera direction. Requires: an
/// OpenGL context is current for the lifetime of the cache.
class Thumbnails {
 public:
  struct Look {
    Style style = Style::glass;
    const Palette* palette = nullptr;
    bool path = true;                 ///< show the shortest path
    std::size_t content_version = 0;  ///< changes when the image names get new meanings

    bool operator==(const Look&) const = default;
  };

  /// Begins a frame in which at most `most` images are drawn. Discards all images if the look has
  /// changed.
  void begin_frame(const Look& look, int most);
  /// Returns an OpenGL texture of `size` pixels, or 0 if the image is postponed to a later frame.
  /// Calls `frame` only if no image with this name is cached.
  [[nodiscard]] GLuint texture(const std::string& name, glm::ivec2 size,
                               const std::function<Frame()>& frame);
  /// Returns true if images were postponed to a later frame.
  [[nodiscard]] bool unfinished() const { return unfinished_; }

 private:
  struct CachedImage {
    std::unique_ptr<Framebuffer> picture;
    long last_used = 0;
  };
  void draw(const Frame& frame, const Framebuffer& picture);

  Look look_;
  // Created with the first image, because shader compilation is slow.
  std::unique_ptr<SceneRenderer> renderer_;
  std::unordered_map<std::string, CachedImage> images_;
  int left_ = 0;
  long frame_ = 0;
  bool unfinished_ = false;
};

}  // namespace marblemaze
