#pragma once

#include <memory>

#include "render/gl/capture.h"
#include "render/gl/video_writer.h"
#include "render/session/workbench.h"

namespace marblemaze {

/// Keeps pictures and films of a window, as the bench wants them. What cannot be written becomes a
/// message in the window.
class WindowCaptures {
 public:
  explicit WindowCaptures(Workbench& bench) : bench_(bench) {}

  /// After each frame: a framebuffer without samples, its size, and the wall time since the last
  /// frame. A film runs as fast as the window did.
  void take(GLuint framebuffer, glm::ivec2 size, double elapsed_s);
  /// Ends a film under way.
  void finish();

 private:
  void keep_picture(GLuint framebuffer, glm::ivec2 size);
  void keep_film(GLuint framebuffer, glm::ivec2 size, double elapsed_s);

  Workbench& bench_;
  std::unique_ptr<VideoWriter> writer_;
  glm::ivec2 film_size_{0};
  long frames_ = 0;
};

}  // namespace marblemaze
