#include "render/app/captures.h"

#include <algorithm>

#include <fmt/format.h>

#include "maze/base/stop.h"
#include "render/session/run_words.h"

namespace marblemaze {
namespace {

constexpr glm::ivec2 kSize{1280, 720}, kLoopSize{800, 450};  // files for sharing must be small
constexpr int kFramesASecond = 30;
constexpr double kAfterTheEnd_s = 3, kLoop_s = 10;

// Returns the agent's reason for the shown move; before the first move, the maze.
std::string reason(const MarbleRun& run) {
  const auto move = run.move_now();
  if (!move) return run.title();
  const RecordedMove& made = run.recording().move(*move);
  if (!made.move.valid()) return fmt::format("Turn to {} orientations", made.control);
  return fmt::format("Move {}: {}", made.number, reason_words(run.note(*move).rule));
}
constexpr double kLongestFrame_s = 0.2;  // longer pauses of the window are shortened

// Returns a session that plays the window's run from its start.
std::unique_ptr<Session> session_for_film(const Session& window) {
  auto session = std::make_unique<Session>(Recording(window.run().recording()));
  session->panels.show_panels = false;
  session->view.look = window.view.look;
  session->view.palette = window.view.palette;
  session->view.camera = window.view.camera;
  MarbleRun& marble = session->marble();
  marble.set_speed(window.files.exporting->loop
                       ? session->run().seconds() / (kLoop_s - kAfterTheEnd_s)
                       : window.marble().speed());
  marble.jump(0);
  marble.play();
  return session;
}

}  // namespace

FilmRoll::FilmRoll(std::unique_ptr<Session> session,
                   const std::vector<std::filesystem::path>& paths, glm::ivec2 size,
                   int frames_a_second)
    : session_(std::move(session)), size_(size), frame_s_(1.0 / frames_a_second) {
  for (const std::filesystem::path& path : paths)
    writers_.emplace_back(path, size, frames_a_second);
}

void FilmRoll::add_frame() {
  session_->frame(frame_s_, 0);
  const Image image = screen_.picture(*session_, size_, frame_s_, picture_quality(*session_));
  const StopScope unstopped{StopToken()};  // an interruption must not damage a frame
  for (VideoWriter& writer : writers_) writer.add(image);
  time_s_ += frame_s_;
  if (session_->shown().over()) after_end_s_ += frame_s_;
}

std::string FilmRoll::finish() {
  const StopScope unstopped{StopToken()};
  std::vector<std::string> made;
  for (VideoWriter& writer : writers_) made.push_back(writer.finish());
  return fmt::format("{}", fmt::join(made, " and "));
}

void FilmExport::step() {
  auto& wanted = window_.files.exporting;
  if (!wanted) return film_.reset();  // unfinished videos leave no file
  try {
    if (!film_)
      film_ = std::make_unique<FilmRoll>(session_for_film(window_), wanted->paths,
                                         wanted->loop ? kLoopSize : kSize, kFramesASecond);
    const MarbleRun& marble = film_->session().marble();
    if (wanted->loop) film_->session().say(reason(marble));
    film_->add_frame();
    const double run_s = static_cast<double>(marble.length()) * marble.seconds_per_tick();
    wanted->part = std::min(film_->time_s() / (run_s / marble.speed() + kAfterTheEnd_s), 1.0);
    if (film_->after_end_s() < kAfterTheEnd_s) return;
    window_.say("Saved " + film_->finish());
  } catch (const std::exception& failure) {
    window_.say(failure.what());
  }
  wanted.reset();
  film_.reset();
}

void WindowCaptures::take(GLuint framebuffer, glm::ivec2 size, double elapsed_s) {
  try {
    if (const auto path = std::exchange(session_.files.wanted_screenshot, {})) {
      save_png(read_framebuffer(framebuffer, size), *path);
      session_.say("Saved " + path->string());
    }
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

void WindowCaptures::keep_film(GLuint framebuffer, glm::ivec2 size, double elapsed_s) {
  size = size / 2 * 2;  // the video formats require even sides
  const bool other_size = writer_ && size != film_size_;
  if (writer_ && (!session_.files.film || other_size)) {
    session_.files.film.reset();
    session_.say("Saved " + std::exchange(writer_, nullptr)->finish() +
                 (other_size ? ": a video cannot change its size" : ""));
  }
  auto& film = session_.files.film;
  if (!film) return;
  if (!writer_) {
    writer_ = std::make_unique<VideoWriter>(film->path, size, kFramesASecond);
    film_size_ = size;
    frames_ = 0;
  } else {
    film->time_s += std::min(elapsed_s, kLongestFrame_s);
  }
  if (frames_ > film->time_s * kFramesASecond) return;
  const Image image = read_framebuffer(framebuffer, size);
  for (; frames_ <= film->time_s * kFramesASecond; ++frames_) writer_->add(image);
}

}  // namespace marblemaze
