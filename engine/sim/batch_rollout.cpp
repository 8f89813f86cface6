#include "engine/sim/batch_rollout.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "engine/sim/fast/fast_lanes.h"
#include "maze/base/stop.h"

namespace marblemaze {
namespace {

/// The moves of several worlds: each turns, then waits for its marble.
class Rollouts final : public Stretches {
 public:
  Rollouts(std::span<MarbleWorld* const> worlds, std::span<const MoveId> moves,
           const std::function<void(std::size_t)>& watch)
      : worlds_(worlds), watch_(watch), stretches_(worlds.size()), endings_(worlds.size()) {
    for (std::size_t i = worlds.size(); i-- > 0;) {
      look(i);
      if (moves[i].valid()) worlds[i]->begin(moves[i]);
      take_back(stretches_[i] = stretch_of(i));
    }
  }

  std::vector<Motion> run() {
    for (const Turning turning : {Turning::by_the_hinge, Turning::not_at_all})
      play_in_lanes(*this, turning);
    return std::move(endings_);
  }

 private:
  Stretch* next(Turning turning) override {
    std::vector<Stretch*>& left = left_of(turning);
    if (left.empty()) return nullptr;
    stop_point();
    Stretch* const next = left.back();
    left.pop_back();
    return next;
  }

  void take_back(Stretch& stretch) override { left_of(stretch.turning).push_back(&stretch); }

  void entered(Stretch& stretch) override {
    const std::size_t i = number_of(stretch);
    StretchCourse<double>& course = stretch.course;
    worlds_[i]->note_steps(static_cast<long>(course.passed), static_cast<int>(course.still));
    course.most -= std::exchange(course.passed, 0);
    look(i);
  }

  bool goes_on(Stretch& stretch) override {
    const std::size_t i = number_of(stretch);
    const StretchCourse<double>& course = stretch.course;
    // follow_step() counts the last step.
    const bool turned = stretch.turning == Turning::by_the_hinge;
    const double still = turned ? course.still : std::max(course.still - 1, 0.0);
    worlds_[i]->note_steps(static_cast<long>(course.passed) - 1, static_cast<int>(still));
    endings_[i] = worlds_[i]->follow_step();
    look(i);
    if (!under_way(endings_[i])) return false;
    const Octant<double> octant = stretch.octant;
    stretch = stretch_of(i);
    stretch.octant = octant;
    if ((stretch.turning == Turning::by_the_hinge) == turned) return true;
    take_back(stretch);
    return false;
  }

  /// Who watches wants to know in each octant whether the marble is still there.
  [[nodiscard]] Stretch stretch_of(std::size_t i) const {
    Stretch stretch = worlds_[i]->stretch();
    stretch.watched = static_cast<bool>(watch_);
    if (watch_) stretch.first_wanted = 1;
    return stretch;
  }
  [[nodiscard]] std::size_t number_of(const Stretch& stretch) const {
    return static_cast<std::size_t>(&stretch - stretches_.data());
  }
  std::vector<Stretch*>& left_of(Turning turning) {
    return left_[static_cast<std::size_t>(turning)];
  }
  void look(std::size_t i) const {
    if (watch_) watch_(i);
  }

  std::span<MarbleWorld* const> worlds_;
  const std::function<void(std::size_t)>& watch_;
  std::vector<Stretch> stretches_;             // of each world the one that is played or comes next
  std::array<std::vector<Stretch*>, 3> left_;  // by Turning; none turns freely
  std::vector<Motion> endings_;
};

}  // namespace

std::vector<Motion> batch_rollout(std::span<MarbleWorld* const> worlds,
                                  std::span<const MoveId> moves,
                                  const std::function<void(std::size_t)>& watch) {
  assert(worlds.size() == moves.size());
  const bool in_lanes = std::all_of(worlds.begin(), worlds.end(), [](const auto& world) {
    return world->model().physics->lanes();
  });
  if (in_lanes) return Rollouts(worlds, moves, watch).run();
  std::vector<Motion> endings;
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    stop_point();
    const auto look = [&] {
      if (watch) watch(i);
    };
    endings.push_back(moves[i].valid() ? play_move(*worlds[i], moves[i], look)
                                       : tick_to_rest(*worlds[i], [&](Motion) { look(); }));
  }
  return endings;
}

std::vector<MarbleWorld*> pointers_to(std::span<MarbleWorld> worlds) {
  std::vector<MarbleWorld*> pointers;
  for (MarbleWorld& world : worlds) pointers.push_back(&world);
  return pointers;
}

}  // namespace marblemaze
