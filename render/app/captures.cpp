#include "render/app/captures.h"

#include <algorithm>

#include <fmt/format.h>

#include "maze/base/stop.h"

namespace marblemaze {
namespace {

constexpr glm::ivec2 kSize{1280, 720}, kLoopSize{800, 450};  // files for sharing must be small
constexpr int kFramesASecond = 30;
constexpr double kAfterTheEnd_s = 3, kLoop_s = 10;

// Returns the agent's reason for the shown move.
std::string reason(const MarbleRun& run) {
  const auto move = run.move_now();
  const std::string rule = move ? run.note(*move).rule : "";
  return rule.empty() ? "" : fmt::format("Move {}: {}", run.recording().move(*move).number, rule);
}

constexpr double kLongestFrame_s =
    0.2;  // longest frame of a video; longer pauses of the window are shortened

}  // namespace

FilmRoll::FilmRoll(Session& session, Screen& screen,
                   const std::vector<std::filesystem::path>& paths, glm::ivec2 size,
                   int frames_a_second)
    : session_(session), screen_(screen), size_(size), frame_s_(1.0 / frames_a_second) {
  for (const std::filesystem::path& path : paths)
    writers_.emplace_back(path, size, frames_a_second);
}

void FilmRoll::add_frame() {
  session_.frame(frame_s_, 0);
  const Image image = screen_.picture(session_, size_, frame_s_, picture_quality(session_));
  const StopScope unstopped{StopToken()};  // an interruption must not damage a frame
  for (VideoWriter& writer : writers_) writer.add(image);
  time_s_ += frame_s_;
  if (session_.shown().over()) after_end_s_ += frame_s_;
}

std::string FilmRoll::finish() {
  const StopScope unstopped{StopToken()};
  std::vector<std::string> made;
  for (VideoWriter& writer : writers_) made.push_back(writer.finish());
  return fmt::format("{}", fmt::join(made, " and "));
}

FilmExport::Film::Film(Session& window)
    : session(Recording(window.run().recording())),
      roll(session, screen, window.files.exporting->paths,
           window.files.exporting->loop ? kLoopSize : kSize, kFramesASecond) {
  session.panels.show_panels = false;
  session.view.look = window.view.look;
  session.view.palette = window.view.palette;
  session.view.camera = window.view.camera;
  session.marble().set_speed(window.files.exporting->loop
                                 ? session.run().seconds() / (kLoop_s - kAfterTheEnd_s)
                                 : window.marble().speed());
  session.marble().jump(0);
  session.marble().play();
}

double FilmExport::Film::length_s() const {
  const MarbleRun& marble = session.marble();
  const double run_s = static_cast<double>(marble.length()) * marble.seconds_per_tick();
  return run_s / marble.speed() + kAfterTheEnd_s;
}

void FilmExport::step() {
  if (!window_.files.exporting) return film_.reset();  // unfinished videos leave no file
  try {
    if (!film_) film_ = std::make_unique<Film>(window_);
    Film& film = *film_;
    if (window_.files.exporting->loop) film.session.say(reason(film.session.marble()));
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
    session_.files.film.reset();
    writer_.reset();
    session_.say(failure.what());
  }
}

void WindowCaptures::finish() {
  session_.files.film.reset();
  take(0, film_size_, 0);
}

void WindowCaptures::keep_picture(GLuint framebuffer, glm::ivec2 size) {
  if (!session_.files.wanted_screenshot) return;
  const auto path = *std::exchange(session_.files.wanted_screenshot, {});
  save_png(read_framebuffer(framebuffer, size), path);
  session_.say("Saved " + path.string());
}

void WindowCaptures::keep_film(GLuint framebuffer, glm::ivec2 size, double elapsed_s) {
  size = size / 2 * 2;  // the video formats require even sides
  const bool other_size = writer_ && size != film_size_;
  if (writer_ && (!session_.files.film || other_size)) {
    session_.files.film.reset();
    session_.say("Saved " + std::exchange(writer_, nullptr)->finish() +
                 (other_size ? ": a video cannot change its size" : ""));
  }
  if (!session_.files.film) return;
  if (!writer_) {
    writer_ = std::make_unique<VideoWriter>(session_.files.film->path, size, kFramesASecond);
    film_size_ = size;
    frames_ = 0;
  } else {
    session_.files.film->time_s += std::min(elapsed_s, kLongestFrame_s);
  }
  if (frames_ > session_.files.film->time_s * kFramesASecond) return;
  const Image image = read_framebuffer(framebuffer, size);
  for (; frames_ <= session_.files.film->time_s * kFramesASecond; ++frames_) writer_->add(image);
}

}  // namespace marblemaze
