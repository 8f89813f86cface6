#include "engine/sim/batch_rollout.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "engine/sim/fast/fast_lanes.h"
#include "maze/base/stop.h"

namespace marblemaze {

/// Several worlds that are stepped in parallel lanes. Each world either plays its move to the end,
/// or follows its current command for a number of ticks.
class LaneRun final : public Stretches {
 public:
  LaneRun(std::span<MarbleWorld* const> worlds, int ticks_of_commands,
          const std::function<void(std::size_t)>& watch)
      : worlds_(worlds),
        ticks_(ticks_of_commands),
        watch_(watch),
        stretches_(worlds.size()),
        endings_(worlds.size()) {
    for (std::size_t i = worlds.size(); i-- > 0;) {
      stretches_[i] = stretch_of(i);
      stretches_[i].octant = worlds[i]->octant_;
      take_back(stretches_[i]);
    }
  }

  std::vector<Motion> run() {
    for (const Turning turning : {Turning::by_commands, Turning::by_the_hinge, Turning::not_at_all})
      play_in_lanes(*this, turning);
    return std::move(endings_);
  }

 private:
  Stretch* next(Turning turning) override {
    std::vector<Stretch*>& left = left_of(turning);
    if (left.empty()) return nullptr;
    if (turning != Turning::by_commands) stop_point();
    Stretch* const next = left.back();
    left.pop_back();
    return next;
  }

  void take_back(Stretch& stretch) override { left_of(stretch.turning).push_back(&stretch); }

  void entered(Stretch& stretch) override {
    const std::size_t i = number_of(stretch);
    MarbleWorld& world = *worlds_[i];
    StretchCourse<double>& course = stretch.course;
    const bool moved = course.passed > 0;
    take_steps(world, course.passed, course.still);
    course.most -= std::exchange(course.passed, 0);
    if (stretch.turning == Turning::by_commands) {
      if (moved) note_cell(world.model(), world.state_);
      course.at_target = world.state_.seen.at_target;
    }
    if (watch_) watch_(i);
  }

  bool goes_on(Stretch& stretch) override {
    const std::size_t i = number_of(stretch);
    MarbleWorld& world = *worlds_[i];
    const StretchCourse<double>& course = stretch.course;
    if (stretch.turning == Turning::by_commands) {
      take_steps(world, course.passed, course.still);
      world.state_.rate = stretch.bodies->axis;
      world.octant_ = stretch.octant;
      note_cell(world.model(), world.state_);
      return false;
    }
    // follow_step() counts the last step, so it is not counted here.
    const bool turned = stretch.turning == Turning::by_the_hinge;
    take_steps(world, course.passed - 1, turned ? course.still : std::max(course.still - 1, 0.0));
    endings_[i] = world.note(follow_step(world.model(), world.state_));
    if (watch_) watch_(i);
    if (!under_way(endings_[i])) return false;
    const Octant<double> octant = stretch.octant;
    stretch = stretch_of(i);
    stretch.octant = octant;
    if ((stretch.turning == Turning::by_the_hinge) == turned) return true;
    take_back(stretch);
    return false;
  }

  static void take_steps(MarbleWorld& world, double steps, double still) {
    world.state_.ticks += static_cast<std::int64_t>(steps);
    world.state_.still_ticks = static_cast<std::int64_t>(still);
  }

  /// Returns the next stretch of a world. If there is a callback, the stretch also pauses at the
  /// first still tick in each octant.
  [[nodiscard]] Stretch stretch_of(std::size_t i) const {
    MarbleWorld& world = *worlds_[i];
    const MarbleModel& model = world.model();
    MarbleState& state = world.state_;
    Stretch stretch{.model = model.physics->lanes(),
                    .bodies = &state.bodies.fast.bodies,
                    .turning = state.bodies.turning,
                    .watched = state.tilts() || static_cast<bool>(watch_),
                    .first_wanted = 1};
    StretchCourse<double>& course = stretch.course;
    course.half_mass = 0.5 * model.constants.marble_mass;
    course.still_energy = model.rest.energy_limit_j;
    course.still = static_cast<double>(state.still_ticks);
    if (state.tilts()) {
      course.platform = platform_of(model, state);
      course.most = ticks_;
      return stretch;
    }
    const PhysicsSettings::Rest& limits = model.settings.rest;
    const double at_rest = model.rest.ticks_for(limits.time);
    if (!watch_) stretch.first_wanted = at_rest;
    course.drive = drive_of(model, state);
    course.still_wanted =
        course.still < at_rest ? at_rest : model.rest.ticks_for(limits.frozen_time);
    course.most = steps_in(limits.move_time_limit, model.rest.step_s) -
                  static_cast<double>(state.ticks - state.move_began);
    return stretch;
  }
  [[nodiscard]] std::size_t number_of(const Stretch& stretch) const {
    return static_cast<std::size_t>(&stretch - stretches_.data());
  }
  std::vector<Stretch*>& left_of(Turning turning) {
    return left_[static_cast<std::size_t>(turning)];
  }

  std::span<MarbleWorld* const> worlds_;
  int ticks_;
  const std::function<void(std::size_t)>& watch_;
  std::vector<Stretch> stretches_;             // the current or next stretch of each world
  std::array<std::vector<Stretch*>, 3> left_;  // indexed by Turning
  std::vector<Motion> endings_;
};

namespace {

bool have_lanes(std::span<MarbleWorld* const> worlds) {
  return std::all_of(worlds.begin(), worlds.end(), [](const MarbleWorld* world) {
    return world->model().physics->lanes() != nullptr;
  });
}

}  // namespace

std::vector<Motion> batch_rollout(std::span<MarbleWorld* const> worlds,
                                  std::span<const MoveId> moves,
                                  const std::function<void(std::size_t)>& watch) {
  assert(worlds.size() == moves.size());
  const bool in_lanes = have_lanes(worlds);
  std::vector<Motion> endings;
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    if (!in_lanes) stop_point();
    if (watch) watch(i);
    if (moves[i].valid()) worlds[i]->begin(moves[i]);
    if (in_lanes) continue;
    endings.push_back(tick_to_rest(*worlds[i], [&](Motion) {
      if (watch) watch(i);
    }));
  }
  return in_lanes ? LaneRun(worlds, 0, watch).run() : endings;
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
