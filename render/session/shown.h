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

/// Speeds at which a sequence of steps is played, as multiples of the default speed.
struct Speeds {
  double steps_per_s = 2;  ///< at speed 1
  double slowest = 0.125, fastest = 30;
};

class Shown;

/// Text and marks of the transport panel next to the controls for playing and speed.
struct TransportWords {
  std::string speed_format;  ///< format of the speed times `speed_unit`
  double speed_unit = 1;
  std::string facts;         ///< description of the shown moment
  double shortest_span = 1;  ///< in steps; a shorter sequence does not fill the bar
  bool whole_steps = true;   ///< whether the marker on the bar stops only at integer steps

  /// A range of the bar: a move, or a plan of several moves.
  struct Mark {
    enum class Kind { move, surprise, scheme_switch, frozen, plan, dropped_plan, way_back };
    Kind kind;          ///< a surprise is a move with an unexpected outcome
    long begin, end;    ///< steps
    std::string label;  ///< a few characters
    std::string words;  ///< description
  };
  std::vector<Mark> marks = {};  ///< empty: every step is a mark
  std::vector<Mark> below = {};  ///< marks of a second, lower track: plans or another run's moves
  bool two_runs = false;         ///< whether the lower track contains the moves of another run
  const char *upper = "Moves", *lower = "Plans";  ///< names of the two tracks
  /// Returns the frame of a moment for thumbnails along the bar; empty: there are no thumbnails.
  std::function<Frame(double position)> picture = {};
};

/// The explored state space at the shown moment, with the current event.
struct GraphMoment {
  const GraphLayout* layout;
  GraphStory story;
  std::size_t moves_now;                 ///< number of moves whose arcs and states are shown
  std::optional<StateId> state;          ///< the current state
  std::optional<std::size_t> under_way;  ///< the current move of the story, or the last one
  std::function<bool(StateId)> is_goal;
  std::function<std::string(StateId)> label;     ///< short label, which need not be unique
  std::function<std::string(StateId)> describe;  ///< full description
  std::function<Frame(StateId)> picture;         ///< the maze in this state; empty: no images
  const char* legend = "";                       ///< explanation of the labels
  std::optional<std::size_t> parts_in = {};  ///< move at which this run diverges from the second
};

/// Something that the viewer shows: a sequence of steps, some of which may not have been made yet,
/// with a cursor. The cursor is at 0 before the first step, and at 2.5 halfway through the third
/// step. An image shows the moment at the cursor, not the last step (thesis 6.6). Moving the cursor
/// to a step that has not been made yet advances the simulation. Actions return text for the user,
/// which may be empty, and throw BadInput if they are impossible.
class Shown {
 public:
  /// Default of `budget_s` of frame() in a window. The rest of the frame time is for drawing.
  static constexpr double kWindowBudget_s = 0.012;

  explicit Shown(const Speeds& speeds = {}) : speeds_(speeds) {}
  virtual ~Shown() = default;
  Shown(const Shown&) = delete;
  Shown& operator=(const Shown&) = delete;

  // --- steps ---
  /// Returns the number of steps made so far.
  [[nodiscard]] virtual long length() const = 0;
  /// Makes one more step if there are fewer than `wanted`. Returns false if there is nothing to do
  /// or no step can be made now.
  virtual bool extend(long /*wanted*/) { return false; }
  /// Returns whether no step will ever be added.
  [[nodiscard]] virtual bool complete() const { return true; }
  /// Returns whether the shown moment is the last possible moment or the user must choose.
  [[nodiscard]] virtual bool over() const { return done() >= length(); }

