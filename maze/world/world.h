#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <glm/vec3.hpp>

#include "maze/base/hash.h"
#include "maze/grid/grid.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/world/scene.h"

namespace marblemaze {

/// Facts about a world that follow from its rules: moves, goal states, and results that are certain
/// in advance.
///
/// Rules are immutable and independent of the current state, so a world, its copies and its agents
/// share one object, even across threads. No function throws.
///
/// All functions require: `state` is in [0, Traits::state_bound) of the world, and `move` is one of
/// moves(state).
class Rules {
 public:
  virtual ~Rules() = default;

  /// Returns the moves of a state, numbered consecutively from 0. Empty in a dead end. The span is
  /// valid as long as the rules exist.
  [[nodiscard]] virtual std::span<const MoveId> moves(StateId state) const = 0;

  /// Returns true if a run that settles in this state is solved.
  [[nodiscard]] virtual bool is_goal(StateId state) const = 0;

  /// Returns true if the marble is balanced in this state: the world froze, but a move can begin.
  /// Returns false for an invalid state.
  [[nodiscard]] virtual bool is_balanced(StateId) const { return false; }

  /// Returns the result of a move if the result follows from the rules, or nullopt. For example,
  /// moves within a corner of the 24-orientation scheme are certain (thesis 4.7).
  [[nodiscard]] virtual std::optional<StateId> certain_result(StateId, MoveId) const {
    return std::nullopt;
  }

  [[nodiscard]] virtual std::string describe(StateId state) const = 0;
  [[nodiscard]] virtual std::string describe(StateId state, MoveId move) const = 0;
};

/// Rules of a marble maze under one control scheme. The goal is to come to rest in the target cell.
class MazeRules : public Rules {
 public:
  /// Requires: maze and scheme are not null, and the scheme fits the maze.
  MazeRules(std::shared_ptr<const Maze> maze, std::shared_ptr<const OrientationScheme> scheme);

  [[nodiscard]] std::span<const MoveId> moves(StateId) const override {
    return scheme_->move_ids();
  }
  [[nodiscard]] bool is_goal(StateId state) const override;
  [[nodiscard]] bool is_balanced(StateId state) const override;
  [[nodiscard]] std::optional<StateId> certain_result(StateId state, MoveId move) const override;
  [[nodiscard]] std::string describe(StateId state) const override;
  [[nodiscard]] std::string describe(StateId state, MoveId move) const override;

