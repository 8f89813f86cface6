#include "render/session/playback.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "maze/world/still_scene.h"
#include "render/scene/exhibit.h"

namespace marblemaze {
namespace {

using Runs = std::span<const std::unique_ptr<ShownRun>>;

// After a longer pause of the program time does not catch up.
constexpr double kLongestFrame_s = 0.1;
constexpr double kSmoothing_s = 0.5;
constexpr int kLongestMoveTicks = 120 * 130;  // no move takes longer before it is overdue

long longest(Runs runs) {
  long ticks = 0;
  for (const auto& run : runs) ticks = std::max(ticks, run->ticks());
  return ticks;
}

// One step of every run that is not as long as `ticks` yet. False when none moved.
bool advance_to(Runs runs, long ticks) {
  bool moved = false;
  for (const auto& run : runs)
    if (run->ticks() < ticks) moved = run->advance() || moved;
  return moved;
}

}  // namespace

void Playback::set_speed(double speed) { speed_ = std::clamp(speed, kSlowestSpeed, kFastestSpeed); }

void Playback::jump(double tick) { position_ = std::max(tick, 0.0); }

void Playback::frame(Runs runs, double elapsed_s, double budget_s) {
  if (runs.empty()) return;
  const double step_s = runs.front()->seconds_per_tick();
  const double before = position_;
  lagging_ = false;
  elapsed_s = std::min(elapsed_s, kLongestFrame_s);
  if (playing_) {
    const double steps = speed_ * elapsed_s / step_s;
    if (backward_) {
      position_ = std::max(position_ - steps, 0.0);
      if (position_ == 0) playing_ = false;
    } else {
      position_ = reach(runs, position_ + steps, budget_s);
    }
  }
  measure(std::abs(position_ - before), elapsed_s, step_s);
}

double Playback::reach(Runs runs, double wanted, double budget_s) {
  using Clock = std::chrono::steady_clock;
  const auto began = Clock::now();
  const auto needed = static_cast<long>(std::ceil(wanted));
  for (long steps = 0; advance_to(runs, needed); ++steps) {
    // Looking at the clock costs as much as a step of the physics.
    if (budget_s > 0 && steps % 16 == 15 &&
        std::chrono::duration<double>(Clock::now() - began).count() > budget_s) {
      lagging_ = true;
      break;
    }
  }
  return std::min(wanted, static_cast<double>(std::max(longest(runs), 0L)));
}

void Playback::measure(double steps, double elapsed_s, double step_s) {
  if (elapsed_s <= 0) return;
  const double now = steps * step_s / elapsed_s;
  const double share = std::min(elapsed_s / kSmoothing_s, 1.0);
  actual_speed_ += (now - actual_speed_) * share;
}

void Playback::step_ticks(Runs runs, int ticks) {
  playing_ = false;
  const double wanted = std::max(std::floor(position_) + ticks, 0.0);
  position_ = ticks > 0 ? reach(runs, wanted, 0) : wanted;
}

void Playback::step_move(Runs runs, int direction) {
  if (runs.empty()) return;
  playing_ = false;
  const ShownRun& run = *runs.front();
  if (direction < 0) {
    const auto move = run.recording().move_at(static_cast<long>(position_) - 1);
    position_ = move ? static_cast<double>(run.recording().moves[*move].begin) : 0.0;
    return;
  }
  const auto now = static_cast<long>(position_);
  for (int i = 0; i < kLongestMoveTicks; ++i) {
    for (const RecordedMove& move : run.recording().moves)
      if (move.end > now) {
        position_ = static_cast<double>(move.end);
        return;
      }
    if (!advance_to(runs, longest(runs) + 1)) break;
  }
  position_ = static_cast<double>(longest(runs));
}

void Playback::jump_to_move(const ShownRun& run, std::size_t index) {
  if (index < run.recording().moves.size())
    position_ = static_cast<double>(run.recording().moves[index].begin);
}

Scene Playback::scene(const ShownRun& run) const {
  if (run.ticks() == 0) {
    const OrientationScheme& scheme = run.scheme(run.recording().orientations);
    return still_scene(run.maze(), scheme, scheme.state(run.maze().start(), OrientationId(0)),
                       run.spec().settings.marble_radius, run.spec().settings.wall_thickness);
  }
  const double at = std::clamp(position_ - 1, 0.0, static_cast<double>(run.ticks() - 1));
  const auto first = static_cast<long>(at);
  const long second = std::min(first + 1, run.ticks() - 1);
  Scene now = between(run.recording().scene(first), run.recording().scene(second),
                      at - static_cast<double>(first));
  now.orientations = run.orientations_at(first);
  now.hinge_axis = run.hinge_axis_at(first);
  const Scene* live = run.live() ? run.episode().world().scene() : nullptr;
  if (live && second == run.ticks() - 1) now.contacts = live->contacts;
  return now;
}

}  // namespace marblemaze
