#pragma once

#include <chrono>
#include <string>

namespace marblemaze {

/// Progress line on standard error. On a terminal, the line is rewritten in place. In other
/// outputs, a new line is printed every ten seconds.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  [[nodiscard]] bool due() const;
  void show(const std::string& text);
  /// Prints a line that is not rewritten.
  void print(const std::string& text);
  /// Prints the final line. Prints nothing if the output is not a terminal and no progress was
  /// shown.
  void finish(const std::string& text);

  [[nodiscard]] double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point began_, shown_;
  bool tty_;
  bool open_ = false;
};

}  // namespace marblemaze
