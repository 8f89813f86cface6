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

#include "maze/world/rules.h"
#include "maze/world/scene.h"

namespace marblemaze {

/// Where a marble rests within its state, in steps of the resolution along x, y and z of the maze,
/// to tell poses apart. All zero in worlds without poses.
using PoseKey = std::array<std::int64_t, 3>;

/// Cells. Places nearer to each other count as one. In a sensitive move the last digit decides
/// where the marble falls, but to tell all digits apart would leave no two poses alike: at 1e-9
/// ways to the target were missed that agents found, and finer ones only multiply the poses to try.
inline constexpr double kPoseResolution = 1e-10;

/// Of a place in maze coordinates (cells).
[[nodiscard]] inline PoseKey pose_key_of(glm::dvec3 place) {
  const glm::dvec3 steps = place / kPoseResolution;
  return {std::llround(steps.x), std::llround(steps.y), std::llround(steps.z)};
}

/// What became of the world in one fixed step. A move passes through these from top to bottom; any
/// of the first three may be missing, as all are in a logic world. The last three end it. The
/// controller makes its phases of them (thesis 6.5): speeding is ACCELERATING, slowing is
/// DECELERATING, rolling is WAITING.
enum class Motion {
  speeding,  ///< turning, in the first half of the sweep
  slowing,   ///< turning, in the second half of the sweep
  rolling,   ///< the maze stands, the marble does not rest yet
  settled,   ///< at rest in a well-defined state: state() is valid
  frozen,    ///< at rest, but in no well-defined state (thesis 3.6)
  overdue,   ///< not at rest within the time that a move may take; a fault of the run
};

/// Has the move not ended yet? True of the first three.
[[nodiscard]] constexpr bool under_way(Motion motion) {
  return motion == Motion::speeding || motion == Motion::slowing || motion == Motion::rolling;
}

/// What kind of world this is, as data: whoever needs an ability asks here, and never for a world's
/// type or name. A world that lacks an ability says so here and answers with null or false when it
/// is asked for it all the same.
struct Traits {
  std::string name;       ///< as the command line knows it: "bullet", "four-bit", ...
  bool deterministic;     ///< the same move from the same settled state always ends the same:
                          ///< the world draws no random numbers
  bool posed;             ///< scene() returns one
  int state_bound;        ///< states, balanced ones too, are numbered in [0, state_bound)
  bool switches = false;  ///< begin_switch() can turn to another control scheme
};

/// Something that can be acted on but not undone: the marble maze in its several models, and the
/// logic mazes. Only its own rules or physics know where a move ends (thesis 3.4).
///
/// A world begins at its start, not at rest yet: tick() until settled brings it to its first state.
/// Then begin() a move, tick() until it has ended, and so on:
///
///   if (tick_to_rest(world) != Motion::settled) return;       // it may freeze at once
///   while (!world.is_goal(world.state())) {
///     world.begin(choose(world.moves(world.state())));        // one of the state's moves
///     if (tick_to_rest(world) != Motion::settled) return;     // frozen or overdue
///   }
///
/// Where it stands decides what may be called:
///
///                                       at_rest  between_rests  state()         begin()
///   before the first rest               no       no             asserts         asserts
///   settled, or frozen and balanced     yes      no             this rest       begins a move
///   in a move                           no       yes            the last rest   asserts
///   frozen in no state                  no       yes            none (-1)       asserts
///   overdue                             no       as before      as before       asserts
///
/// reset(), tick(), the rules and scene() may be asked for at any time.
///
/// Time passes in ticks alone, and random draws follow from the stream that the world was given:
/// equal calls give equal worlds, bit for bit, on every machine (docs/development/reliability.md).
/// The draws are a hidden part of its state. Where its traits say deterministic it draws nothing.
///
/// States are numbers (maze/grid/ids.h). In a marble world a settled state is cell * orientations +
/// orientation, both from 0 (thesis 6.2); a balanced one lies above all settled ones
/// (maze/grid/orientation_scheme.h). Other worlds have numbers of their own.
///
/// The functions below assert what they say they need; a world implements the do_ functions and may
/// rely on it. A broken precondition is the caller's mistake and no exception. Apart from lack of
/// memory nothing is thrown. A world is not to be used by several threads at once; copies of it
/// are independent and may each have a thread.
///
/// tests/support/world_conformance.h checks the rest of the contract for every World.
class World {
 public:
  /// The rules must not be null.
  explicit World(std::shared_ptr<const Rules> rules) : rules_(std::move(rules)) { assert(rules_); }
  virtual ~World() = default;

  /// What kind of world it is. The same at all times, and of every copy.
  [[nodiscard]] virtual Traits traits() const = 0;

