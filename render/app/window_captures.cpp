#include "render/app/window_captures.h"

#include <algorithm>

namespace marblemaze {
namespace {

constexpr int kFramesASecond = 30;
constexpr double kLongestFrame_s = 0.2;  // of a film; a window that stood still is not waited for

}  // namespace

void WindowCaptures::take(GLuint framebuffer, glm::ivec2 size, double elapsed_s) {
  try {
    keep_picture(framebuffer, size);
    keep_film(framebuffer, size, elapsed_s);
  } catch (const std::exception& failure) {
    bench_.files.film.reset();
    writer_.reset();
    bench_.say(failure.what());
  }
}

void WindowCaptures::finish() {
  bench_.files.film.reset();
  take(0, film_size_, 0);
}

void WindowCaptures::keep_picture(GLuint framebuffer, glm::ivec2 size) {
  if (!bench_.files.wanted_screenshot) return;
  const auto path = *std::exchange(bench_.files.wanted_screenshot, {});
  save_png(read_framebuffer(framebuffer, size), path);
  bench_.say("Saved " + path.string());
}

void WindowCaptures::keep_film(GLuint framebuffer, glm::ivec2 size, double elapsed_s) {
  size = size / 2 * 2;  // the film formats want even sides
  const bool other_size = writer_ && size != film_size_;
  if (writer_ && (!bench_.files.film || other_size)) {
    bench_.files.film.reset();
    bench_.say("Saved " + std::exchange(writer_, nullptr)->finish() +
               (other_size ? ": a film cannot change its size" : ""));
  }
  if (!bench_.files.film) return;
  if (!writer_) {
    writer_ = std::make_unique<VideoWriter>(bench_.files.film->path, size, kFramesASecond);
    film_size_ = size;
    frames_ = 0;
  } else {
    bench_.files.film->time_s += std::min(elapsed_s, kLongestFrame_s);
  }
  if (frames_ > bench_.files.film->time_s * kFramesASecond) return;
  const Image image = read_framebuffer(framebuffer, size);
  for (; frames_ <= bench_.files.film->time_s * kFramesASecond; ++frames_) writer_->add(image);
}

}  // namespace marblemaze
