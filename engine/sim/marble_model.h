#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

#include <glm/mat3x3.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "engine/sim/marble_worlds.h"
#include "engine/sim/physics.h"
#include "engine/sim/physics_settings.h"
#include "engine/sim/wall_features.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/world/world.h"

namespace marblemaze {

/// Returns the fewest steps of `step` seconds that last so many seconds.
[[nodiscard]] double steps_in(double seconds, double step);

/// Rule that decides when the marble has been still for long enough: a single quiet tick may be a
/// turning point, or a moment on the brink of a cliff (thesis 6.5, WAITING). A marble is still in a
/// tick in which its kinetic energy is below a limit; a world counts the ticks without a break.
struct RestRule {
  double energy_limit_j;
  double step_s;  ///< length of a tick

  /// Returns the count after another tick.
  [[nodiscard]] constexpr std::int64_t count(std::int64_t still_ticks,
                                             double kinetic_energy_j) const {
    return kinetic_energy_j < energy_limit_j ? still_ticks + 1 : 0;
  }
  /// Returns whether so many ticks last so many seconds. Half a tick of slack absorbs rounding.
  [[nodiscard]] constexpr bool still_for(std::int64_t still_ticks, double seconds) const {
    return static_cast<double>(still_ticks) * step_s >= seconds - 0.5 * step_s;
  }
  /// Returns the fewest ticks that last so long.
  [[nodiscard]] double ticks_for(double seconds) const {
    return steps_in(seconds - 0.5 * step_s, step_s);
  }
};

/// Returns a setting that depends on the maze's longest side (cells): its value at 3 cells, times
/// (side / 3) to the power of `growth`.
[[nodiscard]] double grown(double at_size_3, double growth, int longest_side);

/// Everything in a marble's maze that never changes. Worlds, their copies and threads share it.
struct MarbleModel {
  std::shared_ptr<const Physics> physics;
  RestRule rest;
  TiltLimits limits;  ///< of continuous control
  std::shared_ptr<const Maze> maze;
  std::shared_ptr<const WallFeatures> walls;
  PhysicsSettings settings;
  const MarbleWorldKind* kind;  ///< row that made the physics
  BodyConstants constants;
  double turn_time;        ///< s, nominal time of a move in a maze of this size
  double brake_tolerance;  ///< rad, largest tilt of the braked maze
  std::shared_ptr<const OrientationScheme> scheme;
  std::shared_ptr<const MazeRules> rules;  ///< of the scheme

  /// Returns the model of the same maze under another control scheme. Throws BadInput if the maze
  /// does not have that scheme.
  [[nodiscard]] std::shared_ptr<const MarbleModel> with_scheme(ControlScheme control) const;

  /// Returns the kinetic energy of the marble relative to the turning maze, J.
  [[nodiscard]] double energy_in_maze(const Bodies& bodies) const;
};
/// Makes a model. Requires: the maze is not null, and the kind has physics. Throws BadInput for a
/// scheme that the maze does not have.
[[nodiscard]] std::shared_ptr<const MarbleModel> marble_model(std::shared_ptr<const Maze> maze,
                                                              ControlScheme control,
                                                              const PhysicsSettings& settings,
                                                              const MarbleWorldKind& kind);

/// Everything that decides how a marble's maze continues, and nothing else. A copy continues
/// bit-identically, in any thread and from any tick. Members are multiples of 8 bytes without gaps,
/// so that saved bytes are the members in order.
struct MarbleState {
  std::uint64_t stream = 0;      ///< random stream of the actuator's noise
  std::uint64_t draws = 0;       ///< moves or commands that have drawn from it
  std::int64_t ticks = 0;        ///< since reset
  std::int64_t still_ticks = 0;  ///< of the marble, without a break (RestRule)

  // Moves.
  StateId state;                ///< of the last rest; none if the marble froze in no state
  OrientationId orientation;    ///< in which the maze stands, or to which it turns
  std::int64_t move_began = 0;  ///< tick
  glm::dmat3 upright{1};        ///< attitude of the braked maze without its tilt
  glm::dvec3 axis{0};           ///< of the turn, world frame
  double sweep = 1;             ///< rad, of the turn
  double turn_time = 1;         ///< s, of the turn, with noise
  glm::dvec2 tilt{0};           ///< 1: noise of the move, which says how the brake leaves the maze

  // Continuous control.
  Triple<double> command{};  ///< rate that the platform approaches, maze's axes, rad/s
  Triple<double> rate{};     ///< its present rate
  glm::ivec3 commanded{0};   ///< the command in force, in steps
  struct Flags {
    std::uint8_t at_target, reached, escaped, unused;
  } seen{};  ///< where the marble is, and where it was after some tick since reset

  Bodies bodies;

  /// Returns whether the maze is braked; otherwise it turns about its hinge or by commands.
  [[nodiscard]] constexpr bool stands() const { return bodies.turning == Turning::not_at_all; }
  /// Returns whether commands turn the maze, instead of moves.
  [[nodiscard]] constexpr bool tilts() const { return bodies.turning == Turning::by_commands; }
};
static_assert(std::is_trivially_copyable_v<MarbleState>);

/// Returns whether these bytes, which may come from anywhere, can be a state of this model.
[[nodiscard]] bool possible(const MarbleModel& model, const MarbleState& state);

}  // namespace marblemaze
