#include "render/app/film_roll.h"

namespace marblemaze {

FilmRoll::FilmRoll(Workbench& bench, Screen& screen, const std::filesystem::path& path,
                   glm::ivec2 size, int frames_a_second)
    : bench_(bench),
      screen_(screen),
      writer_(path, size, frames_a_second),
      size_(size),
      frame_s_(1.0 / frames_a_second) {}

void FilmRoll::add_frame() {
  bench_.frame(frame_s_, 0);
  writer_.add(screen_.picture(bench_, size_, frame_s_, picture_quality(bench_)));
  time_s_ += frame_s_;
  if (bench_.shown().over()) after_end_s_ += frame_s_;
}

}  // namespace marblemaze
