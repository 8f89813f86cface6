#pragma once

#include <algorithm>
#include <cassert>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include "engine/recording/recording.h"
#include "maze/grid/maze.h"
#include "render/session/shown.h"

namespace marblemaze {

/// The user's command under continuous control. A drag sets an attitude, which the maze follows as
/// fast as its platform can; keys and sticks set an angular velocity. Axes are world axes.
class TiltHand {
 public:
  /// Requests a further rotation, in radians, of the maze in the attitude `now`. Rotations beyond
  /// the speed of the platform are dropped, so the maze is never far behind.
  void drag(const glm::dvec3& turn, const glm::dquat& now);
  /// Sets an angular velocity as fractions of the limit; zero for none.
  void push(const glm::dvec3& shares) { push_ = shares; }
  /// Releases the drag, which stops the maze.
  void let_go() { wanted_.reset(); }
  [[nodiscard]] bool idle() const { return !wanted_ && push_ == glm::dvec3(0); }
  /// Returns the command for a maze in the attitude `now`, along the maze axes, in the format of
  /// MarbleWorld::command().
  [[nodiscard]] glm::dvec3 command(const glm::dquat& now, const TiltLimits& limits) const;

 private:
  std::optional<glm::dquat> wanted_;
  glm::dvec3 push_{0};
};

/// A run in a marble maze: an episode with its recording and notes on the agent's reasons; or a
/// recording from a file without an episode; or a run under continuous control, which is a growing
/// recording. Its steps are ticks, counted from 0. A second run in the same maze may be shown next
/// to it, at the same time. Independent of OpenGL.
class MarbleRun : public Played {
 public:
  /// Prepares a run, including runs in which the user tilts the maze under continuous control.
  /// Throws BadInput like Episode.
  explicit MarbleRun(const RunSpec& spec);
  /// Shows a recorded run, which cannot continue. Its reasons consist of text only.
  explicit MarbleRun(Recording recording);

  // --- the run ---
  /// Returns whether the run consists of moves and can continue.
  [[nodiscard]] bool live() const { return episode_ && !is_tilt(); }
  /// Returns whether the run is under continuous control. Such a run has no moves; its choices are
  /// Recording::commands.
  [[nodiscard]] bool is_tilt() const { return recording_.spec.tilt.has_value(); }
  /// Returns the episode, for actions and for queries of its knowledge. Requires: live().
  [[nodiscard]] Episode& episode() { return assert(live()), *episode_; }
  [[nodiscard]] const Episode& episode() const { return assert(live()), *episode_; }
  /// Advances the world by one step. Returns false if the run has ended, the user must choose, or
  /// the agent is thinking.
  bool advance() { return episode_ && !(is_tilt() && waits_for_person()) && episode_->tick(); }
  /// Returns whether the run ended frozen and can continue with recovery.
  [[nodiscard]] bool can_recover() const { return live() && episode_->can_recover(); }
  /// Returns the scheme to which the maze still has to turn; nullopt in a run that has ended.
  [[nodiscard]] std::optional<ControlScheme> pending_scheme() const {
    return !live() || ended() ? std::nullopt : episode().wanted_scheme();
  }
  /// Returns whether the run waits for the user's move, or for the first command under continuous
  /// control. Time does not pass while it waits.
  [[nodiscard]] bool waits_for_person() const {
    return live() ? episode_->waits_for_person() : is_steered() && hand.idle() && ticks() == 0;
  }
  /// Returns whether the user tilts the maze, with `hand`.
  [[nodiscard]] bool is_steered() const {
    return episode_ && is_tilt() && spec_.player.by_hand && !ended();
  }
  TiltHand hand;
  /// Returns the attitude of the maze at the newest moment. Requires: is_steered().
  [[nodiscard]] glm::dquat attitude() const {
    return assert(is_steered()), episode_->scene().maze_pose.rotation;
  }
  [[nodiscard]] bool ended() const { return is_recording() || outcome() != Outcome::running; }

