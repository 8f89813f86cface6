#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "render/scene/camera.h"
#include "render/scene/frame.h"
#include "render/session/graph_layout.h"

namespace marblemaze {

/// How fast a sequence of steps is played. Speeds are multiples of the usual one.
struct Speeds {
  double steps_per_s = 2;  ///< at speed 1
  double slowest = 0.125, fastest = 30;
};

class Shown;

/// What a transport's panel says beside play and speed.
struct TransportWords {
  struct Button {
    const char* label;  ///< its name, in a few characters
    const char* sign;   ///< what stands on it
    const char* tip;    ///< what it does, with its key
    void (*press)(Shown&);
  };
  std::vector<Button> back, on;  ///< before and after the two for playing
  std::string speed_format;      ///< of `speed_unit` times the speed
  double speed_unit = 1;
  std::string facts;         ///< the moment shown, in words
  double shortest_span = 1;  ///< steps; a shorter track does not fill the bar
  bool whole_steps = true;   ///< the hand on the bar stops at these only

  /// A stretch of the bar: a move, or what was meant by some of them.
  struct Mark {
    enum class Kind { move, surprise, scheme_switch, frozen, plan, dropped_plan, way_back };
    Kind kind;          ///< a surprise ended elsewhere than expected
    long begin, end;    ///< steps
    std::string label;  ///< in a few characters
    std::string words;  ///< what it is
  };
  std::vector<Mark> marks = {};  ///< none: every step is one
  std::vector<Mark> below = {};  ///< of a second, lower track: what was meant by the first
  bool two_runs = false;         ///< it holds the moves of the run beside instead
  /// What is seen at a moment, for small pictures along the bar; empty: there are none.
  std::function<Frame(double position)> picture = {};
};

/// The explored state space at the moment shown, and what is going on in it.
struct GraphMoment {
  const GraphLayout* layout;
  GraphStory story;
  std::size_t moves_now;                 ///< arcs and states known by then are shown
  std::optional<StateId> state;          ///< the present one
  std::optional<std::size_t> under_way;  ///< the move of the story; when it is over, the last one
  std::function<bool(StateId)> is_goal;
  std::function<std::string(StateId)> label;     ///< a few characters, which states may share
  std::function<std::string(StateId)> describe;  ///< in words
  std::function<Frame(StateId)> picture;         ///< the maze in that state; empty: there is none
  const char* legend = "";                       ///< of the labels
  std::optional<std::size_t> parts_in = {};  ///< the move in which this run parts from that beside
};

/// Something that the viewer shows: a sequence of steps, some of which may still have to be made,
/// with a cursor. The cursor is at 0 before the first step, and at 2.5 half way through the third.
/// A picture shows the moment at the cursor, not the last step (thesis 6.6). Moving the cursor to a
/// step that has not been made yet makes a simulation run. Actions return words for the person,
/// which may be none, and throw BadInput if they cannot be done.
class Shown {
 public:
  /// `budget_s` of frame() in a window. The rest of a frame is for drawing it.
  static constexpr double kWindowBudget_s = 0.012;

  explicit Shown(const Speeds& speeds = {}) : speeds_(speeds) {}
  virtual ~Shown() = default;
  Shown(const Shown&) = delete;
  Shown& operator=(const Shown&) = delete;

  // --- steps ---
  /// Returns how many steps have been made.
  [[nodiscard]] virtual long length() const = 0;
  /// Makes one step more if fewer than `wanted` are made. Returns false if there was nothing to do,
  /// or nothing can be done now.
  virtual bool extend(long /*wanted*/) { return false; }
  /// Returns true if no step will ever be added.
  [[nodiscard]] virtual bool complete() const { return true; }
  /// Returns true if the moment shown is the last there can be, or a person must choose.
  [[nodiscard]] virtual bool over() const { return done() >= length(); }

  // --- the cursor ---
  [[nodiscard]] double position() const { return position_; }
  /// Returns how many steps are over at the cursor.
  [[nodiscard]] long done() const { return static_cast<long>(position_); }
  /// Moves the cursor as far as there are steps, and makes those that it needs.
  void jump(double position) { reach(position, 0); }
  /// Pauses at a position.
  void go_to(double position) { pause(), jump(position); }
  /// Pauses at the step so many further on or, if negative, back.
  void step(int steps);
  /// Moves to the end of the present move or the next one; -1: to the beginning of the present or
  /// the previous one.
  virtual void step_moves(int direction) { step(direction); }
  void to_newest();
  void to_start() { go_to(0); }
  /// Shows, for pictures, the moment after so many seconds or, if these are negative, moves.
  virtual void show_moment(double at_s, int at_move);
  /// Moves on by the wall time since the last frame, of which at most 0.1 s counts, so that a pause
  /// of the program is not caught up. Making steps stops after `budget_s`, and the rest is dropped:
  /// a slow machine shows slow motion. 0: no limit, for films and tests.
  virtual void frame(double elapsed_s, double budget_s);

  // --- playing ---
  void play() { playing_ = true; }
  void pause() { playing_ = false; }
  [[nodiscard]] bool playing() const { return playing_; }
  /// Plays in a direction; at the end of all there is, from the beginning again.
  void play_towards(bool backward);
  void play_or_pause() { plays() ? pause() : play_towards(backward_); }
  /// Returns true if it is playing, and there is or may yet be something to play.
  [[nodiscard]] bool plays() const { return playing_ && !at_end(); }
  /// Backward it stops at the beginning.
  void set_backward(bool backward) { backward_ = backward; }
  [[nodiscard]] bool backward() const { return backward_; }
  [[nodiscard]] const Speeds& speeds() const { return speeds_; }
  /// Sets the speed within the limits.
  void set_speed(double speed);
  [[nodiscard]] double speed() const { return speed_; }
  /// Returns the speed at which steps pass now, smoothed over half a second.
  [[nodiscard]] double actual_speed() const { return actual_speed_; }
  /// Returns true if steps cannot be made as fast as the speed asks for.
  [[nodiscard]] bool lagging() const { return lagging_; }

  // --- choosing ---
  virtual std::string choose(MoveId) { return ""; }
  /// Chooses the move that leads most nearly to that side of the picture, x right, y away.
  virtual std::string choose_towards(glm::vec2 /*side*/, const Camera&) { return ""; }

  // --- how it looks ---
  [[nodiscard]] virtual std::string title() const = 0;
  /// Returns what is to be drawn in space, side by side; nothing if panels alone show it.
  [[nodiscard]] virtual std::vector<Frame> frames() const { return {}; }
  [[nodiscard]] virtual TransportWords transport_words() const = 0;
  /// Returns true if small pictures of it can be made in no time.
  [[nodiscard]] virtual bool has_pictures() const { return false; }
  /// Returns nothing if no state space is explored.
  [[nodiscard]] virtual std::optional<GraphMoment> graph() const { return std::nullopt; }

 protected:
  /// Returns the words of what moves in steps of one kind, such as "move".
  [[nodiscard]] TransportWords step_words(const std::string& step) const;
  void set_steps_per_s(double steps) { speeds_.steps_per_s = steps; }
  /// Moves the cursor, as far as there are steps, without making any.
  void put_cursor(double position) {
    position_ = std::min(position, static_cast<double>(length()));
  }
  /// Called after the cursor has moved.
  virtual void moved() {}

 private:
  [[nodiscard]] bool at_end() const;
  void reach(double position, double budget_s);
  void measure(double steps, double elapsed_s);

  Speeds speeds_;
  bool playing_ = false, backward_ = false, lagging_ = false;
  double speed_ = 1, actual_speed_ = 0, position_ = 0;
};

}  // namespace marblemaze
