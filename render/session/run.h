#pragma once

#include <algorithm>
#include <cassert>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include "engine/recording/recorder.h"
#include "maze/base/lists.h"
#include "maze/grid/maze.h"
#include "render/session/move_notes.h"
#include "render/session/shown.h"

namespace marblemaze {

/// A person's hand on a maze that is turned freely. What is dragged is an attitude, which the maze
/// follows as fast as its mount can; keys and sticks ask for a rate. Axes are the world's.
class FreeHand {
 public:
  /// The maze, which stands in the attitude `now`, shall turn by so many radians more. What it
  /// cannot follow slips: it never has far to go.
  void drag(const glm::dvec3& turn, const glm::dquat& now);
  /// Shares of the limit; zero: no longer.
  void push(const glm::dvec3& shares) { push_ = shares; }
  /// Of what was dragged: the maze shall stand still.
  void let_go() { wanted_.reset(); }
  [[nodiscard]] bool idle() const { return !wanted_ && push_ == glm::dvec3(0); }
  /// What is asked of a maze in the attitude `now`, along its axes, as MarbleWorld::command() takes
  /// it.
  [[nodiscard]] glm::dvec3 command(const glm::dquat& now, const TiltLimits& limits) const;

 private:
  std::optional<glm::dquat> wanted_;
  glm::dvec3 push_{0};
};

/// A run in a marble's maze: an episode, its recording, and notes on what the agent thought; or a
/// recording from a file, without an episode; or a run under continuous control, which is a
/// recording that grows. Its steps are ticks, counted from 0. A second run on the same maze may be
/// shown beside it, in step. Holds no OpenGL.
class MarbleRun : public Shown {
 public:
  /// Prepares a run. A person may turn the maze under continuous control, too. Throws BadInput as
  /// Episode does.
  explicit MarbleRun(const RunSpec& spec);
  /// Shows a run that was made: it cannot go on, and of each reason it holds the words alone.
  explicit MarbleRun(Recording recording);

  // --- the run ---
  /// It is made of moves, and goes on.
  [[nodiscard]] bool live() const { return episode_ && !turns_freely(); }
  /// The maze is turned freely: there are no moves, and the choices are those of
  /// Recording::commands.
  [[nodiscard]] bool turns_freely() const { return recording_.spec.tilt.has_value(); }
  /// It was made, by whomever: it cannot go on.
  [[nodiscard]] bool is_recording() const { return !episode_; }
  /// To act on, and to ask what is known. Precondition: live().
  [[nodiscard]] Episode& episode() { return assert(live()), *episode_; }
  [[nodiscard]] const Episode& episode() const { return assert(live()), *episode_; }
  /// One step of the world. False when there was none: the run has ended, a person must choose,
  /// or the agent thinks.
  bool advance() { return episode_ && !(turns_freely() && waits_for_person()) && episode_->tick(); }
  void let_person_play(bool by_hand);
  /// The run ended frozen, and can go on from there with recovery.
  [[nodiscard]] bool can_recover() const { return live() && episode_->can_recover(); }
  /// Of the scheme to which the maze is still to turn; nothing in a run that has ended.
  [[nodiscard]] std::optional<ControlScheme> pending_scheme() const {
    return !live() || ended() ? std::nullopt : episode().wanted_scheme();
  }
  /// To choose a move, or to begin with turning the maze: until then no time passes.
  [[nodiscard]] bool waits_for_person() const {
    return live() ? episode_->waits_for_person() : is_steered() && hand.idle() && ticks() == 0;
  }
  /// A person turns the maze, by `hand`.
  [[nodiscard]] bool is_steered() const {
    return episode_ && turns_freely() && spec_.player.by_hand && !ended();
  }
  FreeHand hand;
  /// How the maze stands in the newest moment. Precondition: is_steered().
  [[nodiscard]] glm::dquat attitude() const {
    return assert(is_steered()), episode_->scene().maze_pose.rotation;
  }
  [[nodiscard]] Outcome outcome() const { return recording_.outcome; }
  [[nodiscard]] bool ended() const { return is_recording() || outcome() != Outcome::running; }

