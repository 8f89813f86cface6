#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <utility>

#include "maze/world/pose_key.h"
#include "maze/world/rules.h"

namespace marblemaze {

struct Scene;

/// What became of the world in one fixed step.
enum class Motion {
  speeding,  ///< turning, in the first half of the sweep
  slowing,   ///< turning, in the second half of the sweep
  rolling,   ///< the maze stands, the marble does not rest yet
  settled,   ///< at rest in a well-defined state: state() is valid
  frozen,    ///< at rest, but in no well-defined state (thesis 3.6)
  overdue,   ///< not at rest within the tick budget of one move
};

/// Has the move not ended yet?
[[nodiscard]] constexpr bool under_way(Motion motion) {
  return motion == Motion::speeding || motion == Motion::slowing || motion == Motion::rolling;
}

/// What kind of world this is, as data.
struct Traits {
  std::string name;       ///< as the command line knows it: "bullet", "four-bit", ...
  bool deterministic;     ///< the same move from the same settled state always ends the same
  bool resettable;        ///< reset() may be called again
  bool cloneable;         ///< clone() returns a world that continues bit-identically
  bool posed;             ///< scene() is not null
  int state_bound;        ///< states are numbered in [0, state_bound)
  bool switches = false;  ///< begin_switch() can turn to another control scheme
};

/// Something that can be acted on but not undone: the marble maze in its several models, and the
/// logic mazes. Only its own rules or physics know where a move ends.
///
/// A world begins at its start, not at rest yet: tick() until settled brings it to its first state.
/// Then begin() a move, tick() until it has ended, and so on. The functions below assert what they
/// say they need; a world implements the do_ functions and may rely on it.
/// tests/support/world_conformance.h checks the rest of the contract for every World.
class World {
 public:
  /// The rules must not be null.
  explicit World(std::shared_ptr<const Rules> rules) : rules_(std::move(rules)) { assert(rules_); }
  virtual ~World() = default;

  [[nodiscard]] virtual Traits traits() const = 0;

  /// What is known of it without touching it, for agents to keep. Never null.
  [[nodiscard]] const std::shared_ptr<const Rules>& rules() const { return rules_; }
  [[nodiscard]] std::span<const MoveId> moves(StateId s) const { return rules_->moves(s); }
  [[nodiscard]] bool is_goal(StateId state) const { return rules_->is_goal(state); }
  [[nodiscard]] bool is_balanced(StateId state) const { return rules_->is_balanced(state); }
  [[nodiscard]] std::string describe(StateId state) const { return rules_->describe(state); }
  [[nodiscard]] std::string describe(StateId state, MoveId move) const {
    return rules_->describe(state, move);
  }

  /// Back to the start, not at rest yet. At any time.
  void reset() {
    do_reset();
    rest_ = Rest::never;
  }

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

  /// Begins a move. Needs at_rest(), and one of moves(state()).
  void begin(MoveId move) {
    assert(at_rest());
    assert(can_move(move));
    rest_ = Rest::before;
    do_begin(move);
  }

  /// Advances by one fixed step; at rest, it stays so. A logic world settles on its first tick.
  Motion tick() { return note(do_tick()); }

  /// Begins the turn to the nearest orientation of the same corner in another control scheme;
  /// tick() until settled as after a move. False where that scheme is in force already or does not
  /// exist. The states and rules are the other scheme's from then on. Needs at_rest().
  bool begin_switch(int orientations) {
    assert(at_rest());
    if (!do_begin_switch(orientations)) return false;
    rest_ = Rest::before;
    return true;
  }

  /// A copy that continues bit-identically, or null where the world cannot be copied. A world whose
  /// traits say cloneable can be copied whenever it is at rest.
  [[nodiscard]] virtual std::unique_ptr<World> clone() const { return nullptr; }

  /// A hash of all that decides how the world goes on, for comparing two runs tick by tick. A world
  /// without a mechanical state has no more than its logical one.
  [[nodiscard]] virtual std::uint64_t state_hash() const {
    return static_cast<std::uint64_t>(do_state().index);
  }

  /// Where it rests within its state(): worlds whose state and key are equal go on alike, but for
  /// knife edges. Needs at_rest().
  [[nodiscard]] PoseKey pose_key() const {
    assert(at_rest());
    return do_pose_key();
  }

  /// Poses and contacts for the viewer, or null where there is nothing to see in space. Valid until
  /// the world is touched or asked again.
  [[nodiscard]] virtual const Scene* scene() const { return nullptr; }

 protected:
  World(const World&) = default;
  World& operator=(const World&) = default;
  /// For a world that changes its control scheme.
  void use_rules(std::shared_ptr<const Rules> rules) { rules_ = std::move(rules); }
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
  virtual void do_reset() = 0;
  [[nodiscard]] virtual StateId do_state() const = 0;
  virtual void do_begin(MoveId move) = 0;
  virtual Motion do_tick() = 0;
  [[nodiscard]] virtual PoseKey do_pose_key() const { return {}; }
  virtual bool do_begin_switch(int /*orientations*/) { return false; }

  [[nodiscard]] bool can_move(MoveId move) const {
    const auto legal = moves(state());
    return std::find(legal.begin(), legal.end(), move) != legal.end();
  }

  enum class Rest { never, before, now };  // since reset()

  std::shared_ptr<const Rules> rules_;
  Rest rest_ = Rest::never;
};

/// Ticks until the move has ended, or the world has come to rest for the first time, and returns
/// the last motion. `watch(motion)` is called after every tick. Ends for every world, with overdue
/// if need be.
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

}  // namespace marblemaze
