#pragma once

#include <map>
#include <optional>
#include <utility>

#include "engine/recording/recording.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {

/// Recording of a run in a marble maze, which may still grow, and its properties at a given tick.
class RecordedRun {
 public:
  [[nodiscard]] const Recording& recording() const { return recording_; }
  /// Returns the setup at the start of the run.
  [[nodiscard]] const Setup& setup() const { return recording_.spec.setup; }
  [[nodiscard]] const Maze& maze() const { return *setup().maze; }
  [[nodiscard]] long ticks() const { return static_cast<long>(recording_.ticks.size()); }
  /// Returns the duration of a tick. In worlds without poses, ticks are long enough for the user to
  /// follow.
  [[nodiscard]] double seconds_per_tick() const;
  [[nodiscard]] double seconds() const { return static_cast<double>(ticks()) * seconds_per_tick(); }
  /// Returns true if the run is under continuous control, with Recording::commands instead of
  /// moves.
  [[nodiscard]] bool is_tilt() const { return recording_.spec.tilt.has_value(); }
  /// Returns the state in which the marble first came to rest, or an invalid state if there is
  /// none.
  [[nodiscard]] virtual StateId first_state() const;

  // --- at a given tick ---

  [[nodiscard]] ControlScheme control_at(long tick) const;
  /// Returns the orientations of a control scheme. Throws BadInput if the maze does not support the
  /// scheme.
  [[nodiscard]] const OrientationScheme& scheme(ControlScheme control) const;
  /// Returns the last settled state at or before this tick, or nullopt if there is none.
  [[nodiscard]] std::optional<StateId> state_at(long tick) const;
  /// Returns the move in progress at this tick, or null between moves and during a control scheme
  /// switch.
  [[nodiscard]] const RecordedMove* move_under_way(long tick) const;
  /// Returns the orientation of the maze at this tick, or the final orientation during a turn.
  [[nodiscard]] OrientationId orientation_at(long tick) const;
  /// Returns the move that turns the maze at this tick, or null while the maze is at rest.
  [[nodiscard]] const RecordedMove* turn_at(long tick) const;
  /// Returns the angular speed of the maze during this tick, rad/s.
  [[nodiscard]] double turning_speed_at(long tick) const;

 protected:
  RecordedRun() = default;
  explicit RecordedRun(Recording recording) : recording_(std::move(recording)) {}
  ~RecordedRun() = default;

  Recording recording_;

 private:
  mutable std::map<ControlScheme, OrientationScheme> schemes_;
};

}  // namespace marblemaze
