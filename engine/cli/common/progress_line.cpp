#include "engine/cli/common/progress_line.h"

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

void ProgressLine::print(const std::string& text) {
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

}  // namespace marblemaze
