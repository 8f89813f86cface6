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

/// Facts about a world that hold without acting on it: the moves of each state, the goal, and the
/// moves with a certain result. Only the world itself knows the results of the other moves.
///
/// Rules are immutable and contain no position, so a world, its copies and its agents share one
/// object, also between threads. No function throws.
///
/// Requires of all functions: `state` is a number in [0, Traits::state_bound) of the world, and
/// `move` is one of moves(state). The functions of World with the same names assert it.
class Rules {
 public:
  virtual ~Rules() = default;

  /// Returns the moves of a state, numbered from 0 in order; empty in a dead end. The span is valid
  /// as long as the rules are.
  [[nodiscard]] virtual std::span<const MoveId> moves(StateId state) const = 0;

  /// Returns whether a run that settles in this state ends as solved.
  [[nodiscard]] virtual bool is_goal(StateId state) const = 0;

  /// Returns whether the marble is balanced in this state: the world froze, but a move can start
  /// from here. A balanced state is never a goal. Returns false for an invalid state.
  [[nodiscard]] virtual bool is_balanced(StateId) const { return false; }

  /// Returns the result of a move if it is certain by the rules alone (thesis 4.7: the moves inside
  /// a corner of the 24 scheme), else nothing.
  [[nodiscard]] virtual std::optional<StateId> certain_result(StateId, MoveId) const {
    return std::nullopt;
  }

  /// Return a state, or a move from a state, in words for people.
  [[nodiscard]] virtual std::string describe(StateId state) const = 0;
  [[nodiscard]] virtual std::string describe(StateId state, MoveId move) const = 0;
};

/// Rules of a marble's maze under one control scheme, for every physics: the moves are those of the
/// scheme, the goal is to rest in the target cell, and with 24 orientations the moves inside a
/// corner are certain (thesis 4.7).
class MazeRules : public Rules {
 public:
  /// Requires: maze and scheme are not null, and the maze can have the scheme.
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

/// Place of a resting marble, in steps of the resolution along x, y and z of the maze, for telling
/// poses of one state apart. All zero in worlds without poses.
using PoseKey = std::array<std::int64_t, 3>;

/// Resolution in cells: places nearer to each other count as equal. In a sensitive move the last
/// digit decides where the marble falls, but if all digits counted, no two poses would be equal. At
/// 1e-9 the reference solutions missed paths that agents found; a finer resolution only multiplies
/// the poses to try.
inline constexpr double kPoseResolution = 1e-10;

/// Returns the key of a place in maze coordinates (cells).
[[nodiscard]] inline PoseKey pose_key_of(glm::dvec3 place) {
  const glm::dvec3 steps = place / kPoseResolution;
  return {std::llround(steps.x), std::llround(steps.y), std::llround(steps.z)};
}

/// Result of one fixed step. A move passes through these values from top to bottom; any of the
/// first three may be missing, and a logic world has none of them. The last three end the move. The
/// controller maps them to its phases (thesis 6.5): speeding is ACCELERATING, slowing is
/// DECELERATING, rolling is WAITING.
enum class Motion {
  speeding,  ///< turning, in the first half of the sweep
  slowing,   ///< turning, in the second half of the sweep
  rolling,   ///< the maze stands, the marble does not rest yet
  settled,   ///< at rest in a well-defined state: state() is valid
  frozen,    ///< at rest, but in no well-defined state (thesis 3.6)
  overdue,   ///< not at rest within the time limit of a move: the run failed
};

/// Returns whether the move continues: true for the first three values.
[[nodiscard]] constexpr bool under_way(Motion motion) {
  return motion == Motion::speeding || motion == Motion::slowing || motion == Motion::rolling;
}

/// Abilities of a world, as data. Callers check an ability here instead of the type or name of the
/// world. A function that needs a missing ability returns null or false.
struct Traits {
  std::string name;       ///< name on the command line: "bullet", "four-bit", ...
  bool deterministic;     ///< equal moves from equal states end equally: the world draws no random
                          ///< numbers
  bool posed;             ///< scene() returns one
  int state_bound;        ///< numbers of states, balanced ones included, are in [0, state_bound)
  bool switches = false;  ///< begin_switch() can change the control scheme
};

/// Environment with moves that cannot be undone: the marble's maze under each physics, and the
/// logic mazes. Only the rules or the physics of the world decide where a move ends (thesis 3.4).
///
/// A world begins at its start, not at rest yet: tick() until it settles in its first state. Then
/// begin() a move, tick() until the move has ended, and so on:
///
///   if (tick_to_rest(world) != Motion::settled) return;       // it may freeze at once
///   while (!world.is_goal(world.state())) {
///     world.begin(choose(world.moves(world.state())));        // one of the state's moves
///     if (tick_to_rest(world) != Motion::settled) return;     // frozen or overdue
///   }
///
/// The stage of the run decides which functions may be called:
///
///                                       at_rest  between_rests  state()         begin()
///   before the first rest               no       no             asserts         asserts
///   settled, or frozen and balanced     yes      no             this rest       begins a move
///   in a move                           no       yes            the last rest   asserts
///   frozen in no state                  no       yes            none (-1)       asserts
///   overdue                             no       as before      as before       asserts
///
/// Call reset(), tick(), the rules and scene() at any time.
///
/// Time passes only in ticks, and random numbers follow from the stream of the world: equal calls
/// give equal worlds, bit for bit, on every machine (docs/development/reliability.md). The random
/// stream is a hidden part of the state. A deterministic world (Traits) draws no random numbers.
///
/// States are numbers (maze/grid/grid.h). In a marble's maze a settled state is cell * orientations
/// + orientation, both from 0 (thesis 6.2); balanced states have higher numbers than all settled
/// states (maze/grid/orientation_scheme.h). Other worlds number their states differently.
///
/// The functions below assert their preconditions; a world implements the do_ functions and may
/// rely on them. A broken precondition is a bug of the caller, not an exception. Nothing is thrown
/// except for lack of memory. One thread uses a world; copies are independent and may each have a
/// thread.
///
/// tests/support/world_conformance.h checks the rest of the contract for every World.
class World {
 public:
  /// Requires: the rules are not null.
  explicit World(std::shared_ptr<const Rules> rules) : rules_(std::move(rules)) { assert(rules_); }
  virtual ~World() = default;

