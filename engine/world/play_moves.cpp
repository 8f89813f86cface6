#include "engine/world/play_moves.h"

#include <array>
#include <optional>

#include "engine/imagined/imagined_lanes.h"

namespace marblemaze {
namespace {

/// Imagined worlds in lanes: as one comes to rest the next takes its lane.
class Relay {
 public:
  Relay(std::span<const std::unique_ptr<MarbleWorld>> worlds, MoveId move,
        const std::function<void(std::size_t)>& watch)
      : worlds_(worlds), move_(move), watch_(watch), endings_(worlds.size(), Motion::speeding) {}

  std::vector<Motion> run() {
    for (int lane = 0; lane < kLanes; ++lane) board(lane);
    while (aboard_now_ > 0) {
      lanes_.step(torques());
      for (int lane = 0; lane < kLanes; ++lane) follow(lane);
    }
    return endings_;
  }

 private:
  ImaginedMechanics& mechanics(std::size_t i) const {
    return static_cast<ImaginedMechanics&>(worlds_[i]->mechanics());
  }

  void look(std::size_t i) const {
    if (watch_) watch_(i);
  }

  void board(int lane) {
    auto& place = aboard_[static_cast<std::size_t>(lane)];
    place.reset();
    if (next_ == worlds_.size()) return lanes_.empty(lane);
    place = next_++;
    ++aboard_now_;
    look(*place);
    worlds_[*place]->begin(move_);
    lanes_.load(lane, mechanics(*place));
  }

  [[nodiscard]] std::array<double, kLanes> torques() const {
    std::array<double, kLanes> torques{};
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      if (aboard_[lane]) torques[lane] = worlds_[*aboard_[lane]]->next_torque();
    return torques;
  }

  void follow(int lane) {
    const auto place = aboard_[static_cast<std::size_t>(lane)];
    if (!place) return;
    const Motion before = endings_[*place];
    const Motion now = endings_[*place] = worlds_[*place]->follow_step();
    look(*place);
    const bool braked = now == Motion::rolling && before != Motion::rolling;
    if (braked) lanes_.load(lane, mechanics(*place));
    if (under_way(now)) return;
    --aboard_now_;
    board(lane);
  }

  std::span<const std::unique_ptr<MarbleWorld>> worlds_;
  MoveId move_;
  const std::function<void(std::size_t)>& watch_;
  std::vector<Motion> endings_;
  ImaginedLanes lanes_;
  std::array<std::optional<std::size_t>, kLanes> aboard_;
  std::size_t next_ = 0;
  int aboard_now_ = 0;
};

bool all_imagined(std::span<const std::unique_ptr<MarbleWorld>> worlds) {
  for (const auto& world : worlds)
    if (dynamic_cast<ImaginedMechanics*>(&world->mechanics()) == nullptr) return false;
  return true;
}

}  // namespace

std::vector<Motion> play_together(std::span<const std::unique_ptr<MarbleWorld>> worlds, MoveId move,
                                  const std::function<void(std::size_t)>& watch) {
  if (worlds.size() > 1 && all_imagined(worlds)) return Relay(worlds, move, watch).run();
  std::vector<Motion> endings;
  for (std::size_t i = 0; i < worlds.size(); ++i)
    endings.push_back(play_move(*worlds[i], move, [&] {
      if (watch) watch(i);
    }));
  return endings;
}

}  // namespace marblemaze
