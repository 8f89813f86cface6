#pragma once

#include "render/app/screen.h"
#include "render/gl/video_writer.h"

namespace marblemaze {

/// Makes the film that a bench asks for, a frame at a time beside the window's own, with a bench
/// and a screen of its own. Needs a current OpenGL context all its life.
class FilmExport {
 public:
  explicit FilmExport(Workbench& window) : window_(window) {}

  /// One more frame where a film is wanted. Says in the window how it ended.
  void step();

 private:
  struct Film {
    Film(Workbench& window, const std::filesystem::path& path);

    Workbench bench;
    Screen screen;
    VideoWriter writer;
    double time_s = 0, after_end_s = 0;
  };

  Workbench& window_;
  std::unique_ptr<Film> film_;
};

}  // namespace marblemaze
