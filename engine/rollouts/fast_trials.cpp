#include "engine/rollouts/fast_trials.h"

#include <cassert>

#include "engine/rollouts/trial_model.h"
#include "engine/sim/batch_rollout.h"
#include "maze/base/arithmetic/transcendental.h"
#include "maze/base/random.h"

namespace marblemaze {
namespace {

constexpr int kRuns = 17;
constexpr double kUsualError = 0.03;
// The speed of a marble that leaves an edge grows exponentially from its initial offset. The
// model's error in the offset is a factor, so a marble that leaves the edge quickly in the model
// may be slow enough to count as frozen in the real maze.
constexpr double kSlowerBrinks = 20;    // largest factor on the rest energy
constexpr double kDisplacement = 1e-3;  // cells
constexpr std::uint64_t kImaginationSeed =
    1;  // equal in all runs, so that predictions are reproducible

}  // namespace

PhysicsSettings somewhat_off(PhysicsSettings settings, double parameter_error, Rng& rng) {
  const double error = parameter_error * kUsualError;
  for (const char* name :
       {"gravity", "marble_radius", "linear_damping", "angular_damping", "friction", "turn_time"}) {
    const SettingField& field = physics_setting_field(name);
    double& value = field.number(settings);
    // Clamped to its range, because the physics is not validated outside it.
    value = field.in_range(value * (1 + rng.between(-error, error)));
  }
  settings.rest.energy *= power(kSlowerBrinks, rng.between(0, 1));
  return settings;
}

std::shared_ptr<const ForwardModel> fast_trials(const std::shared_ptr<const Maze>& maze,
                                                ControlScheme control,
                                                const PhysicsSettings& settings,
                                                double parameter_error) {
  Rng rng(kImaginationSeed);
  std::vector<std::shared_ptr<const MarbleWorld>> worlds;
  worlds.reserve(kRuns);
  for (int run = 0; run < kRuns; ++run)
    worlds.push_back(std::make_shared<MarbleWorld>(
        maze, control, run == 0 ? settings : somewhat_off(settings, parameter_error, rng),
        fast_physics()));
  return std::make_shared<TrialModel>(std::move(worlds),
                                      Trials{kRuns, kDisplacement, kImaginationSeed});
}

namespace {

class FastTiltTrials final : public TiltTrials {
 public:
  FastTiltTrials(std::shared_ptr<const Maze> maze, const PhysicsSettings& settings,
                 std::size_t copies) {
    assert(copies > 0);
    worlds_.assign(copies,
                   MarbleWorld::tilted(std::move(maze), exact_machine(settings), fast_physics()));
  }

  void begin(const TiltState& seen) override {
    for (MarbleWorld& world : worlds_) world.continue_from(seen);
  }

  void play(std::span<const glm::dvec3> commands, int ticks) override {
    assert(commands.size() == worlds_.size());
    for (std::size_t i = 0; i < worlds_.size(); ++i) worlds_[i].command(commands[i]);
    advance_together(pointers_to(worlds_), ticks);
  }

  [[nodiscard]] TiltState state(std::size_t copy) const override {
    return worlds_[copy].tilt_state();
  }
  [[nodiscard]] bool reached(std::size_t copy) const override { return worlds_[copy].reached(); }
  [[nodiscard]] bool rests(std::size_t copy) const override { return worlds_[copy].rests(); }

 private:
  std::vector<MarbleWorld> worlds_;
};

}  // namespace

std::unique_ptr<TiltTrials> fast_tilt_trials(std::shared_ptr<const Maze> maze,
                                             const PhysicsSettings& settings, std::size_t copies) {
  return std::make_unique<FastTiltTrials>(std::move(maze), settings, copies);
}

}  // namespace marblemaze
