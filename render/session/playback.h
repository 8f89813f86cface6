#pragma once

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/run/episode.h"
#include "maze/base/lists.h"
#include "render/scene/camera.h"
#include "render/scene/frame.h"
#include "render/session/graph_layout.h"

namespace marblemaze {

/// Playback speeds. The limits are multiples of the default speed.
struct Speeds {
  double steps_per_s = 2;  ///< at speed 1
  double slowest = 0.125, fastest = 30;
};

class Playback;

struct TransportInfo {
  std::string speed_format;  ///< printf format for speed * speed_unit
  double speed_unit = 1;
  std::string facts;          ///< description of the displayed moment
  double shortest_span = 1;   ///< minimum length of the bar, in steps
  bool integer_steps = true;  ///< the playhead stops only at integer steps

  /// Section of the timeline, such as a move or a plan.
  struct Mark {
    enum class Kind { move, surprise, scheme_switch, frozen, plan, dropped_plan, revisit };
    Kind kind;  ///< `surprise` is a move with an unexpected outcome
    long begin, end;
    std::string label;  ///< a few characters
    std::string words;
  };
  std::vector<Mark> marks = {};  ///< if empty, every step is marked
  std::vector<Mark> below = {};  ///< marks of the lower track: plans, or moves of the second run
  bool two_runs = false;         ///< the lower track shows the second run
  const char *upper = "Moves", *lower = "Plans";
  /// Returns the thumbnail frame at a position. Empty if there are no thumbnails.
  std::function<Frame(double position)> picture = {};
};

struct GraphMoment {
  const GraphLayout* layout;
  GraphInput story;
  std::size_t moves_now;  ///< number of moves included in the drawn graph
  std::optional<StateId> state;
  std::optional<std::size_t> in_progress;  ///< index of the current or last move
  std::function<bool(StateId)> is_goal;
  std::function<std::string(StateId)> label;  ///< a few characters
  std::function<std::string(StateId)> describe;
  std::function<Frame(StateId)> picture;  ///< frame of the maze in a state; may be empty
  const char* legend = "";
  std::optional<std::size_t> diverges_at = {};  ///< index of the move at which two runs diverge
};

/// Playback of a sequence of steps, to which more steps may be added. Position 2.5 is halfway
/// through the third step. The image shows the moment at the position, not the latest step (thesis
/// 6.6). Moving past the last step advances the simulation. Actions return a message for the user,
/// or throw BadInput if the action is impossible.
class Playback {
 public:
  /// Default simulation time per frame, which leaves time for drawing.
  static constexpr double kWindowBudget_s = 0.012;

  explicit Playback(const Speeds& speeds = {}) : speeds_(speeds) {}
  virtual ~Playback() = default;
  Playback(const Playback&) = delete;
  Playback& operator=(const Playback&) = delete;

  // --- steps ---

  [[nodiscard]] virtual long length() const = 0;
  /// Adds a step if there are fewer than `wanted` steps. Returns false if no step was added.
  virtual bool extend(long /*wanted*/) { return false; }
  /// Returns true if no more steps will be added.
  [[nodiscard]] virtual bool complete() const { return true; }
  /// Returns true at the end of the sequence, and while the user must choose a move.
  [[nodiscard]] virtual bool over() const { return done() >= length(); }

  // --- position ---

  [[nodiscard]] double position() const { return position_; }
  /// Returns the number of completed steps at the playback position.
  [[nodiscard]] long done() const { return static_cast<long>(position_); }
  /// Moves playback to a position. Simulates missing steps if possible.
  void jump(double position) { seek(position, 0); }
  void go_to(double position) { pause(), jump(position); }
  /// Pauses playback and moves by a number of steps, which may be negative.
  void step(int steps);
  /// Moves to the end of the current or next move, or to the beginning of the current or previous
  /// move if `direction` is -1.
  virtual void step_moves(int direction) { step(direction); }
  void to_latest();
  void to_start() { go_to(0); }
  /// Pauses playback and moves to the time `at_s`, or to the end of move `at_move` if `at_s` is
  /// negative.
  virtual void show_moment(double at_s, int at_move);
  /// Advances playback by `elapsed_s` of wall-clock time, clamped to 0.1 s. Drops the steps that
  /// cannot be simulated within `budget_s` seconds. A budget of 0 means no limit.
  virtual void update(double elapsed_s, double budget_s);

  // --- playback ---

  void play() { playing_ = true; }
  void pause() { playing_ = false; }
  [[nodiscard]] bool playing() const { return playing_; }
  /// Plays in this direction. Restarts from the beginning if playback was at the end.
  void play_towards(bool backward);
  void play_or_pause() { plays() ? pause() : play_towards(backward_); }
  /// Returns true if playback is on and has not reached the end.
  [[nodiscard]] bool plays() const { return playing_ && !at_end(); }
  /// Sets the playback direction. Backward playback stops at position 0.
  void set_backward(bool backward) { backward_ = backward; }
  [[nodiscard]] bool backward() const { return backward_; }
  [[nodiscard]] const Speeds& speeds() const { return speeds_; }
  void set_speed(double speed);
  [[nodiscard]] double speed() const { return speed_; }
  /// Returns the measured playback speed, smoothed over half a second.
  [[nodiscard]] double actual_speed() const { return actual_speed_; }
  /// Returns true if the simulation is too slow for the requested speed.
  [[nodiscard]] bool lagging() const { return lagging_; }

