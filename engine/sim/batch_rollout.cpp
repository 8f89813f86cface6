#include "engine/sim/batch_rollout.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "engine/sim/fast/fast_lanes.h"
#include "maze/base/stop.h"

namespace marblemaze {

/// Runs several worlds in parallel lanes. Each world either plays a move to the end, or follows a
/// command for a number of ticks.
class LaneRun final : public SegmentQueue {
 public:
  LaneRun(std::span<MarbleWorld* const> worlds, int ticks_of_commands,
          const std::function<void(std::size_t)>& watch)
      : worlds_(worlds),
        ticks_(ticks_of_commands),
        watch_(watch),
        segments_(worlds.size()),
        endings_(worlds.size()) {
    for (std::size_t i = worlds.size(); i-- > 0;) {
      segments_[i] = segment_of(i);
      segments_[i].octant = worlds[i]->octant_;
      put_back(segments_[i]);
    }
  }

  std::vector<Motion> run() {
    for (const Turning turning : {Turning::tilt, Turning::hinge, Turning::none})
      play_in_lanes(*this, turning);
    return std::move(endings_);
  }

 private:
  Segment* next(Turning turning) override {
    std::vector<Segment*>& left = pending(turning);
    if (left.empty()) return nullptr;
    if (turning != Turning::tilt) check_stop();
    Segment* const next = left.back();
    left.pop_back();
    return next;
  }

  void put_back(Segment& segment) override { pending(segment.turning).push_back(&segment); }

  void on_octant(Segment& segment) override {
    const std::size_t i = index_of(segment);
    MarbleWorld& world = *worlds_[i];
    SegmentControl<double>& control = segment.control;
    const bool moved = control.ticks > 0;
    take_steps(world, control.ticks, control.still);
    control.max_ticks -= std::exchange(control.ticks, 0);
    if (segment.turning == Turning::tilt) {
      if (moved) update_seen(world.model(), world.state_);
      control.at_target = world.state_.seen.at_target;
    }
    if (watch_) watch_(i);
  }

  bool on_end(Segment& segment) override {
    const std::size_t i = index_of(segment);
    MarbleWorld& world = *worlds_[i];
    const SegmentControl<double>& control = segment.control;
    if (segment.turning == Turning::tilt) {
      take_steps(world, control.ticks, control.still);
      world.state_.rate = segment.bodies->axis;
      world.octant_ = segment.octant;
      update_seen(world.model(), world.state_);
      return false;
    }
    // finish_step() counts the last step, so it is not counted here.
    const bool turned = segment.turning == Turning::hinge;
    take_steps(world, control.ticks - 1, turned ? control.still : std::max(control.still - 1, 0.0));
    endings_[i] = world.record_motion(finish_step(world.model(), world.state_));
    if (watch_) watch_(i);
    if (!in_progress(endings_[i])) return false;
    const Octant<double> octant = segment.octant;
    segment = segment_of(i);
    segment.octant = octant;
    if ((segment.turning == Turning::hinge) == turned) return true;
    put_back(segment);
    return false;
  }

  static void take_steps(MarbleWorld& world, double steps, double still) {
    world.state_.ticks += static_cast<std::int64_t>(steps);
    world.state_.still_ticks = static_cast<std::int64_t>(still);
  }

  /// Returns the next segment of world i. If there is a callback, the segment also pauses at the
  /// first still tick in each octant.
  [[nodiscard]] Segment segment_of(std::size_t i) const {
    MarbleWorld& world = *worlds_[i];
    const MarbleModel& model = world.model();
    MarbleState& state = world.state_;
    Segment segment{.model = model.physics->fast_model(),
                    .bodies = &state.bodies.fast.bodies,
                    .turning = state.bodies.turning,
                    .watched = state.is_tilt() || static_cast<bool>(watch_),
                    .initial_still_required = 1};
    SegmentControl<double>& control = segment.control;
    control.half_mass = 0.5 * model.constants.marble_mass;
    control.still_energy = model.rest.energy_limit_j;
    control.still = static_cast<double>(state.still_ticks);
    if (state.is_tilt()) {
      control.platform = platform_of(model, state);
      control.max_ticks = ticks_;
      return segment;
    }
    const PhysicsSettings::Rest& limits = model.settings.rest;
    const double at_rest = model.rest.ticks_for(limits.time);
    if (!watch_) segment.initial_still_required = at_rest;
    control.drive = drive_of(model, state);
    control.still_required =
        control.still < at_rest ? at_rest : model.rest.ticks_for(limits.frozen_time);
    control.max_ticks = step_count(limits.move_time_limit, model.rest.step_s) -
                        static_cast<double>(state.ticks - state.move_began);
    return segment;
  }
  [[nodiscard]] std::size_t index_of(const Segment& segment) const {
    return static_cast<std::size_t>(&segment - segments_.data());
  }
  std::vector<Segment*>& pending(Turning turning) {
    return pending_[static_cast<std::size_t>(turning)];
  }

  std::span<MarbleWorld* const> worlds_;
  int ticks_;
  const std::function<void(std::size_t)>& watch_;
  std::vector<Segment> segments_;
  std::array<std::vector<Segment*>, 3> pending_;  // indexed by Turning
  std::vector<Motion> endings_;
};

namespace {

bool have_lanes(std::span<MarbleWorld* const> worlds) {
  return std::all_of(worlds.begin(), worlds.end(), [](const MarbleWorld* world) {
    return world->model().physics->fast_model() != nullptr;
  });
}

}  // namespace

std::vector<Motion> batch_rollout(std::span<MarbleWorld* const> worlds,
                                  std::span<const MoveId> moves,
                                  const std::function<void(std::size_t)>& watch) {
  assert(worlds.size() == moves.size());
  const auto begin = [&](std::size_t i) {
    if (watch) watch(i);
    if (moves[i].valid()) worlds[i]->begin(moves[i]);
  };
  if (have_lanes(worlds)) {
    for (std::size_t i = 0; i < worlds.size(); ++i) begin(i);
    return LaneRun(worlds, 0, watch).run();
  }
  std::vector<Motion> endings;
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    check_stop();
    begin(i);
    endings.push_back(tick_to_rest(*worlds[i], [&](Motion) {
      if (watch) watch(i);
    }));
  }
  return endings;
}

std::vector<MarbleWorld*> pointers_to(std::span<MarbleWorld> worlds) {
  std::vector<MarbleWorld*> pointers;
  for (MarbleWorld& world : worlds) pointers.push_back(&world);
  return pointers;
}

void advance_together(std::span<MarbleWorld* const> worlds, int ticks) {
  assert(ticks >= 0);
  if (ticks > 0 && have_lanes(worlds))
    LaneRun(worlds, ticks, {}).run();
  else
    for (MarbleWorld* world : worlds) world->advance(ticks);
}

}  // namespace marblemaze
