#include "engine/run/setup.h"

#include <cassert>
#include <utility>

#include <fmt/format.h>

#include "agent/belief/path_predictor.h"
#include "engine/rollouts/trial_model.h"
#include "engine/run/families/world_registry.h"
#include "engine/sim/marble_world.h"
#include "engine/sim/marble_worlds.h"
#include "maze/grid/maze.h"

namespace marblemaze {

Environment Setup::environment() const {
  if (maze) return {world(), advice()};
  const WorldEntry& family = world_entry(kind);
  assert(!family.marble);
  Environment logic = family.make(seed);
  logic.advice.seed = seed;
  logic.advice.world = kind;
  return logic;
}

std::unique_ptr<World> Setup::world() const {
  if (!maze) return environment().world;
  const MarbleWorldKind& row = marble_world_kind(kind);
  if (row.physics) return std::make_unique<MarbleWorld>(maze, control, settings, row);
  // The path predictor determines the result of each move, so its predictions are always correct.
  return std::make_unique<PredictedWorld>(std::string(kPredicted), maze, scheme(),
                                          std::make_shared<PathPredictor>(predictor()),
                                          predicted_start());
}

Advice Setup::advice() const {
  if (!maze) return environment().advice;
  Setup model = *this;
  if (believed) model.settings = *believed;
  Advice advice = maze_advice(maze, model.scheme(), model.settings.agent.predictor_threshold);
  if (marble_world_kind(kind).physics)
    advice.imagination = [model](double parameter_error) {
      return fast_trials(model.maze, model.control, model.settings, parameter_error);
    };
  advice.world = kind;
  return advice;
}

std::shared_ptr<const ForwardModel> Setup::model(const Trials& trials) const {
  assert(maze);
  const MarbleWorldKind& row = marble_world_kind(kind, "model");
  if (!row.physics) return std::make_shared<PathPredictor>(predictor());
  return std::make_shared<TrialModel>(std::make_shared<MarbleWorld>(maze, control, settings, row),
                                      trials);
}

std::shared_ptr<const OrientationScheme> Setup::scheme(ControlScheme other) const {
  assert(maze);
  return std::make_shared<const OrientationScheme>(other, maze->grid().layers(), settings.slopes);
}

Setup Setup::with(ControlScheme control_there) const {
  Setup other = *this;
  other.control = control_there;
  return other;
}

PathPredictor Setup::predictor() const {
  return {maze, scheme(), settings.agent.predictor_threshold};
}

StateId Setup::predicted_start() const {
  return predictor().settle(maze->start(), OrientationId(0));
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
