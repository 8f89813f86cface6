#include "render/session/shown.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

namespace marblemaze {
namespace {

constexpr double kLongestFrame_s = 0.1;
constexpr double kSmoothing_s = 0.5;

}  // namespace

void Shown::set_speed(double speed) {
  speed_ = std::clamp(speed, speeds_.slowest, speeds_.fastest);
}

void Shown::frame(double elapsed_s, double budget_s) {
  const double before = position_;
  elapsed_s = std::min(elapsed_s, kLongestFrame_s);
  lagging_ = false;
  if (playing_) {
    const double steps = speed_ * speeds_.steps_per_s * elapsed_s;
    reach(position_ + (backward_ ? -steps : steps), budget_s);
    if (backward_ && position_ == 0) playing_ = false;
  }
  measure(std::abs(position_ - before), elapsed_s);
}

void Shown::reach(double position, double budget_s) {
  using Clock = std::chrono::steady_clock;
  const auto began = Clock::now();
  position = std::max(position, 0.0);
  const auto needed = static_cast<long>(std::ceil(position));
  for (long steps = 0; extend(needed); ++steps) {
    // Reading the clock takes as long as a step of the physics.
    if (budget_s > 0 && steps % 16 == 15 &&
        std::chrono::duration<double>(Clock::now() - began).count() > budget_s) {
      lagging_ = true;
      break;
    }
  }
  position_ = std::min(position, static_cast<double>(length()));
  moved();
}

void Shown::measure(double steps, double elapsed_s) {
  if (elapsed_s <= 0) return;
  const double now = steps / (speeds_.steps_per_s * elapsed_s);
  actual_speed_ += (now - actual_speed_) * std::min(elapsed_s / kSmoothing_s, 1.0);
}

void Shown::step(int steps) {
  playing_ = false;
  jump((steps > 0 ? std::floor(position_) : std::ceil(position_)) + steps);
}

void Shown::show_moment(double at_s, int at_move) {
  pause();
  jump(at_s >= 0 ? at_s * speed_ * speeds_.steps_per_s : at_move);
}

bool Shown::at_end() const {
  return complete() && !backward() && position() >= static_cast<double>(length());
}

void Shown::play_towards(bool backward) {
  backward_ = backward;
  if (at_end()) jump(0);
  play();
}

void Shown::to_newest() {
  jump(static_cast<double>(length()));
  set_backward(false);
}

TransportWords Shown::step_words(const std::string& step) const {
  return {.speed_format = "%.2g " + step + "s/s",
          .speed_unit = speeds().steps_per_s,
          .facts = fmt::format("{} {} of {}", step, done(), length())};
}

}  // namespace marblemaze
