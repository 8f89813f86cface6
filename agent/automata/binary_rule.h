#pragma once

#include <cstdint>

#include "agent/automata/deduction.h"
#include "maze/puzzles/binary_puzzle.h"

/// The automaton that solves binary puzzles (van Dijk 2017, 3.3.2), with the methods
/// that are patterns: 1, pairs; 2, trios; 3, complete lines by a walker. Methods 4 and 5 begin with
/// a guess and are out of its reach, as van Dijk says.
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

using BinaryCell = LineCell<BinaryView>;

struct BinaryRule {
  using Cell = BinaryCell;
  using Shape = VonNeumannShape<2>;
  bool complete_lines = true;  ///< Method 3

  BinaryCell operator()(const Neighbourhood<BinaryCell, Shape>& cells) const;
};

[[nodiscard]] Lattice<BinaryCell> binary_lattice(const BinaryPuzzle& puzzle);

/// Runs until all squares are certain, a square is in conflict, or nothing became certain while
/// every walker made two whole rounds (stalled).
[[nodiscard]] DeductionResult solve_by_automaton(const BinaryPuzzle& puzzle,
                                                 bool complete_lines = true,
                                                 const DeductionWatch& watch = {});

}  // namespace marblemaze