  /// Returns the abilities, which never change and are those of every copy.
  [[nodiscard]] virtual Traits traits() const = 0;

  /// Returns the rules, which agents may keep. Never null.
  [[nodiscard]] const std::shared_ptr<const Rules>& rules() const { return rules_; }

  // Answers of the rules, about any state. Requires of all except is_balanced(): a valid state.
  /// Returns the moves of a state, numbered from 0 in order. The span is valid as long as the
  /// rules.
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
  /// Returns the state in words: "cell 5, corner up +x +y +z".
  [[nodiscard]] std::string describe(StateId state) const {
    assert(state.valid());
    return rules_->describe(state);
  }
  /// Returns the move in words. Requires: `move` is one of moves(state).
  [[nodiscard]] std::string describe(StateId state, MoveId move) const {
    assert(can_move(state, move));
    return rules_->describe(state, move);
  }

  /// Returns to the start, not at rest yet, at any time. A world that has switched to another
  /// control scheme keeps it.
  void reset() {
    do_reset();
    rest_ = Rest::never;
  }

  // Stage of the run. At most one of these two is true; both are false before the first rest since
  // reset().
  /// Returns whether a move can begin: after a tick() that returned settled, or frozen in a state
  /// that is_balanced().
  [[nodiscard]] bool at_rest() const { return rest_ == Rest::now; }
  /// Returns whether a move began that has not ended in a state from which another can begin.
  [[nodiscard]] bool between_rests() const { return rest_ == Rest::before; }

  /// Returns the state of the last rest, settled or balanced; an invalid state if the world froze
  /// in no state. Requires: the world has rested since reset().
  [[nodiscard]] StateId state() const {
    assert(rest_ != Rest::never);
    return do_state();
  }

  /// Begins a move. state() still returns its start, and nothing happens before the next tick().
  /// Requires: at_rest(), and `move` is one of moves(state()).
  void begin(MoveId move) {
    assert(at_rest());
    assert(can_move(state(), move));
    rest_ = Rest::before;
    do_begin(move);
  }

