#pragma once

#include <list>
#include <memory>
#include <string>
#include <vector>

#include "render/app/screen.h"
#include "render/gl/capture.h"
#include "render/session/session.h"

namespace marblemaze {

/// Records a video of a session in simulated time, so that slow rendering does not affect the video
/// speed.
class SessionVideo {
 public:
  /// Throws the same exceptions as VideoWriter. Requires: both sides of `size` are even.
  SessionVideo(std::unique_ptr<Session> session, const std::vector<std::filesystem::path>& paths,
               glm::ivec2 size, int frames_a_second);

  [[nodiscard]] Session& session() { return *session_; }
  void add_frame();
  [[nodiscard]] double time_s() const { return time_s_; }
  /// Returns the length of the video after the end of playback, s.
  [[nodiscard]] double after_end_s() const { return after_end_s_; }
  std::string finish();

 private:
  std::unique_ptr<Session> session_;
  Screen screen_;
  std::list<VideoWriter> writers_;
  glm::ivec2 size_;
  double frame_s_, time_s_ = 0, after_end_s_ = 0;
};

/// Saves screenshots and videos requested by a window's session. A video shows either the window or
/// its run from the start. Shows errors as messages in the window. Requires: an OpenGL context is
/// current during the lifetime of this object.
class WindowCaptures {
 public:
  explicit WindowCaptures(Session& session) : session_(session) {}

  /// Call this function after each frame. `framebuffer` must not be multisampled. `elapsed_s` is
  /// the wall time since the previous frame, so that the video plays at window speed.
  void take(GLuint framebuffer, glm::ivec2 size, double elapsed_s);
  void finish();
  /// Renders one frame of a run video if the session requests it. Shows a message in the window
  /// when the video is complete.
  void export_frame();

 private:
  void record_frame(GLuint framebuffer, glm::ivec2 size, double elapsed_s);

  Session& session_;
  std::unique_ptr<VideoWriter> writer_;
  glm::ivec2 video_size_{0};
  long frames_ = 0;
  std::unique_ptr<SessionVideo> export_;
};

}  // namespace marblemaze
