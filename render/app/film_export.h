#pragma once

#include "render/app/film_roll.h"

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
    explicit Film(Workbench& window);
    [[nodiscard]] double length_s() const;  // when it is whole

    Workbench bench;
    Screen screen;
    FilmRoll roll;
  };

  Workbench& window_;
  std::unique_ptr<Film> film_;
};

}  // namespace marblemaze