  /// Advances by one fixed step (1/120 s of simulated time by default in a world with physics) and
  /// returns its result. A world at rest stays at rest. A logic world settles on its first tick.
  /// The ticks of a move end with settled, frozen or overdue; after overdue only reset() helps. A
  /// move of the marble takes about 350 ticks under the default settings.
  Motion tick() { return note(do_tick()); }

  /// Begins the turn to the nearest orientation of the same corner in another control scheme (8 or
  /// 24 orientations, thesis 4.7); tick() until settled as after a move. From then on states and
  /// rules are those of the other scheme. Returns false, and does nothing, if that scheme is
  /// already in force or does not exist. Requires: at_rest().
  bool begin_switch(ControlScheme control) {
    assert(at_rest());
    if (!do_begin_switch(control)) return false;
    rest_ = Rest::before;
    return true;
  }

  /// Returns a copy that continues bit-identically, random numbers included, at any time, also
  /// during a move. The copies are independent; they may share what never changes, such as the
  /// rules. Only the owner of a run makes copies: agents get a Snapshot, which has
  /// another random stream.
  [[nodiscard]] virtual std::unique_ptr<World> clone() const = 0;

  /// Returns everything that decides how the world continues, random numbers included, as words of
  /// 64 bits, at any time: what clone() copies, in a form that another process can load. Only the
  /// owner of a run saves.
  [[nodiscard]] std::vector<std::uint64_t> save() const {
    std::vector<std::uint64_t> words = do_save();
    words.push_back(static_cast<std::uint64_t>(rest_));
    return words;
  }
  /// Continues bit-identically from the saved words of a world with the same maze, rules, physics
  /// and settings, at any time. Returns false, and changes nothing, if the words cannot be those of
  /// such a world.
  [[nodiscard]] bool load(std::span<const std::uint64_t> words) {
    if (words.empty() || words.back() > static_cast<std::uint64_t>(Rest::now)) return false;
    const auto rest = static_cast<Rest>(words.back());
    if (!do_load(words.first(words.size() - 1), rest == Rest::now)) return false;
    rest_ = rest;
    return true;
  }

  /// Sets the random stream, which begins at its first number, at any time. reset() restarts the
  /// stream. Has no effect in a deterministic world.
  void draw_from(std::uint64_t stream) { do_draw_from(stream); }

  /// Returns a hash of everything that decides how the world continues, for comparing two runs tick
  /// by tick, at any time. In a world without mechanics it is the state. Compare hashes only
  /// between programs with the same arithmetic: after a difference in rounding, hashes differ long
  /// before moves do.
  [[nodiscard]] virtual std::uint64_t state_hash() const {
    return static_cast<std::uint64_t>(do_state().index);
  }

  /// Returns the place within state(): worlds with equal state and key continue equally, except for
  /// sensitive moves, in which the last digit of a pose decides (thesis 3.6). Requires: at_rest().
  [[nodiscard]] PoseKey pose_key() const {
    assert(at_rest());
    return do_pose_key();
  }

  /// Returns the poses for the viewer, without contacts; nothing if there is nothing to see in
  /// space. Lengths are in cells, the world frame has z up (maze/world/scene.h).
  [[nodiscard]] virtual std::optional<Scene> scene() const { return std::nullopt; }
  /// Returns where the marble presses on walls.
  [[nodiscard]] virtual std::vector<Contact> contacts() const { return {}; }

 protected:
  World(const World&) = default;
  World& operator=(const World&) = default;
  /// Replaces the rules in a world that changes its control scheme. Requires: not null.
  void use_rules(std::shared_ptr<const Rules> rules) {
    assert(rules);
    rules_ = std::move(rules);
  }
  /// Notes that the world rests because it was placed in a state instead of moving there.
  void placed_at_rest() { rest_ = Rest::now; }
  /// Notes the result of a step, and returns it. A world that is stepped from outside calls this.
  Motion note(Motion motion) {
    if (motion == Motion::settled)
      rest_ = Rest::now;
    else if (motion == Motion::frozen)
      rest_ = is_balanced(do_state()) ? Rest::now : Rest::before;
    return motion;
  }

