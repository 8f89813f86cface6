#pragma once

#include <algorithm>
#include <cassert>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "render/session/playback.h"
#include "render/session/recorded_run.h"
#include "render/session/tilt_input.h"

namespace marblemaze {

/// Run in a marble maze, either live or from a recording. Each step is one tick. An optional second
/// run in the same maze is shown next to the first run.
class MarbleRun : public PlayedRun, public RecordedRun {
 public:
  /// Creates a live run. Throws BadInput if the specification is invalid.
  explicit MarbleRun(const RunSpec& spec);
  /// Creates a run from a recording. A recorded run cannot continue, and contains the agent's
  /// reasons only as text.
  explicit MarbleRun(Recording recording);

  // --- the run ---

  /// Returns true for a run with discrete moves that is not a recording.
  [[nodiscard]] bool live() const { return episode_ && !is_tilt(); }
  /// Requires: live().
  [[nodiscard]] Episode& episode() { return assert(live()), *episode_; }
  [[nodiscard]] const Episode& episode() const { return assert(live()), *episode_; }
  /// Advances the world by one tick. Returns false if the run has ended, the user must choose a
  /// move, or the agent is thinking.
  bool advance() { return episode_ && !(is_tilt() && waits_for_user()) && episode_->tick(); }
  /// Returns true if the marble froze and the run can continue with recovery.
  [[nodiscard]] bool can_recover() const { return live() && episode_->can_recover(); }
  /// Returns the control scheme of a pending switch, or nullopt if there is no pending switch or
  /// the run has ended.
  [[nodiscard]] std::optional<ControlScheme> pending_scheme() const {
    return !live() || ended() ? std::nullopt : episode().requested_scheme();
  }
  /// Returns true if the run waits for a move or the first tilt command of the user. Simulated time
  /// stops while the run waits.
  [[nodiscard]] bool waits_for_user() const {
    return live() ? episode_->waits_for_user() : is_manual_tilt() && hand.idle() && ticks() == 0;
  }
  [[nodiscard]] bool is_manual_tilt() const {
    return episode_ && is_tilt() && spec_.player.by_hand && !ended();
  }
  TiltInput hand;
  /// Requires: is_manual_tilt().
  [[nodiscard]] glm::dquat attitude() const {
    return assert(is_manual_tilt()), episode_->scene().maze_pose.rotation;
  }
  [[nodiscard]] bool ended() const { return is_recording() || outcome() != Outcome::running; }

  // --- specification ---

  [[nodiscard]] const RunSpec& spec() const { return live() ? episode_->spec() : spec_; }
  /// Returns the path predictor's estimate of the minimum number of moves. Returns nullopt for a
  /// recording, and if the predictor finds no path.
  [[nodiscard]] std::optional<int> estimated_moves() const;
  [[nodiscard]] const TheoreticalPaths& paths() const { return paths_; }
  [[nodiscard]] StateId first_state() const override {
    return live() ? episode_->first_state() : RecordedRun::first_state();
  }

  // --- window state ---

  bool demonstration = false;  ///< started by the program, behind the welcome panel
  bool card_dismissed = false;
  double orbit_time_s = 0;  ///< duration of the camera orbit so far

  // --- the second run ---

  /// Second run, played at the same position as this run, or null.
  std::unique_ptr<MarbleRun> second;
  bool second_selected = false;  ///< the panels describe the second run
  /// Index of the move at which a second run created by Session::branch() diverges.
  std::optional<std::size_t> diverges_at;
  [[nodiscard]] std::vector<const MarbleRun*> runs() const {
    return second ? std::vector<const MarbleRun*>{this, second.get()}
                  : std::vector<const MarbleRun*>{this};
  }
  /// Returns the run that the panels describe.
  [[nodiscard]] MarbleRun& selected_run() { return second && second_selected ? *second : *this; }
  [[nodiscard]] const MarbleRun& selected_run() const {
    return second && second_selected ? *second : *this;
  }

  // --- at the displayed moment ---

  /// Returns the displayed tick, or -1 before the first tick. Returns the last tick if the second
  /// run is longer.
  [[nodiscard]] long tick() const { return std::min(done(), ticks()) - 1; }
  /// Returns the index of the last move or scheme switch that has begun, or nullopt if there is
  /// none.
  [[nodiscard]] std::optional<std::size_t> current_move() const {
    return recording_.move_at(tick());
  }
  /// Returns the index of the first move that is incomplete at the displayed moment, or of the last
  /// move if all moves are complete. Returns nullopt if there are no moves.
  [[nodiscard]] std::optional<std::size_t> current_decision() const;
  /// Returns the state in which a move is chosen at the displayed moment, or nullopt if no move is
  /// chosen.
  [[nodiscard]] std::optional<StateId> decision_state() const;
  /// Move whose predicted result is displayed.
  std::optional<MoveId> preview;
  /// Returns the scene at the displayed moment, interpolated between ticks.
  [[nodiscard]] Scene scene() const;
  /// Returns the commanded angular velocity in the world frame, as fractions of the rate limit.
  /// Requires: the run is under continuous control, and a tick is displayed.
  [[nodiscard]] glm::dvec3 turn_of(const RecordedCommand& command) const {
    return scene().maze_pose.rotation * fractions_of(command.steps);
  }

