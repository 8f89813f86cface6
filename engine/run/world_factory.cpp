#include "engine/run/world_factory.h"

#include <algorithm>

#include <fmt/format.h>

#include "agent/belief/maze_advice.h"
#include "agent/belief/predicted_world.h"
#include "agent/contracts/maze_layout.h"
#include "engine/rollouts/doubted_marble.h"
#include "engine/rollouts/imagined_trials.h"
#include "engine/world/marble_world.h"
#include "maze/base/errors.h"

namespace marblemaze {
namespace {

MarbleWorldKind physical_kind(const PhysicsBackendEntry& backend) {
  return {.name = backend.name,
          .title = backend.title,
          .make = [&backend](std::shared_ptr<const Maze> maze, int orientations,
                             const PhysicsSettings& settings) -> Environment {
            return {std::make_unique<MarbleWorld>(maze, orientations, settings, backend),
                    make_advice(maze, orientations, settings)};
          },
          .traits =
              [&backend](const PhysicsSettings& settings) {
                return MarbleWorld::traits_with(backend, settings);
              },
          .model =
              [&backend](std::shared_ptr<const Maze> maze, int orientations,
                         const PhysicsSettings& settings, Trials trials) {
                return std::make_shared<TrialModel>(
                    std::make_shared<MarbleWorld>(maze, orientations, settings, backend), trials);
              }};
}

constexpr std::string_view kPredicted = "predicted";

/// The path predictor is reality: its world and its guesses are one.
Environment predicted_environment(std::shared_ptr<const Maze> maze, int orientations,
                                  const PhysicsSettings& settings) {
  const auto scheme = scheme_of(*maze, orientations, settings);
  const PathPredictor predictor(maze, scheme, settings.agent.predictor_threshold);
  const StateId first = predictor.settle(maze->start(), OrientationId(0));
  Advice advice = maze_advice(maze, scheme, settings.agent.predictor_threshold);
  MazeLayout layout = *advice.layout;
  layout.exact_motion = true;
  advice.layout = std::make_shared<const MazeLayout>(std::move(layout));
  return {std::make_unique<PredictedWorld>(std::string(kPredicted), maze, scheme, advice.predictor,
                                           first),
          std::move(advice)};
}

MarbleWorldKind predicted_kind() {
  return {.name = kPredicted,
          .title = "the path predictor",
          .make = predicted_environment,
          .traits = [](const PhysicsSettings&) -> Traits {
            return {std::string(kPredicted), true, true, true, false, 0};
          },
          .model =
              [](std::shared_ptr<const Maze> maze, int orientations,
                 const PhysicsSettings& settings, Trials) {
                return maze_advice(maze, scheme_of(*maze, orientations, settings),
                                   settings.agent.predictor_threshold)
                    .predictor;
              }};
}

}  // namespace

std::shared_ptr<const OrientationScheme> scheme_of(const Maze& maze, int orientations,
                                                   const PhysicsSettings& settings) {
  return std::make_shared<const OrientationScheme>(orientations, maze.grid().layers(),
                                                   settings.slopes);
}

int default_orientations(const Maze& maze) { return maze.grid().layers() == Layers::flat ? 4 : 8; }

Advice make_advice(std::shared_ptr<const Maze> maze, int orientations,
                   const PhysicsSettings& settings) {
  auto scheme = scheme_of(*maze, orientations, settings);
  Advice advice = maze_advice(maze, std::move(scheme), settings.agent.predictor_threshold);
  advice.imagination = [maze, orientations, settings](double parameter_error) {
    return imagined_trials(maze, orientations, settings, parameter_error);
  };
  advice.doubted = [maze, orientations, settings](std::uint64_t seed) {
    return doubted_marble(maze, orientations, settings, Rng(seed));
  };
  return advice;
}

void require_copies(const PlannerEntry& agent, const World& world) {
  if (agent.plans_in_copies() && !world.traits().cloneable)
    throw BadInput("agent", fmt::format("'{}'", agent.name),
                   "a world that can be copied, which Bullet with the setting \"collision\" at "
                   "\"compound\" cannot");
}

void require_copies(const std::string& who, const Traits& traits) {
  if (!traits.cloneable)
    throw BadInput("setting \"collision\"", "\"compound\"",
                   fmt::format("\"grid\": {} tries moves in copies", who));
}

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
  const auto kinds = marble_world_kinds();
  return std::any_of(kinds.begin(), kinds.end(),
                     [&](const MarbleWorldKind& kind) { return kind.name == name; });
}

const MarbleWorldKind& marble_world_kind(std::string_view name, const std::string& what) {
  for (const MarbleWorldKind& kind : marble_world_kinds())
    if (kind.name == name) return kind;
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

Environment make_environment(const std::string& kind, std::shared_ptr<const Maze> maze,
                             int orientations, const PhysicsSettings& settings) {
  return marble_world_kind(kind).make(std::move(maze), orientations, settings);
}

}  // namespace marblemaze