  // --- moves of the user ---

  virtual std::string choose(MoveId) { return ""; }
  /// Chooses the move whose image direction is closest to `side` (x right, y away).
  virtual std::string choose_towards(glm::vec2 /*side*/, const Camera&) { return ""; }

  // --- appearance ---

  [[nodiscard]] virtual std::string title() const = 0;
  /// Returns the frames to draw side by side. Empty if the content is shown only in panels.
  [[nodiscard]] virtual std::vector<Frame> frames() const { return {}; }
  [[nodiscard]] virtual TransportInfo transport_info() const = 0;
  /// Returns true if thumbnails can be drawn without delay.
  [[nodiscard]] virtual bool has_thumbnails() const { return false; }
  [[nodiscard]] virtual std::optional<GraphMoment> graph() const { return std::nullopt; }

 protected:
  [[nodiscard]] TransportInfo step_info(const std::string& step) const;
  void set_steps_per_s(double steps) { speeds_.steps_per_s = steps; }
  void set_position(double position) {
    position_ = std::min(position, static_cast<double>(length()));
  }
  /// Called after each position change.
  virtual void moved() {}

 private:
  [[nodiscard]] bool at_end() const;
  void seek(double position, double budget_s);
  void measure(double steps, double elapsed_s);

  Speeds speeds_;
  bool playing_ = false, backward_ = false, lagging_ = false;
  double speed_ = 1, actual_speed_ = 0, position_ = 0;
};

/// Reasons for a move, and the agent's knowledge after the move.
struct MoveNote {
  std::vector<Candidate> why;  ///< compared alternatives, or the steps of the plan
  bool why_is_plan = false;
  std::size_t why_row = 0;  ///< row of the chosen move in `why`
  std::optional<StateId> expected;
  std::optional<MoveEffect> learned;  ///< empty for a control scheme switch
  Counters counters;
  std::size_t states_known = 0;
  std::optional<Camera>
      camera_at_move;  ///< camera at the time of the move; determines direction names
};

/// Appends a note for each subsequent move and control scheme switch. Requires: the episode has not
/// begun, and `notes` is neither moved nor destroyed before the last tick of the episode.
void take_notes(Episode& episode, std::vector<MoveNote>& notes);

/// Run in a marble maze or game in a logic maze, played by an agent or the user.
class PlayedRun : public Playback {
 public:
  using Playback::Playback;

  [[nodiscard]] virtual const std::vector<RecordedMove>& moves() const = 0;
  /// Returns the number of moves, excluding control scheme switches.
  [[nodiscard]] int moves_made() const;
  [[nodiscard]] const std::vector<MoveNote>& notes() const { return notes_; }
  /// Returns the note for moves()[move]. Throws std::out_of_range if there is none.
  [[nodiscard]] const MoveNote& note(std::size_t move) const {
    return checked(notes_, move, "note");
  }
  /// Stores the camera for all moves since the last call. The camera determines the direction names
  /// of the moves.
  void set_move_cameras(const Camera& camera) {
    for (auto note = notes_.rbegin(); note != notes_.rend() && !note->camera_at_move; ++note)
      note->camera_at_move = camera;
  }
  [[nodiscard]] virtual bool is_recording() const = 0;
  [[nodiscard]] virtual Outcome outcome() const = 0;

  // --- specification ---

  [[nodiscard]] virtual std::string world() const = 0;
  [[nodiscard]] virtual std::uint64_t seed() const = 0;
  /// Returns the name of the agent or tilt policy, or kManualPlayer. A recording may name an
  /// unknown agent.
  [[nodiscard]] virtual std::string agent() const = 0;
  [[nodiscard]] virtual bool by_hand() const = 0;
  /// Replaces the agent. The new agent keeps the knowledge of the previous agent.
  virtual std::string use_agent(const std::string& agent) = 0;
  virtual std::string set_by_hand(bool by_hand) = 0;

  // --- protection against loss ---

  /// Returns true if the run has more than three moves and is not a recording.
  [[nodiscard]] virtual bool worth_keeping() const;
  /// Returns true if a run with manual moves is worth keeping and has grown since the last save.
  [[nodiscard]] virtual bool unsaved() const;
  /// Saves the run as a recording. Returns the length of the run as text.
  virtual std::string save(const std::filesystem::path& path) = 0;

 protected:
  [[nodiscard]] virtual bool has_manual_moves() const;
  /// Returns the number of played steps, excluding displayed solutions and a second run.
  [[nodiscard]] virtual long steps_made() const = 0;
  void update_graph(const GraphInput& story) { layout_.update(story), layout_.relax(kGraphRounds); }

  std::vector<MoveNote> notes_;
  GraphLayout layout_;
  long saved_steps_ = 0;
};

}  // namespace marblemaze