  // --- the cursor ---
  [[nodiscard]] double position() const { return position_; }
  /// Returns the number of completed steps at the cursor.
  [[nodiscard]] long done() const { return static_cast<long>(position_); }
  /// Moves the cursor, making the necessary steps if possible.
  void jump(double position) { reach(position, 0); }
  /// Pauses at a position.
  void go_to(double position) { pause(), jump(position); }
  /// Pauses and moves by this number of steps, backward if it is negative.
  void step(int steps);
  /// Moves to the end of the current or the next move, or with -1 to the beginning of the current
  /// or the previous move.
  virtual void step_moves(int direction) { step(direction); }
  void to_newest();
  void to_start() { go_to(0); }
  /// Shows the moment after this number of seconds or, if it is negative, after this number of
  /// moves.
  virtual void show_moment(double at_s, int at_move);
  /// Advances by the wall-clock time since the last frame, but at most by 0.1 s, so the display
  /// does not catch up after the program was suspended. Stops making steps after `budget_s` and
  /// drops the rest, so slow machines show slow motion. 0 means no limit, for videos and tests.
  virtual void frame(double elapsed_s, double budget_s);

  // --- playing ---
  void play() { playing_ = true; }
  void pause() { playing_ = false; }
  [[nodiscard]] bool playing() const { return playing_; }
  /// Plays in a direction. Starts from the beginning if the end was reached.
  void play_towards(bool backward);
  void play_or_pause() { plays() ? pause() : play_towards(backward_); }
  /// Returns whether it is playing and there is, or may be, something left to play.
  [[nodiscard]] bool plays() const { return playing_ && !at_end(); }
  /// Sets the direction. Playing backward stops at the beginning.
  void set_backward(bool backward) { backward_ = backward; }
  [[nodiscard]] bool backward() const { return backward_; }
  [[nodiscard]] const Speeds& speeds() const { return speeds_; }
  /// Sets the speed, clamped to the limits.
  void set_speed(double speed);
  [[nodiscard]] double speed() const { return speed_; }
  /// Returns the measured speed of steps, smoothed over half a second.
  [[nodiscard]] double actual_speed() const { return actual_speed_; }
  /// Returns whether steps cannot be made at the requested speed.
  [[nodiscard]] bool lagging() const { return lagging_; }

  // --- choosing ---
  virtual std::string choose(MoveId) { return ""; }
  /// Chooses the move whose direction is closest to this image direction (x right, y away).
  virtual std::string choose_towards(glm::vec2 /*side*/, const Camera&) { return ""; }

  // --- appearance ---
  [[nodiscard]] virtual std::string title() const = 0;
  /// Returns the frames that are drawn next to each other; empty if only panels show the sequence.
  [[nodiscard]] virtual std::vector<Frame> frames() const { return {}; }
  [[nodiscard]] virtual TransportWords transport_words() const = 0;
  /// Returns whether thumbnails can be drawn without delay.
  [[nodiscard]] virtual bool has_pictures() const { return false; }
  /// Returns the state graph, or nullopt if no state space is explored.
  [[nodiscard]] virtual std::optional<GraphMoment> graph() const { return std::nullopt; }

 protected:
  /// Returns the text for a sequence of steps of one kind, such as "move".
  [[nodiscard]] TransportWords step_words(const std::string& step) const;
  void set_steps_per_s(double steps) { speeds_.steps_per_s = steps; }
  /// Moves the cursor within the existing steps.
  void put_cursor(double position) {
    position_ = std::min(position, static_cast<double>(length()));
  }
  /// Called after each movement of the cursor.
  virtual void moved() {}

 private:
  [[nodiscard]] bool at_end() const;
  void reach(double position, double budget_s);
  void measure(double steps, double elapsed_s);

  Speeds speeds_;
  bool playing_ = false, backward_ = false, lagging_ = false;
  double speed_ = 1, actual_speed_ = 0, position_ = 0;
};

