#include "engine/run/world_factory.h"

#include <fmt/format.h>

#include "agent/belief/path_predictor.h"
#include "agent/belief/world_advice.h"
#include "engine/rollouts/imagined_trials.h"
#include "engine/world/marble_world.h"
#include "maze/base/errors.h"
#include "maze/base/lists.h"

namespace marblemaze {
namespace {

Advice physical_advice(const Setup& setup) {
  Advice advice = maze_advice(setup.maze, setup.scheme(), setup.settings.agent.predictor_threshold);
  advice.imagination = [setup](double parameter_error) {
    return imagined_trials(setup.maze, setup.orientations, setup.settings, parameter_error);
  };
  return advice;
}

MarbleWorldKind physical_kind(const PhysicsBackendEntry& backend) {
  const auto make = [&backend](const Setup& setup) {
    return std::make_unique<MarbleWorld>(setup.maze, setup.orientations, setup.settings, backend);
  };
  return {.name = backend.name,
          .title = backend.title,
          .world = make,
          .advice = physical_advice,
          .traits =
              [&backend](const PhysicsSettings& settings) {
                return MarbleWorld::traits_with(backend, settings);
              },
          .model =
              [make](const Setup& setup, const Trials& trials) {
                return std::make_shared<TrialModel>(make(setup), trials);
              }};
}

constexpr std::string_view kPredicted = "predicted";

/// The path predictor is reality: its world and its guesses are one.
std::unique_ptr<World> predicted_world(const Setup& setup) {
  return std::make_unique<PredictedWorld>(std::string(kPredicted), setup.maze, setup.scheme(),
                                          std::make_shared<PathPredictor>(setup.predictor()),
                                          setup.predicted_start());
}

Advice predicted_advice(const Setup& setup) {
  return maze_advice(setup.maze, setup.scheme(), setup.settings.agent.predictor_threshold);
}

MarbleWorldKind predicted_kind() {
  return {
      .name = kPredicted,
      .title = "the path predictor",
      .world = predicted_world,
      .advice = predicted_advice,
      .traits = [](const PhysicsSettings&) -> Traits {
        return {std::string(kPredicted), true, false, 0};
      },
      .model = [](const Setup& setup,
                  const Trials&) { return std::make_shared<PathPredictor>(setup.predictor()); }};
}

}  // namespace

std::span<const MarbleWorldKind> marble_world_kinds() {
  static const std::vector<MarbleWorldKind> kinds = [] {
    std::vector<MarbleWorldKind> all;
    for (const PhysicsBackendEntry& backend : physics_backends())
      all.push_back(physical_kind(backend));
    all.push_back(predicted_kind());
    return all;
  }();
  return kinds;
}

bool is_marble_world_kind(std::string_view name) {
  return row_named(marble_world_kinds(), name) != nullptr;
}

const MarbleWorldKind& marble_world_kind(std::string_view name, const std::string& what) {
  if (const MarbleWorldKind* const kind = row_named(marble_world_kinds(), name)) return *kind;
  throw BadInput(what, fmt::format("'{}'", name), marble_world_names());
}

std::string marble_world_names(const std::function<bool(const MarbleWorldKind&)>& chosen,
                               bool titles) {
  std::vector<std::string> names;
  for (const MarbleWorldKind& kind : marble_world_kinds())
    if (!chosen || chosen(kind))
      names.push_back(titles ? fmt::format("{} ({})", kind.name, kind.title)
                             : std::string(kind.name));
  const std::string last = names.back();
  names.pop_back();
  return names.empty() ? last : fmt::format("{} or {}", fmt::join(names, ", "), last);
}

}  // namespace marblemaze