 private:
  std::shared_ptr<const Maze> maze_;
  std::shared_ptr<const OrientationScheme> scheme_;
};

/// Quantized position of a resting marble in the maze frame, to distinguish poses of the same
/// state. All zero in worlds without poses.
using PoseKey = std::array<std::int64_t, 3>;

/// Resolution of a PoseKey in cells. At a resolution of 1e-9, reference solutions missed paths that
/// agents found. A finer resolution would only increase the number of poses to try.
inline constexpr double kPoseResolution = 1e-10;

[[nodiscard]] inline PoseKey pose_key_of(glm::dvec3 place) {
  const glm::dvec3 steps = place / kPoseResolution;
  return {std::llround(steps.x), std::llround(steps.y), std::llround(steps.z)};
}

/// Result of one fixed step. A move passes through the values of Motion in order and ends with one
/// of the last three. Logic worlds skip the first three. The simulation controller maps speeding to
/// ACCELERATING, slowing to DECELERATING, and rolling to WAITING (thesis 6.5).
enum class Motion {
  speeding,
  slowing,
  rolling,  ///< the maze has stopped, but the marble is still moving
  settled,  ///< at rest in a well-defined state: state() is valid
  frozen,   ///< at rest, but in no well-defined state (thesis 3.6)
  overdue,  ///< the move timed out before the marble came to rest, so the run failed
};

[[nodiscard]] constexpr bool in_progress(Motion motion) {
  return motion == Motion::speeding || motion == Motion::slowing || motion == Motion::rolling;
}

/// Capabilities of a world. Callers check these members instead of the world type. Functions that
/// need a missing capability return null or false.
struct Traits {
  std::string name;                ///< name on the command line, such as "bullet"
  bool deterministic;              ///< the result of a move depends only on the state
  bool has_poses;                  ///< scene() returns a scene
  int state_bound;                 ///< upper bound on all states, including balanced states
  bool can_switch_scheme = false;  ///< begin_switch() can change the control scheme
};

/// Environment for agents: a marble maze under some physics engine, or a logic maze. Moves cannot
/// be undone, and the world alone decides where a move ends (thesis 3.4).
///
/// A new world is at its start but not yet at rest. Call tick() until the world settles in a first
/// state. Then begin() a move, call tick() until the move has ended, and repeat:
///
///   if (tick_to_rest(world) != Motion::settled) return;       // it may freeze at once
///   while (!world.is_goal(world.state())) {
///     world.begin(choose(world.moves(world.state())));        // one of the state's moves
///     if (tick_to_rest(world) != Motion::settled) return;     // frozen or overdue
///   }
///
/// The stage of the run determines which functions may be called:
///
///                                       at_rest  between_rests  state()         begin()
///   before the first rest               no       no             asserts         asserts
///   settled, or frozen and balanced     yes      no             this rest       begins a move
///   in a move                           no       yes            the last rest   asserts
///   frozen in no state                  no       yes            none (-1)       asserts
///   overdue                             no       as before      as before       asserts
///
/// reset(), tick(), the rules and scene() may be called at any time.
///
/// Time advances only in tick(), and random numbers come from the world's own stream, so the same
/// calls produce bit-identical worlds on every machine (docs/development/reliability.md).
///
/// In a marble maze, a settled state is cell * orientations + orientation, with 0-based indices
/// (thesis 6.2). Balanced states have higher numbers than all settled states
/// (maze/grid/orientation_scheme.h). Other worlds number their states differently.
///
/// Public functions assert their preconditions. A world implements the private do_ functions.
/// Functions throw only std::bad_alloc. A world is not thread-safe, but different threads may use
/// different copies.
///
/// Every world must pass the tests in tests/support/world_conformance.h.
class World {
 public:
  /// Requires: the rules are not null.
  explicit World(std::shared_ptr<const Rules> rules) : rules_(std::move(rules)) { assert(rules_); }
  virtual ~World() = default;

  /// Returns the capabilities. The capabilities never change and are the same for all copies.
  [[nodiscard]] virtual Traits traits() const = 0;

  /// The pointer is never null.
  [[nodiscard]] const std::shared_ptr<const Rules>& rules() const { return rules_; }

  // Shortcuts to the rules. All shortcuts except is_balanced() require a valid state.

  [[nodiscard]] std::span<const MoveId> moves(StateId state) const {
    assert(state.valid());
    return rules_->moves(state);
  }
  [[nodiscard]] bool is_goal(StateId state) const {
    assert(state.valid());
    return rules_->is_goal(state);
  }
  [[nodiscard]] bool is_balanced(StateId state) const { return rules_->is_balanced(state); }
  /// Returns a description such as "cell 5, up (+,-,+)".
  [[nodiscard]] std::string describe(StateId state) const {
    assert(state.valid());
    return rules_->describe(state);
  }
  /// Requires: `move` is one of moves(state).
  [[nodiscard]] std::string describe(StateId state, MoveId move) const {
    assert(can_move(state, move));
    return rules_->describe(state, move);
  }

  /// Returns the world to its start, where the world is not yet at rest. Safe to call at any time.
  /// Does not undo a switch to another control scheme.
  void reset() {
    do_reset();
    rest_ = Rest::never;
  }

  // Stage of the run. At most one of at_rest() and between_rests() is true. Both functions return
  // false before the first rest since reset().

  /// Returns true if a move can begin: after tick() has returned settled, or frozen in a balanced
  /// state.
  [[nodiscard]] bool at_rest() const { return rest_ == Rest::now; }
  [[nodiscard]] bool between_rests() const { return rest_ == Rest::before; }

  /// Returns the state in which the world last rested. Returns an invalid state if the world froze
  /// in no state. Requires: the world has rested since reset().
  [[nodiscard]] StateId state() const {
    assert(rest_ != Rest::never);
    return do_state();
  }

  /// Begins a move. Until the move ends, state() returns the state in which the move began.
  /// Requires: at_rest(), and `move` is one of moves(state()).
  void begin(MoveId move) {
    assert(at_rest());
    assert(can_move(state(), move));
    rest_ = Rest::before;
    do_begin(move);
  }