  /// What is known of it without touching it, for agents to keep. Never null.
  [[nodiscard]] const std::shared_ptr<const Rules>& rules() const { return rules_; }

  // The rules' answers, for whoever has the world at hand. They say what is so in any state, not
  // only in the present one. All need a valid state but is_balanced(), which is false for none.
  /// The moves of a state, numbered from 0 in order. The span lives as long as the rules.
  [[nodiscard]] std::span<const MoveId> moves(StateId state) const {
    assert(state.valid());
    return rules_->moves(state);
  }
  /// Does a run that settles here end as solved?
  [[nodiscard]] bool is_goal(StateId state) const {
    assert(state.valid());
    return rules_->is_goal(state);
  }
  /// Did the world freeze here in a way from which a move can begin all the same?
  [[nodiscard]] bool is_balanced(StateId state) const { return rules_->is_balanced(state); }
  /// The state in words: "cell 5, corner up +x +y +z".
  [[nodiscard]] std::string describe(StateId state) const {
    assert(state.valid());
    return rules_->describe(state);
  }
  /// The move in words. Needs one of moves(state).
  [[nodiscard]] std::string describe(StateId state, MoveId move) const {
    assert(can_move(state, move));
    return rules_->describe(state, move);
  }

  /// Back to the start, not at rest yet, whatever was under way. At any time. A world that took
  /// over another control scheme keeps it.
  void reset() {
    do_reset();
    rest_ = Rest::never;
  }

  // Where it stands in the course of a run. At any time either one of these two is true, or none:
  // before the first rest since reset().
  /// Can a move begin? After a tick() that gave settled, or frozen in a state that is_balanced().
  [[nodiscard]] bool at_rest() const { return rest_ == Rest::now; }
  /// Did a move begin that has not ended in a state from which another can begin?
  [[nodiscard]] bool between_rests() const { return rest_ == Rest::before; }

  /// The last settled state, or the balanced one in which the world froze after it; no valid state
  /// where it froze in none. Needs a first rest since reset().
  [[nodiscard]] StateId state() const {
    assert(rest_ != Rest::never);
    return do_state();
  }

  /// Begins a move: state() still is where it starts, and nothing happens before the next tick().
  /// Needs at_rest(), and one of moves(state()).
  void begin(MoveId move) {
    assert(at_rest());
    assert(can_move(state(), move));
    rest_ = Rest::before;
    do_begin(move);
  }

  /// Advances by one fixed step (1/120 s of simulated time by default in a world with physics) and
  /// says what became of it. At rest, it stays so. A logic world settles on its first tick. Always
  /// comes to settled, frozen or overdue; after overdue only reset() makes it useful again. A move
  /// of the marble takes about 350 ticks under the default settings.
  Motion tick() { return note(do_tick()); }

  /// Begins the turn to the nearest orientation of the same corner in another control scheme (8 or
  /// 24 orientations, thesis 4.7); tick() until settled as after a move. False, and nothing done,
  /// where that scheme is in force already or does not exist. The states and rules are the other
  /// scheme's from then on. Needs at_rest().
  bool begin_switch(ControlScheme control) {
    assert(at_rest());
    if (!do_begin_switch(control)) return false;
    rest_ = Rest::before;
    return true;
  }

  /// Returns a copy that continues bit-identically, the draws to come included. At any time, also
  /// in a move. What is done to one does not change the other. They may share what never changes,
  /// such as the rules. For the owner of a run: agents get a Snapshot (maze/world/snapshot.h),
  /// whose draws are others.
  [[nodiscard]] virtual std::unique_ptr<World> clone() const = 0;

  /// Returns all that decides how it continues, the draws to come included, as words of 64 bits:
  /// what clone() copies, in a form that another process can load. At any time. For the owner of a
  /// run, too.
  [[nodiscard]] std::vector<std::uint64_t> save() const {
    std::vector<std::uint64_t> words = do_save();
    words.push_back(static_cast<std::uint64_t>(rest_));
    return words;
  }
  /// Continues bit-identically from where a world saved these words. That world must have been made
  /// alike: the same maze, rules, physics and settings. At any time. Returns false, and changes
  /// nothing, if the words cannot be those of such a world.
  [[nodiscard]] bool load(std::span<const std::uint64_t> words) {
    if (words.empty() || words.back() > static_cast<std::uint64_t>(Rest::now)) return false;
    const auto rest = static_cast<Rest>(words.back());
    if (!do_load(words.first(words.size() - 1), rest == Rest::now)) return false;
    rest_ = rest;
    return true;
  }

