#include "engine/rollouts/doubted_marble.h"

#include <array>

#include "engine/rollouts/imagined_trials.h"
#include "engine/world/batch_rollout.h"
#include "engine/world/marble_world.h"
#include "maze/base/seeds.h"

namespace marblemaze {
namespace {

constexpr std::array<std::string_view, 4> kDoubted{"marble_radius", "friction", "restitution",
                                                   "linear_damping"};
constexpr std::uint64_t kSeed = 1;  // of the small errors: the same for equal hypotheses

/// Of the draws of the actuator's noise, which are not those of any run.
std::uint64_t stream_of(std::size_t number, StateId from, MoveId move) {
  return stream_for("supposition", {number, static_cast<std::uint64_t>(from.index),
                                    static_cast<std::uint64_t>(move.index)});
}

/// One world for each hypothesis.
Suppositions supposed_in(std::vector<std::shared_ptr<const MarbleWorld>> worlds) {
  return
      [worlds = std::move(worlds)](std::span<const std::size_t> which, StateId from, MoveId move) {
        std::vector<std::unique_ptr<MarbleWorld>> copies;
        for (std::size_t number : which)
          copies.push_back(worlds[number]->placed_in(from, stream_of(number, from, move)));
        const std::vector<Motion> motions = batch_rollout(copies, move);
        std::vector<std::optional<StateId>> ends(copies.size());
        for (std::size_t i = 0; i < copies.size(); ++i)
          if (motions[i] == Motion::settled) ends[i] = copies[i]->state();
        return ends;
      };
}

/// The biased setting, and where the true value lies.
DoubtedPhysics::Quantity told_wrong(const SettingField& field, double told) {
  return {std::string(field.name), told, field.in_range(told / (1 + kLargestToldError)),
          field.in_range(told / (1 - kLargestToldError))};
}

}  // namespace

std::shared_ptr<const DoubtedPhysics> doubted_marble(std::shared_ptr<const Maze> maze,
                                                     int orientations,
                                                     const PhysicsSettings& settings, Rng rng) {
  auto physics = std::make_shared<DoubtedPhysics>();
  PhysicsSettings told = settings;
  for (std::string_view name : kDoubted) {
    const SettingField& field = physics_setting_field(name);
    double& value = field.number(told);
    value = field.in_range(value * (1 + rng.between(-kLargestToldError, kLargestToldError)));
    physics->quantities.push_back(told_wrong(field, value));
  }
  physics->suppose = [maze, orientations, told](const std::vector<Hypothesis>& hypotheses) {
    Rng errors(kSeed);
    std::vector<std::shared_ptr<const MarbleWorld>> worlds;
    for (const Hypothesis& hypothesis : hypotheses) {
      PhysicsSettings supposed = somewhat_off(told, 1, errors);
      for (std::size_t i = 0; i < kDoubted.size(); ++i)
        physics_setting_field(kDoubted[i]).number(supposed) = hypothesis[i];
      worlds.push_back(
          std::make_shared<const MarbleWorld>(maze, orientations, supposed, imagined_physics()));
    }
    return supposed_in(std::move(worlds));
  };
  physics->as_told = [maze, orientations, told](double parameter_error) {
    return imagined_trials(maze, orientations, told, parameter_error);
  };
  return physics;
}

}  // namespace marblemaze
