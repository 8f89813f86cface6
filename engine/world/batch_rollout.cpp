#include "engine/world/batch_rollout.h"

#include <algorithm>
#include <array>
#include <optional>

#include "engine/imagined/imagined_lanes.h"

namespace marblemaze {
namespace {

/// Worlds in lanes: as one comes to rest the next takes its lane.
class LaneScheduler {
 public:
  LaneScheduler(std::span<const std::unique_ptr<MarbleWorld>> worlds, MoveId move,
                const std::function<void(std::size_t)>& watch)
      : worlds_(worlds), move_(move), watch_(watch), endings_(worlds.size(), Motion::speeding) {}

  std::vector<Motion> run() {
    for (int lane = 0; lane < kLanes; ++lane) start_next(lane);
    while (under_way_ > 0) {
      lanes_.step(torques());
      for (int lane = 0; lane < kLanes; ++lane) follow(lane);
    }
    return endings_;
  }

 private:
  void load(int lane, std::size_t i) { lanes_.load(lane, *worlds_[i]->physics().in_lanes()); }

  void look(std::size_t i) const {
    if (watch_) watch_(i);
  }

  void start_next(int lane) {
    auto& world = world_in_[static_cast<std::size_t>(lane)];
    world.reset();
    if (next_ == worlds_.size()) return lanes_.empty(lane);
    world = next_++;
    ++under_way_;
    look(*world);
    worlds_[*world]->begin(move_);
    load(lane, *world);
  }

  [[nodiscard]] std::array<double, kLanes> torques() const {
    std::array<double, kLanes> torques{};
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      if (world_in_[lane]) torques[lane] = worlds_[*world_in_[lane]]->next_torque();
    return torques;
  }

  void follow(int lane) {
    const auto world = world_in_[static_cast<std::size_t>(lane)];
    if (!world) return;
    const Motion before = endings_[*world];
    const Motion now = endings_[*world] = worlds_[*world]->follow_step();
    look(*world);
    const bool braked = now == Motion::rolling && before != Motion::rolling;
    if (braked) load(lane, *world);
    if (under_way(now)) return;
    --under_way_;
    start_next(lane);
  }

  std::span<const std::unique_ptr<MarbleWorld>> worlds_;
  MoveId move_;
  const std::function<void(std::size_t)>& watch_;
  std::vector<Motion> endings_;
  ImaginedLanes lanes_;
  std::array<std::optional<std::size_t>, kLanes> world_in_;  // by lane
  std::size_t next_ = 0;
  int under_way_ = 0;
};

}  // namespace

std::vector<Motion> batch_rollout(std::span<const std::unique_ptr<MarbleWorld>> worlds, MoveId move,
                                  const std::function<void(std::size_t)>& watch) {
  const bool in_lanes = std::all_of(worlds.begin(), worlds.end(),
                                    [](const auto& world) { return world->backend().lanes; });
  if (worlds.size() > 1 && in_lanes) return LaneScheduler(worlds, move, watch).run();
  std::vector<Motion> endings;
  for (std::size_t i = 0; i < worlds.size(); ++i)
    endings.push_back(play_move(*worlds[i], move, [&] {
      if (watch) watch(i);
    }));
  return endings;
}

}  // namespace marblemaze
