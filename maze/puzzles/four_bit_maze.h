#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "maze/base/digraph.h"
#include "maze/base/random.h"
#include "maze/world/world.h"

/// Oskar van Deventer's four-bit maze, after Neller's page: four lamps, four buttons, and a hidden
/// table of the lamps that are on after a press. All lamps are on at the start and off at the goal.
namespace marblemaze {

/// Rules for a table of transitions.
struct FourBitRules {
  /// Lower bound on the length of a shortest solution in presses, 1 to kMaxMinMoves.
  int min_moves = 7;
  bool strict = false;  ///< true: a press turns on at most two other lamps (the clickmazes rule)

  static constexpr int kMaxMinMoves = 11;
};

/// A table of transitions that obeys the rules of a single press: pressing a lamp that is off does
/// nothing; a lamp that is on turns off when it is pressed; the targets of the lit lamps of a state
/// are distinct.
///
/// States are 0..15 in binary, lamp 3 leftmost. Reachability is not an invariant, because the
/// generator works on tables that violate it; see faults().
class FourBitMaze {
 public:
  static constexpr int kStates = 16;
  static constexpr int kButtons = 4;
  static constexpr int kStart = 15;
  static constexpr int kGoal = 0;
  /// table[state][button] is the state after pressing, or the same state if the lamp is off.
  using Table = std::array<std::array<std::uint8_t, kButtons>, kStates>;

  /// Throws BadInput, which contains the first transition that breaks a rule of a single press.
  explicit FourBitMaze(const Table& table, bool strict = false);

  [[nodiscard]] int press(int state, int button) const { return table_[state][button]; }
  [[nodiscard]] const Table& table() const { return table_; }

  /// Returns the graph of states, with an arc for each press of a lit lamp.
  [[nodiscard]] Digraph graph() const;

  /// Returns the buttons of a shortest solution, or an empty list if the goal is unreachable.
  [[nodiscard]] std::vector<int> shortest_solution() const;

  /// Returns a line for each broken rule of a finished maze; empty if the maze is valid. In a valid
  /// maze, every state is reachable from 15, 0 is reachable from every state, and no solution is
  /// shorter than rules.min_moves.
  [[nodiscard]] std::vector<std::string> faults(const FourBitRules& rules) const;

  bool operator==(const FourBitMaze&) const = default;

 private:
  Table table_;
};

/// Returns whether pressing a lit lamp may lead to `target`: the lamp is on before and off after
/// the press, and under the strict rule at most two other lamps are turned on.
[[nodiscard]] bool legal_press(int state, int button, int target, bool strict);

/// Returns a table regardless of reachability, in which each transition is chosen uniformly among
/// the legal transitions.
[[nodiscard]] FourBitMaze random_four_bit_maze(Rng& rng, bool strict = false);

struct GeneratedFourBitMaze {
  FourBitMaze maze;
  int changes;  ///< number of random changes tried, including undone ones
};

/// Repairs a random maze: while the maze has faults, changes one random transition. Undoes the
/// change if it increases the number of unreachable states (from the start, or without a path to
/// the goal), or if that number is unchanged and the shortest solution is shorter. While the goal
/// is unreachable, only the numbers of states are compared. Restarts with a new maze after 20,000
/// changes. Throws BadInput for min_moves outside 1..kMaxMinMoves.
[[nodiscard]] GeneratedFourBitMaze generate_four_bit_maze(const FourBitRules& rules, Rng& rng);

/// Returns the lamps as text, lamp 3 first, for example "*..*" for 9.
[[nodiscard]] std::string lamps(int state);

/// Returns the visited states with the buttons pressed between them, for example "15 (0) 14 (1) 12
/// ... 0".
[[nodiscard]] std::string describe_presses(const FourBitMaze& maze,
                                           const std::vector<int>& buttons);

/// Returns 16 lines "state: t3 t2 t1 t0", with "-" for a lamp that is off. Lines that start with #
/// are comments.
[[nodiscard]] std::string to_text(const FourBitMaze& maze);
/// Reads the format of to_text(). Throws BadInput, which quotes the line.
[[nodiscard]] FourBitMaze parse_four_bit_maze(const std::string& text);

/// Returns a Graphviz graph. The start has an arrow without an origin, the goal has a thick frame,
/// arcs show the pressed button, and a shortest solution is bold.
[[nodiscard]] std::string to_dot(const FourBitMaze& maze);

/// Public rules of every four-bit maze, without its hidden table. The state is the lamps as a
/// number, and move m presses button m. All four buttons can be pressed in every state; pressing a
/// lamp that is off is known to do nothing.
class LampRules : public Rules {
 public:
  [[nodiscard]] std::span<const MoveId> moves(StateId state) const override;
  [[nodiscard]] bool is_goal(StateId state) const override;
  [[nodiscard]] std::optional<StateId> certain_result(StateId state, MoveId move) const override;
  [[nodiscard]] std::string describe(StateId state) const override;
  [[nodiscard]] std::string describe(StateId state, MoveId move) const override;
};

/// The four-bit maze as a World under LampRules. Only the table determines the result of a press.
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
