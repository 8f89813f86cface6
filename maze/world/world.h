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

/// Facts about a world that follow from its rules alone: the moves of each state, the goal, and the
/// moves with a certain result. Only executing the other moves shows their results.
///
/// Rules are immutable and contain no position, so a world, its copies and its agents share one
/// object, even across threads. No function throws.
///
/// All functions require: `state` is in [0, Traits::state_bound) of the world, and `move` is one of
/// moves(state). The functions of World with the same names assert these preconditions.
class Rules {
 public:
  virtual ~Rules() = default;

  /// Returns the moves of a state, numbered consecutively from 0; empty in a dead end. The span is
  /// valid as long as the rules exist.
  [[nodiscard]] virtual std::span<const MoveId> moves(StateId state) const = 0;

  /// Returns whether a run that settles in this state ends as solved.
  [[nodiscard]] virtual bool is_goal(StateId state) const = 0;

  /// Returns whether the marble is balanced in this state: the world froze, but a move can start
  /// from this state. A balanced state is never a goal. Returns false for an invalid state.
  [[nodiscard]] virtual bool is_balanced(StateId) const { return false; }

  /// Returns the result of a move if the rules alone determine it (thesis 4.7: the moves inside a
  /// corner of the 24 scheme), or nullopt.
  [[nodiscard]] virtual std::optional<StateId> certain_result(StateId, MoveId) const {
    return std::nullopt;
  }

  /// Returns a state, or a move from a state, as human-readable text.
  [[nodiscard]] virtual std::string describe(StateId state) const = 0;
  [[nodiscard]] virtual std::string describe(StateId state, MoveId move) const = 0;
};

/// Rules of a marble maze under one control scheme, for every physics engine: the moves are the
/// moves of the scheme, the goal is to rest in the target cell, and with 24 orientations the moves
/// inside a corner are certain (thesis 4.7).
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

/// Position of a resting marble, in steps of the resolution along x, y and z of the maze, to
/// distinguish poses of the same state. All zero in worlds without poses.
using PoseKey = std::array<std::int64_t, 3>;

/// Resolution in cells: closer positions count as equal. In a sensitive move, the last digit
/// decides where the marble falls; but if all digits were compared, no two poses would be equal. At
/// 1e-9, the reference solutions missed paths that agents found; a finer resolution only multiplies
/// the poses to try.
inline constexpr double kPoseResolution = 1e-10;

/// Returns the key of a position in the maze frame (cells).
[[nodiscard]] inline PoseKey pose_key_of(glm::dvec3 place) {
  const glm::dvec3 steps = place / kPoseResolution;
  return {std::llround(steps.x), std::llround(steps.y), std::llround(steps.z)};
}

/// Result of one fixed step. A move passes through these values from top to bottom. Any of the
/// first three values may be absent; logic worlds use none of them. The last three values end the
/// move. The controller maps the values to its phases (thesis 6.5): speeding is ACCELERATING,
/// slowing is DECELERATING, rolling is WAITING.
enum class Motion {
  speeding,  ///< turning, in the first half of the turn
  slowing,   ///< turning, in the second half of the turn
  rolling,   ///< the maze is stationary, the marble does not rest yet
  settled,   ///< at rest in a well-defined state: state() is valid
  frozen,    ///< at rest, but in no well-defined state (thesis 3.6)
  overdue,   ///< not at rest within the time limit of a move: the run failed
};

/// Returns whether the move continues: true for the first three values.
[[nodiscard]] constexpr bool under_way(Motion motion) {
  return motion == Motion::speeding || motion == Motion::slowing || motion == Motion::rolling;
}

/// Capabilities of a world, as data. Callers check a capability here instead of the type or name of
/// the world. A function that needs a missing capability returns null or false.
struct Traits {
  std::string name;    ///< name on the command line: "bullet", "four-bit", ...
  bool deterministic;  ///< the same move from the same state always has the same result; no random
                       ///< numbers
  bool posed;          ///< scene() returns a scene
  int state_bound;  ///< states, including balanced states, are numbered from 0 to state_bound - 1
  bool switches = false;  ///< begin_switch() can change the control scheme
};

