#include "engine/run/setup.h"

#include <cassert>
#include <utility>

#include <fmt/format.h>

#include "agent/belief/path_predictor.h"
#include "engine/rollouts/trial_model.h"
#include "engine/sim/marble_world.h"
#include "engine/sim/marble_worlds.h"
#include "maze/grid/maze.h"

namespace marblemaze {

Environment Setup::environment() const {
  if (!family) return {world(), advice()};
  Environment made = family(*this);
  made.advice.world = kind;
  return made;
}

std::unique_ptr<World> Setup::world() const {
  assert(maze || family);
  if (family) return family(*this).world;
  const MarbleWorldKind& row = marble_world_kind(kind);
  if (row.physics) return std::make_unique<MarbleWorld>(maze, control, settings, row);
  // The path predictor determines the results of moves, so its predictions are always correct.
  return std::make_unique<PredictedWorld>(std::string(kPredicted), maze, scheme(),
                                          std::make_shared<PathPredictor>(predictor()),
                                          predicted_start());
}

Advice Setup::advice() const {
  assert(maze || family);
  Setup told = *this;
  if (believed) told.settings = *believed;
  Advice advice = family
                      ? family(told).advice
                      : maze_advice(maze, told.scheme(), told.settings.agent.predictor_threshold);
  if (!family && marble_world_kind(kind).physics)
    advice.imagination = [told](double parameter_error) {
      return fast_trials(told.maze, told.control, told.settings, parameter_error);
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
  const ControlScheme chosen = control.value_or(usual_scheme(maze->grid().layers()));
  return {kind, std::move(maze), chosen, settings};
}

}  // namespace marblemaze
