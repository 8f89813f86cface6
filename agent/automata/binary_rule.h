#pragma once

#include <cstdint>

#include "agent/automata/deduction.h"
#include "maze/puzzles/binary_puzzle.h"

/// The automaton that solves binary puzzles (van Dijk 2017, 3.3.2) by Method 1 (pairs), Method 2
/// (trios) and Method 3 (complete lines, which a walker counts). Methods 4 and 5 begin with a
/// guess, which is impossible for an automaton.
namespace marblemaze {

/// Walker of one view. It starts at the back of its line (right, bottom), counts on its way to the
/// front, decides at the front, and fills squares on its way back. Then it rests for two steps and
/// starts again. Its period is 2 * length + 2, for example 22 in a line of 10.
enum class BinaryWalker : std::uint8_t {
  none,
  counting,
  filling_nothing,
  filling_zeros,
  filling_ones
};

struct BinaryView {
  BinaryWalker walker = BinaryWalker::none;
  std::int8_t surplus = 0;  ///< number of ones minus number of zeros so far
  std::int8_t unknown = 0;  ///< number of unknown squares so far
  std::uint8_t rest = 0;    ///< steps until a new walker starts at the back

  bool operator==(const BinaryView&) const = default;
};

using BinaryCell = LineCell<BinaryView>;

struct BinaryRule {
  using Cell = BinaryCell;
  using Shape = VonNeumannShape<2>;
  bool complete_lines = true;  ///< Method 3

  BinaryCell operator()(const Neighbourhood<BinaryCell, Shape>& cells) const;
};

[[nodiscard]] Lattice<BinaryCell> binary_lattice(const BinaryPuzzle& puzzle);

/// Runs until all squares are certain, a square is in conflict, or no square became certain in two
/// rounds of every walker (stalled).
[[nodiscard]] DeductionResult solve_by_automaton(const BinaryPuzzle& puzzle,
                                                 bool complete_lines = true,
                                                 const DeductionWatch& watch = {});

}  // namespace marblemaze