/// Reasons of the agent for a move, and what it learned from the move.
struct MoveNote {
  std::string rule;                 ///< reason for the move
  std::vector<Candidate> why;       ///< compared alternatives, or the steps of the plan
  bool why_is_plan = false;         ///< true: steps of the plan
  std::size_t why_row = 0;          ///< row of the chosen alternative, or of the step of this move
  std::size_t step = 0;             ///< index of this move in its plan
  std::size_t planned = 1;          ///< number of moves in the plan of this move
  std::optional<StateId> expected;  ///< expected result
  std::optional<Learned> learned;   ///< empty for a switch
  std::vector<CellId> predicted_path;  ///< path that the agent expects, as in Frame
  std::vector<CellId> guessed_path;    ///< guess of the path predictor, as in Frame
  Counters counters;                   ///< counters after the move
  std::size_t states_known = 0;        ///< number of known states after the move
  std::optional<Camera> seen_from;     ///< camera when the move was made, which fixes its name
};

/// Returns the path that an agent expects a move to take, as in Frame::predicted_path. Empty if the
/// agent predicts nothing or `expected` is not a state. Only agents with the path predictor know
/// the path, and only if the predictor's guess ends in the cell of that state. `agent` is null if
/// only a recording contains the agent, in which case the recording provides the expectation.
[[nodiscard]] std::vector<CellId> path_expected(const PlannerEntry* agent,
                                                std::optional<StateId> expected,
                                                const OrientationScheme& scheme,
                                                const std::vector<CellId>& guess);

/// Adds a note about each later move and switch of the episode. Requires: the episode has not
/// begun, and the notes outlive its last tick at the same address.
void take_notes(Episode& episode, std::vector<MoveNote>& notes);

/// A run in a marble maze or a game in a logic maze: the moves of an agent or the user, or a
/// recording of them, which cannot continue.
class Played : public Shown {
 public:
  using Shown::Shown;

  [[nodiscard]] virtual const std::vector<RecordedMove>& moves() const = 0;
  /// Returns the number of moves, without switches of the control scheme.
  [[nodiscard]] int moves_made() const;
  [[nodiscard]] const std::vector<MoveNote>& notes() const { return notes_; }
  /// Returns the note about a move, indexed as in moves(). Throws std::out_of_range if there is
  /// none.
  [[nodiscard]] const MoveNote& note(std::size_t move) const {
    return checked(notes_, move, "note");
  }
  /// Fixes the names of moves that were made since the last call, as this camera shows them.
  void name_moves(const Camera& camera) {
    for (auto note = notes_.rbegin(); note != notes_.rend() && !note->seen_from; ++note)
      note->seen_from = camera;
  }
  [[nodiscard]] virtual bool is_recording() const = 0;
  [[nodiscard]] virtual Outcome outcome() const = 0;

  // --- specification ---
  [[nodiscard]] virtual std::string world() const = 0;
  [[nodiscard]] virtual std::uint64_t seed() const = 0;
  /// Returns the name of the agent or tilt policy that plays, or kByHand. A recording may name an
  /// agent that this build does not contain.
  [[nodiscard]] virtual std::string agent() const = 0;
  [[nodiscard]] virtual bool by_hand() const = 0;
  /// Replaces the agent, which continues with the existing knowledge.
  virtual std::string use_agent(const std::string& agent) = 0;
  virtual std::string let_person_play(bool by_hand) = 0;

  // --- protection against loss ---
  /// Returns whether it has more than three moves and is not a recording.
  [[nodiscard]] virtual bool worth_keeping() const;
  /// Returns whether the user has played in it, and it is worth keeping but has not been saved.
  [[nodiscard]] virtual bool unsaved() const;
  /// Saves it as a recording. Returns its length as text.
  virtual std::string save(const std::filesystem::path& path) = 0;

 protected:
  [[nodiscard]] virtual bool played_by_hand() const;
  /// Returns the number of steps of the run itself.
  [[nodiscard]] virtual long made() const = 0;
  void draw_graph(const GraphStory& story) { layout_.update(story), layout_.relax(kGraphRounds); }

  std::vector<MoveNote> notes_;
  GraphLayout layout_;
  long saved_ = 0;  // length when it was last saved
};

}  // namespace marblemaze
