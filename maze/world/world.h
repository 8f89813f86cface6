#pragma once

#include <cstdint>
#include <memory>
#include <utility>

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
/// The contract, which tests/support/world_conformance.h checks for every World:
///   reset() places the world at its start; tick() until settled brings it to its first state.
///   begin(m) may be called when the last tick() gave settled, or frozen in a state() that
///   is_balanced(); m is one of moves(state()).
///   tick() advances by one fixed step. A logic world settles on its first tick.
class World {
 public:
  /// The rules must not be null.
  explicit World(std::shared_ptr<const Rules> rules) : rules_(std::move(rules)) {}
  virtual ~World() = default;

  [[nodiscard]] virtual Traits traits() const = 0;
  virtual void reset() = 0;

  /// What is known of it without touching it, for agents to keep.
  [[nodiscard]] const std::shared_ptr<const Rules>& rules() const { return rules_; }
  [[nodiscard]] std::span<const MoveId> moves(StateId s) const { return rules_->moves(s); }
  [[nodiscard]] bool is_goal(StateId state) const { return rules_->is_goal(state); }
  [[nodiscard]] bool is_balanced(StateId state) const { return rules_->is_balanced(state); }
  [[nodiscard]] std::string describe(StateId state) const { return rules_->describe(state); }
  [[nodiscard]] std::string describe(StateId state, MoveId move) const {
    return rules_->describe(state, move);
  }

  /// The last settled state, or the balanced one in which the world froze after it.
  [[nodiscard]] virtual StateId state() const = 0;

  virtual void begin(MoveId move) = 0;
  virtual Motion tick() = 0;

  /// Begins the turn to the nearest orientation of the same corner in another control scheme;
  /// tick() until settled as after a move. False where that scheme is in force already or does not
  /// exist. The states and rules are the other scheme's from then on.
  virtual bool begin_switch(int /*orientations*/) { return false; }

  /// A copy that continues bit-identically, or null where the world cannot be copied.
  [[nodiscard]] virtual std::unique_ptr<World> clone() const { return nullptr; }

  /// A hash of all that decides how the world goes on, for comparing two runs tick by tick. A world
  /// without a mechanical state has no more than its logical one.
  [[nodiscard]] virtual std::uint64_t state_hash() const {
    return static_cast<std::uint64_t>(state().index);
  }

  /// Poses and contacts for the viewer, or null where there is nothing to see in space.
  [[nodiscard]] virtual const Scene* scene() const { return nullptr; }

 protected:
  World(const World&) = default;
  World& operator=(const World&) = default;
  /// For a world that changes its control scheme.
  void use_rules(std::shared_ptr<const Rules> rules) { rules_ = std::move(rules); }

 private:
  std::shared_ptr<const Rules> rules_;
};

/// Ticks until the move has ended, or the world has come to rest for the first time, and returns
/// the last motion. `watch(motion)` is called after every tick.
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
