#pragma once

#include <memory>
#include <optional>

#include "engine/physics/mechanics.h"
#include "engine/physics/physics_settings.h"
#include "engine/physics/wall_features.h"
#include "engine/world/hinge_drive.h"
#include "engine/world/rest_detector.h"
#include "maze/world/scene.h"
#include "maze/world/world.h"

namespace marblemaze {

/// Whose mechanics a marble world obeys.
enum class Laws {
  bullet,    ///< reality: what episodes, tables and certificates report
  imagined,  ///< the agent's fast imagination of it
};

/// The settled world, complete: MarbleWorld::restore continues from it bit-identically.
struct SettledState {
  StateId state;
  int orientations;
  PhysicsState bodies;
};

/// The marble maze as a World: a move turns the maze about the horizontal axis that carries
/// the next orientation's up vector to the vertical, brakes it there, and waits for the marble.
class MarbleWorld : public World {
 public:
  MarbleWorld(std::shared_ptr<const Maze> maze, int orientations, const PhysicsSettings& settings,
              Laws laws = Laws::bullet);

  [[nodiscard]] Traits traits() const override;
  /// A tick in halves, for whoever steps several worlds' mechanics together: the torque of the next
  /// step of the mechanics, and what has come of that step.
  [[nodiscard]] double next_torque() const;
  Motion follow_step();
  [[nodiscard]] Mechanics& mechanics() { return *physics_; }
  /// Only at rest; null while moving, and with the compound geometry, whose
  /// contacts carry a history.
  [[nodiscard]] std::unique_ptr<World> clone() const override;
  /// The same as a MarbleWorld.
  [[nodiscard]] std::unique_ptr<MarbleWorld> fork() const;
  [[nodiscard]] const Scene* scene() const override;

  [[nodiscard]] const OrientationScheme& scheme() const { return *scheme_; }
  [[nodiscard]] std::shared_ptr<const OrientationScheme> shared_scheme() const { return scheme_; }
  [[nodiscard]] std::shared_ptr<const Maze> shared_maze() const { return maze_; }
  [[nodiscard]] std::shared_ptr<const WallFeatures> shared_features() const { return features_; }
  [[nodiscard]] const PhysicsSettings& settings() const { return settings_; }

  /// Both only at rest.
  [[nodiscard]] SettledState settled() const;
  void restore(const SettledState& settled);
  /// Places the marble at rest in the corner of a cell into which gravity pulls it, the canonical
  /// pose of a settled state, without yaw. A balanced one has none: there the marble is let go.
  void place(StateId state);
  /// Moves the resting marble by so much (cells, maze frame), for trials of
  /// how a move depends on it.
  void displace(glm::dvec3 offset);

  /// The orientation in which the maze stands, or to which it turns.
  [[nodiscard]] OrientationId standing() const { return orientation_; }
  /// Angle between the up vector of the orientation and the vertical, rad.
  [[nodiscard]] double tilt_error() const;
  [[nodiscard]] glm::dvec3 marble_in_maze() const { return physics_->marble_in_maze(); }
  /// Did the last tick of a wait find the marble quiet? Only then may it have asked whether walls
  /// hold it.
  [[nodiscard]] bool quiet() const { return rest_.still_ticks() > 0; }
  /// Hash of the mechanical state, for comparing runs tick by tick.
  [[nodiscard]] std::uint64_t state_hash() const;
  [[nodiscard]] long ticks() const { return ticks_; }

 private:
  MarbleWorld(std::shared_ptr<const Maze> maze, std::shared_ptr<const WallFeatures> features,
              std::shared_ptr<const OrientationScheme> scheme, const PhysicsSettings& settings,
              Laws laws);

  enum class Stage { turning, waiting };

  void do_reset() override;
  [[nodiscard]] StateId do_state() const override { return state_; }
  void do_begin(MoveId move) override;
  Motion do_tick() override;
  [[nodiscard]] PoseKey do_pose_key() const override;
  /// Throws BadInput for a scheme that the maze does not have.
  bool do_begin_switch(int orientations) override;
  void use_scheme(std::shared_ptr<const OrientationScheme> scheme);
  void begin_turn(const Turn& turn);
  void brake();
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
  Laws laws_;
  std::unique_ptr<Mechanics> physics_;
  RestDetector rest_;
  HingeDrive drive_;
  StateId state_;
  OrientationId orientation_;  // where the maze stands, or is turning to
  Stage stage_ = Stage::waiting;
  glm::dmat3 rotation_{1};  // of the braked maze, exact
  glm::dvec3 axis_{0};      // of the turn, world frame
  long ticks_ = 0;
  long move_began_ = 0;
  mutable Scene scene_;
};

}  // namespace marblemaze
