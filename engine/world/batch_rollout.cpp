#include "engine/world/batch_rollout.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>

#include "engine/imagined/imagined_lanes.h"
#include "maze/base/interruption.h"

namespace marblemaze {
namespace {

/// Worlds in lanes: as one comes to rest the next takes its lane.
class LaneScheduler {
 public:
  LaneScheduler(std::span<MarbleWorld* const> worlds, std::span<const MoveId> moves,
                const std::function<void(std::size_t)>& watch)
      : worlds_(worlds), moves_(moves), watch_(watch), endings_(worlds.size(), Motion::speeding) {}

  std::vector<Motion> run() {
    for (int lane = 0; lane < kLanes; ++lane) start_next(lane);
    while (under_way_ > 0) {
      lanes_.step(torques());
      for (int lane = 0; lane < kLanes; ++lane) follow(lane);
    }
    return endings_;
  }

 private:
  void load(int lane, std::size_t i) {
    MarbleWorld& world = *worlds_[i];
    lanes_.load(lane, world.backend().lane_marble(world.physics()));
  }

  void look(std::size_t i) const {
    if (watch_) watch_(i);
  }

  void start_next(int lane) {
    auto& world = world_in_[static_cast<std::size_t>(lane)];
    world.reset();
    if (next_ == worlds_.size()) return lanes_.empty(lane);
    interruption_point();
    world = next_++;
    ++under_way_;
    look(*world);
    if (moves_[*world].valid()) worlds_[*world]->begin(moves_[*world]);
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

  std::span<MarbleWorld* const> worlds_;
  std::span<const MoveId> moves_;
  const std::function<void(std::size_t)>& watch_;
  std::vector<Motion> endings_;
  ImaginedLanes lanes_;
  std::array<std::optional<std::size_t>, kLanes> world_in_;  // by lane
  std::size_t next_ = 0;
  int under_way_ = 0;
};

}  // namespace

std::vector<Motion> batch_rollout(std::span<MarbleWorld* const> worlds,
                                  std::span<const MoveId> moves,
                                  const std::function<void(std::size_t)>& watch) {
  assert(worlds.size() == moves.size());
  const bool in_lanes = std::all_of(worlds.begin(), worlds.end(),
                                    [](const auto& world) { return world->backend().lane_marble; });
  if (worlds.size() > 1 && in_lanes) return LaneScheduler(worlds, moves, watch).run();
  std::vector<Motion> endings;
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    interruption_point();
    const auto look = [&] {
      if (watch) watch(i);
    };
    endings.push_back(moves[i].valid() ? play_move(*worlds[i], moves[i], look)
                                       : tick_to_rest(*worlds[i], [&](Motion) { look(); }));
  }
  return endings;
}

std::vector<Motion> batch_rollout(std::span<const std::unique_ptr<MarbleWorld>> worlds, MoveId move,
                                  const std::function<void(std::size_t)>& watch) {
  std::vector<MarbleWorld*> bare;
  for (const auto& world : worlds) bare.push_back(world.get());
  return batch_rollout(bare, std::vector(worlds.size(), move), watch);
}

}  // namespace marblemaze
