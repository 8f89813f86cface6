#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "agent/automata/lattice.h"
#include "agent/automata/nonogram_rule.h"
#include "maze/puzzles/binary_puzzle.h"

/// The automaton that solves binary puzzles (seed document 003, section 3.3.2), with the methods
/// that are patterns: 1, pairs; 2, trios; 3, complete lines by a walker. Methods 4 and 5 begin with
/// a guess and are out of its reach, as the document says.
namespace marblemaze {

/// The walker of one view. It starts at the back of its line (right, bottom), counts on its way to
/// the front, decides there, and walks back filling what it decided. Then it rests for two steps
/// and starts anew: a period of 2 * length + 2, 22 in a line of 10.
enum class BinaryWalker : std::uint8_t {
  none,
  counting,
  filling_nothing,
  filling_zeros,
  filling_ones
};

struct BinaryView {
  BinaryWalker walker = BinaryWalker::none;
  std::int8_t surplus = 0;  ///< ones minus zeros met so far
  std::int8_t unknown = 0;  ///< unknown squares met so far
  std::uint8_t rest = 0;    ///< at the back: steps until a new walker starts

  bool operator==(const BinaryView&) const = default;
};

struct BinaryCell {
  Digit sure = Digit::unknown;
  bool border = false;
  bool conflict = false;  ///< the rules ask for both values: there is no solution
  BinaryView across, down;

  bool operator==(const BinaryCell&) const = default;
};

struct BinaryRule {
  using Cell = BinaryCell;
  using Shape = VonNeumannShape<2>;
  bool complete_lines = true;  ///< Method 3

  BinaryCell operator()(const Neighbourhood<BinaryCell, Shape>& cells) const;
};

[[nodiscard]] Lattice<BinaryCell> binary_lattice(const BinaryPuzzle& puzzle);
[[nodiscard]] BinaryCell binary_border();

struct BinaryResult {
  Deduction ending = Deduction::stalled;
  BinaryPuzzle puzzle;  ///< with the squares that became certain
  int iterations = 0;   ///< up to the one that made the last square certain
  int observed = 0;     ///< up to the one at which the ending was recognised
  std::string reason;   ///< of a contradiction: the rule and the place
};

/// Runs until all squares are certain, a square is in conflict, or nothing became certain while
/// every walker made two whole rounds (stalled). `watch` sees every generation.
[[nodiscard]] BinaryResult solve_by_automaton(
    const BinaryPuzzle& puzzle, bool complete_lines = true,
    const std::function<void(const Lattice<BinaryCell>&)>& watch = {});

}  // namespace marblemaze
