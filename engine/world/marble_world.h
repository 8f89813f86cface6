#pragma once

#include <memory>
#include <optional>

#include "engine/physics/hinge_drive.h"
#include "engine/physics/physics_settings.h"
#include "engine/physics/wall_features.h"
#include "engine/world/hidden_draws.h"
#include "engine/world/physics_backends.h"
#include "engine/world/rest_detector.h"
#include "maze/world/scene.h"
#include "maze/world/world.h"

namespace marblemaze {

struct Stretch;

/// The marble maze as a World: a move turns the maze about the horizontal axis that carries
/// the next orientation's up vector to the vertical, brakes it there, and waits for the marble
/// (thesis 6.5).
///
/// The maze turns from begin() until the brake grips and stands otherwise. Broken preconditions
/// fail an assertion. Not for several threads at once, but copies are independent.
///
/// The actuator may have noise (PhysicsSettings::Drive): then each move draws how long its turn
/// takes, and how the brake leaves the maze tilted until the next move, which begins from the exact
/// orientation, so that nothing adds up. World says who gets to repeat these draws.
class MarbleWorld : public World {
 public:
  /// At its start: tick() until settled brings it to its first state. Precondition: the maze is not
  /// null. Throws BadInput for a scheme that the maze does not have.
  MarbleWorld(std::shared_ptr<const Maze> maze, int orientations, const PhysicsSettings& settings,
              const PhysicsBackendEntry& backend = real_physics());

  [[nodiscard]] Traits traits() const override { return traits_with(*backend_, settings_); }
  /// Those of a world that was made so.
  [[nodiscard]] static Traits traits_with(const PhysicsBackendEntry& backend,
                                          const PhysicsSettings& settings);
  /// For whoever steps the physics of several worlds together (batch_rollout.h): the stretch of a
  /// move that lies ahead. Requires: the physics has lanes.
  [[nodiscard]] Stretch stretch();
  /// Takes note of steps that did not end it, and of how many of the last found the marble still.
  void note_steps(long steps, int still);
  /// What has come of a step.
  Motion follow_step();
  [[nodiscard]] const Physics& physics() const { return *physics_; }
  [[nodiscard]] const Bodies& bodies() const { return bodies_; }
  [[nodiscard]] const PhysicsBackendEntry& backend() const { return *backend_; }
  [[nodiscard]] std::unique_ptr<World> clone() const override;
  /// A world made of the same that was place()d in a state, its draws those of the stream: for
  /// trials. Precondition: as of place().
  [[nodiscard]] std::unique_ptr<MarbleWorld> placed_in(StateId state, std::uint64_t stream) const;
  [[nodiscard]] const Scene* scene() const override;

  /// What the world was made of, and the scheme in force. Copies share all but the settings.
  [[nodiscard]] const OrientationScheme& scheme() const { return *scheme_; }
  [[nodiscard]] std::shared_ptr<const Maze> shared_maze() const { return maze_; }
  [[nodiscard]] std::shared_ptr<const WallFeatures> shared_features() const { return features_; }
  [[nodiscard]] const PhysicsSettings& settings() const { return settings_; }

  /// Rests as another world of the same maze does, draws to come included, and goes on from there
  /// by its own physics and settings. Preconditions: both mazes stand, and the other rests in a
  /// state, which a world that froze outside all cells does not.
  void rest_like(const MarbleWorld& other);
  /// Places the marble at rest in the corner of a cell into which gravity pulls it, the canonical
  /// pose of a settled state, without yaw. A balanced one has none: there the marble is let go.
  /// Precondition: the state's cell is in the maze.
  void place(StateId state);
  /// Moves the resting marble by so much (cells, maze frame), for trials of how a move depends on
  /// it. Preconditions: the maze stands, and the offset is finite.
  void displace(glm::dvec3 offset);

  /// The orientation in which the maze stands, or to which it turns.
  [[nodiscard]] OrientationId standing() const { return orientation_; }
  /// Angle between the up vector of the orientation and the vertical, rad: while the maze stands,
  /// what the brake left.
  [[nodiscard]] double tilt_error() const;
  /// The marble's centre in maze coordinates (0 to dims), cells.
  [[nodiscard]] glm::dvec3 marble_in_maze() const { return physics_->marble_in_maze(bodies_); }
  /// Did the last tick of a wait find the marble quiet? Only then may it have asked whether walls
  /// hold it.
  [[nodiscard]] bool quiet() const { return rest_.still_ticks() > 0; }
  /// Of positions, attitudes and velocities of both bodies.
  [[nodiscard]] std::uint64_t state_hash() const override;
  /// Since reset().
  [[nodiscard]] long ticks() const { return ticks_; }

 private:
  MarbleWorld(std::shared_ptr<const Maze> maze, std::shared_ptr<const WallFeatures> features,
              std::shared_ptr<const OrientationScheme> scheme, const PhysicsSettings& settings,
              const PhysicsBackendEntry& backend);

  enum class Stage { turning, waiting };

  [[nodiscard]] bool stands() const { return stage_ == Stage::waiting; }
  void do_reset() override;
  [[nodiscard]] StateId do_state() const override { return state_; }
  void do_begin(MoveId move) override;
  /// One step, of PhysicsSettings::Solver::step seconds.
  Motion do_tick() override;
  [[nodiscard]] PoseKey do_pose_key() const override;
  [[nodiscard]] std::vector<std::uint64_t> do_save() const override;
  bool do_load(std::span<const std::uint64_t> words) override;
  /// Throws BadInput for a scheme that the maze does not have.
  bool do_begin_switch(int orientations) override;
  void do_draw_from(std::uint64_t stream) override { draws_ = HiddenDraws(stream); }
  void use_scheme(std::shared_ptr<const OrientationScheme> scheme);
  void begin_turn(const Turn& turn);
  /// The maze stands, whatever the bodies do.
  void stand_in(StateId state, int orientations, const glm::dmat3& upright,
                const HiddenDraws& draws);
  void brake();
  [[nodiscard]] glm::dmat3 with_tilt(const glm::dmat3& rotation) const;
  Motion follow_turn();
  Motion follow_rest();
  Motion freeze();
  [[nodiscard]] bool out_of_time() const;
  [[nodiscard]] bool walls_hold_the_marble() const;
  [[nodiscard]] CellId marble_cell() const;

  std::shared_ptr<const Maze> maze_;
  std::shared_ptr<const WallFeatures> features_;
  PhysicsSettings settings_;
  std::shared_ptr<const OrientationScheme> scheme_;
  const PhysicsBackendEntry* backend_;
  std::shared_ptr<const Physics> physics_;
  Bodies bodies_;
  RestDetector rest_;
  HingeDrive drive_;
  double nominal_turn_time_;  // s
  double brake_tolerance_;    // rad, of this maze
  HiddenDraws draws_;
  HiddenDraws::Move drawn_;  // by the last move
  StateId state_;
  OrientationId orientation_;  // where the maze stands, or is turning to
  Stage stage_ = Stage::waiting;
  glm::dmat3 rotation_{1};  // of the braked maze, but for its tilt
  glm::dvec3 axis_{0};      // of the turn, world frame
  long ticks_ = 0;
  long move_began_ = 0;
  mutable Scene scene_;
};

}  // namespace marblemaze