  /// Advances by one fixed step and returns the motion in this step. In a world with physics, the
  /// default step is 1/120 s of simulated time, and a move takes about 350 ticks. After overdue,
  /// only reset() makes the world usable again.
  Motion tick() { return record_motion(do_tick()); }

  /// Begins to switch to another control scheme (8 or 24 orientations, thesis 4.7). The maze turns
  /// to the nearest orientation in the same corner. Call tick() until the world settles. After the
  /// switch, states and rules belong to the new scheme. Returns false and has no effect if the
  /// scheme is already current or does not exist. Requires: at_rest().
  bool begin_switch(ControlScheme control) {
    assert(at_rest());
    if (!do_begin_switch(control)) return false;
    rest_ = Rest::before;
    return true;
  }

  /// Returns an independent copy that continues bit-identically, with the same random numbers. Safe
  /// to call at any time. Agents get a Snapshot instead, which has a different random stream.
  [[nodiscard]] virtual std::unique_ptr<World> clone() const = 0;

  /// Serializes everything that clone() copies, including the random stream, to 64-bit words. Safe
  /// to call at any time.
  [[nodiscard]] std::vector<std::uint64_t> save() const {
    std::vector<std::uint64_t> words = do_save();
    words.push_back(static_cast<std::uint64_t>(rest_));
    return words;
  }
  /// Restores the state from the words of save(). The world continues bit-identically. Safe to call
  /// at any time. Returns false and has no effect if the words are invalid. Requires: the saved
  /// world had the same maze, rules, physics and settings.
  [[nodiscard]] bool load(std::span<const std::uint64_t> words) {
    if (words.empty() || words.back() > static_cast<std::uint64_t>(Rest::now)) return false;
    const auto rest = static_cast<Rest>(words.back());
    if (!do_load(words.first(words.size() - 1), rest == Rest::now)) return false;
    rest_ = rest;
    return true;
  }

  /// Selects a random stream and starts it from the beginning. reset() restarts the stream. Safe to
  /// call at any time. Has no effect in a deterministic world.
  void draw_from(std::uint64_t stream) { do_draw_from(stream); }

  /// Returns a hash of the complete state, for comparing two runs tick by tick. Safe to call at any
  /// time. Compare hashes only between programs with the same floating-point arithmetic, because a
  /// rounding difference changes hashes long before it changes the result of a move.
  [[nodiscard]] virtual std::uint64_t state_hash() const {
    return static_cast<std::uint64_t>(do_state().index);
  }

  /// Returns the quantized position of the marble. Worlds with the same state and key behave
  /// identically, except in sensitive moves, in which the last digit of a pose decides (thesis
  /// 3.6). Requires: at_rest().
  [[nodiscard]] PoseKey pose_key() const {
    assert(at_rest());
    return do_pose_key();
  }

  /// Returns the scene without contacts. Returns nullopt if the world has no poses.
  [[nodiscard]] virtual std::optional<Scene> scene() const { return std::nullopt; }
  [[nodiscard]] virtual std::vector<Contact> contacts() const { return {}; }

 protected:
  World(const World&) = default;
  World& operator=(const World&) = default;
  /// Replaces the rules after a switch to another control scheme. Requires: `rules` is not null.
  void use_rules(std::shared_ptr<const Rules> rules) {
    assert(rules);
    rules_ = std::move(rules);
  }
  /// Marks the world as at rest after it has been placed in a state.
  void mark_at_rest() { rest_ = Rest::now; }
  /// Records the result of a step. Worlds call record_motion() for steps that do not go through
  /// tick().
  Motion record_motion(Motion motion) {
    if (motion == Motion::settled)
      rest_ = Rest::now;
    else if (motion == Motion::frozen)
      rest_ = is_balanced(do_state()) ? Rest::now : Rest::before;
    return motion;
  }

 private:
  // Functions that a world implements, in addition to traits() and clone(). The public functions
  // have already asserted the preconditions.

  virtual void do_reset() = 0;
  /// Returns the state of the last rest. Must work at any time. Returns an invalid state if the
  /// world froze in no state.
  [[nodiscard]] virtual StateId do_state() const = 0;
  virtual void do_begin(MoveId move) = 0;
  /// Must return settled, frozen or overdue after a finite number of steps.
  virtual Motion do_tick() = 0;
  [[nodiscard]] virtual PoseKey do_pose_key() const { return {}; }
  [[nodiscard]] virtual std::vector<std::uint64_t> do_save() const { return {}; }
  /// Returns false and has no effect if the words do not fit the world or this value of at_rest().
  virtual bool do_load(std::span<const std::uint64_t> /*words*/, bool /*at_rest*/) { return false; }
  virtual void do_draw_from(std::uint64_t /*stream*/) {}
  /// Returns false and has no effect if the scheme is already current or does not exist.
  virtual bool do_begin_switch(ControlScheme /*control*/) { return false; }