/// Environment whose moves cannot be undone: the marble maze under each physics engine, and the
/// logic mazes. Only the rules or the physics of the world decide where a move ends (thesis 3.4).
///
/// A new world is at its start but not yet at rest. Call tick() until it settles in its first
/// state. Then begin() a move, call tick() until the move has ended, and repeat:
///
///   if (tick_to_rest(world) != Motion::settled) return;       // it may freeze at once
///   while (!world.is_goal(world.state())) {
///     world.begin(choose(world.moves(world.state())));        // one of the state's moves
///     if (tick_to_rest(world) != Motion::settled) return;     // frozen or overdue
///   }
///
/// The functions that may be called depend on the stage of the run:
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
/// Time passes only in ticks, and random numbers follow from the stream of the world, so the same
/// calls produce bit-identical worlds on every machine (docs/development/reliability.md). The
/// random stream is a hidden part of the state. A deterministic world (Traits) uses no random
/// numbers.
///
/// States are numbers (maze/grid/grid.h). In a marble maze, a settled state is cell * orientations
/// + orientation, both from 0 (thesis 6.2); balanced states have higher numbers than all settled
/// states (maze/grid/orientation_scheme.h). Other worlds number their states differently.
///
/// The functions below assert their preconditions; a world implements the do_ functions and may
/// rely on the preconditions. Breaking a precondition is a bug in the caller. Functions throw only
/// std::bad_alloc. Only one thread at a time may use a world; copies are independent, so each copy
/// may have its own thread.
///
/// tests/support/world_conformance.h checks the rest of the contract for every World.
class World {
 public:
  /// Requires: the rules are not null.
  explicit World(std::shared_ptr<const Rules> rules) : rules_(std::move(rules)) { assert(rules_); }
  virtual ~World() = default;

  /// Returns the capabilities, which never change and are equal for every copy.
  [[nodiscard]] virtual Traits traits() const = 0;

  /// Returns the rules, which agents may store. Never null.
  [[nodiscard]] const std::shared_ptr<const Rules>& rules() const { return rules_; }

  // Functions of Rules, for any state. All except is_balanced() require a valid state.
  /// Returns the moves of a state, numbered consecutively from 0. The span is valid as long as the
  /// rules exist.
  [[nodiscard]] std::span<const MoveId> moves(StateId state) const {
    assert(state.valid());
    return rules_->moves(state);
  }
  /// Returns whether a run that settles in this state ends as solved.
  [[nodiscard]] bool is_goal(StateId state) const {
    assert(state.valid());
    return rules_->is_goal(state);
  }
  /// Returns whether the marble is balanced in this state: frozen, but a move can begin.
  [[nodiscard]] bool is_balanced(StateId state) const { return rules_->is_balanced(state); }
  /// Returns the state as text: "cell 5, corner up +x +y +z".
  [[nodiscard]] std::string describe(StateId state) const {
    assert(state.valid());
    return rules_->describe(state);
  }
  /// Returns the move as text. Requires: `move` is one of moves(state).
  [[nodiscard]] std::string describe(StateId state, MoveId move) const {
    assert(can_move(state, move));
    return rules_->describe(state, move);
  }

  /// Returns to the start, not yet at rest. May be called at any time. A world that has switched to
  /// another control scheme stays in that scheme.
  void reset() {
    do_reset();
    rest_ = Rest::never;
  }

  // Stage of the run. At most one of these two is true; both are false before the first rest since
  // reset().
  /// Returns whether a move can begin: after a tick() that returned settled, or that returned
  /// frozen in a state for which is_balanced() is true.
  [[nodiscard]] bool at_rest() const { return rest_ == Rest::now; }
  /// Returns whether a move is in progress or ended without a state of rest.
  [[nodiscard]] bool between_rests() const { return rest_ == Rest::before; }

  /// Returns the state of the last rest, settled or balanced; an invalid state if the world froze
  /// in no state. Requires: the world has rested since reset().
  [[nodiscard]] StateId state() const {
    assert(rest_ != Rest::never);
    return do_state();
  }

  /// Begins a move. state() still returns the start of the move, and nothing happens before the
  /// next tick(). Requires: at_rest(), and `move` is one of moves(state()).
  void begin(MoveId move) {
    assert(at_rest());
    assert(can_move(state(), move));
    rest_ = Rest::before;
    do_begin(move);
  }

  /// Advances by one fixed step (1/120 s of simulated time by default in a world with physics) and
  /// returns its result. A world at rest stays at rest. A logic world settles on its first tick.
  /// The ticks of a move end with settled, frozen or overdue; after a timeout, only reset() makes
  /// the world usable again. A move of the marble takes about 350 ticks under the default settings.
  Motion tick() { return note(do_tick()); }

  /// Begins the turn to the nearest orientation of the same corner in another control scheme (8 or
  /// 24 orientations, thesis 4.7). Call tick() until the world settles, as after a move. From then
  /// on, states and rules belong to the other scheme. Returns false without any effect if that
  /// scheme is already current or does not exist. Requires: at_rest().
  bool begin_switch(ControlScheme control) {
    assert(at_rest());
    if (!do_begin_switch(control)) return false;
    rest_ = Rest::before;
    return true;
  }

