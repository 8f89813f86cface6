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

// Parts of a tick, which MarbleWorld and lanes (batch_rollout.cpp) have in common.
/// Returns the drive of a move's turn, and the platform under the command in force.
[[nodiscard]] HingeDrive drive_of(const MarbleModel& model, const MarbleState& state);
[[nodiscard]] Platform platform_of(const MarbleModel& model, const MarbleState& state);
/// Follows a step of the bodies in a move and returns the motion.
Motion follow_step(const MarbleModel& model, MarbleState& state);
/// Notes in which cell the marble is under continuous control.
void note_cell(const MarbleModel& model, MarbleState& state);

/// A marble in its maze: an immutable MarbleModel, which copies share, and a MarbleState. Copying a
/// world is assignment, at any tick. Two ways to drive it exist, and a world has one of them:
///
/// Moves (World): a move turns the maze about the horizontal axis that carries the next
/// orientation's up vector to the vertical, brakes it there, and waits for the marble (thesis 6.5).
/// The maze turns from begin() until the brake grips, and stands otherwise.
///
/// Continuous control (tilted()): the maze can be turned about any axis at any time, and nothing
/// waits for rest. A command is an angular velocity, which the platform approaches within its
/// limits:
///
///   while (!world.reached() && !world.escaped() && world.ticks() < limit) {
///     world.command(policy.decide(world.tilt_state()));
///     world.advance(8);
///   }
///
/// Actuators may have noise (PhysicsSettings::Drive). A move draws how long its turn takes, and how
/// the brake leaves the maze tilted until the next move, which begins from the exact orientation,
/// so that errors never add up. A command draws by which share each axis is too fast. draw_from()
/// chooses the random stream, and reset() begins it again.
///
/// Equal calls give equal worlds, bit for bit, on every machine and however ticks are grouped.
/// Broken preconditions fail an assertion. One thread uses a world; copies are independent.
class MarbleWorld : public World {
 public:
  /// Makes a world for moves at its start: tick() until settled brings it to its first state.
  /// Requires: the maze is not null, and the kind has physics. Throws BadInput for a scheme that
  /// the maze does not have.
  MarbleWorld(std::shared_ptr<const Maze> maze, ControlScheme control,
              const PhysicsSettings& settings, const MarbleWorldKind& kind = real_physics())
      : MarbleWorld(marble_model(std::move(maze), control, settings, kind)) {}
  /// Makes a world under continuous control: the marble rests in the start cell, the maze stands in
  /// the first orientation of its usual scheme, and no command is in force. reset() returns there.
  /// Requires: as above.
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
  /// Returns a hash of everything visible that decides how the world continues: positions,
  /// attitudes and velocities of both bodies, and the command in force.
  [[nodiscard]] std::uint64_t state_hash() const override;

  [[nodiscard]] const MarbleModel& model() const { return *model_; }
  [[nodiscard]] const Maze& maze() const { return *model_->maze; }
  [[nodiscard]] const MarbleState& marble_state() const { return state_; }
  /// Returns the control scheme in force.
  [[nodiscard]] const OrientationScheme& scheme() const { return *model_->scheme; }
  /// Returns the number of ticks since reset().
  [[nodiscard]] long ticks() const { return static_cast<long>(state_.ticks); }
  /// Returns the marble's centre in maze coordinates (0 to dims), cells.
  [[nodiscard]] glm::dvec3 marble_in_maze() const {
    return model_->physics->marble_in_maze(state_.bodies);
  }

  // --- moves
  /// Places the marble at rest in a state: in the corner of the cell into which gravity pulls it,
  /// the canonical pose, without yaw. In a balanced state, which has no such pose, the marble is
  /// released there. Requires: the state's cell is in the maze.
  void place(StateId state);
  /// Returns a copy that was place()d in a state and draws from the stream. Requires: as place().
  [[nodiscard]] MarbleWorld placed_in(StateId state, std::uint64_t stream) const;
  /// Moves the resting marble by this offset (cells, maze frame). Requires: the maze stands, and
  /// the offset is finite.
  void displace(glm::dvec3 offset);
  /// Returns the orientation in which the maze stands, or to which it turns.
  [[nodiscard]] OrientationId standing() const { return state_.orientation; }
  /// Returns whether the last tick of a wait found the marble still. Only then may the tick have
  /// asked whether walls hold the marble.
  [[nodiscard]] bool quiet() const { return state_.still_ticks > 0; }

  // --- continuous control. Requires of all: the world is tilted().
  /// Sets the rate that the platform approaches from the next tick on: an angular velocity along
  /// the maze's axes, as shares of TiltLimits::rate. Shortens vectors longer than 1, rounds them to
  /// kCommandSteps, and draws the noise of the platform. Returns false, and does nothing, if a
  /// component is NaN or the length is above kLargestCommand.
  bool command(glm::dvec3 shares);
  /// Returns the rounded command in force, as shares and in steps.
  [[nodiscard]] glm::dvec3 commanded() const { return shares_of(state_.commanded); }
  [[nodiscard]] glm::ivec3 command_steps() const { return state_.commanded; }
  /// Advances by so many ticks. Requires: ticks >= 0.
  void advance(int ticks);
  /// Continues from what is visible of another world of such a maze, as if it had just been reset
  /// there. Requires: the physics has lanes.
  void continue_from(const TiltState& seen);

  [[nodiscard]] TiltState tilt_state() const { return model_->physics->tilt_state(state_.bodies); }
  [[nodiscard]] TiltLimits limits() const { return model_->limits; }
  /// Returns whether the marble's centre was in the target cell after some tick since reset().
  [[nodiscard]] bool reached() const { return state_.seen.reached != 0; }
  /// Returns whether the marble has been still in the target cell, relative to the maze, for the
  /// time of rest, with walls of that cell on every side to which gravity pulls it.
  [[nodiscard]] bool rests() const;
  /// Returns whether the marble was outside all cells after some tick since reset(), or its place
  /// was NaN: a fault of the physics, after which nothing is meaningful.
  [[nodiscard]] bool escaped() const { return state_.seen.escaped != 0; }

 private:
  friend class LaneRun;

  explicit MarbleWorld(std::shared_ptr<const MarbleModel> model);
  void use_model(std::shared_ptr<const MarbleModel> model);
  void put(StateId settled);
  [[nodiscard]] PhysicsState bodies() const { return model_->physics->state(state_.bodies); }
  /// Returns the cell in which the marble is; none outside the maze.
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
  Octant<double> octant_{};  // where lanes saw the tilted marble last; decides nothing
};

}  // namespace marblemaze