  // --- what was made ---
  /// Of a recording: how such a run would be made in its place.
  [[nodiscard]] const RunSpec& spec() const { return live() ? episode_->spec() : spec_; }
  [[nodiscard]] const Recording& recording() const { return recording_; }
  /// Name of the agent or controller that plays, or kByHand. Of a recording: as recorded, which
  /// this build may not have.
  [[nodiscard]] const std::string& player() const;
  /// Returns the note on a move, counted as by Recording::move(), and throws as that does.
  [[nodiscard]] const MoveNote& note(std::size_t move) const {
    return checked(notes_, move, "note");
  }
  [[nodiscard]] const std::vector<MoveNote>& notes() const { return notes_; }
  /// As it began.
  [[nodiscard]] const Setup& setup() const { return recording_.spec.setup; }
  [[nodiscard]] const Maze& maze() const { return *setup().maze; }
  [[nodiscard]] long ticks() const { return static_cast<long>(recording_.ticks.size()); }
  /// The fixed step of the physics. A world without poses gets longer ones, so that a person can
  /// follow.
  [[nodiscard]] double seconds_per_tick() const;
  [[nodiscard]] double seconds() const { return static_cast<double>(ticks()) * seconds_per_tick(); }
  /// Fewest moves to the target, if the path predictor were always right. A guess, and no bound: it
  /// may be too high or too low. Nothing where it sees no way, and for a recording.
  [[nodiscard]] std::optional<int> predicted_best() const;
  [[nodiscard]] const TheoreticalPaths& paths() const { return paths_; }
  [[nodiscard]] StateId first_state() const;

  // Of this run or the one beside it.
  /// Returns true if the run has more than three moves or, turned freely, took more than five
  /// seconds. Recordings and demonstrations are not worth keeping.
  [[nodiscard]] bool worth_keeping() const;
  /// Returns true if a person has played in it, and it is worth keeping but not in a file.
  [[nodiscard]] bool unsaved() const;
  bool demonstration = false;   ///< behind the doors, where nobody has asked for it
  std::size_t saved_ticks = 0;  ///< number of ticks that are in a file

  // --- at a given instant ---
  /// Of the scheme in force.
  [[nodiscard]] ControlScheme control_at(long tick) const;
  /// The scheme with so many orientations. Throws BadInput for one that the maze does not have.
  [[nodiscard]] const OrientationScheme& scheme(ControlScheme control) const;
  /// The last settled state before or at that instant; nothing before the first.
  [[nodiscard]] std::optional<StateId> state_at(long tick) const;
  /// Returns the note on the move under way at that instant; null if there is none.
  [[nodiscard]] const MoveNote* note_under_way(long tick) const;
  /// The orientation in which the maze stands or to which it is turning.
  [[nodiscard]] OrientationId orientation_at(long tick) const;
  /// The orientation from which the maze is turning; nothing while it stands.
  [[nodiscard]] std::optional<OrientationId> turned_from_at(long tick) const;
  /// Unit vector, world frame; zero while the maze stands.
  [[nodiscard]] glm::dvec3 hinge_axis_at(long tick) const;
  /// How fast the maze turned during that tick, rad/s; 0 in the first.
  [[nodiscard]] double turning_speed_at(long tick) const;

  // --- the run beside it ---
  /// Second run, whose cursor follows; null: none.
  std::unique_ptr<MarbleRun> beside;
  bool about_beside = false;  ///< the panels are about that one
  /// Choice in which a run that Session::branch() made parts from the one beside it.
  std::optional<std::size_t> parted_at;
  /// Returns this run and, if there is one, the one beside it.
  [[nodiscard]] std::vector<const MarbleRun*> runs() const {
    return beside ? std::vector<const MarbleRun*>{this, beside.get()}
                  : std::vector<const MarbleRun*>{this};
  }
  /// Returns the run that the panels are about.
  [[nodiscard]] MarbleRun& about() { return beside && about_beside ? *beside : *this; }
  [[nodiscard]] const MarbleRun& about() const { return beside && about_beside ? *beside : *this; }

