#include "render/app/captures.h"

#include <algorithm>

#include <fmt/format.h>

#include "maze/base/stop.h"
#include "render/session/run_text.h"

namespace marblemaze {
namespace {

constexpr glm::ivec2 kSize{1280, 720}, kLoopSize{800, 450};  // small, because loops are shared
constexpr int kFramesASecond = 30;
constexpr double kTail_s = 3, kLoop_s = 10;
constexpr double kMaxFrame_s = 0.2;  // limit for long pauses between frames

// Returns the agent's reason for the current move, or the run title before the first move.
std::string reason(const MarbleRun& run) {
  const auto move = run.current_move();
  if (!move) return run.title();
  const RecordedMove& made = run.recording().move(*move);
  if (!made.move.valid()) return fmt::format("Turn to {} orientations", made.control);
  return fmt::format("Move {}: {}", made.number, reason_text(made.reason));
}

std::unique_ptr<Session> session_for_video(const Session& window) {
  auto session = std::make_unique<Session>(Recording(window.run().recording()));
  session->panels.show_panels = false;
  session->view.look = window.view.look;
  session->view.measured_quality = window.view.measured_quality;
  session->view.palette = window.view.palette;
  session->view.camera = window.view.camera;
  MarbleRun& marble = session->marble();
  marble.set_speed(window.files.exporting->loop ? session->run().seconds() / (kLoop_s - kTail_s)
                                                : window.marble().speed());
  marble.jump(0);
  marble.play();
  return session;
}

}  // namespace

SessionVideo::SessionVideo(std::unique_ptr<Session> session,
                           const std::vector<std::filesystem::path>& paths, glm::ivec2 size,
                           int frames_a_second)
    : session_(std::move(session)), size_(size), frame_s_(1.0 / frames_a_second) {
  for (const std::filesystem::path& path : paths)
    writers_.emplace_back(path, size, frames_a_second);
}

void SessionVideo::add_frame() {
  session_->update(frame_s_, 0);
  const Image image = screen_.render(*session_, size_, frame_s_, session_->view.quality());
  const StopScope unstopped{StopToken()};  // an interrupt must not truncate a frame
  for (VideoWriter& writer : writers_) writer.add(image);
  time_s_ += frame_s_;
  if (session_->shown().over()) after_end_s_ += frame_s_;
}

std::string SessionVideo::finish() {
  const StopScope unstopped{StopToken()};
  std::vector<std::string> made;
  for (VideoWriter& writer : writers_) made.push_back(writer.finish());
  return fmt::format("{}", fmt::join(made, " and "));
}

void WindowCaptures::export_frame() {
  auto& wanted = session_.files.exporting;
  if (!wanted) return export_.reset();  // an unfinished video leaves no file
  try {
    if (!export_)
      export_ = std::make_unique<SessionVideo>(session_for_video(session_), wanted->paths,
                                               wanted->loop ? kLoopSize : kSize, kFramesASecond);
    const MarbleRun& marble = export_->session().marble();
    if (wanted->loop) export_->session().show_message(reason(marble));
    export_->add_frame();
    const double run_s = static_cast<double>(marble.length()) * marble.seconds_per_tick();
    wanted->part = std::min(export_->time_s() / (run_s / marble.speed() + kTail_s), 1.0);
    if (export_->after_end_s() < kTail_s) return;
    session_.show_message("Saved " + export_->finish());
  } catch (const std::exception& failure) {
    session_.show_message(failure.what());
  }
  wanted.reset();
  export_.reset();
}

void WindowCaptures::take(GLuint framebuffer, glm::ivec2 size, double elapsed_s) {
  try {
    if (const auto path = std::exchange(session_.files.pending_screenshot, {})) {
      save_png(read_framebuffer(framebuffer, size), *path);
      session_.show_message("Saved " + path->string());
    }
    record_frame(framebuffer, size, elapsed_s);
  } catch (const std::exception& failure) {
    session_.files.video.reset();
    writer_.reset();
    session_.show_message(failure.what());
  }
}

void WindowCaptures::finish() {
  session_.files.video.reset();
  take(0, video_size_, 0);
}

void WindowCaptures::record_frame(GLuint framebuffer, glm::ivec2 size, double elapsed_s) {
  size = size / 2 * 2;  // video formats require even side lengths
  const bool other_size = writer_ && size != video_size_;
  if (writer_ && (!session_.files.video || other_size)) {
    session_.files.video.reset();
    session_.show_message("Saved " + std::exchange(writer_, nullptr)->finish() +
                          (other_size ? ": a video cannot change its size" : ""));
  }
  auto& video = session_.files.video;
  if (!video) return;
  if (!writer_) {
    writer_ = std::make_unique<VideoWriter>(video->path, size, kFramesASecond);
    video_size_ = size;
    frames_ = 0;
  } else {
    video->time_s += std::min(elapsed_s, kMaxFrame_s);
  }
  if (frames_ > video->time_s * kFramesASecond) return;
  const Image image = read_framebuffer(framebuffer, size);
  for (; frames_ <= video->time_s * kFramesASecond; ++frames_) writer_->add(image);
}

}  // namespace marblemaze