  /// Random draws come from this stream from now on, as if none had been drawn. reset() begins the
  /// stream anew. At any time; without meaning in a world that is deterministic.
  void draw_from(std::uint64_t stream) { do_draw_from(stream); }

  /// A hash of all that decides how the world goes on, for comparing two runs tick by tick. A world
  /// without a mechanical state has no more than its logical one. At any time. To be compared only
  /// between programs with the same arithmetic: where another rounds otherwise, hashes differ long
  /// before moves do.
  [[nodiscard]] virtual std::uint64_t state_hash() const {
    return static_cast<std::uint64_t>(do_state().index);
  }

  /// Where it rests within its state(): worlds whose state and key are equal go on alike, but for
  /// sensitive moves, where the last digit of a pose decides (thesis 3.6). Needs at_rest().
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
  /// For a world that changes its control scheme. Not null.
  void use_rules(std::shared_ptr<const Rules> rules) {
    assert(rules);
    rules_ = std::move(rules);
  }
  /// For a world that was placed in a state instead of moving there.
  void placed_at_rest() { rest_ = Rest::now; }
  /// Takes note of how a step went, and returns that. For a world that is stepped from outside.
  Motion note(Motion motion) {
    if (motion == Motion::settled)
      rest_ = Rest::now;
    else if (motion == Motion::frozen)
      rest_ = is_balanced(do_state()) ? Rest::now : Rest::before;
    return motion;
  }

 private:
  // What a world implements. Each is called by the public function of its name, which has asserted
  // what it needs; World itself takes note of what rests. Besides these a world implements
  // traits() and clone(), and state_hash() and scene() if it has more than its state. It hands its
  // rules to the constructor.
  /// Places the world at its start, to be settled by do_tick().
  virtual void do_reset() = 0;
  /// Where it rests, or rested last; called in any phase, also before the first rest. No valid
  /// state (index -1) where it froze in none.
  [[nodiscard]] virtual StateId do_state() const = 0;
  /// Begins a legal move from a state of rest. Nothing has to happen before the next do_tick().
  virtual void do_begin(MoveId move) = 0;
  /// One fixed step. Must come to settled, frozen or overdue after a finite number of them.
  virtual Motion do_tick() = 0;
  /// Where it rests within its state, in steps of kPoseResolution cells; only where a state has
  /// several poses.
  [[nodiscard]] virtual PoseKey do_pose_key() const { return {}; }
  /// All that clone() copies.
  [[nodiscard]] virtual std::vector<std::uint64_t> do_save() const { return {}; }
  /// False, and nothing done, for what do_save() cannot have returned of a world that is, or is
  /// not, at rest.
  virtual bool do_load(std::span<const std::uint64_t> /*words*/, bool /*at_rest*/) { return false; }
  /// For a world that draws.
  virtual void do_draw_from(std::uint64_t /*stream*/) {}
  /// False, and nothing done, where the scheme is in force already or the world has none.
  virtual bool do_begin_switch(ControlScheme /*control*/) { return false; }

  [[nodiscard]] bool can_move(StateId state, MoveId move) const {
    const auto legal = moves(state);
    return std::find(legal.begin(), legal.end(), move) != legal.end();
  }

  // Since reset(): has it never rested, is its last rest over, or does it rest?
  enum class Rest { never, before, now };

  std::shared_ptr<const Rules> rules_;
  Rest rest_ = Rest::never;
};

/// Ticks until the move has ended, or the world has come to rest for the first time, and returns
/// the last motion: settled, frozen or overdue. `watch(motion)` is called after every tick, the
/// last one included. Ends for every world, with overdue if need be. At rest it makes one tick,
/// which changes nothing. AnyWorld is World or a class with its tick().
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

/// Can moves be made after a motion that ended so? With recovery a balanced state is no end.
[[nodiscard]] inline bool goes_on(const World& world, Motion ending, bool recovery) {
  return ending == Motion::settled ||
         (recovery && ending == Motion::frozen && world.is_balanced(world.state()));
}

/// A world of states alone, without physics: a move leads in one tick to where it always leads. Its
/// copies go on alike, and its state is all there is to save.
class DiscreteWorld : public World {
 public:
  [[nodiscard]] Traits traits() const override;

 protected:
  /// `name` is the one in Traits, `first` where a run begins; states are numbered from 0 to below
  /// `state_bound`.
  DiscreteWorld(std::shared_ptr<const Rules> rules, std::string name, StateId first,
                int state_bound);

 private:
  /// Where a legal move leads. None where it freezes the world.
  [[nodiscard]] virtual std::optional<StateId> result_of(StateId state, MoveId move) const = 0;
  /// Whether a number within bounds is that of a state.
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
  MoveId move_;  // none: nothing to do but settle
};

}  // namespace marblemaze
