#include "engine/rollouts/doubted_marble.h"

#include <algorithm>
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

double& setting(PhysicsSettings& settings, std::string_view name) {
  return *std::get<double*>(physics_setting_field(name).place(settings));
}

/// A value that the setting can have.
double in_range(std::string_view name, double value) {
  const SettingField& field = physics_setting_field(name);
  return std::clamp(value, field.low, field.high);
}

class MarbleSuppositions : public Suppositions {
 public:
  explicit MarbleSuppositions(std::vector<std::unique_ptr<MarbleWorld>> worlds)
      : worlds_(std::move(worlds)) {}

  std::vector<std::optional<StateId>> endings(std::span<const std::size_t> which, StateId from,
                                              MoveId move) const override {
    std::vector<std::unique_ptr<MarbleWorld>> copies;
    for (std::size_t number : which)
      copies.push_back(worlds_[number]->placed_in(from, stream_of(number, from, move)));
    const std::vector<Motion> motions = batch_rollout(copies, move);
    std::vector<std::optional<StateId>> ends(copies.size());
    for (std::size_t i = 0; i < copies.size(); ++i)
      if (motions[i] == Motion::settled) ends[i] = copies[i]->state();
    return ends;
  }

 private:
  /// Of the draws of an imperfect machine, which are not those of any run.
  static std::uint64_t stream_of(std::size_t number, StateId from, MoveId move) {
    return stream_for("supposition", {number, static_cast<std::uint64_t>(from.index),
                                      static_cast<std::uint64_t>(move.index)});
  }

  std::vector<std::unique_ptr<MarbleWorld>> worlds_;
};

class DoubtedMarble : public DoubtedPhysics {
 public:
  DoubtedMarble(std::shared_ptr<const Maze> maze, int orientations, const PhysicsSettings& settings,
                Rng rng)
      : maze_(std::move(maze)), orientations_(orientations), told_(settings) {
    for (std::string_view name : kDoubted) {
      double& value = setting(told_, name);
      value = in_range(name, value * (1 + rng.between(-kLargestToldError, kLargestToldError)));
      quantities_.push_back({std::string(name), value,
                             in_range(name, value / (1 + kLargestToldError)),
                             in_range(name, value / (1 - kLargestToldError))});
    }
  }

  std::span<const Quantity> quantities() const override { return quantities_; }

  std::unique_ptr<const Suppositions> suppose(
      const std::vector<Hypothesis>& hypotheses) const override {
    Rng rng(kSeed);
    std::vector<std::unique_ptr<MarbleWorld>> worlds;
    for (const Hypothesis& hypothesis : hypotheses) {
      PhysicsSettings supposed = somewhat_off(told_, 1, rng);
      for (std::size_t i = 0; i < kDoubted.size(); ++i)
        setting(supposed, kDoubted[i]) = hypothesis[i];
      worlds.push_back(
          std::make_unique<MarbleWorld>(maze_, orientations_, supposed, imagined_physics()));
    }
    return std::make_unique<MarbleSuppositions>(std::move(worlds));
  }

  std::shared_ptr<const ForwardModel> as_told(double parameter_error) const override {
    return imagined_trials(maze_, orientations_, told_, parameter_error);
  }

 private:
  std::shared_ptr<const Maze> maze_;
  int orientations_;
  PhysicsSettings told_;
  std::vector<Quantity> quantities_;
};

}  // namespace

std::shared_ptr<const DoubtedPhysics> doubted_marble(std::shared_ptr<const Maze> maze,
                                                     int orientations,
                                                     const PhysicsSettings& settings, Rng rng) {
  return std::make_shared<DoubtedMarble>(std::move(maze), orientations, settings, rng);
}

}  // namespace marblemaze
