#include "render/session/recorded_run.h"

#include <algorithm>

#include "render/session/tilt_input.h"

namespace marblemaze {
namespace {

constexpr double kPoselessTick_s = 0.6;  // tick duration in worlds without poses

}  // namespace

StateId RecordedRun::first_state() const {
  return recording_.moves.empty() ? StateId() : recording_.moves.front().from;
}

double RecordedRun::seconds_per_tick() const {
  return recording_.traits().has_poses ? setup().settings.solver.step : kPoselessTick_s;
}

ControlScheme RecordedRun::control_at(long tick) const {
  const auto move = recording_.move_at(tick);
  return move ? recording_.move(*move).control : setup().control;
}

const OrientationScheme& RecordedRun::scheme(ControlScheme control) const {
  return schemes_.try_emplace(control, control, maze().grid().layers(), setup().settings.slopes)
      .first->second;
}

std::optional<StateId> RecordedRun::state_at(long tick) const {
  tick = std::min(tick, ticks() - 1);
  const auto i = recording_.move_at(tick);
  if (!i) {
    const bool rests = tick >= 0 && recording_.tick(tick).phase != Phase::waiting;
    return rests && first_state().valid() ? std::optional(first_state()) : std::nullopt;
  }
  const RecordedMove& move = recording_.move(*i);
  const bool done = move.end > 0 && tick + 1 >= move.end && move.to.valid();
  return done ? move.to : move.from;
}

const RecordedMove* RecordedRun::move_under_way(long tick) const {
  const auto i = recording_.move_at(tick);
  if (!i) return nullptr;
  const RecordedMove& move = recording_.move(*i);
  return move.move.valid() && (move.end == 0 || tick + 1 < move.end) ? &move : nullptr;
}

OrientationId RecordedRun::orientation_at(long tick) const {
  const auto i = recording_.move_at(tick);
  if (!i) {
    const OrientationScheme& first = scheme(setup().control);
    return first_state().valid() ? first.orientation(first_state()) : OrientationId(0);
  }
  const RecordedMove& move = recording_.move(*i);
  const OrientationScheme& after = scheme(move.control);
  if (move.to.valid()) return after.orientation(move.to);
  if (move.move.valid()) return after.turn(after.orientation(move.from), move.move).to;
  const ControlScheme before = *i > 0 ? recording_.move(*i - 1).control : setup().control;
  return after.nearest(scheme(before).up(scheme(before).orientation(move.from)));
}

double RecordedRun::turning_speed_at(long tick) const {
  if (tick < 1 || tick >= ticks()) return 0;
  const glm::dquat before(recording_.tick(tick - 1).maze), now(recording_.tick(tick).maze);
  return glm::length(turn_between(before, now)) / setup().settings.solver.step;
}

const RecordedMove* RecordedRun::turn_at(long tick) const {
  if (tick < 0 || tick >= ticks()) return nullptr;
  const Phase phase = recording_.tick(tick).phase;
  if (phase != Phase::accelerating && phase != Phase::decelerating) return nullptr;
  const auto i = recording_.move_at(tick);
  return i && recording_.move(*i).move.valid() ? &recording_.move(*i) : nullptr;
}

}  // namespace marblemaze
