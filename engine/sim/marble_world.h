#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/sim/marble_model.h"
#include "engine/sim/marble_rules.h"
#include "maze/world/scene.h"
#include "maze/world/world.h"

namespace marblemaze {

/// A marble in its maze: an immutable MarbleModel, which copies share, and a MarbleState. A world
/// can be copied by assignment at any tick. There are two ways to drive a world, of which each
/// world uses one:
///
/// Moves (World): a move turns the maze about the horizontal axis that brings the up vector of the
/// next orientation to the vertical, brakes it there, and waits for the marble (thesis 6.5). The
/// maze turns from begin() until the brake engages, and is stationary at all other times.
///
/// Continuous control (tilted()): the maze can be turned about any axis at any time, without
/// waiting for rest. A command is an angular velocity, which the platform approaches within its
/// limits:
///
///   while (!world.reached() && !world.escaped() && world.ticks() < limit) {
///     world.command(policy.decide(world.tilt_state()));
///     world.advance(8);
///   }
///
/// Actuators may be noisy (PhysicsSettings::Drive). The noise of a move determines how long its
/// turn takes, and how tilted the brake leaves the maze until the next move, which begins from the
/// exact orientation, so errors do not accumulate. The noise of a command determines by which
/// fraction each axis is too fast. draw_from() selects the random stream, and reset() restarts it.
///
/// The same calls always produce bit-identical worlds, on every machine and regardless of how ticks
/// are grouped. Broken preconditions fail an assertion. Only one thread at a time may use a world;
/// copies are independent.
class MarbleWorld : public World {
 public:
  /// Creates a world for moves at its start: call tick() until it settles in its first state.
  /// Requires: the maze is not null, and the kind has physics. Throws BadInput for a scheme that
  /// the maze does not support.
  MarbleWorld(std::shared_ptr<const Maze> maze, ControlScheme control,
              const PhysicsSettings& settings, const MarbleWorldKind& kind = real_physics())
      : MarbleWorld(marble_model(std::move(maze), control, settings, kind)) {}
  /// Creates a world under continuous control: the marble rests in the start cell, the maze is in
  /// the first orientation of its default scheme, and there is no current command. reset() returns
  /// to this state. The requirements are those of the constructor.
  [[nodiscard]] static MarbleWorld tilted(std::shared_ptr<const Maze> maze,
                                          const PhysicsSettings& settings,
                                          const MarbleWorldKind& kind = real_physics());

  [[nodiscard]] Traits traits() const override { return model_->kind->traits(model_->settings); }
  [[nodiscard]] std::unique_ptr<World> clone() const override {
    return std::make_unique<MarbleWorld>(*this);
  }
  [[nodiscard]] std::optional<Scene> scene() const override;
  [[nodiscard]] std::vector<Contact> contacts() const override {
    return model_->physics->contacts(state_.bodies);
  }
  /// Returns a hash of everything visible that determines how the world continues: positions,
  /// attitudes and velocities of both bodies, and the current command.
  [[nodiscard]] std::uint64_t state_hash() const override;

  [[nodiscard]] const MarbleModel& model() const { return *model_; }
  [[nodiscard]] const Maze& maze() const { return *model_->maze; }
  [[nodiscard]] const MarbleState& marble_state() const { return state_; }
  /// Returns the current control scheme.
  [[nodiscard]] const OrientationScheme& scheme() const { return *model_->scheme; }
  /// Returns the number of ticks since reset().
  [[nodiscard]] long ticks() const { return static_cast<long>(state_.ticks); }
  /// Returns the centre of the marble in maze coordinates (0 to dims), cells.
  [[nodiscard]] glm::dvec3 marble_in_maze() const {
    return model_->physics->marble_in_maze(state_.bodies);
  }