 private:
  // Functions that a world implements. The public function of the same name has asserted the
  // preconditions, and World itself keeps track of rest. A world also implements traits() and
  // clone(), and state_hash() and scene() if it has more than its state. It passes its rules to the
  // constructor.
  /// Places the world at its start; do_tick() then settles it.
  virtual void do_reset() = 0;
  /// Returns the state of the last rest, at any time, also before the first rest; an invalid state
  /// (index -1) if the world froze in no state.
  [[nodiscard]] virtual StateId do_state() const = 0;
  /// Begins a legal move from a state of rest. Nothing needs to happen before the next do_tick().
  virtual void do_begin(MoveId move) = 0;
  /// Makes one fixed step. Returns settled, frozen or overdue after a finite number of steps.
  virtual Motion do_tick() = 0;
  /// Returns the place within the state, in steps of kPoseResolution; for worlds with several poses
  /// per state.
  [[nodiscard]] virtual PoseKey do_pose_key() const { return {}; }
  /// Returns everything that clone() copies.
  [[nodiscard]] virtual std::vector<std::uint64_t> do_save() const { return {}; }
  /// Loads the words. Returns false, and does nothing, if do_save() of a world that is (or is not)
  /// at rest cannot have returned them.
  virtual bool do_load(std::span<const std::uint64_t> /*words*/, bool /*at_rest*/) { return false; }
  /// Sets the random stream, if the world has one.
  virtual void do_draw_from(std::uint64_t /*stream*/) {}
  /// Begins a switch. Returns false, and does nothing, if the scheme is in force or does not exist.
  virtual bool do_begin_switch(ControlScheme /*control*/) { return false; }

  [[nodiscard]] bool can_move(StateId state, MoveId move) const {
    const auto legal = moves(state);
    return std::find(legal.begin(), legal.end(), move) != legal.end();
  }

  // Rest since reset(): none yet, in the past, or at present.
  enum class Rest { never, before, now };

  std::shared_ptr<const Rules> rules_;
  Rest rest_ = Rest::never;
};

/// Ticks until the move has ended, or the world rests for the first time, and returns the last
/// motion: settled, frozen or overdue. Calls `watch(motion)` after every tick, the last one
/// included. Ends for every world, if necessary with overdue. At rest it makes one tick, which
/// changes nothing. AnyWorld is World or a class with its tick().
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

/// Returns whether moves can follow a move that ended so. With recovery, a balanced state is no
/// end.
[[nodiscard]] inline bool goes_on(const World& world, Motion ending, bool recovery) {
  return ending == Motion::settled ||
         (recovery && ending == Motion::frozen && world.is_balanced(world.state()));
}

/// World of states without physics: a move takes one tick and always has the same result. Saved
/// words are the state and the move.
class DiscreteWorld : public World {
 public:
  [[nodiscard]] Traits traits() const override;

 protected:
  /// Makes a world with this name in its Traits, whose runs begin in the state `first`. Numbers of
  /// states are in [0, state_bound).
  DiscreteWorld(std::shared_ptr<const Rules> rules, std::string name, StateId first,
                int state_bound);

 private:
  /// Returns the result of a legal move; nothing if it freezes the world.
  [[nodiscard]] virtual std::optional<StateId> result_of(StateId state, MoveId move) const = 0;
  /// Returns whether a number within bounds is the number of a state.
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
  MoveId move_;  // invalid if no move is under way
};

/// Settled world for agents: a copy of everything except the random numbers to come, which no agent
/// may know. It is a type of its own, so that no caller passes an exact copy (World::clone) to an
/// agent by mistake, and no agent can turn a snapshot into an exact copy. Immutable; several
/// threads may use it.
class Snapshot {
 public:
  /// Returns the snapshot of a world. Requires: the world is at rest.
  [[nodiscard]] static std::shared_ptr<const Snapshot> of(const World& world) {
    assert(world.at_rest());
    auto copy = world.clone();
    copy->draw_from(apart_from_worlds(0));
    return std::shared_ptr<const Snapshot>(new Snapshot(std::move(copy)));
  }

  /// Returns a world that continues from here with this random stream. Equal streams give equal
  /// worlds. Except by accident, no number gives the stream of the original world.
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
