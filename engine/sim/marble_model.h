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

/// Returns the minimum number of steps of `step` seconds that last at least this number of seconds.
[[nodiscard]] double steps_in(double seconds, double step);

/// Rule that decides when the marble has been still for long enough. A single quiet tick may be a
/// turning point, or a moment on the brink of a cliff (thesis 6.5, WAITING). A marble is still in a
/// tick in which its kinetic energy is below a limit; a world counts consecutive still ticks.
struct RestRule {
  double energy_limit_j;
  double step_s;  ///< length of a tick

  /// Returns the count after another tick.
  [[nodiscard]] constexpr std::int64_t count(std::int64_t still_ticks,
                                             double kinetic_energy_j) const {
    return kinetic_energy_j < energy_limit_j ? still_ticks + 1 : 0;
  }
  /// Returns whether this number of ticks lasts at least this number of seconds. A tolerance of
  /// half a tick absorbs rounding.
  [[nodiscard]] constexpr bool still_for(std::int64_t still_ticks, double seconds) const {
    return static_cast<double>(still_ticks) * step_s >= seconds - 0.5 * step_s;
  }
  /// Returns the minimum number of ticks that last this long.
  [[nodiscard]] double ticks_for(double seconds) const {
    return steps_in(seconds - 0.5 * step_s, step_s);
  }
};

/// Returns a setting that depends on the longest side of the maze (cells): its value at 3 cells,
/// times (side / 3) to the power of `growth`.
[[nodiscard]] double grown(double at_size_3, double growth, int longest_side);

/// Everything in a marble maze that never changes. Worlds, their copies and threads share it.
struct MarbleModel {
  std::shared_ptr<const Physics> physics;
  RestRule rest;
  TiltLimits limits;  ///< limits of continuous control
  std::shared_ptr<const Maze> maze;
  std::shared_ptr<const WallFeatures> walls;
  PhysicsSettings settings;
  const MarbleWorldKind* kind;  ///< row that created the physics
  BodyConstants constants;
  double turn_time;        ///< s, nominal duration of a move in a maze of this size
  double brake_tolerance;  ///< rad, maximum tilt of the braked maze
  std::shared_ptr<const OrientationScheme> scheme;
  std::shared_ptr<const MazeRules> rules;  ///< rules of the scheme

  /// Returns the model of the same maze under another control scheme. Throws BadInput if the maze
  /// does not support that scheme.
  [[nodiscard]] std::shared_ptr<const MarbleModel> with_scheme(ControlScheme control) const;

  // Functions for the rules of marble_rules.h. Requires: cells are in the maze, or in its box.
  /// Returns the cell that contains a point (maze coordinates); invalid outside the maze.
  [[nodiscard]] CellId cell_at(glm::dvec3 place) const { return maze->grid().cell_at(place); }
  [[nodiscard]] CellId target() const { return maze->target(); }
  [[nodiscard]] bool open(CellId cell, Direction side) const { return maze->open(cell, side); }
  [[nodiscard]] glm::dvec3 up(OrientationId orientation) const { return scheme->up(orientation); }
  /// Returns the walls missing below a marble, as missing_walls_below().
  [[nodiscard]] int missing_walls(CellId cell, OrientationId orientation) const {
    return missing_walls_below(*maze, *scheme, cell, orientation);
  }
  [[nodiscard]] StateId state(CellId cell, OrientationId orientation, int missing) const {
    return scheme->state(cell, orientation, missing);
  }
  /// Returns the kinetic energy of the marble relative to the turning maze, J.
  [[nodiscard]] double energy_in_maze(const Bodies& bodies) const;
};
[[nodiscard]] inline const Physics& physics_of(const MarbleModel& model) { return *model.physics; }

/// Creates a model. Requires: the maze is not null, and the kind has physics. Throws BadInput for a
/// scheme that the maze does not support.
[[nodiscard]] std::shared_ptr<const MarbleModel> marble_model(std::shared_ptr<const Maze> maze,
                                                              ControlScheme control,
                                                              const PhysicsSettings& settings,
                                                              const MarbleWorldKind& kind);

/// Everything that determines how a marble maze continues, and nothing else. A copy continues
/// bit-identically, in any thread and from any tick. Members are multiples of 8 bytes without
/// padding, so the saved bytes are the members in order.
struct MarbleState {
  std::uint64_t stream = 0;  ///< random stream of the actuator noise
  std::uint64_t draws = 0;   ///< number of moves or commands that have used the stream
  std::int64_t ticks = 0;    ///< ticks since reset
  std::int64_t still_ticks =
      0;  ///< number of consecutive ticks in which the marble has been still (RestRule)

  // Members for moves.
  StateId state;                ///< state of the last rest; invalid if the marble froze in no state
  OrientationId orientation;    ///< orientation in which the maze rests, or to which it turns
  std::int64_t move_began = 0;  ///< tick at which the move began
  glm::dmat3 upright{1};        ///< attitude of the braked maze without its tilt
  glm::dvec3 axis{0};           ///< axis of the turn, world frame
  double sweep = 1;             ///< angle of the turn, rad
  double turn_time = 1;         ///< duration of the turn, including noise, s
  glm::dvec2 tilt{0};  ///< noise of the move, dimensionless, which determines how tilted the brake
                       ///< leaves the maze

  // Members for continuous control.
  Triple<double> command{};  ///< angular velocity that the platform approaches, maze axes, rad/s
  Triple<double> rate{};     ///< current angular velocity of the platform
  glm::ivec3 commanded{0};   ///< current command, in steps
  struct Flags {
    std::uint8_t at_target, reached, escaped, unused;
  } seen{};  ///< position of the marble now, and after any tick since reset

  Bodies bodies;

  /// Returns whether the maze is braked. If not, it turns about its hinge or by commands.
  [[nodiscard]] constexpr bool stands() const { return bodies.turning == Turning::not_at_all; }
  /// Returns whether commands turn the maze, instead of moves.
  [[nodiscard]] constexpr bool tilts() const { return bodies.turning == Turning::by_commands; }
};
static_assert(std::is_trivially_copyable_v<MarbleState>);

/// Returns whether these bytes, which may come from anywhere, can be a state of this model.
[[nodiscard]] bool possible(const MarbleModel& model, const MarbleState& state);

}  // namespace marblemaze
