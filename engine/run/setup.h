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

/// World, with the advice for the agent that plays in it.
struct Environment {
  std::unique_ptr<World> world;
  Advice advice;
};

/// Description of a world, from which the world can be created. The world is a marble maze if
/// `maze` is set. Otherwise it is a logic maze, which a family creates from the seed (world_entry()
/// in engine/run/families/world_registry.h).
///
/// Functions throw BadInput if the kind of world does not exist or the maze does not support the
/// control scheme.
struct Setup {
  std::string kind = "bullet";  ///< name in marble_world_kinds(), or of a family of logic mazes
  std::shared_ptr<const Maze> maze = nullptr;  ///< null in a logic maze
  /// Initial control scheme; `none` in a logic maze and under continuous control.
  ControlScheme control = ControlScheme::cube_8;
  PhysicsSettings settings = {};
  std::uint64_t seed = 0;  ///< seed of a logic maze, and of the random agents that play in it
  /// Settings of the model with which agents plan; the settings of the world by default.
  std::optional<PhysicsSettings> believed = std::nullopt;

  bool operator==(const Setup&) const = default;

  /// Returns a new world and its advice.
  [[nodiscard]] Environment environment() const;
  /// Return only the world, or only the advice.
  [[nodiscard]] std::unique_ptr<World> world() const;
  [[nodiscard]] Advice advice() const;
  /// Returns the forward model of this world, for state maps. Ignores `trials` if the world has no
  /// physics. Requires: `maze` is set.
  [[nodiscard]] std::shared_ptr<const ForwardModel> model(const Trials& trials) const;
  /// Return the initial control scheme, or another scheme of this maze. Requires: `maze` is set.
  [[nodiscard]] std::shared_ptr<const OrientationScheme> scheme() const { return scheme(control); }
  [[nodiscard]] std::shared_ptr<const OrientationScheme> scheme(ControlScheme other) const;
  /// Returns a copy of this setup with another control scheme.
  [[nodiscard]] Setup with(ControlScheme control_there) const;
  /// Return the path predictor of the thesis, with the threshold of the settings, and the state in
  /// which it predicts that the marble first comes to rest. Requires: `maze` is set.
  [[nodiscard]] PathPredictor predictor() const;
  [[nodiscard]] StateId predicted_start() const;
  /// Returns a string that identifies the world. Worlds can load saved states from each other if
  /// these strings are equal.
  [[nodiscard]] std::string identity() const;
};

/// Returns the setup of a marble maze. The default control scheme is usual_scheme(). Requires: the
/// maze is not null.
[[nodiscard]] Setup setup_in(std::shared_ptr<const Maze> maze,
                             std::optional<ControlScheme> control = {},
                             const PhysicsSettings& settings = {},
                             const std::string& kind = "bullet");

/// Returns the control scheme with this number of orientations. Returns nullopt for 0, which
/// selects the default scheme on the command line and in the C interface.
[[nodiscard]] inline std::optional<ControlScheme> asked_scheme(int orientations) {
  return orientations == 0 ? std::nullopt : std::optional(ControlScheme{orientations});
}

}  // namespace marblemaze
