#include "engine/rollouts/turn_trials.h"

#include <cassert>

#include "engine/world/free_marble.h"

namespace marblemaze {
namespace {

class ImaginedTurns final : public TurnTrials {
 public:
  ImaginedTurns(std::shared_ptr<const Maze> maze, const PhysicsSettings& settings,
                std::size_t copies) {
    assert(copies > 0);
    worlds_.push_back(
        std::make_unique<FreeMarble>(std::move(maze), exact_machine(settings), imagined_physics()));
    while (worlds_.size() < copies) worlds_.push_back(worlds_.front()->made_alike());
    for (const auto& world : worlds_) bare_.push_back(world.get());
  }

  void begin(const FreeState& seen) override {
    for (FreeMarble* world : bare_) world->place(seen);
  }

  void play(std::span<const glm::dvec3> wishes, int ticks) override {
    assert(wishes.size() == bare_.size());
    for (std::size_t i = 0; i < bare_.size(); ++i) bare_[i]->wish(wishes[i]);
    advance_together(bare_, ticks);
  }

  [[nodiscard]] FreeState state(std::size_t copy) const override { return bare_[copy]->state(); }
  [[nodiscard]] bool reached(std::size_t copy) const override { return bare_[copy]->reached(); }
  [[nodiscard]] bool rests(std::size_t copy) const override { return bare_[copy]->rests(); }

 private:
  std::vector<std::unique_ptr<FreeMarble>> worlds_;
  std::vector<FreeMarble*> bare_;
};

}  // namespace

std::unique_ptr<TurnTrials> imagined_turns(std::shared_ptr<const Maze> maze,
                                           const PhysicsSettings& settings, std::size_t copies) {
  return std::make_unique<ImaginedTurns>(std::move(maze), settings, copies);
}

}  // namespace marblemaze
