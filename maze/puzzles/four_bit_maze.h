#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "maze/base/digraph.h"
#include "maze/base/random.h"
#include "maze/world/world.h"

/// Oskar van Deventer's four-bit maze, after Neller's page: four lamps, four buttons, a hidden
/// table that says which lamps a press leaves burning. All lamps on is the start, all off the goal.
namespace marblemaze {

/// Rules that a table of transitions may be held to.
struct FourBitRules {
  int min_moves = 7;    ///< a shortest solution has at least this many presses, 1 to kMaxMinMoves
  bool strict = false;  ///< at most two other lamps come on in one press (the clickmazes rule)

  static constexpr int kMaxMinMoves = 11;
};

/// A table of transitions that obeys the rules of one press:
///   an off bit does nothing when pressed; a pressed on-bit is off in the target; the targets of
///   one state's on-bits are distinct.
/// States are 0..15 read as binary, lamp 3 leftmost. Reachability is not an invariant: the
/// generator works on tables that lack it; `faults` tells.
class FourBitMaze {
 public:
  static constexpr int kStates = 16;
  static constexpr int kButtons = 4;
  static constexpr int kStart = 15;
  static constexpr int kGoal = 0;
  /// table[state][button] is the state after pressing; the state itself for an off bit.
  using Table = std::array<std::array<std::uint8_t, kButtons>, kStates>;

  /// Throws BadInput naming the first transition that breaks a rule of one press.
  explicit FourBitMaze(const Table& table, bool strict = false);

  [[nodiscard]] int press(int state, int button) const { return table_[state][button]; }
  [[nodiscard]] const Table& table() const { return table_; }

  /// Nodes are states; only presses of burning lamps are arcs.
  [[nodiscard]] Digraph graph() const;

  /// Buttons of a shortest solution, or empty when the goal is out of reach.
  [[nodiscard]] std::vector<int> shortest_solution() const;

  /// One line for each rule of a finished maze that is broken; empty when it is valid: every state
  /// reachable from 15 (15 itself counts as reached), 0 reachable from every state, and no solution
  /// shorter than rules.min_moves.
  [[nodiscard]] std::vector<std::string> faults(const FourBitRules& rules) const;

  bool operator==(const FourBitMaze&) const = default;

 private:
  Table table_;
};

/// Whether pressing an on-bit may lead there, seen alone: the bit is on before and off after; under
/// the strict rule at most two other lamps come on.
[[nodiscard]] bool legal_press(int state, int button, int target, bool strict);

/// A table drawn without the reachability rules, every transition uniformly among the legal ones.
[[nodiscard]] FourBitMaze random_four_bit_maze(Rng& rng, bool strict = false);

struct GeneratedFourBitMaze {
  FourBitMaze maze;
  int changes;  ///< random changes tried, undone ones included
};

/// The seed's repair rule: while the maze has faults, change one random transition; undo the change
/// when the number of states out of reach plus states that cannot reach the goal grows, or when it
/// is unchanged and the shortest solution becomes shorter. While the goal is out of reach only the
/// count is compared. A walk that has not arrived after 20,000 changes starts over.
/// Throws BadInput for min_moves outside 1..kMaxMinMoves.
[[nodiscard]] GeneratedFourBitMaze generate_four_bit_maze(const FourBitRules& rules, Rng& rng);

/// Lamps as text, lamp 3 first: "*..*" for 9.
[[nodiscard]] std::string lamps(int state);

/// "15 (0) 14 (1) 12 ... 0": the states passed with the buttons pressed between them.
[[nodiscard]] std::string describe_presses(const FourBitMaze& maze,
                                           const std::vector<int>& buttons);

/// 16 lines "state: t3 t2 t1 t0", "-" for an off bit. Lines starting with # are comments.
[[nodiscard]] std::string to_text(const FourBitMaze& maze);
/// Reads to_text's form. Throws BadInput with the offending line.
[[nodiscard]] FourBitMaze parse_four_bit_maze(const std::string& text);

/// Graphviz: the start with an arrow from nowhere, the goal with a thick frame, arcs labelled with
/// the pressed bit, a shortest solution drawn bold.
[[nodiscard]] std::string to_dot(const FourBitMaze& maze);

/// What is known of every four-bit maze without its hidden table: state = lamps as a number, move
/// m = press button m. All four buttons can be pressed in every state; that an off bit does nothing
/// is certain without trying.
class LampRules : public Rules {
 public:
  [[nodiscard]] std::span<const MoveId> moves(StateId state) const override;
  [[nodiscard]] bool is_goal(StateId state) const override;
  [[nodiscard]] std::optional<StateId> certain_result(StateId state, MoveId move) const override;
  [[nodiscard]] std::string describe(StateId state) const override;
  [[nodiscard]] std::string describe(StateId state, MoveId move) const override;
};

/// The four-bit maze as a World under LampRules. Only the table knows where a press leads.
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
