#pragma once

namespace marblemaze {

/// A sequence of steps, some of which may still have to be made.
class Track {
 public:
  virtual ~Track() = default;
  /// Steps made so far.
  [[nodiscard]] virtual long length() const = 0;
  /// Makes one step more where fewer than `wanted` are made. False when there is nothing to do, or
  /// nothing can be done now.
  virtual bool extend(long /*wanted*/) { return false; }
};

/// How fast a track is walked along. Speeds are multiples of the usual one.
struct Speeds {
  double steps_per_s = 2;  ///< at speed 1
  double slowest = 0.125, fastest = 30;
};

/// Where on a track the picture is, and how it moves on: at 0 before the first step, at 2.5 half
/// way through the third. A picture shows the moment it is drawn, not the last step (thesis 6.6);
/// wanting to see a step that has not been made yet is what makes a simulation run.
class Transport {
 public:
  /// The `budget_s` of frame() in a window: the rest of a frame is for drawing it.
  static constexpr double kWindowBudget_s = 0.012;

  /// The track must outlive it.
  explicit Transport(Track& track, const Speeds& speeds = {}) : track_(track), speeds_(speeds) {}

  /// Moves on by the wall time since the last frame, of which at most 0.1 s counts: after a pause
  /// of the program it does not catch up. Making steps stops after `budget_s`; what could not be
  /// done is dropped, so that a slow machine shows slow motion and never falls further and further
  /// behind. 0: no limit, for films and tests.
  void frame(double elapsed_s, double budget_s = 0);

  void play() { playing_ = true; }
  void pause() { playing_ = false; }
  [[nodiscard]] bool playing() const { return playing_; }
  /// Backward it stops at the beginning.
  void set_backward(bool backward) { backward_ = backward; }
  [[nodiscard]] bool backward() const { return backward_; }

  /// Of another kind of track: the speed stays as it is.
  void set_steps_per_s(double steps) { speeds_.steps_per_s = steps; }
  [[nodiscard]] const Speeds& speeds() const { return speeds_; }
  /// Taken to what the speeds allow.
  void set_speed(double speed);
  [[nodiscard]] double speed() const { return speed_; }
  /// Speed at which steps pass now, smoothed over half a second.
  [[nodiscard]] double actual_speed() const { return actual_speed_; }
  /// Steps cannot be made as fast as the speed asks for.
  [[nodiscard]] bool lagging() const { return lagging_; }

  /// Pauses at the step so many further on or, if negative, back.
  void step(int steps);
  /// As far as there are steps; makes those that it needs.
  void jump(double position);

  [[nodiscard]] double position() const { return position_; }
  /// Steps that are over.
  [[nodiscard]] long done() const { return static_cast<long>(position_); }

 private:
  void reach(double position, double budget_s);
  void measure(double steps, double elapsed_s);

  Track& track_;
  Speeds speeds_;
  bool playing_ = false;
  bool backward_ = false;
  bool lagging_ = false;
  double speed_ = 1;
  double actual_speed_ = 0;
  double position_ = 0;
};

}  // namespace marblemaze
