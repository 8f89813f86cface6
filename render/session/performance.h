#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/recording/recording.h"
#include "engine/run/world_factory.h"
#include "maze/grid/theoretical_path.h"
#include "render/session/mind.h"

namespace marblemaze {

/// What is to be run.
struct PerformanceSpec {
  std::shared_ptr<const Maze> maze;
  std::string agent = "complete-solution-prediction";
  int orientations = 8;
  std::string world = "bullet";
  PhysicsSettings settings;
  bool by_hand = false;   ///< a person chooses the moves
  bool recovery = false;  ///< a balanced marble is a state of its own, not the end
  /// A search that takes its time thinks in a thread, so that no frame waits for it. Without, a
  /// step is made whenever one is asked for, as films need it.
  bool background = false;
};

/// One run, live or from a file, with all that a viewer can want to show of any of its instants.
/// Holds no OpenGL.
class Performance {
 public:
  explicit Performance(PerformanceSpec spec);
  /// A run that was recorded: it cannot go on, and of each reason it holds the words alone.
  explicit Performance(Recording recording);
  ~Performance();
  Performance(const Performance&) = delete;
  Performance& operator=(const Performance&) = delete;

  /// One step of the world. False when there was none: the run has ended, a person must choose,
  /// or the agent thinks.
  bool advance();

  /// From the next settled moment on.
  void use_agent(const std::string& agent);
  void switch_scheme(int orientations);
  void let_person_play(bool by_hand);
  /// The person's choice; taken at the next settled moment. Ignored when it is the agent's turn.
  void choose(MoveId move);

  [[nodiscard]] const PerformanceSpec& spec() const { return spec_; }
  [[nodiscard]] const Recording& recording() const { return recording_; }
  [[nodiscard]] const std::vector<MoveNote>& notes() const { return notes_; }
  [[nodiscard]] const Maze& maze() const { return *spec_.maze; }
  [[nodiscard]] long ticks() const { return static_cast<long>(recording_.ticks.size()); }
  /// The fixed step of the physics. A world without poses gets longer ones, so
  /// that a person can follow.
  [[nodiscard]] double seconds_per_tick() const;
  /// Fewest moves to the target, if the path predictor were always right;
  /// nothing where there is no way.
  [[nodiscard]] std::optional<int> predicted_best() const;
  [[nodiscard]] bool live() const { return controller_ != nullptr; }
  [[nodiscard]] bool waits_for_person() const;
  /// The marble rests because the agent has not decided yet.
  [[nodiscard]] bool thinks() const;
  [[nodiscard]] Outcome outcome() const { return recording_.outcome; }
  [[nodiscard]] bool ended() const { return !live() || outcome() != Outcome::running; }

  /// At a given instant of the recording.
  [[nodiscard]] int orientations_at(long tick) const;
  [[nodiscard]] const OrientationScheme& scheme(int orientations) const;
  /// The last settled state before or at that instant; nothing before the first.
  [[nodiscard]] std::optional<StateId> state_at(long tick) const;
  /// The orientation in which the maze stands or to which it is turning.
  [[nodiscard]] OrientationId orientation_at(long tick) const;
  /// Unit vector, world frame; zero while the maze stands.
  [[nodiscard]] glm::dvec3 hinge_axis_at(long tick) const;
  [[nodiscard]] const TheoreticalPaths& paths() const { return paths_; }
  /// What is known under this scheme now; null for a recording.
  [[nodiscard]] const KnowledgeEngine* knowledge(int orientations) const;
  /// The state, in the words of its world.
  [[nodiscard]] std::string describe(StateId state, int orientations) const;
  [[nodiscard]] const World* world() const { return setting_.world.get(); }
  [[nodiscard]] StateId first_state() const { return first_state_; }

 private:
  [[nodiscard]] bool posed() const;
  void begin_switch();
  void decided();
  void moved(const MoveRecord& record);
  void pose_of_still_world();

  PerformanceSpec spec_;
  Setting setting_;
  std::unique_ptr<Mind> mind_;
  std::unique_ptr<Controller> controller_;
  Recording recording_;
  std::vector<MoveNote> notes_;
  TheoreticalPaths paths_;
  mutable std::map<int, std::unique_ptr<OrientationScheme>> schemes_;
  StateId first_state_;
  long first_settled_tick_ = 0;
  int orientations_;
  std::optional<int> pending_scheme_;
  mutable std::optional<std::optional<int>> predicted_best_;
};

}  // namespace marblemaze