  // --- actions at the latest moment ---

  // Manual tilt input, in the world frame. Resumes playback at the default speed. Requires:
  // is_manual_tilt().
  void drag(const glm::dvec3& turn);
  void push(const glm::dvec3& shares);
  /// Resumes a run after the marble froze. Throws BadInput if recovery is impossible.
  std::string recover();
  /// Returns a run that repeats this run up to current_decision(), and then makes the move `other`.
  /// Throws BadInput if no move has been made, or if the control scheme was switched before this
  /// move.
  [[nodiscard]] std::unique_ptr<MarbleRun> branch(MoveId other) const;

  [[nodiscard]] const std::vector<RecordedMove>& moves() const override { return recording_.moves; }
  [[nodiscard]] bool is_recording() const override { return !episode_; }
  [[nodiscard]] Outcome outcome() const override { return recording_.outcome; }
  [[nodiscard]] std::string world() const override { return std::string(spec().setup.kind); }
  [[nodiscard]] std::uint64_t seed() const override { return maze().generator().seed; }
  [[nodiscard]] std::string agent() const override {
    return live() ? spec().player.agent : recording_.spec.agent();
  }
  [[nodiscard]] bool by_hand() const override { return spec().player.by_hand; }
  /// Requires: the run is not under continuous control.
  std::string use_agent(const std::string& agent) override;
  std::string set_by_hand(bool by_hand) override;
  /// Returns true if this run or the second run has more than three moves, or more than five
  /// seconds of continuous control. Demonstrations and recordings do not count.
  [[nodiscard]] bool worth_keeping() const override;
  [[nodiscard]] bool unsaved() const override {
    return (second && second->unsaved()) || PlayedRun::unsaved();
  }
  std::string save(const std::filesystem::path& path) override;

  // The following functions include the second run.
  [[nodiscard]] long length() const override {
    return std::max(ticks(), second ? second->ticks() : 0L);
  }
  bool extend(long wanted) override;
  void update(double elapsed_s, double budget_s) override;
  void step_moves(int direction) override;
  void show_moment(double at_s, int at_move) override;
  [[nodiscard]] bool over() const override {
    return at_own_end() && (!second || second->at_own_end());
  }
  [[nodiscard]] bool complete() const override { return ended() && (!second || second->ended()); }
  std::string choose(MoveId move) override;
  std::string choose_towards(glm::vec2 side, const Camera& camera) override;
  [[nodiscard]] std::string title() const override;
  [[nodiscard]] std::vector<Frame> frames() const override;
  [[nodiscard]] TransportInfo transport_info() const override;
  [[nodiscard]] bool has_thumbnails() const override;
  [[nodiscard]] std::optional<GraphMoment> graph() const override;

 private:
  [[nodiscard]] long steps_made() const override { return ticks(); }
  [[nodiscard]] bool has_manual_moves() const override {
    return is_tilt() ? agent() == kManualPlayer : PlayedRun::has_manual_moves();
  }
  /// Returns true if playback is at the end, and the run has ended or waits for the user.
  [[nodiscard]] bool at_own_end() const;
  [[nodiscard]] GraphInput graph_input(ControlScheme control) const;
  void moved() override;
  void resume_playback();

  RunSpec spec_;
  std::unique_ptr<Episode> episode_;
  TheoreticalPaths paths_;
  mutable std::optional<std::optional<int>> estimated_moves_;
};

/// Returns the frame at a playback position, interpolated between ticks. The frame contains
/// pointers into the run.
[[nodiscard]] Frame frame_at(const MarbleRun& run, double position);

/// Returns the predicted result of a move under the control scheme at this tick. Empty if the
/// marble is balanced or the agent has no predictor.
[[nodiscard]] Prediction prediction_of(const MarbleRun& run, long tick, StateId state, MoveId move);

inline constexpr const char* kRunIsOver = "The run is over. Press R to start the maze again.";
/// Number of ticks from the start of a move to the middle of the turn.
inline constexpr int kHalfTurnTicks = 60;

}  // namespace marblemaze
