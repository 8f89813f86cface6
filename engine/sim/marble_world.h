#pragma once

#include <memory>
#include <optional>

#include "engine/sim/drives.h"
#include "engine/sim/marble_sim.h"
#include "maze/world/world.h"

namespace marblemaze {

struct Stretch;

/// The marble maze as a World: a move turns the maze about the horizontal axis that carries the
/// next orientation's up vector to the vertical, brakes it there, and waits for the marble (thesis
/// 6.5).
///
/// The maze turns from begin() until the brake grips and stands otherwise. Broken preconditions
/// fail an assertion. Worlds are copied by assignment at any tick. Not for several threads at once,
/// but copies are independent.
///
/// The actuator may have noise (PhysicsSettings::Drive): then each move draws how long its turn
/// takes, and how the brake leaves the maze tilted until the next move, which begins from the exact
/// orientation, so that nothing adds up. World says who gets to repeat these draws.
class MarbleWorld : public World {
 public:
  /// At its start: tick() until settled brings it to its first state. Requires: the maze is not
  /// null. Throws BadInput for a scheme that the maze does not have.
  MarbleWorld(std::shared_ptr<const Maze> maze, ControlScheme control,
              const PhysicsSettings& settings, const MarbleWorldKind& kind = real_physics());
  /// The same of a model. Requires: it is not null.
  explicit MarbleWorld(std::shared_ptr<const MarbleModel> model);

  [[nodiscard]] Traits traits() const override { return model().kind->traits(model().settings); }
  [[nodiscard]] std::unique_ptr<World> clone() const override {
    return std::make_unique<MarbleWorld>(*this);
  }
  [[nodiscard]] std::optional<Scene> scene() const override { return sim_.scene(); }
  [[nodiscard]] std::vector<Contact> contacts() const override {
    return sim_.model->physics->contacts(sim_.state.bodies);
  }
  [[nodiscard]] std::uint64_t state_hash() const override { return sim_.state_hash(); }

  [[nodiscard]] const MarbleModel& model() const { return *sim_.model; }
  [[nodiscard]] const Maze& maze() const { return *sim_.model->maze; }
  /// The control scheme in force.
  [[nodiscard]] const OrientationScheme& scheme() const { return *sim_.model->scheme; }

  /// A copy that was place()d in a state, its draws those of the stream: for trials. Requires: as
  /// place().
  [[nodiscard]] MarbleWorld placed_in(StateId state, std::uint64_t stream) const;
  /// Places the marble at rest in a state, as MarbleSim::place().
  void place(StateId state);
  /// Rests as another world of the same maze does, draws to come included, and continues from there
  /// by its own physics and settings. Requires: both mazes stand, and the other rests in a state,
  /// which a world that froze outside all cells does not.
  void rest_like(const MarbleWorld& other);
  /// Moves the resting marble by so much (cells, maze frame), for trials of how a move depends on
  /// it. Requires: the maze stands, and the offset is finite.
  void displace(glm::dvec3 offset);

  /// The orientation in which the maze stands, or to which it turns.
  [[nodiscard]] OrientationId standing() const { return sim_.state.orientation; }
  /// Angle between the up vector of the orientation and the vertical, rad: while the maze stands,
  /// what the brake left.
  [[nodiscard]] double tilt_error() const;
  /// The marble's centre in maze coordinates (0 to dims), cells.
  [[nodiscard]] glm::dvec3 marble_in_maze() const { return sim_.marble_in_maze(); }
  /// Did the last tick of a wait find the marble quiet? Only then may it have asked whether walls
  /// hold it.
  [[nodiscard]] bool quiet() const { return sim_.state.still_ticks > 0; }
  /// Since reset().
  [[nodiscard]] long ticks() const { return static_cast<long>(sim_.state.ticks); }

  // For stepping the physics of several worlds side by side (batch_rollout.h).
  /// The stretch of a move that lies ahead. Requires: the physics has lanes.
  [[nodiscard]] Stretch stretch();
  /// Takes note of steps that did not end it, and of how many of the last found the marble still.
  void note_steps(long steps, int still);
  /// Returns what became of a step.
  Motion follow_step();

 private:
  /// Braked; otherwise it turns about its hinge.
  [[nodiscard]] bool stands() const { return sim_.state.bodies.turning == Turning::not_at_all; }
  void do_reset() override;
  [[nodiscard]] StateId do_state() const override { return sim_.state.state; }
  void do_begin(MoveId move) override;
  /// One step, of PhysicsSettings::Solver::step seconds.
  Motion do_tick() override;
  [[nodiscard]] PoseKey do_pose_key() const override;
  [[nodiscard]] std::vector<std::uint64_t> do_save() const override { return sim_.save(); }
  bool do_load(std::span<const std::uint64_t> words, bool at_rest) override;
  bool do_begin_switch(ControlScheme control) override;
  void do_draw_from(std::uint64_t stream) override { sim_.draw_from(stream); }
  void use_model(std::shared_ptr<const MarbleModel> model);
  void begin_turn(const Turn& turn);
  [[nodiscard]] HingeDrive drive() const;
  void brake();
  [[nodiscard]] glm::dmat3 with_tilt(const glm::dmat3& rotation) const;
  Motion follow_turn();
  Motion follow_rest();
  Motion freeze();
  [[nodiscard]] bool out_of_time() const;
  [[nodiscard]] bool walls_hold_the_marble() const;

  MarbleSim sim_;
};

}  // namespace marblemaze