  /// Returns a copy that continues bit-identically, including random numbers. Safe to call at any
  /// time, even during a move. The copies are independent; they may share immutable data, such as
  /// the rules. Only the owner of a run makes copies: agents get a Snapshot, which has its own
  /// random stream.
  [[nodiscard]] virtual std::unique_ptr<World> clone() const = 0;

  /// Returns the complete state of the world, including random numbers, as 64-bit words: everything
  /// that clone() copies, in a form that another process can load. Safe to call at any time. Only
  /// the owner of a run saves.
  [[nodiscard]] std::vector<std::uint64_t> save() const {
    std::vector<std::uint64_t> words = do_save();
    words.push_back(static_cast<std::uint64_t>(rest_));
    return words;
  }
  /// Continues bit-identically from the saved words of a world with the same maze, rules, physics
  /// and settings. Safe to call at any time. Returns false without any effect if the words cannot
  /// belong to such a world.
  [[nodiscard]] bool load(std::span<const std::uint64_t> words) {
    if (words.empty() || words.back() > static_cast<std::uint64_t>(Rest::now)) return false;
    const auto rest = static_cast<Rest>(words.back());
    if (!do_load(words.first(words.size() - 1), rest == Rest::now)) return false;
    rest_ = rest;
    return true;
  }

  /// Selects a random stream and starts it from the beginning. May be called at any time. reset()
  /// restarts the stream. Has no effect in a deterministic world.
  void draw_from(std::uint64_t stream) { do_draw_from(stream); }

  /// Returns a hash of the complete state of the world, for comparing two runs tick by tick. Safe
  /// to call at any time. In a world without physics, the hash is the state. Compare hashes only
  /// between programs with the same arithmetic: after a difference in rounding, hashes differ long
  /// before moves do.
  [[nodiscard]] virtual std::uint64_t state_hash() const {
    return static_cast<std::uint64_t>(do_state().index);
  }

  /// Returns the position within state(): worlds with the same state and key behave identically,
  /// except in sensitive moves, in which the last digit of a pose decides (thesis 3.6). Requires:
  /// at_rest().
  [[nodiscard]] PoseKey pose_key() const {
    assert(at_rest());
    return do_pose_key();
  }

  /// Returns the poses for the viewer, without contacts; nullopt if the world has no 3D scene.
  /// Lengths are in cells; the world frame has z up (maze/world/scene.h).
  [[nodiscard]] virtual std::optional<Scene> scene() const { return std::nullopt; }
  /// Returns the points at which the marble presses on walls.
  [[nodiscard]] virtual std::vector<Contact> contacts() const { return {}; }

 protected:
  World(const World&) = default;
  World& operator=(const World&) = default;
  /// Replaces the rules in a world that changes its control scheme. Requires: `rules` is not null.
  void use_rules(std::shared_ptr<const Rules> rules) {
    assert(rules);
    rules_ = std::move(rules);
  }
  /// Marks the world as resting because it was placed in a state instead of moving there.
  void placed_at_rest() { rest_ = Rest::now; }
  /// Records the result of a step and returns it. A world that is stepped from outside calls this
  /// function.
  Motion note(Motion motion) {
    if (motion == Motion::settled)
      rest_ = Rest::now;
    else if (motion == Motion::frozen)
      rest_ = is_balanced(do_state()) ? Rest::now : Rest::before;
    return motion;
  }

 private:
  // Functions that a world implements. The public function of the same name has asserted the
  // preconditions, and World itself tracks whether it rests. A world also implements traits() and
  // clone(), and it implements state_hash() and scene() if it has more than its state. It passes
  // its rules to the constructor.
  /// Places the world at its start; do_tick() then settles it.
  virtual void do_reset() = 0;
  /// Returns the state of the last rest at any time, even before the first rest; an invalid state
  /// (index -1) if the world froze in no state.
  [[nodiscard]] virtual StateId do_state() const = 0;
  /// Begins a legal move from a state of rest. Nothing needs to happen before the next do_tick().
  virtual void do_begin(MoveId move) = 0;
  /// Advances by one fixed step. Returns settled, frozen or overdue after a finite number of steps.
  virtual Motion do_tick() = 0;
  /// Returns the position within the state, in steps of kPoseResolution; for worlds with several
  /// poses per state.
  [[nodiscard]] virtual PoseKey do_pose_key() const { return {}; }
  /// Returns everything that clone() copies.
  [[nodiscard]] virtual std::vector<std::uint64_t> do_save() const { return {}; }
  /// Loads the words. Returns false without any effect if do_save() cannot have returned them in a
  /// world with this value of at_rest().
  virtual bool do_load(std::span<const std::uint64_t> /*words*/, bool /*at_rest*/) { return false; }
  /// Sets the random stream, if the world has one.
  virtual void do_draw_from(std::uint64_t /*stream*/) {}
  /// Starts switching to another control scheme. Returns false without any effect if the scheme is
  /// already current or does not exist.
  virtual bool do_begin_switch(ControlScheme /*control*/) { return false; }