  [[nodiscard]] bool can_move(StateId state, MoveId move) const {
    const auto legal = moves(state);
    return std::find(legal.begin(), legal.end(), move) != legal.end();
  }

  // Time of the last rest since reset(): never, before the current move, or now.
  enum class Rest { never, before, now };

  std::shared_ptr<const Rules> rules_;
  Rest rest_ = Rest::never;
};

/// Calls tick() until the move has ended or the world rests for the first time, and watch(motion)
/// after every tick. Returns the last motion: settled, frozen or overdue. Always terminates,
/// because moves time out.
template <class AnyWorld, class Watch>
Motion tick_to_rest(AnyWorld& world, Watch&& watch) {
  Motion motion;
  do {
    motion = world.tick();
    watch(motion);
  } while (in_progress(motion));
  return motion;
}
inline Motion tick_to_rest(World& world) {
  return tick_to_rest(world, [](Motion) {});
}

/// Returns true if the run can continue after a move with this result. With `recovery`, runs
/// continue from balanced states.
[[nodiscard]] inline bool can_continue(const World& world, Motion ending, bool recovery) {
  return ending == Motion::settled ||
         (recovery && ending == Motion::frozen && world.is_balanced(world.state()));
}

/// Deterministic world without physics. Each move takes one tick.
class DiscreteWorld : public World {
 public:
  [[nodiscard]] Traits traits() const override;

 protected:
  DiscreteWorld(std::shared_ptr<const Rules> rules, std::string name, StateId first,
                int state_bound);

 private:
  /// Returns the result of a legal move, or nullopt if the move freezes the world.
  [[nodiscard]] virtual std::optional<StateId> result_of(StateId state, MoveId move) const = 0;
  [[nodiscard]] virtual bool exists(StateId /*state*/) const { return true; }

  void do_reset() override;
  [[nodiscard]] StateId do_state() const override { return state_; }
  void do_begin(MoveId move) override { move_ = move; }
  Motion do_tick() override;
  [[nodiscard]] std::vector<std::uint64_t> do_save() const override;
  bool do_load(std::span<const std::uint64_t> words, bool at_rest) override;

  std::string name_;
  StateId first_;
  int state_bound_;
  StateId state_;
  MoveId move_;
};

/// Copy of a world at rest, for agents. A snapshot does not contain the random stream, because
/// agents must not know future random numbers. A separate type prevents confusion with an exact
/// copy. Immutable and safe to use from several threads.
class Snapshot {
 public:
  /// Requires: the world is at rest.
  [[nodiscard]] static std::shared_ptr<const Snapshot> of(const World& world) {
    assert(world.at_rest());
    auto copy = world.clone();
    copy->draw_from(snapshot_stream(0));
    return std::shared_ptr<const Snapshot>(new Snapshot(std::move(copy)));
  }

  /// Returns a world that continues from the snapshot with this random stream. The same stream
  /// always yields an identical world.
  [[nodiscard]] std::unique_ptr<World> world(std::uint64_t stream) const {
    auto copy = world_->clone();
    copy->draw_from(snapshot_stream(stream));
    return copy;
  }

  [[nodiscard]] StateId state() const { return world_->state(); }
  [[nodiscard]] std::span<const MoveId> moves() const { return world_->moves(state()); }
  [[nodiscard]] bool is_goal() const { return world_->is_goal(state()); }
  [[nodiscard]] Traits traits() const { return world_->traits(); }

 private:
  /// Maps a stream number to a stream that no original world uses.
  static std::uint64_t snapshot_stream(std::uint64_t stream) {
    Hash hash;
    hash.add_bytes("snapshot");
    hash.add(stream);
    return hash.value();
  }

  explicit Snapshot(std::unique_ptr<const World> world) : world_(std::move(world)) {}

  std::unique_ptr<const World> world_;
};

}  // namespace marblemaze
