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
  /// Ends the line, so that an error message begins on a line of its own.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Returns whether it is time to show something again.
  [[nodiscard]] bool due() const;
  void show(const std::string& text);
  /// Prints a line that is not rewritten.
  void say(const std::string& text);
  /// Prints the last line, unless the work took too little time to show any.
  void finish(const std::string& text);

  [[nodiscard]] double seconds() const;  ///< seconds since construction

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point began_, shown_;
  bool tty_;
  bool open_ = false;  // a line on the terminal has not ended
};

/// Estimates the remaining time of a work from its speed in the last half minute: jobs begin with
/// the longest, so the mean speed since the beginning is a bad estimate.
class Pace {
 public:
  /// `total_cost` is the expected cost of the whole work, in any unit.
  explicit Pace(double total_cost) : left_(total_cost) {}

  /// Counts a part that was done by the time `now_s`, in seconds since the beginning.
  void add(double now_s, double cost);
  /// Returns the seconds that remain, or nothing while the speed is unknown.
  [[nodiscard]] std::optional<double> seconds_left() const;
  /// Returns the parts per second in the last half minute, or 0.
  [[nodiscard]] double parts_per_second() const;

 private:
  struct Moment {
    double s = 0, cost = 0;  ///< done until then
    double parts = 0;
  };
  std::deque<Moment> moments_{Moment{}};  // about a second apart
  Moment now_;
  double left_;
};

}  // namespace marblemaze
