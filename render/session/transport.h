#pragma once

#include <functional>

namespace marblemaze {

/// Where in a sequence of steps a picture is: at 0 before the first, at 2.5 half way through the
/// third. Of puzzles and automata, which know no time of their own: steps are paced for a person.
class Transport {
 public:
  /// `reach(n)` tells how many of the first n steps there are; it may make new ones to get there.
  explicit Transport(std::function<long(long)> reach) : reach_(std::move(reach)) {}

  void frame(double elapsed_s);

  void play() { playing_ = true; }
  void pause() { playing_ = false; }
  void toggle() { playing_ = !playing_; }
  [[nodiscard]] bool playing() const { return playing_; }
  void set_backward(bool backward) { backward_ = backward; }
  [[nodiscard]] bool backward() const { return backward_; }
  static constexpr double kUsualPace = 2;
  /// Steps a second, 0.25 to 60.
  void set_pace(double pace);
  [[nodiscard]] double pace() const { return pace_; }

  /// Pauses at the step so many further on or, if negative, back.
  void step(int steps);
  /// As far as there are steps.
  void jump(double position);

  [[nodiscard]] double position() const { return position_; }
  /// Steps that are over.
  [[nodiscard]] long done() const { return static_cast<long>(position_); }

 private:
  std::function<long(long)> reach_;
  bool playing_ = false;
  bool backward_ = false;
  double pace_ = kUsualPace;
  double position_ = 0;
};

}  // namespace marblemaze
