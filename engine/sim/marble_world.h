#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/sim/drives.h"
#include "engine/sim/marble_model.h"
#include "maze/world/scene.h"
#include "maze/world/world.h"

namespace marblemaze {

/// Return the hinge drive of the current move, and the platform with the current command.
/// MarbleWorld and LaneRun share these and the following functions.
[[nodiscard]] HingeDrive drive_of(const MarbleModel& model, const MarbleState& state);
[[nodiscard]] Platform platform_of(const MarbleModel& model, const MarbleState& state);
Motion finish_step(const MarbleModel& model, MarbleState& state);
void update_seen(const MarbleModel& model, MarbleState& state);

/// Marble in a maze. A world consists of a MarbleState and an immutable MarbleModel, which copies
/// share. A world can be copied at any tick. A world is driven in one of two ways:
///
/// Moves (World): a move turns the maze about a horizontal axis until the up vector of the next
/// orientation is vertical, engages the brake, and waits until the marble is at rest (thesis 6.5).
/// The maze turns from begin() until the brake engages, and is stationary at all other times.
///
/// Continuous control (make_tilt_world()): the maze can turn about any axis at any time, whether or
/// not the marble is at rest. A command is the target angular velocity of the platform:
///
///   while (!world.reached() && !world.escaped() && world.ticks() < limit) {
///     world.set_command(policy.decide(world.tilt_state()));
///     world.advance(8);
///   }
///
/// Actuators can be noisy (PhysicsSettings::Drive). In a move, the noise changes the duration of
/// the turn and leaves the braked maze slightly tilted. The next move starts from the exact
/// orientation, so errors do not accumulate. Under continuous control, the noise scales each
/// component of a command. draw_from() selects the random stream, which reset() restarts.
///
/// The same calls always produce bit-identical worlds, on every machine and regardless of how ticks
/// are grouped. A world must not be used by several threads at the same time. Copies are
/// independent.
class MarbleWorld : public World {
 public:
  /// Creates a world for moves. Call tick() until the marble settles in its first state. Requires:
  /// the maze is not null, and the kind has physics. Throws BadInput if the maze does not support
  /// the scheme.
  MarbleWorld(std::shared_ptr<const Maze> maze, ControlScheme control,
              const PhysicsSettings& settings, const MarbleWorldKind& kind = bullet_physics())
      : MarbleWorld(marble_model(std::move(maze), control, settings, kind)) {}
  /// Creates a world under continuous control. The marble is at rest in the start cell, the maze is
  /// in the first orientation of its default scheme, and the command is zero. reset() restores this
  /// state. Requires: the maze is not null, and the kind has physics.
  [[nodiscard]] static MarbleWorld make_tilt_world(std::shared_ptr<const Maze> maze,
                                                   const PhysicsSettings& settings,
                                                   const MarbleWorldKind& kind = bullet_physics());

  [[nodiscard]] Traits traits() const override { return model_->kind->traits(model_->settings); }
  [[nodiscard]] std::unique_ptr<World> clone() const override {
    return std::make_unique<MarbleWorld>(*this);
  }
  [[nodiscard]] std::optional<Scene> scene() const override;
  [[nodiscard]] std::vector<Contact> contacts() const override {
    return model_->physics->contacts(state_.bodies);
  }
  /// Returns a hash of the observable state that determines how the world continues.
  [[nodiscard]] std::uint64_t state_hash() const override;

  [[nodiscard]] const MarbleModel& model() const { return *model_; }
  [[nodiscard]] const Maze& maze() const { return *model_->maze; }
  [[nodiscard]] const OrientationScheme& scheme() const { return *model_->scheme; }
  [[nodiscard]] long ticks() const { return static_cast<long>(state_.ticks); }
  /// Returns the centre of the marble in maze coordinates (0 to dims), cells.
  [[nodiscard]] glm::dvec3 marble_in_maze() const {
    return model_->physics->marble_in_maze(state_.bodies);
  }

  // Functions for moves.

  /// Places the marble at rest in a state. In its canonical pose, the marble is in the corner
  /// of the cell into which gravity pulls it, and the maze has no yaw. A balanced state has no
  /// canonical pose, so the marble rolls out of this corner. Requires: the cell of the
  /// state is in the maze.
  void place(StateId state);
  /// Returns a copy of this world with the marble placed in `state` and with another random stream.
  /// Requires: the cell of the state is in the maze.
  [[nodiscard]] MarbleWorld placed_in(StateId state, std::uint64_t stream) const;
  /// Displaces the resting marble by this offset (cells, maze frame). Requires: the maze is
  /// stationary, and the offset is finite.
  void displace(glm::dvec3 offset);
  /// Returns the target orientation during a turn.
  [[nodiscard]] OrientationId orientation() const { return state_.orientation; }
  /// Returns true if the marble was still in the last tick of the waiting phase. Wall support is
  /// checked only in still ticks.
  [[nodiscard]] bool still() const { return state_.still_ticks > 0; }

  // Functions for continuous control, which require a world created by make_tilt_world().

  /// Sets the target angular velocity from the next tick onwards, in the maze frame, as a fraction
  /// of TiltLimits::rate. Shortens vectors longer than 1, rounds the components to multiples of 1 /
  /// kCommandSteps, and samples the noise of the platform. Returns false and changes nothing if a
  /// component is NaN or the length exceeds kLargestCommand.
  bool set_command(glm::dvec3 fractions);
  /// Return the current command after rounding, as a fraction of the limit and in steps.
  [[nodiscard]] glm::dvec3 command() const { return fractions_of(state_.commanded); }
  [[nodiscard]] glm::ivec3 command_steps() const { return state_.commanded; }
  /// Requires: ticks >= 0.
  void advance(int ticks);
  /// Resets this world to the observed state of another world with the same maze. Requires: the
  /// physics has lanes.
  void set_tilt_state(const TiltState& seen);

  [[nodiscard]] TiltState tilt_state() const { return model_->physics->tilt_state(state_.bodies); }
  [[nodiscard]] TiltLimits limits() const { return model_->limits; }
  /// Returns true if the marble's centre has been in the target cell after any tick since reset().
  [[nodiscard]] bool reached() const { return state_.seen.reached != 0; }
  /// Returns true if the marble is at rest in the target cell. The marble must have been still
  /// relative to the maze for the rest time, and the cell must have a wall on every side to which
  /// gravity pulls.
  [[nodiscard]] bool is_at_rest_in_target() const;
  /// Returns true if the marble has been outside all cells since reset(), or if its position is
  /// NaN. This is a simulation failure that makes all other values meaningless.
  [[nodiscard]] bool escaped() const { return state_.seen.escaped != 0; }

 private:
  friend class LaneRun;

  explicit MarbleWorld(std::shared_ptr<const MarbleModel> model);
  void set_model(std::shared_ptr<const MarbleModel> model);
  void reset_to(StateId settled);
  [[nodiscard]] PhysicsState bodies() const { return model_->physics->state(state_.bodies); }
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
  void begin_tilt_at(const Vec3<double>& rate);

  std::shared_ptr<const MarbleModel> model_;
  MarbleState state_;
  Octant<double> octant_{};  // last octant found by lanes; a cache that does not affect results
};

}  // namespace marblemaze
