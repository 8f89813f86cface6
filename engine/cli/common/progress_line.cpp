#include "engine/cli/common/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

namespace marblemaze {

ProgressLine::ProgressLine()
    : began_(Clock::now()), shown_(began_), tty_(isatty(STDERR_FILENO) != 0) {}

ProgressLine::~ProgressLine() {
  if (open_) fmt::print(stderr, "\n");
}

bool ProgressLine::due() const {
  return Clock::now() - shown_ >=
         (tty_ ? std::chrono::milliseconds(200) : std::chrono::seconds(10));
}

void ProgressLine::show(const std::string& text) {
  shown_ = Clock::now();
  open_ = tty_;
  fmt::print(stderr, "{}{}{}", tty_ ? "\r" : "", text, tty_ ? "   " : "\n");
}

void ProgressLine::say(const std::string& text) {
  fmt::print(stderr, "{}{}\n", open_ ? "\n" : "", text);
  open_ = false;
}

void ProgressLine::finish(const std::string& text) {
  if (!tty_ && shown_ == began_) return;
  fmt::print(stderr, "{}{}\n", tty_ ? "\r" : "", text);
  open_ = false;
}

double ProgressLine::seconds() const {
  return std::chrono::duration<double>(Clock::now() - began_).count();
}

}  // namespace marblemaze
