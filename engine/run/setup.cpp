#include "engine/run/setup.h"

#include <cassert>
#include <utility>

#include <fmt/format.h>

#include "agent/belief/path_predictor.h"
#include "engine/rollouts/rollout_model.h"
#include "engine/run/families/world_families.h"
#include "engine/sim/marble_world.h"
#include "engine/sim/marble_world_kinds.h"
#include "maze/grid/maze.h"

namespace marblemaze {

Environment Setup::make_environment() const {
  if (maze) return {make_world(), make_advice()};
  const WorldFamily& family = world_family(kind);
  assert(!family.marble);
  Environment logic = family.make(seed);
  logic.advice.seed = seed;
  logic.advice.world = kind;
  return logic;
}

std::unique_ptr<World> Setup::make_world() const {
  if (!maze) return make_environment().world;
  const MarbleWorldKind& row = marble_world_kind(kind);
  if (row.physics) return std::make_unique<MarbleWorld>(maze, control, settings, row);
  // The path predictor determines the result of each move, so its predictions are always correct.
  return std::make_unique<PredictedWorld>(std::string(kPredicted), maze, make_scheme(),
                                          std::make_shared<PathPredictor>(make_predictor()),
                                          predicted_start());
}

Advice Setup::make_advice() const {
  if (!maze) return make_environment().advice;
  Setup model = *this;
  if (planning_settings) model.settings = *planning_settings;
  Advice advice = maze_advice(maze, model.make_scheme(), model.settings.agent.predictor_threshold);
  if (marble_world_kind(kind).physics)
    advice.make_planning_model = [model](double parameter_error) {
      return fast_trials(model.maze, model.control, model.settings, parameter_error);
    };
  advice.world = kind;
  return advice;
}

std::shared_ptr<const ForwardModel> Setup::make_model(const RolloutSettings& trials) const {
  assert(maze);
  const MarbleWorldKind& row = marble_world_kind(kind, "model");
  if (!row.physics) return std::make_shared<PathPredictor>(make_predictor());
  return std::make_shared<RolloutModel>(std::make_shared<MarbleWorld>(maze, control, settings, row),
                                        trials);
}

std::shared_ptr<const OrientationScheme> Setup::make_scheme(ControlScheme other) const {
  assert(maze);
  return std::make_shared<const OrientationScheme>(other, maze->grid().layers(), settings.slopes);
}

Setup Setup::with(ControlScheme control_there) const {
  Setup other = *this;
  other.control = control_there;
  return other;
}

PathPredictor Setup::make_predictor() const {
  return {maze, make_scheme(), settings.agent.predictor_threshold};
}

StateId Setup::predicted_start() const {
  return make_predictor().settle(maze->start(), OrientationId(0));
}

std::string Setup::identity() const {
  if (maze)
    return fmt::format("{}, maze {}, {} orientations, settings {}", kind, maze_hash(*maze), control,
                       settings_hash(settings));
  return fmt::format("{}, seed {}", kind, seed);
}

Setup setup_in(std::shared_ptr<const Maze> maze, std::optional<ControlScheme> control,
               const PhysicsSettings& settings, const std::string& kind) {
  assert(maze);
  const ControlScheme chosen = control.value_or(default_scheme(maze->grid().layers()));
  return {kind, std::move(maze), chosen, settings};
}

}  // namespace marblemaze
