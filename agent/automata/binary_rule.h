#pragma once

#include <cstdint>

#include "agent/automata/deduction.h"
#include "maze/puzzles/binary_puzzle.h"

/// Automaton that solves binary puzzles (van Dijk 2017, 3.3.2). It implements Method 1 (pairs),
/// Method 2 (trios) and Method 3 (complete lines, counted by a walker). Methods 4 and 5 start with
/// a guess, which an automaton cannot make.
namespace marblemaze {

/// Walker of one line. It starts at the back (right or bottom), counts on the way to the front,
/// decides there, and fills squares on the way back. It rests for two steps and starts again. Its
/// period is 2 * length + 2, for example 22 for a line of 10.
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

/// Runs until all squares are certain or a square is in conflict. Stalls if no square becomes
/// certain in two rounds of every walker.
[[nodiscard]] DeductionResult solve_by_automaton(const BinaryPuzzle& puzzle,
                                                 bool complete_lines = true,
                                                 const DeductionWatch& watch = {});

}  // namespace marblemaze
