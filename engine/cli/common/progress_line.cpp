#include "engine/cli/common/progress_line.h"

#include <algorithm>

#include <unistd.h>

#include "engine/cli/common/print.h"

namespace marblemaze {

ProgressLine::ProgressLine()
    : began_(Clock::now()), shown_(began_), tty_(isatty(STDERR_FILENO) != 0) {}

ProgressLine::~ProgressLine() {
  if (open_) print_error("\n");
}

bool ProgressLine::due() const {
  return Clock::now() - shown_ >=
         (tty_ ? std::chrono::milliseconds(200) : std::chrono::seconds(10));
}

void ProgressLine::show(const std::string& text) {
  shown_ = Clock::now();
  open_ = tty_;
  if (tty_) std::fputs("\r", stderr);
  print_error("{}{}", text, tty_ ? "   " : "\n");
}

void ProgressLine::say(const std::string& text) {
  print_error("{}{}\n", open_ ? "\n" : "", text);
  open_ = false;
}

void ProgressLine::finish(const std::string& text) {
  if (!tty_ && shown_ == began_) return;
  if (tty_) std::fputs("\r", stderr);
  print_error("{}\n", text);
  open_ = false;
}

double ProgressLine::seconds() const {
  return std::chrono::duration<double>(Clock::now() - began_).count();
}

void Pace::add(double now_s, double cost) {
  constexpr double kWindow_s = 30, kBetween_s = 1;
  now_ = {now_s, now_.cost + cost, now_.parts + 1};
  left_ = std::max(0.0, left_ - cost);
  if (now_s - moments_.back().s >= kBetween_s) moments_.push_back(now_);
  while (moments_.size() > 2 && now_s - moments_[1].s >= kWindow_s) moments_.pop_front();
}

std::optional<double> Pace::seconds_left() const {
  const double spent = now_.s - moments_.front().s, cost = now_.cost - moments_.front().cost;
  return cost > 0 ? std::optional(left_ * spent / cost) : std::nullopt;
}

double Pace::parts_per_second() const {
  const double spent = now_.s - moments_.front().s;
  return spent > 0 ? (now_.parts - moments_.front().parts) / spent : 0;
}

}  // namespace marblemaze
