#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "agent/belief/path_predictor.h"
#include "agent/contracts/planner.h"
#include "engine/rollouts/trial_model.h"
#include "engine/sim/physics_settings.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/world/world.h"

namespace marblemaze {

/// A world and its advice.
struct Environment {
  std::unique_ptr<World> world;
  Advice advice;
};

/// Description of a world from which it can be created again: a marble maze in a kind of world, or
/// the puzzle of a family of logic mazes (WorldEntry::setup() in
/// engine/run/families/world_registry.h).
///
/// Functions throw BadInput if the kind of world does not exist or the maze does not support the
/// scheme. All functions require a maze or a family, and some require a maze.
struct Setup {
  std::string kind = "bullet";  ///< one of marble_world_kinds(), or a family of logic mazes
  std::shared_ptr<const Maze> maze = nullptr;  ///< null in a logic maze
  /// Control scheme at the start; none in a logic maze and under continuous control.
  ControlScheme control = ControlScheme::cube_8;
  PhysicsSettings settings = {};
  std::uint64_t seed = 0;  ///< seed of a logic maze and of an agent's random numbers in it
  /// Function of the family that creates the world and the advice of a logic maze; null in a marble
  /// maze.
  Environment (*family)(const Setup&) = nullptr;
  /// Settings with which agents plan, if they differ from the settings of the world.
  std::optional<PhysicsSettings> believed = std::nullopt;

  bool operator==(const Setup&) const = default;

  /// Returns the world at its start and its advice.
  [[nodiscard]] Environment environment() const;
  /// Return only the world, or only the advice.
  [[nodiscard]] std::unique_ptr<World> world() const;
  [[nodiscard]] Advice advice() const;
  /// Returns the forward model of this world, for state maps. A world without physics ignores
  /// `trials`. Requires: a maze.
  [[nodiscard]] std::shared_ptr<const ForwardModel> model(const Trials& trials) const;
  /// Return the scheme at the start, or a different scheme of the same maze. Requires: a maze.
  [[nodiscard]] std::shared_ptr<const OrientationScheme> scheme() const { return scheme(control); }
  [[nodiscard]] std::shared_ptr<const OrientationScheme> scheme(ControlScheme other) const;
  /// Returns the same setup under another control scheme.
  [[nodiscard]] Setup with(ControlScheme control_there) const;
  /// Return the thesis's path predictor, with the threshold of the settings, and the state in which
  /// it predicts the first rest. Requires: a maze.
  [[nodiscard]] PathPredictor predictor() const;
  [[nodiscard]] StateId predicted_start() const;
  /// Returns a text that is equal for worlds that can load each other's saved states.
  [[nodiscard]] std::string identity() const;
};

/// Returns the setup of a marble maze, by default in its usual_scheme(). Requires: the maze is not
/// null.
[[nodiscard]] Setup setup_in(std::shared_ptr<const Maze> maze,
                             std::optional<ControlScheme> control = {},
                             const PhysicsSettings& settings = {},
                             const std::string& kind = "bullet");

/// Returns the scheme with this number of orientations; nullopt for 0, which means the default
/// scheme on the command line and in the C interface.
[[nodiscard]] inline std::optional<ControlScheme> asked_scheme(int orientations) {
  return orientations == 0 ? std::nullopt : std::optional(ControlScheme{orientations});
}

}  // namespace marblemaze
