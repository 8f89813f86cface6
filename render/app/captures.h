#pragma once

#include <list>
#include <memory>
#include <string>
#include <vector>

#include "render/app/screen.h"
#include "render/gl/capture.h"
#include "render/session/session.h"

namespace marblemaze {

/// A film of a session that is drawn on a screen of its own. It is paced by simulated time: each
/// frame shows the next moment, however long it takes to draw. Both must outlive it.
class FilmRoll {
 public:
  /// `size` has even sides. The same film goes into each of the files. Throws as VideoWriter does.
  FilmRoll(Session& session, Screen& screen, const std::vector<std::filesystem::path>& paths,
           glm::ivec2 size, int frames_a_second);

  void add_frame();
  [[nodiscard]] double time_s() const { return time_s_; }
  /// For how long it has shown that nothing moves any more.
  [[nodiscard]] double after_end_s() const { return after_end_s_; }
  /// The files or folders that hold it, in words.
  std::string finish();

 private:
  Session& session_;
  Screen& screen_;
  std::list<VideoWriter> writers_;
  glm::ivec2 size_;
  double frame_s_, time_s_ = 0, after_end_s_ = 0;
};

/// Makes the film that a session asks for, a frame at a time beside the window's own, with a
/// session and a screen of its own. Needs a current OpenGL context all its life.
class FilmExport {
 public:
  explicit FilmExport(Session& window) : window_(window) {}

  /// One more frame where a film is wanted. Says in the window how it ended.
  void step();

 private:
  struct Film {
    explicit Film(Session& window);
    [[nodiscard]] double length_s() const;  // when it is whole

    Session session;
    Screen screen;
    FilmRoll roll;
  };

  Session& window_;
  std::unique_ptr<Film> film_;
};

/// Keeps pictures and films of a window, as the session wants them. What cannot be written becomes
/// a message in the window.
class WindowCaptures {
 public:
  explicit WindowCaptures(Session& session) : session_(session) {}

  /// After each frame: a framebuffer without samples, its size, and the wall time since the last
  /// frame. A film runs as fast as the window did.
  void take(GLuint framebuffer, glm::ivec2 size, double elapsed_s);
  /// Ends a film under way.
  void finish();

 private:
  void keep_picture(GLuint framebuffer, glm::ivec2 size);
  void keep_film(GLuint framebuffer, glm::ivec2 size, double elapsed_s);

  Session& session_;
  std::unique_ptr<VideoWriter> writer_;
  glm::ivec2 film_size_{0};
  long frames_ = 0;
};

}  // namespace marblemaze
