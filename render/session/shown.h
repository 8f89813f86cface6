#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "render/scene/camera.h"
#include "render/scene/frame.h"
#include "render/session/graph_layout.h"

namespace marblemaze {

/// A sequence of steps, some of which may still have to be made.
class Track {
 public:
  virtual ~Track() = default;
  /// Steps made so far.
  [[nodiscard]] virtual long length() const = 0;
  /// Makes one step more where fewer than `wanted` are made. False when there is nothing to do, or
  /// nothing can be done now.
  virtual bool extend(long /*wanted*/) { return false; }
};

/// How fast a track is walked along. Speeds are multiples of the usual one.
struct Speeds {
  double steps_per_s = 2;  ///< at speed 1
  double slowest = 0.125, fastest = 30;
};

/// Where on a track the picture is, and how it moves on: at 0 before the first step, at 2.5 half
/// way through the third. A picture shows the moment it is drawn, not the last step (thesis 6.6);
/// wanting to see a step that has not been made yet is what makes a simulation run.
class Transport {
 public:
  /// The `budget_s` of frame() in a window: the rest of a frame is for drawing it.
  static constexpr double kWindowBudget_s = 0.012;

  /// The track must outlive it.
  explicit Transport(Track& track, const Speeds& speeds = {}) : track_(track), speeds_(speeds) {}

  /// Moves on by the wall time since the last frame, of which at most 0.1 s counts: after a pause
  /// of the program it does not catch up. Making steps stops after `budget_s`; what could not be
  /// done is dropped, so that a slow machine shows slow motion and never falls further and further
  /// behind. 0: no limit, for films and tests.
  void frame(double elapsed_s, double budget_s = 0);

  void play() { playing_ = true; }
  void pause() { playing_ = false; }
  [[nodiscard]] bool playing() const { return playing_; }
  /// Backward it stops at the beginning.
  void set_backward(bool backward) { backward_ = backward; }
  [[nodiscard]] bool backward() const { return backward_; }

  /// Of another kind of track: the speed stays as it is.
  void set_steps_per_s(double steps) { speeds_.steps_per_s = steps; }
  [[nodiscard]] const Speeds& speeds() const { return speeds_; }
  /// Taken to what the speeds allow.
  void set_speed(double speed);
  [[nodiscard]] double speed() const { return speed_; }
  /// Speed at which steps pass now, smoothed over half a second.
  [[nodiscard]] double actual_speed() const { return actual_speed_; }
  /// Steps cannot be made as fast as the speed asks for.
  [[nodiscard]] bool lagging() const { return lagging_; }

  /// Pauses at the step so many further on or, if negative, back.
  void step(int steps);
  /// As far as there are steps; makes those that it needs.
  void jump(double position);

  [[nodiscard]] double position() const { return position_; }
  /// Steps that are over.
  [[nodiscard]] long done() const { return static_cast<long>(position_); }

 private:
  void reach(double position, double budget_s);
  void measure(double steps, double elapsed_s);

  Track& track_;
  Speeds speeds_;
  bool playing_ = false;
  bool backward_ = false;
  bool lagging_ = false;
  double speed_ = 1;
  double actual_speed_ = 0;
  double position_ = 0;
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

/// Something that the viewer shows and that moves in time. Actions answer with what a person should
/// be told, which may be nothing, and throw BadInput where they cannot be done.
class Shown : public Track {
 public:
  explicit Shown(const Speeds& speeds = {}) : time(*this, speeds) {}
  Shown(const Shown&) = delete;
  Shown& operator=(const Shown&) = delete;

  // --- time, in steps ---
  Transport time;
  /// One frame of `elapsed_s` wall time; see Transport::frame().
  virtual void frame(double elapsed_s, double budget_s) { time.frame(elapsed_s, budget_s); }
  /// To the end of the present move or the next one; -1: to the beginning of the present or the
  /// previous one.
  virtual void step_moves(int direction) { time.step(direction); }
  /// For pictures: the moment after so many seconds or, if these are negative, moves.
  virtual void show_moment(double at_s, int at_move);
  /// The moment shown is the last there can be, or a person must choose.
  [[nodiscard]] virtual bool over() const { return time.done() >= length(); }
  /// No step will ever be added.
  [[nodiscard]] virtual bool complete() const { return true; }
  /// Plays in a direction; at the end of all there is, from the beginning again.
  void play(bool backward);
  /// Playing, and there is or may yet be something to play.
  [[nodiscard]] bool plays() const { return time.playing() && !at_end(); }
  void play_or_pause() { plays() ? time.pause() : play(time.backward()); }
  void to_newest();
  void to_start() { time.jump(0), time.pause(); }
  /// Pauses at a position.
  void go_to(double position) { time.pause(), time.jump(position); }

  // --- what keys do ---
  /// From the beginning.
  virtual void restart();
  virtual std::string choose(MoveId) { return ""; }
  /// The move that leads most nearly to that side of the picture, x right, y away.
  virtual std::string choose_towards(glm::vec2 /*side*/, const Camera&) { return ""; }

  // --- how it looks ---
  /// What is to be drawn in space, side by side; nothing where panels alone show it.
  [[nodiscard]] virtual std::vector<Frame> frames() const { return {}; }
  [[nodiscard]] virtual TransportWords transport_words() const = 0;
  /// Small pictures of it can be made in no time.
  [[nodiscard]] virtual bool has_pictures() const { return false; }
  /// Nothing where no state space is explored.
  [[nodiscard]] virtual std::optional<GraphMoment> graph() const { return std::nullopt; }

 private:
  [[nodiscard]] bool at_end() const;

 protected:
  /// For what moves in steps of one kind, such as "move".
  [[nodiscard]] TransportWords step_words(const std::string& step) const;
};

/// A maze that can be played, by agent and person in turn.
class Played : public Shown {
 public:
  using Shown::Shown;

  [[nodiscard]] virtual std::string title() const = 0;
  /// A name of the world registry, or of a kind of marble world.
  [[nodiscard]] virtual std::string world() const = 0;
  [[nodiscard]] virtual std::string agent() const = 0;
  [[nodiscard]] virtual std::uint64_t seed() const = 0;
  /// Another maze of the same kind and size and under the same rules.
  virtual void make_seed(std::uint64_t seed) = 0;
  /// Goes on with what is known.
  virtual std::string use_agent(const std::string& agent) = 0;
  [[nodiscard]] virtual bool by_hand() const = 0;
  virtual std::string let_person_play(bool by_hand) = 0;
  /// The maze, as a file that opens again.
  virtual void save(const std::filesystem::path& path) const = 0;
  /// The run; says what was saved.
  virtual std::string save_run(const std::filesystem::path& path) const = 0;
};

}  // namespace marblemaze
