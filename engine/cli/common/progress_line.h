#pragma once

#include <chrono>
#include <string>

namespace marblemaze {

/// Progress line on standard error: rewritten in place on a terminal, every ten seconds elsewhere.
class ProgressLine {
 public:
  ProgressLine();
  /// Ends the line, so that an error message begins on a separate line.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Returns whether it is time to show progress again.
  [[nodiscard]] bool due() const;
  void show(const std::string& text);
  /// Prints a line that is not rewritten.
  void say(const std::string& text);
  /// Prints the last line, unless the work was too short to show any.
  void finish(const std::string& text);

  [[nodiscard]] double seconds() const;  ///< seconds since construction

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point began_, shown_;
  bool tty_;
  bool open_ = false;  // whether a line on the terminal is unfinished
};

}  // namespace marblemaze
