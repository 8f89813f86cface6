#pragma once

#include <list>
#include <string>
#include <vector>

#include "render/app/screen.h"
#include "render/gl/video_writer.h"

namespace marblemaze {

/// A film of a bench that is drawn on a screen of its own. It is paced by simulated time: each
/// frame shows the next moment, however long it takes to draw. Both must outlive it.
class FilmRoll {
 public:
  /// `size` has even sides. The same film goes into each of the files. Throws as VideoWriter does.
  FilmRoll(Workbench& bench, Screen& screen, const std::vector<std::filesystem::path>& paths,
           glm::ivec2 size, int frames_a_second);

  void add_frame();
  [[nodiscard]] double time_s() const { return time_s_; }
  /// For how long it has shown that nothing moves any more.
  [[nodiscard]] double after_end_s() const { return after_end_s_; }
  /// The files or folders that hold it, in words.
  std::string finish();

 private:
  Workbench& bench_;
  Screen& screen_;
  std::list<VideoWriter> writers_;
  glm::ivec2 size_;
  double frame_s_, time_s_ = 0, after_end_s_ = 0;
};

}  // namespace marblemaze
