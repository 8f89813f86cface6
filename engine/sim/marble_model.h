#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

#include <glm/mat3x3.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "engine/sim/marble_world_kinds.h"
#include "engine/sim/physics.h"
#include "engine/sim/physics_settings.h"
#include "engine/sim/wall_features.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/world/world.h"

namespace marblemaze {

/// Returns the smallest number of steps of length `step` that last at least `seconds`.
[[nodiscard]] double step_count(double seconds, double step);

/// Decides when the marble is at rest. The kinetic energy must be below a limit for several
/// consecutive ticks, because a marble that is reversing direction or balancing on an edge can be
/// still for a single tick (thesis 6.5, WAITING).
struct RestRule {
  double energy_limit_j;
  double step_s;  ///< duration of a tick

  [[nodiscard]] constexpr std::int64_t next_still_ticks(std::int64_t still_ticks,
                                                        double kinetic_energy_j) const {
    return kinetic_energy_j < energy_limit_j ? still_ticks + 1 : 0;
  }
  /// Returns true if this number of ticks lasts at least `seconds`. A tolerance of half a tick
  /// absorbs rounding errors.
  [[nodiscard]] constexpr bool still_for(std::int64_t still_ticks, double seconds) const {
    return static_cast<double>(still_ticks) * step_s >= seconds - 0.5 * step_s;
  }
  [[nodiscard]] double ticks_for(double seconds) const {
    return step_count(seconds - 0.5 * step_s, step_s);
  }
};

/// Immutable part of a marble maze, shared by worlds and threads.
struct MarbleModel {
  std::shared_ptr<const Physics> physics;
  RestRule rest;
  TiltLimits limits;
  std::shared_ptr<const Maze> maze;
  std::shared_ptr<const WallFeatures> walls;
  PhysicsSettings settings;
  const MarbleWorldKind* kind;  ///< table row with the function that created `physics`
  BodyConstants constants;
  double turn_time;        ///< nominal turn duration for this maze size (s)
  double brake_tolerance;  ///< maximum tilt of the braked maze (rad)
  std::shared_ptr<const OrientationScheme> scheme;
  std::shared_ptr<const MazeRules> rules;

  /// Throws BadInput if the maze does not support the scheme.
  [[nodiscard]] std::shared_ptr<const MarbleModel> with_scheme(ControlScheme control) const;

  /// Returns the kinetic energy of the marble relative to the turning maze, J.
  [[nodiscard]] double energy_in_maze(const Bodies& bodies) const;
};
/// Requires: the maze is not null, and the kind has physics. Throws BadInput if the maze does not
/// support the scheme.
[[nodiscard]] std::shared_ptr<const MarbleModel> marble_model(std::shared_ptr<const Maze> maze,
                                                              ControlScheme control,
                                                              const PhysicsSettings& settings,
                                                              const MarbleWorldKind& kind);

/// A copied state continues bit-identically in any thread and from any tick. The struct is
/// trivially copyable and has no padding, so states are saved as bytes.
struct MarbleState {
  std::uint64_t stream = 0;  ///< random stream of the actuator noise
  std::uint64_t draws = 0;   ///< number of moves or commands that have drawn from the stream
  std::int64_t ticks = 0;
  /// Number of consecutive ticks in which the marble has been still (RestRule).
  std::int64_t still_ticks = 0;

  // Members used for moves.
  StateId state;  ///< state in which the marble last rested; invalid if it froze outside all states
  OrientationId orientation;    ///< current orientation of the maze, or its target during a turn
  std::int64_t move_began = 0;  ///< value of `ticks` at the beginning of the move
  glm::dmat3 upright{1};        ///< orientation of the braked maze without the residual tilt
  glm::dvec3 axis{0};           ///< axis of the current turn, world frame
  double turn_angle = 1;        ///< angle of the current turn (rad)
  double turn_time = 1;         ///< duration of the current turn, including noise (s)
  glm::dvec2 tilt{0};           ///< random residual tilt after the move, in the unit disc

  // Members used for continuous control.
  Vec3<double> command{};   ///< target angular velocity of the platform, maze frame (rad/s)
  Vec3<double> rate{};      ///< current angular velocity of the platform, maze frame (rad/s)
  glm::ivec3 commanded{0};  ///< current command, in multiples of 1 / kCommandSteps
  struct Flags {
    std::uint8_t at_target, reached, escaped, unused;
  } seen{};  ///< at_target is current; the other flags accumulate since reset()

  Bodies bodies;

  [[nodiscard]] constexpr bool braked() const { return bodies.turning == Turning::none; }
  [[nodiscard]] constexpr bool is_tilt() const { return bodies.turning == Turning::tilt; }
};
static_assert(std::is_trivially_copyable_v<MarbleState>);

/// Returns true if this state, which may contain arbitrary bytes, is valid for the model.
[[nodiscard]] bool valid(const MarbleModel& model, const MarbleState& state);

}  // namespace marblemaze