  // --- specification ---
  /// Returns the specification. For a recording, this is the specification of a run that would
  /// replace it.
  [[nodiscard]] const RunSpec& spec() const { return live() ? episode_->spec() : spec_; }
  [[nodiscard]] const Recording& recording() const { return recording_; }
  /// Returns the setup at the beginning.
  [[nodiscard]] const Setup& setup() const { return recording_.spec.setup; }
  [[nodiscard]] const Maze& maze() const { return *setup().maze; }
  [[nodiscard]] long ticks() const { return static_cast<long>(recording_.ticks.size()); }
  /// Returns the fixed step of the physics. A world without poses has longer steps, so the user can
  /// follow.
  [[nodiscard]] double seconds_per_tick() const;
  [[nodiscard]] double seconds() const { return static_cast<double>(ticks()) * seconds_per_tick(); }
  /// Returns the minimum number of moves to the target according to the path predictor. This is an
  /// estimate and not a bound, so it may be too high or too low. Returns nullopt if the predictor
  /// finds no path, and for a recording.
  [[nodiscard]] std::optional<int> predicted_best() const;
  [[nodiscard]] const TheoreticalPaths& paths() const { return paths_; }
  [[nodiscard]] StateId first_state() const;

  // --- state of the window about this run ---
  bool demonstration = false;  ///< created behind the welcome panel, without a request
  bool end_dismissed = false;  ///< the user has closed the card of its end
  double celebrated_s = 0;     ///< time for which the camera has turned around the solved maze

  // --- at a given moment ---
  /// Returns the control scheme at this tick.
  [[nodiscard]] ControlScheme control_at(long tick) const;
  /// Returns the scheme with this number of orientations. Throws BadInput if the maze does not
  /// support it.
  [[nodiscard]] const OrientationScheme& scheme(ControlScheme control) const;
  /// Returns the most recent settled state at this tick; nullopt before the first.
  [[nodiscard]] std::optional<StateId> state_at(long tick) const;
  /// Returns the note about the move in progress at this tick; null if there is none.
  [[nodiscard]] const MoveNote* note_under_way(long tick) const;
  /// Returns the orientation of the maze, or the orientation to which it is turning.
  [[nodiscard]] OrientationId orientation_at(long tick) const;
  /// Returns the move whose turn is in progress; null while the maze is at rest.
  [[nodiscard]] const RecordedMove* turning_at(long tick) const;
  /// Returns the angular velocity of the maze during this tick, rad/s; 0 in the first tick.
  [[nodiscard]] double turning_speed_at(long tick) const;

  // --- the second run ---
  /// Second run, whose cursor follows this run; null if there is none.
  std::unique_ptr<MarbleRun> second;
  bool about_second = false;  ///< whether the panels describe the second run
  /// Choice at which a run created by Session::branch() diverges from the second run.
  std::optional<std::size_t> parted_at;
  /// Returns this run and, if there is one, the second run.
  [[nodiscard]] std::vector<const MarbleRun*> runs() const {
    return second ? std::vector<const MarbleRun*>{this, second.get()}
                  : std::vector<const MarbleRun*>{this};
  }
  /// Returns the run that the panels describe.
  [[nodiscard]] MarbleRun& about() { return second && about_second ? *second : *this; }
  [[nodiscard]] const MarbleRun& about() const { return second && about_second ? *second : *this; }

  // --- at the cursor ---
  /// Returns the shown tick, or -1 before the first. This run may have ended before the second run.
  [[nodiscard]] long tick() const { return std::min(done(), ticks()) - 1; }
  /// Returns the last move or switch that had begun by then; nullopt before the first.
  [[nodiscard]] std::optional<std::size_t> move_now() const { return recording_.move_at(tick()); }
  /// Returns the move that is in progress or was chosen at the shown moment. At the end, it is the
  /// last move; before the first move, nullopt.
  [[nodiscard]] std::optional<std::size_t> choice_now() const;
  /// Returns the state in which a move is chosen at the shown moment, that is, if the user must
  /// choose or a move has just begun.
  [[nodiscard]] std::optional<StateId> chooses_in() const;
  /// Move whose predicted result is shown while a move is to be chosen.
  std::optional<MoveId> preview;
  /// Returns the scene between two ticks.
  [[nodiscard]] Scene scene() const;
  /// Returns the commanded turn about a world axis, in fractions of the limit. Requires: the run is
  /// under continuous control, and a tick is shown.
  [[nodiscard]] glm::dvec3 turn_of(const RecordedCommand& command) const {
    return scene().maze_pose.rotation * shares_of(command.steps);
  }

