#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "maze/base/digraph.h"
#include "maze/base/random.h"
#include "maze/world/world.h"

/// Oskar van Deventer's four-bit maze, as described by Neller. The maze has four lamps, four
/// buttons, and a hidden table of the lamps that are on after each press. All lamps are on at the
/// start and off at the goal.
namespace marblemaze {

struct FourBitRules {
  /// Minimum length of a shortest solution in presses, from 1 to kMaxMinMoves.
  int min_moves = 7;
  bool strict = false;  ///< a press turns on at most two other lamps (the clickmazes rule)

  static constexpr int kMaxMinMoves = 11;
};

/// Transition table that obeys the rules of a press. A press of an unlit lamp has no effect. A
/// press of a lit lamp turns the lamp off. Presses of different lit lamps of a state lead to
/// different states.
///
/// States are 0..15. Bit k of a state is lamp k. Tables may have unreachable states, which
/// rule_violations() reports.
class FourBitMaze {
 public:
  static constexpr int kStates = 16;
  static constexpr int kButtons = 4;
  static constexpr int kStart = 15;
  static constexpr int kGoal = 0;
  /// table[state][button] is the state after pressing, or the same state if the lamp is off.
  using Table = std::array<std::array<std::uint8_t, kButtons>, kStates>;

  /// Throws BadInput with the first transition that violates a rule of a press.
  explicit FourBitMaze(const Table& table, bool strict = false);

  [[nodiscard]] int press(int state, int button) const { return table_[state][button]; }
  [[nodiscard]] const Table& table() const { return table_; }

  [[nodiscard]] Digraph graph() const;

  [[nodiscard]] std::vector<int> shortest_solution() const;

  /// Returns one line of text for each violated requirement. A maze is valid if every state is
  /// reachable from 15, 0 is reachable from every state, and no solution is shorter than
  /// rules.min_moves.
  [[nodiscard]] std::vector<std::string> rule_violations(const FourBitRules& rules) const;

  bool operator==(const FourBitMaze&) const = default;

 private:
  Table table_;
};

/// Returns true if pressing a lit lamp may lead to `target`. Under the strict rule, at most two
/// other lamps may turn on.
[[nodiscard]] bool legal_press(int state, int button, int target, bool strict);

/// Returns a random table of legal transitions. Some states may be unreachable.
[[nodiscard]] FourBitMaze random_four_bit_maze(Rng& rng, bool strict = false);

struct GeneratedFourBitMaze {
  FourBitMaze maze;
  int changes;
};

/// Generates a maze by local search. Changes one random transition at a time until the maze has no
/// faults. Rejects a change that increases the number of states that are unreachable or have no
/// path to the goal. If the change keeps this number, rejects a shorter shortest solution. Throws
/// BadInput for min_moves outside 1..kMaxMinMoves.
[[nodiscard]] GeneratedFourBitMaze generate_four_bit_maze(const FourBitRules& rules, Rng& rng);

/// Returns the lamps as text, lamp 3 first, for example "*..*" for 9.
[[nodiscard]] std::string lamps(int state);

/// Returns the visited states with the pressed buttons, for example "15 (0) 14 (1) 12 ... 0".
[[nodiscard]] std::string describe_presses(const FourBitMaze& maze,
                                           const std::vector<int>& buttons);

/// Returns 16 lines "state: t3 t2 t1 t0", with "-" for the target of an unlit lamp.
[[nodiscard]] std::string to_text(const FourBitMaze& maze);
/// Parses the format of to_text(). Throws BadInput with the line if the line is invalid.
[[nodiscard]] FourBitMaze parse_four_bit_maze(const std::string& text);

[[nodiscard]] std::string to_dot(const FourBitMaze& maze);

/// Public rules of all four-bit mazes, without the hidden table. The state is the bit mask of the
/// lit lamps, and move m presses button m. Pressing an unlit lamp has no effect.
class LampRules : public Rules {
 public:
  [[nodiscard]] std::span<const MoveId> moves(StateId state) const override;
  [[nodiscard]] bool is_goal(StateId state) const override;
  [[nodiscard]] std::optional<StateId> certain_result(StateId state, MoveId move) const override;
  [[nodiscard]] std::string describe(StateId state) const override;
  [[nodiscard]] std::string describe(StateId state, MoveId move) const override;
};

class FourBitWorld : public DiscreteWorld {
 public:
  explicit FourBitWorld(const FourBitMaze& maze)
      : DiscreteWorld(std::make_shared<const LampRules>(), "four-bit", StateId(FourBitMaze::kStart),
                      FourBitMaze::kStates),
        maze_(maze) {}

  [[nodiscard]] std::unique_ptr<World> clone() const override;

  [[nodiscard]] const FourBitMaze& maze() const { return maze_; }

 private:
  [[nodiscard]] std::optional<StateId> result_of(StateId state, MoveId move) const override {
    return StateId(maze_.press(state.index, move.index));
  }

  FourBitMaze maze_;
};

}  // namespace marblemaze
