#include "engine/run/world_factory.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "agent/belief/maze_advice.h"
#include "agent/belief/predicted_world.h"
#include "engine/rollouts/imagined_trials.h"
#include "engine/world/marble_world.h"
#include "maze/base/errors.h"

namespace marblemaze {
namespace {

std::shared_ptr<const OrientationScheme> scheme_of(const Maze& maze, int orientations,
                                                   const PhysicsSettings& settings) {
  return std::make_shared<const OrientationScheme>(orientations, maze.grid().layers(),
                                                   settings.slopes());
}

}  // namespace

int default_orientations(const Maze& maze) { return maze.grid().layers() == Layers::flat ? 4 : 8; }

Advice make_advice(std::shared_ptr<const Maze> maze, int orientations,
                   const PhysicsSettings& settings) {
  auto scheme = scheme_of(*maze, orientations, settings);
  Advice advice = maze_advice(maze, std::move(scheme), settings.predictor_threshold);
  advice.imagination = [maze, orientations, settings](double parameter_error) {
    return imagined_trials(maze, orientations, settings, parameter_error);
  };
  return advice;
}

void require_copies(const PlannerEntry& agent, const World& world) {
  if (agent.plans_in_copies() && !world.traits().cloneable)
    throw BadInput("agent", fmt::format("'{}'", agent.name),
                   "a world that can be copied, which Bullet with the setting \"collision\" at "
                   "\"compound\" cannot");
}

std::span<const std::string_view> marble_world_kinds() {
  static constexpr std::array<std::string_view, 3> kinds{"bullet", "imagined", "predicted"};
  return kinds;
}

bool is_marble_world_kind(std::string_view name) {
  const auto kinds = marble_world_kinds();
  return std::find(kinds.begin(), kinds.end(), name) != kinds.end();
}

Setting make_setting(const std::string& kind, std::shared_ptr<const Maze> maze, int orientations,
                     const PhysicsSettings& settings) {
  if (kind == "bullet" || kind == "imagined")
    return {std::make_unique<MarbleWorld>(maze, orientations, settings,
                                          kind == "bullet" ? Laws::bullet : Laws::imagined),
            make_advice(maze, orientations, settings)};
  if (kind == "predicted") {
    auto scheme = scheme_of(*maze, orientations, settings);
    Advice advice = maze_advice(maze, scheme, settings.predictor_threshold);
    const PathPredictor predictor(maze, scheme, settings.predictor_threshold);
    const StateId first = predictor.settle(maze->start(), OrientationId(0));
    auto world = std::make_unique<PredictedWorld>(kind, maze, scheme, advice.predictor, first);
    return {std::move(world), std::move(advice)};
  }
  throw BadInput("world", "'" + kind + "'", "bullet, imagined or predicted");
}

}  // namespace marblemaze
