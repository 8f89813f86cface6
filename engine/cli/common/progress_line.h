#pragma once

#include <chrono>
#include <deque>
#include <optional>
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

/// Estimates the remaining time from the speed of the last half minute. The longest jobs come
/// first, so the mean speed since the beginning would be a bad estimate.
class Pace {
 public:
  /// `total_cost` is the expected cost of the whole work, in any unit.
  explicit Pace(double total_cost) : left_(total_cost) {}

  /// Adds a part that was done at the time `now_s`, in seconds since the beginning.
  void add(double now_s, double cost);
  /// Returns the remaining seconds, or nullopt while the speed is unknown.
  [[nodiscard]] std::optional<double> seconds_left() const;
  /// Returns the number of parts per second in the last half minute, or 0.
  [[nodiscard]] double parts_per_second() const;

 private:
  struct Moment {
    double s = 0, cost = 0;  ///< time, and cost done by then
    double parts = 0;
  };
  std::deque<Moment> moments_{Moment{}};  // about a second apart
  Moment now_;
  double left_;
};

}  // namespace marblemaze
