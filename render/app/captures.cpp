#include "render/app/captures.h"

#include <algorithm>

#include <fmt/format.h>

#include "maze/base/stop.h"

namespace marblemaze {
namespace {

constexpr glm::ivec2 kSize{1280, 720}, kLoopSize{800, 450};  // what is shared is to be small
constexpr int kFramesASecond = 30;
constexpr double kAfterTheEnd_s = 3, kLoop_s = 10;

// Of the move shown: what it is for, in the agent's words.
std::string reason(const MarbleRuns& marble) {
  const auto move = marble.move_now();
  const std::string rule = move ? marble.run().note(*move).rule : "";
  return rule.empty()
             ? ""
             : fmt::format("Move {}: {}", marble.run().recording().move(*move).number, rule);
}

constexpr double kLongestFrame_s = 0.2;  // of a film; a window that stood still is not waited for

}  // namespace

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

FilmExport::Film::Film(Workbench& window)
    : bench(Recording(window.run().recording())),
      roll(bench, screen, window.files.exporting->paths,
           window.files.exporting->loop ? kLoopSize : kSize, kFramesASecond) {
  bench.panels.show_panels = false;
  bench.view.look = window.view.look;
  bench.view.palette = window.view.palette;
  bench.view.camera = window.view.camera;
  bench.marble().time.set_speed(window.files.exporting->loop
                                    ? bench.run().seconds() / (kLoop_s - kAfterTheEnd_s)
                                    : window.marble().time.speed());
  bench.marble().time.jump(0);
  bench.marble().time.play();
}

double FilmExport::Film::length_s() const {
  const MarbleRuns& marble = bench.marble();
  const double run_s = static_cast<double>(marble.length()) * marble.run().seconds_per_tick();
  return run_s / marble.time.speed() + kAfterTheEnd_s;
}

void FilmExport::step() {
  if (!window_.files.exporting) return film_.reset();  // what is not whole leaves no file
  try {
    if (!film_) film_ = std::make_unique<Film>(window_);
    Film& film = *film_;
    if (window_.files.exporting->loop) film.bench.say(reason(film.bench.marble()));
    film.roll.add_frame();
    window_.files.exporting->part = std::min(film.roll.time_s() / film.length_s(), 1.0);
    if (film.roll.after_end_s() < kAfterTheEnd_s) return;
    window_.say("Saved " + film.roll.finish());
  } catch (const std::exception& failure) {
    window_.say(failure.what());
  }
  window_.files.exporting.reset();
  film_.reset();
}

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
               (other_size ? ": a video cannot change its size" : ""));
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