  // --- actions at the newest moment ---
  // Manual commands under continuous control, about world axes. Time passes at the default speed
  // meanwhile. Requires: is_steered().
  void drag(const glm::dvec3& turn);
  void push(const glm::dvec3& shares);
  /// Continues a run whose marble froze. Throws BadInput if it cannot continue.
  std::string recover();
  /// Returns a run that repeats this run up to choice_now(), at which the user makes a different
  /// move. Throws BadInput if no move was made, or if the control scheme was switched before.
  [[nodiscard]] std::unique_ptr<MarbleRun> branch(MoveId other) const;

  [[nodiscard]] const std::vector<RecordedMove>& moves() const override { return recording_.moves; }
  [[nodiscard]] bool is_recording() const override { return !episode_; }
  [[nodiscard]] Outcome outcome() const override { return recording_.outcome; }
  [[nodiscard]] std::string world() const override { return std::string(spec().setup.kind); }
  [[nodiscard]] std::uint64_t seed() const override { return maze().origin().seed; }
  [[nodiscard]] std::string agent() const override {
    return live() ? spec().player.agent : recording_.spec.agent();
  }
  [[nodiscard]] bool by_hand() const override { return spec().player.by_hand; }
  /// Requires: the run is not under continuous control.
  std::string use_agent(const std::string& agent) override;
  std::string let_person_play(bool by_hand) override;
  /// Returns true even for a run of more than five seconds under continuous control, and false for
  /// a demonstration. Considers this run and the second run.
  [[nodiscard]] bool worth_keeping() const override;
  [[nodiscard]] bool unsaved() const override {
    return (second && second->unsaved()) || Played::unsaved();
  }
  std::string save(const std::filesystem::path& path) override;

  // The following functions consider both this run and the second run.
  [[nodiscard]] long length() const override {
    return std::max(ticks(), second ? second->ticks() : 0L);
  }
  bool extend(long wanted) override;
  void frame(double elapsed_s, double budget_s) override;
  void step_moves(int direction) override;
  void show_moment(double at_s, int at_move) override;
  [[nodiscard]] bool over() const override { return is_over() && (!second || second->is_over()); }
  [[nodiscard]] bool complete() const override { return ended() && (!second || second->ended()); }
  std::string choose(MoveId move) override;
  std::string choose_towards(glm::vec2 side, const Camera& camera) override;
  [[nodiscard]] std::string title() const override;
  [[nodiscard]] std::vector<Frame> frames() const override;
  [[nodiscard]] TransportWords transport_words() const override;
  [[nodiscard]] bool has_pictures() const override;
  [[nodiscard]] std::optional<GraphMoment> graph() const override;

 private:
  [[nodiscard]] long made() const override { return ticks(); }
  [[nodiscard]] bool played_by_hand() const override {
    return is_tilt() ? agent() == kByHand : Played::played_by_hand();
  }
  /// Returns true if the cursor is at the end and the run has ended or waits for the user.
  [[nodiscard]] bool is_over() const;
  [[nodiscard]] GraphStory story(ControlScheme control) const;
  void moved() override;
  void steer_now();

  RunSpec spec_;
  Recording recording_;
  std::unique_ptr<Episode> episode_;
  TheoreticalPaths paths_;
  mutable std::map<ControlScheme, OrientationScheme> schemes_;
  mutable std::optional<std::optional<int>> predicted_best_;
};

/// Returns the scene with all other contents of the image. The frame refers to the run.
[[nodiscard]] Frame frame_at(const MarbleRun& run, double position);

/// Returns the path predictor's prediction of a move from a state of the control scheme at this
/// tick. The prediction is empty if the predictor makes none, or for a recording.
[[nodiscard]] Prediction prediction_of(const MarbleRun& run, long tick, StateId state, MoveId move);

inline constexpr const char* kRunIsOver = "The run is over. Press R to start the maze again.";
/// Ticks from the beginning of a move until half of its turn.
inline constexpr int kHalfATurn = 60;

}  // namespace marblemaze
