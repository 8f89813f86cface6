#pragma once

#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "engine/sim/body_constants.h"
#include "engine/sim/marble_worlds.h"
#include "engine/sim/physics.h"
#include "engine/sim/physics_settings.h"
#include "engine/sim/rest_rule.h"
#include "engine/sim/wall_features.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/world/rules.h"
#include "maze/world/scene.h"

namespace marblemaze {

/// All of a marble's maze that never changes. Worlds, their copies and threads share it.
struct MarbleModel {
  std::shared_ptr<const Physics> physics;
  RestRule rest;
  double half_mass;   ///< kg: half the marble's
  TiltLimits limits;  ///< of continuous control
  std::shared_ptr<const Maze> maze;
  std::shared_ptr<const WallFeatures> walls;
  PhysicsSettings settings;
  const MarbleWorldKind* kind;  ///< row that made the physics
  BodyConstants constants;
  double turn_time;        ///< s: nominal time of a move in a maze of this size
  double brake_tolerance;  ///< rad: largest tilt of the braked maze
  std::shared_ptr<const OrientationScheme> scheme;
  std::shared_ptr<const MazeRules> rules;  ///< of the scheme

  /// Returns the model of the same maze under another control scheme. Throws BadInput if the maze
  /// does not have it.
  [[nodiscard]] std::shared_ptr<const MarbleModel> with_scheme(ControlScheme control) const;
};

/// Requires: the maze is not null, and the kind has physics. Throws BadInput for a scheme that the
/// maze does not have.
[[nodiscard]] std::shared_ptr<const MarbleModel> marble_model(std::shared_ptr<const Maze> maze,
                                                              ControlScheme control,
                                                              const PhysicsSettings& settings,
                                                              const MarbleWorldKind& kind);

/// Everything that decides how a marble's maze goes on, and nothing else. A copy continues
/// bit-identically, in any thread and from any tick. Members are multiples of 8 bytes without gaps,
/// so that saved bytes are the members in order.
struct MarbleState {
  std::uint64_t stream = 0;      ///< of the actuator's noise
  std::uint64_t draws = 0;       ///< moves or commands that have drawn from it
  std::int64_t ticks = 0;        ///< since reset
  std::int64_t still_ticks = 0;  ///< of the marble, without a break (RestRule)

  // Moves (MarbleWorld).
  StateId state;                ///< of the last rest; none if it froze in none
  OrientationId orientation;    ///< in which the maze stands, or to which it turns
  std::int64_t move_began = 0;  ///< tick
  glm::dmat3 upright{1};        ///< attitude of the braked maze, its tilt apart
  glm::dvec3 axis{0};           ///< of the turn, world frame
  double sweep = 1;             ///< rad: of the turn
  double turn_time = 1;         ///< s: of the turn, with noise
  glm::dvec2 tilt{0};           ///< 1: drawn by the move, where the brake leaves the maze

  // Continuous control (TiltWorld).
  Triple<double> command{};  ///< rate for which the platform strives, maze's axes, rad/s
  Triple<double> rate{};     ///< its rate
  glm::ivec3 commanded{0};   ///< the command in force, in steps
  struct Flags {
    std::uint8_t at_target, reached, escaped, unused;
  } seen{};  ///< where the marble is, and where it was after some tick since reset

  Bodies bodies;
};
static_assert(std::is_trivially_copyable_v<MarbleState>);

/// A marble in its maze, copied by assignment: the half that moves and continuous control have in
/// common.
struct MarbleSim {
  std::shared_ptr<const MarbleModel> model;
  MarbleState state;

  /// The marble's centre in maze coordinates (0 to dims), cells.
  [[nodiscard]] glm::dvec3 marble_in_maze() const {
    return model->physics->marble_in_maze(state.bodies);
  }
  /// The cell in which the marble is; none outside the maze.
  [[nodiscard]] CellId cell() const { return model->maze->grid().cell_at(marble_in_maze()); }
  [[nodiscard]] PhysicsState bodies() const { return model->physics->state(state.bodies); }
  /// Returns the poses for the viewer, without contacts.
  [[nodiscard]] Scene scene() const;
  /// Returns a hash of all that can be seen of how it continues, for comparing two runs tick by
  /// tick: positions, attitudes and velocities of both bodies, and the command in force.
  [[nodiscard]] std::uint64_t state_hash() const;

  /// Places the marble at rest in the corner of a cell into which gravity pulls it, the canonical
  /// pose of a settled state, without yaw. A balanced one has none: there the marble is let go.
  /// Requires: the state's cell is in the maze.
  void place(StateId settled);
  /// Random draws come from this stream from now on, as if none had been drawn.
  void draw_from(std::uint64_t stream) {
    state.stream = stream;
    state.draws = 0;
  }

  /// Returns the control scheme and the state as words of 64 bits.
  [[nodiscard]] std::vector<std::uint64_t> save() const;
  /// Returns what such words hold, of continuous control or of moves; nothing if this maze has no
  /// state like it.
  [[nodiscard]] std::optional<MarbleSim> saved(std::span<const std::uint64_t> words,
                                               bool tilted) const;
};

/// Returns the attitude nearest to `rotation` in which `up` (maze frame) is vertical, so that
/// errors of a turn never add up; only the yaw, which gravity does not feel, stays as it was.
[[nodiscard]] glm::dmat3 stand_upright(const glm::dmat3& rotation, glm::dvec3 up);

}  // namespace marblemaze
