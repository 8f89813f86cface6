#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>

#include "render/scene/scene_renderer.h"

namespace marblemaze {

/// Small pictures of mazes, each drawn when it is first asked for, and then kept. All are seen from
/// where a new camera stands. Needs a current OpenGL context all its life.
class Thumbnails {
 public:
  /// What all pictures depend on.
  struct Look {
    Style style = Style::glass;
    const Palette* palette = nullptr;
    bool path = true;       ///< the shortest path
    std::size_t shows = 0;  ///< differs where names stand for other things than before

    bool operator==(const Look&) const = default;
  };

  /// Before the pictures of a frame are asked for; with another look than before all are drawn
  /// anew. At most `most` are drawn in it.
  void begin_frame(const Look& look, int most);
  /// An OpenGL texture of `size` pixels; 0 where it has to wait for another frame. The name says
  /// what is seen; `frame` is asked for only where that was not drawn yet.
  [[nodiscard]] GLuint texture(const std::string& name, glm::ivec2 size,
                               const std::function<Frame()>& frame);
  /// Something waits for another frame.
  [[nodiscard]] bool unfinished() const { return unfinished_; }

 private:
  struct Kept {
    std::unique_ptr<Framebuffer> picture;
    long last_used = 0;  // frame
  };
  void draw(const Frame& frame, const Framebuffer& picture);

  Look look_;
  std::unique_ptr<SceneRenderer> renderer_;  // its shaders are compiled when the first is wanted
  std::unordered_map<std::string, Kept> kept_;
  int left_ = 0;
  long frame_ = 0;
  bool unfinished_ = false;
};

}  // namespace marblemaze
