#include "render/app/film_roll.h"

#include <fmt/format.h>

#include "maze/base/stop.h"

namespace marblemaze {

FilmRoll::FilmRoll(Workbench& bench, Screen& screen,
                   const std::vector<std::filesystem::path>& paths, glm::ivec2 size,
                   int frames_a_second)
    : bench_(bench), screen_(screen), size_(size), frame_s_(1.0 / frames_a_second) {
  for (const std::filesystem::path& path : paths)
    writers_.emplace_back(path, size, frames_a_second);
}

void FilmRoll::add_frame() {
  bench_.frame(frame_s_, 0);
  const Image image = screen_.picture(bench_, size_, frame_s_, picture_quality(bench_));
  const StopScope unstopped{StopToken()};  // frames are written whole
  for (VideoWriter& writer : writers_) writer.add(image);
  time_s_ += frame_s_;
  if (bench_.shown().over()) after_end_s_ += frame_s_;
}

std::string FilmRoll::finish() {
  const StopScope unstopped{StopToken()};
  std::vector<std::string> made;
  for (VideoWriter& writer : writers_) made.push_back(writer.finish());
  return fmt::format("{}", fmt::join(made, " and "));
}

}  // namespace marblemaze