  [[nodiscard]] bool can_move(StateId state, MoveId move) const {
    const auto legal = moves(state);
    return std::find(legal.begin(), legal.end(), move) != legal.end();
  }

  // Whether the world has rested since reset(): never, before its current move, or now.
  enum class Rest { never, before, now };

  std::shared_ptr<const Rules> rules_;
  Rest rest_ = Rest::never;
};

/// Ticks until the move has ended, or until the world rests for the first time, and returns the
/// last motion: settled, frozen or overdue. Calls `watch(motion)` after every tick, including the
/// last. Always terminates, at the latest when the move times out. At rest, it advances by one
/// tick, which changes nothing. AnyWorld is World or a class with its tick().
template <class AnyWorld, class Watch>
Motion tick_to_rest(AnyWorld& world, Watch&& watch) {
  Motion motion;
  do {
    motion = world.tick();
    watch(motion);
  } while (under_way(motion));
  return motion;
}
inline Motion tick_to_rest(World& world) {
  return tick_to_rest(world, [](Motion) {});
}

/// Returns whether the run can continue after this result. With recovery, runs continue from
/// balanced states.
[[nodiscard]] inline bool goes_on(const World& world, Motion ending, bool recovery) {
  return ending == Motion::settled ||
         (recovery && ending == Motion::frozen && world.is_balanced(world.state()));
}

/// World of states without physics: a move takes one tick and always has the same result. The saved
/// words are the state and the move.
class DiscreteWorld : public World {
 public:
  [[nodiscard]] Traits traits() const override;

 protected:
  /// Creates a world that has this name in its Traits and whose runs begin in the state `first`.
  /// States are numbered from 0 to state_bound - 1.
  DiscreteWorld(std::shared_ptr<const Rules> rules, std::string name, StateId first,
                int state_bound);

 private:
  /// Returns the result of a legal move, or nullopt if the move freezes the world.
  [[nodiscard]] virtual std::optional<StateId> result_of(StateId state, MoveId move) const = 0;
  /// Returns whether this index, which is within bounds, belongs to a state.
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
  MoveId move_;  // invalid if no move is in progress
};

/// Settled world for agents: a copy of everything except future random numbers, which agents must
/// not know. It is a separate type, so no caller passes an exact copy (World::clone) to an agent by
/// mistake, and no agent can turn a snapshot into an exact copy. Immutable; several threads may use
/// it.
class Snapshot {
 public:
  /// Returns the snapshot of a world. Requires: the world is at rest.
  [[nodiscard]] static std::shared_ptr<const Snapshot> of(const World& world) {
    assert(world.at_rest());
    auto copy = world.clone();
    copy->draw_from(apart_from_worlds(0));
    return std::shared_ptr<const Snapshot>(new Snapshot(std::move(copy)));
  }

  /// Returns a world that continues from here with this random stream. The same stream always
  /// yields an identical world. A collision with the stream of the original world is possible but
  /// extremely unlikely.
  [[nodiscard]] std::unique_ptr<World> world(std::uint64_t stream) const {
    auto copy = world_->clone();
    copy->draw_from(apart_from_worlds(stream));
    return copy;
  }

  [[nodiscard]] StateId state() const { return world_->state(); }
  [[nodiscard]] std::span<const MoveId> moves() const { return world_->moves(state()); }
  [[nodiscard]] bool is_goal() const { return world_->is_goal(state()); }
  [[nodiscard]] Traits traits() const { return world_->traits(); }

 private:
  /// Returns a stream number that no code uses for a world.
  static std::uint64_t apart_from_worlds(std::uint64_t stream) {
    Hash hash;
    hash.add_bytes("snapshot");
    hash.add(stream);
    return hash.value();
  }

  explicit Snapshot(std::unique_ptr<const World> world) : world_(std::move(world)) {}

  std::unique_ptr<const World> world_;
};

}  // namespace marblemaze