  // --- moves
  /// Places the marble at rest in a state: in the corner of the cell into which gravity pulls it,
  /// which is the canonical pose, without yaw. In a balanced state, which has no canonical pose,
  /// the marble is released in this corner. Requires: the cell of the state is in the maze.
  void place(StateId state);
  /// Returns a copy after place(state) that uses this random stream. The requirements are those of
  /// place().
  [[nodiscard]] MarbleWorld placed_in(StateId state, std::uint64_t stream) const;
  /// Moves the resting marble by this offset (cells, maze frame). Requires: the maze is stationary,
  /// and the offset is finite.
  void displace(glm::dvec3 offset);
  /// Returns the orientation in which the maze rests, or to which it turns.
  [[nodiscard]] OrientationId standing() const { return state_.orientation; }
  /// Returns whether the marble was still in the last tick of a wait. Only then may the tick have
  /// checked whether walls support the marble.
  [[nodiscard]] bool quiet() const { return state_.still_ticks > 0; }

  // --- continuous control. All functions require: the world is tilted().
  /// Sets the angular velocity that the platform approaches from the next tick onwards, along the
  /// maze axes, in fractions of TiltLimits::rate. Shortens vectors longer than 1, rounds them to
  /// kCommandSteps, and samples the noise of the platform. Returns false without any effect if a
  /// component is NaN or the length exceeds kLargestCommand.
  bool command(glm::dvec3 shares);
  /// Return the rounded current command, in fractions of the limit and in steps.
  [[nodiscard]] glm::dvec3 commanded() const { return shares_of(state_.commanded); }
  [[nodiscard]] glm::ivec3 command_steps() const { return state_.commanded; }
  /// Advances by this number of ticks. Requires: ticks >= 0.
  void advance(int ticks);
  /// Continues from the visible state of another world of such a maze, as if this world had just
  /// been reset to it. Requires: the physics has lanes.
  void continue_from(const TiltState& seen);

  [[nodiscard]] TiltState tilt_state() const { return model_->physics->tilt_state(state_.bodies); }
  [[nodiscard]] TiltLimits limits() const { return model_->limits; }
  /// Returns whether the centre of the marble was in the target cell after any tick since reset().
  [[nodiscard]] bool reached() const { return state_.seen.reached != 0; }
  /// Returns whether the marble has been still in the target cell, relative to the maze, for the
  /// rest time, with walls of that cell on every side to which gravity pulls it.
  [[nodiscard]] bool rests() const { return rests_in_target(model(), state_); }
  /// Returns whether the marble was outside all cells after any tick since reset(), or its position
  /// was NaN. This is a simulation failure, after which no value is meaningful.
  [[nodiscard]] bool escaped() const { return state_.seen.escaped != 0; }

 private:
  friend class LaneRun;

  explicit MarbleWorld(std::shared_ptr<const MarbleModel> model);
  void use_model(std::shared_ptr<const MarbleModel> model);
  void put(StateId settled);
  [[nodiscard]] PhysicsState bodies() const { return model_->physics->state(state_.bodies); }
  /// Returns the cell that contains the marble; invalid outside the maze.
  [[nodiscard]] CellId cell() const { return maze().grid().cell_at(marble_in_maze()); }

  void do_reset() override;
  [[nodiscard]] StateId do_state() const override { return state_.state; }
  void do_begin(MoveId move) override;
  Motion do_tick() override;
  [[nodiscard]] PoseKey do_pose_key() const override;
  [[nodiscard]] std::vector<std::uint64_t> do_save() const override;
  bool do_load(std::span<const std::uint64_t> words, bool at_rest) override;
  bool do_begin_switch(ControlScheme control) override;
  void do_draw_from(std::uint64_t stream) override;

  void begin_tilt();
  void begin_tilt_at(const Triple<double>& rate);

  std::shared_ptr<const MarbleModel> model_;
  MarbleState state_;
  Octant<double> octant_{};  // octant in which lanes last found the marble under continuous
                             // control; affects no result
};

}  // namespace marblemaze
