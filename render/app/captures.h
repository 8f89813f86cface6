#pragma once

#include <list>
#include <memory>
#include <string>
#include <vector>

#include "render/app/screen.h"
#include "render/gl/capture.h"
#include "render/session/session.h"

namespace marblemaze {

/// Records a video of a session on its own screen. The video follows simulated time: each frame
/// shows the next moment, no matter how long drawing takes.
class SessionVideo {
 public:
  /// Begins a video, which is written to each of the files. Throws like VideoWriter. Requires: both
  /// sides of `size` are even.
  SessionVideo(std::unique_ptr<Session> session, const std::vector<std::filesystem::path>& paths,
               glm::ivec2 size, int frames_a_second);

  [[nodiscard]] Session& session() { return *session_; }
  void add_frame();
  [[nodiscard]] double time_s() const { return time_s_; }
  /// Returns the time, in seconds of the video, since the last motion.
  [[nodiscard]] double after_end_s() const { return after_end_s_; }
  /// Finishes the video. Returns a description of the written files or folders.
  std::string finish();

 private:
  std::unique_ptr<Session> session_;
  Screen screen_;
  std::list<VideoWriter> writers_;
  glm::ivec2 size_;
  double frame_s_, time_s_ = 0, after_end_s_ = 0;
};

/// Creates the video that a session requests, one frame at a time between the frames of the window.
/// Requires: an OpenGL context is current during its lifetime.
class VideoExporter {
 public:
  explicit VideoExporter(Session& window) : window_(window) {}

  /// Adds one frame if a video is requested, and reports the end of the video in the window.
  void step();

 private:
  Session& window_;
  std::unique_ptr<SessionVideo> video_;
};

/// Saves screenshots and videos of a window when the session requests them. Errors become messages
/// in the window.
class WindowCaptures {
 public:
  explicit WindowCaptures(Session& session) : session_(session) {}

  /// Saves the current frame if requested. Call it after each frame with a framebuffer without
  /// multisampling, its size, and the wall-clock time since the last frame. The video plays at the
  /// speed of the window.
  void take(GLuint framebuffer, glm::ivec2 size, double elapsed_s);
  /// Finishes the current video.
  void finish();

 private:
  void record_frame(GLuint framebuffer, glm::ivec2 size, double elapsed_s);

  Session& session_;
  std::unique_ptr<VideoWriter> writer_;
  glm::ivec2 video_size_{0};
  long frames_ = 0;
};

}  // namespace marblemaze
