#pragma once

#include "render/session/shown_run.h"

namespace marblemaze {

inline constexpr double kSlowestSpeed = 0.1, kFastestSpeed = 100;

/// Where in time the picture is, and how it moves on. Time is counted in fixed steps of the physics
/// and may stand between two of them (thesis 6.6: a picture shows the moment it is drawn, not the
/// last step); wanting to see a step that has not been made yet is what makes the simulation run.
class Playback {
 public:
  /// Moves on by the wall time since the last frame. Steps of the simulation stop when they have
  /// taken `budget_s`; what could not be done is dropped, so that a slow machine shows slow motion
  /// and never falls further and further behind. `budget_s` 0: no limit, for films and tests.
  void frame(std::span<const std::unique_ptr<ShownRun>> runs, double elapsed_s, double budget_s);

  void play() { playing_ = true; }
  void pause() { playing_ = false; }
  void toggle() { playing_ = !playing_; }
  [[nodiscard]] bool playing() const { return playing_; }
  /// 0.1 to 100 times real time.
  void set_speed(double speed);
  [[nodiscard]] double speed() const { return speed_; }
  void set_backward(bool backward) { backward_ = backward; }
  [[nodiscard]] bool backward() const { return backward_; }

  void step_ticks(std::span<const std::unique_ptr<ShownRun>> runs, int ticks);
  /// To the end of the present move, or of the next one if none is under way; -1: to the beginning
  /// of the present or previous one.
  void step_move(std::span<const std::unique_ptr<ShownRun>> runs, int direction);
  void jump(double tick);
  void jump_to_move(const ShownRun& run, std::size_t index);

  /// Ticks since the start; the picture at 2.5 lies half way between the steps numbered 2 and 3.
  [[nodiscard]] double position() const { return position_; }
  /// The step whose state is shown, from 0; -1 before the first.
  [[nodiscard]] long tick() const { return static_cast<long>(position_) - 1; }
  /// Simulated seconds per second of wall time, smoothed.
  [[nodiscard]] double actual_speed() const { return actual_speed_; }
  /// The simulation cannot keep up with the speed asked for.
  [[nodiscard]] bool lagging() const { return lagging_; }

  /// What `run` looks like now, between two steps.
  [[nodiscard]] Scene scene(const ShownRun& run) const;

 private:
  double reach(std::span<const std::unique_ptr<ShownRun>> runs, double wanted, double budget_s);
  void measure(double steps, double elapsed_s, double step_s);

  bool playing_ = true;
  bool backward_ = false;
  double speed_ = 1;
  double position_ = 0;
  double actual_speed_ = 0;
  bool lagging_ = false;
};

}  // namespace marblemaze
