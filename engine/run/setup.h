#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "agent/belief/path_predictor.h"
#include "agent/contracts/planner.h"
#include "engine/rollouts/rollout_model.h"
#include "engine/sim/physics_settings.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/world/world.h"

namespace marblemaze {

struct Environment {
  std::unique_ptr<World> world;
  Advice advice;
};

/// Returns the state in which a world rests or last rested, or an invalid state before the first
/// rest.
[[nodiscard]] inline StateId state_of(const World& world) {
  return world.at_rest() || world.between_rests() ? world.state() : StateId();
}

/// Describes a marble maze if `maze` is set. Otherwise, describes a logic maze that
/// world_family(kind) creates from the seed (engine/run/families/world_families.h).
///
/// Functions throw BadInput if the kind of world does not exist or the maze does not support the
/// control scheme.
struct Setup {
  std::string kind = "bullet";  ///< name in marble_world_kinds(), or name of a logic maze family
  std::shared_ptr<const Maze> maze = nullptr;
  /// Initial control scheme; `none` in a logic maze and under continuous control.
  ControlScheme control = ControlScheme::cube_8;
  PhysicsSettings settings = {};
  std::uint64_t seed = 0;  ///< seed of a logic maze and of its random agents
  /// Settings of the model that agents use for planning. By default, these are the world settings.
  std::optional<PhysicsSettings> planning_settings = std::nullopt;

  bool operator==(const Setup&) const = default;

  [[nodiscard]] Environment make_environment() const;
  [[nodiscard]] std::unique_ptr<World> make_world() const;
  [[nodiscard]] Advice make_advice() const;
  /// Ignores `trials` if the world has no physics. Requires: `maze` is set.
  [[nodiscard]] std::shared_ptr<const ForwardModel> make_model(const RolloutSettings& trials) const;
  /// Requires: `maze` is set.
  [[nodiscard]] std::shared_ptr<const OrientationScheme> make_scheme() const {
    return make_scheme(control);
  }
  [[nodiscard]] std::shared_ptr<const OrientationScheme> make_scheme(ControlScheme other) const;
  [[nodiscard]] Setup with(ControlScheme control_there) const;
  /// Return the path predictor of the thesis, and its prediction of the state in which the marble
  /// first comes to rest. Requires: `maze` is set.
  [[nodiscard]] PathPredictor make_predictor() const;
  [[nodiscard]] StateId predicted_start() const;
  /// Returns the identity of the world. Two worlds can load each other's saved states if they have
  /// the same identity.
  [[nodiscard]] std::string identity() const;
};

/// The control scheme defaults to default_scheme(). Requires: the maze is not null.
[[nodiscard]] Setup setup_in(std::shared_ptr<const Maze> maze,
                             std::optional<ControlScheme> control = {},
                             const PhysicsSettings& settings = {},
                             const std::string& kind = "bullet");

/// Returns the control scheme with this number of orientations, or nullopt for 0, which stands for
/// the default scheme.
[[nodiscard]] inline std::optional<ControlScheme> scheme_from_orientations(int orientations) {
  return orientations == 0 ? std::nullopt : std::optional(ControlScheme{orientations});
}

}  // namespace marblemaze