  // --- at the cursor ---
  /// Returns the tick shown, of a run that may have ended before the one beside it; -1 before the
  /// first.
  [[nodiscard]] long tick() const { return std::min(done(), ticks()) - 1; }
  /// Returns the move or switch that had begun by then; nothing before the first.
  [[nodiscard]] std::optional<std::size_t> move_now() const { return recording_.move_at(tick()); }
  /// Returns the move that was chosen in the moment shown, or that is under way; at the end the
  /// last one, before the first none.
  [[nodiscard]] std::optional<std::size_t> choice_now() const;
  /// Returns the state in which a move is chosen in the moment shown: a person is to choose, or a
  /// move just begins.
  [[nodiscard]] std::optional<StateId> chooses_in() const;
  /// Move that is shown as what it is believed to do, while one is to be chosen in the moment
  /// shown.
  std::optional<MoveId> preview;
  /// Returns the scene between two ticks.
  [[nodiscard]] Scene scene() const;
  /// Returns the turn about a world axis that was asked for with a command, as a share of the
  /// limit. Requires: the run turns freely, and a tick is shown.
  [[nodiscard]] glm::dvec3 turn_of(const RecordedCommand& command) const {
    return scene().maze_pose.rotation * shares_of(command.steps);
  }

  // --- acting, in the newest moment ---
  // By hand in a maze that is turned freely, about axes of the world. Time passes at the usual
  // speed meanwhile. Requires: is_steered().
  void drag(const glm::dvec3& turn);
  void push(const glm::dvec3& shares);
  /// Continues a run whose marble froze. Throws BadInput if it cannot.
  std::string recover();
  /// Returns a run that repeats this one up to choice_now(), where a person takes another move.
  /// Throws BadInput if no move was made, or the control scheme was switched before.
  [[nodiscard]] std::unique_ptr<MarbleRun> branch(MoveId other) const;

  // Of this run and the one beside it.
  [[nodiscard]] long length() const override {
    return std::max(ticks(), beside ? beside->ticks() : 0L);
  }
  bool extend(long wanted) override;
  void frame(double elapsed_s, double budget_s) override;
  void step_moves(int direction) override;
  void show_moment(double at_s, int at_move) override;
  [[nodiscard]] bool over() const override { return is_over() && (!beside || beside->is_over()); }
  [[nodiscard]] bool complete() const override { return ended() && (!beside || beside->ended()); }
  std::string choose(MoveId move) override;
  std::string choose_towards(glm::vec2 side, const Camera& camera) override;
  [[nodiscard]] std::string title() const override;
  [[nodiscard]] std::vector<Frame> frames() const override;
  [[nodiscard]] TransportWords transport_words() const override;
  [[nodiscard]] bool has_pictures() const override;
  [[nodiscard]] std::optional<GraphMoment> graph() const override;

 private:
  /// The move whose turn is under way; null while the maze stands.
  [[nodiscard]] const RecordedMove* turning_at(long tick) const;

  /// Returns true if the cursor is at the end, and the run has ended or waits for a person.
  [[nodiscard]] bool is_over() const;
  [[nodiscard]] GraphStory story(ControlScheme control) const;
  void moved() override;
  void steer_now();

  RunSpec spec_;
  Recording recording_;
  std::vector<MoveNote> notes_;
  std::unique_ptr<Episode> episode_;
  GraphLayout layout_;
  TheoreticalPaths paths_;
  mutable std::map<ControlScheme, OrientationScheme> schemes_;
  mutable std::optional<std::optional<int>> predicted_best_;
};

/// The run after so many ticks; between two of them where the number is not whole.
[[nodiscard]] Scene scene_at(const MarbleRun& run, double position);

/// The same with all that a picture shows beside it. It refers to the run.
[[nodiscard]] Frame frame_at(const MarbleRun& run, double position);

/// A marble at rest in a state of the scheme, with the way through the maze.
[[nodiscard]] Frame frame_of_state(const MarbleRun& run, const OrientationScheme& scheme,
                                   StateId state);

/// What the path predictor believes of a move from a state of the scheme in force at that instant.
/// No guess where it does not know, and of a recording.
[[nodiscard]] Prediction prediction_of(const MarbleRun& run, long tick, StateId state, MoveId move);

/// Shows in the frame of that instant, at which the maze stands in that state, what a move is
/// believed to do: the marble's way, where it comes to rest, the turn of the maze as vectors, and
/// the turned maze as a ghost.
void add_preview(Frame& frame, const MarbleRun& run, long tick, StateId state, MoveId move);

inline constexpr const char* kRunIsOver = "The run is over. R starts the maze again.";
inline constexpr int kHalfATurn = 60;  ///< ticks after a move's begin, when the maze is half turned

}  // namespace marblemaze
