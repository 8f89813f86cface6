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

/// A world to act in and what may be known of it.
struct Environment {
  std::unique_ptr<World> world;
  Advice advice;
};

/// What is being played: a marble's maze in a kind of world, or the puzzle of a family of logic
/// mazes (WorldEntry::setup() in engine/run/families/world_registry.h). All that it takes to make
/// the world anew.
///
/// Functions throw BadInput for a kind of world that does not exist, and for a scheme that the maze
/// does not have. Precondition of all: a maze or a family; of those that say so, a maze.
struct Setup {
  std::string kind = "bullet";  ///< one of marble_world_kinds(); of a logic maze its family
  std::shared_ptr<const Maze> maze = nullptr;  ///< null in a logic maze
  /// Control scheme at the start; none in a logic maze.
  ControlScheme control = ControlScheme::cube_8;
  PhysicsSettings settings = {};
  std::uint64_t seed = 0;  ///< of a logic maze, and of what an agent draws in it
  /// How the family makes world and advice of a logic maze; null in a marble's maze.
  Environment (*family)(const Setup&) = nullptr;
  /// Where the maze's physics is not what it is taken for: with these settings agents imagine it.
  std::optional<PhysicsSettings> believed = std::nullopt;

  bool operator==(const Setup&) const = default;

  /// At its start, with what may be known of it.
  [[nodiscard]] Environment environment() const;
  /// The same two alone.
  [[nodiscard]] std::unique_ptr<World> world() const;
  [[nodiscard]] Advice advice() const;
  /// What this reality makes of moves, for maps. `trials` has no meaning where a move ends the same
  /// from everywhere. Needs a maze.
  [[nodiscard]] std::shared_ptr<const ForwardModel> model(const Trials& trials) const;
  /// The scheme at the start, or another one of the same maze. Need a maze.
  [[nodiscard]] std::shared_ptr<const OrientationScheme> scheme() const { return scheme(control); }
  [[nodiscard]] std::shared_ptr<const OrientationScheme> scheme(ControlScheme other) const;
  /// The same under another control scheme.
  [[nodiscard]] Setup with(ControlScheme control_there) const;
  /// The thesis's, with the threshold of the settings, and where it sees the marble settle first.
  /// Need a maze.
  [[nodiscard]] PathPredictor predictor() const;
  [[nodiscard]] StateId predicted_start() const;
  /// Worlds of equal identities can take each other's saved states.
  [[nodiscard]] std::string identity() const;
};

/// In a marble's maze, which must not be null; without a scheme in its usual_scheme().
[[nodiscard]] Setup setup_in(std::shared_ptr<const Maze> maze,
                             std::optional<ControlScheme> control = {},
                             const PhysicsSettings& settings = {},
                             const std::string& kind = "bullet");

/// Returns the scheme with so many orientations; nothing for 0, which command line and C interface
/// take for the usual one.
[[nodiscard]] inline std::optional<ControlScheme> asked_scheme(int orientations) {
  return orientations == 0 ? std::nullopt : std::optional(ControlScheme{orientations});
}

}  // namespace marblemaze
