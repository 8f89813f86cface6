#include "engine/rollouts/imagined_trials.h"

#include <algorithm>
#include <cmath>

#include "engine/rollouts/trial_model.h"
#include "maze/base/rng.h"

namespace marblemaze {
namespace {

constexpr int kRuns = 17;
constexpr double kUsualError = 0.03;
// A marble on the brink leaves it ever faster, from an offset that imagination gets wrong by a
// factor, not by a share: what is quick there may in truth have been slow enough to freeze.
constexpr double kSlowerBrinks = 20;    // at most, in energy
constexpr double kDisplacement = 1e-3;  // cells
constexpr std::uint64_t kSeed = 1;      // the same imagination every time

/// A setting at the end of its range is not pushed over it, where the laws may not hold.
double in_range(double PhysicsSettings::*setting, double value) {
  for (const SettingField& field : physics_setting_fields())
    if (const auto* member = std::get_if<double PhysicsSettings::*>(&field.member);
        member && *member == setting)
      return std::clamp(value, field.low, field.high);
  return value;
}

PhysicsSettings somewhat_off(PhysicsSettings settings, double error, Rng& rng) {
  using P = PhysicsSettings;
  for (double P::*setting : {&P::gravity, &P::marble_radius, &P::linear_damping,
                             &P::angular_damping, &P::friction, &P::turn_time})
    settings.*setting = in_range(setting, settings.*setting * (1 + rng.between(-error, error)));
  settings.rest_energy *= std::pow(kSlowerBrinks, rng.between(0, 1));
  return settings;
}

}  // namespace

std::shared_ptr<const ForwardModel> imagined_trials(std::shared_ptr<const Maze> maze,
                                                    int orientations,
                                                    const PhysicsSettings& settings,
                                                    double parameter_error) {
  Rng rng(kSeed);
  std::vector<std::shared_ptr<const MarbleWorld>> worlds;
  for (int run = 0; run < kRuns; ++run)
    worlds.push_back(std::make_shared<MarbleWorld>(
        maze, orientations,
        run == 0 ? settings : somewhat_off(settings, parameter_error * kUsualError, rng),
        Laws::imagined));
  return std::make_shared<TrialModel>(std::move(worlds), Trials{kRuns, kDisplacement, kSeed});
}

}  // namespace marblemaze
