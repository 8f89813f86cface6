#pragma once

#include <chrono>
#include <string>

namespace marblemaze {

/// A line on standard error: rewritten in place on a terminal, every ten seconds elsewhere.
class ProgressLine {
 public:
  ProgressLine();
  /// What comes next, be it an error, begins on a line of its own.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Is it time to show something again?
  [[nodiscard]] bool due() const;
  void show(const std::string& text);
  /// A line beside it, which stays.
  void say(const std::string& text);
  /// The last line of all, which ends; left out where the work took no time worth a line.
  void finish(const std::string& text);

  [[nodiscard]] double seconds() const;  ///< since construction

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point began_, shown_;
  bool tty_;
  bool open_ = false;  // a line on the terminal has not ended
};

}  // namespace marblemaze
