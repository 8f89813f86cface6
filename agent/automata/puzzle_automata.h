#pragma once

#include <cstdint>

#include "agent/automata/deduction.h"
#include "maze/puzzles/binary_puzzle.h"
#include "maze/puzzles/digit_puzzle.h"
#include "maze/puzzles/nonogram.h"

/// Automata that solve puzzles by removing candidates. They never guess.
///
/// Two automata of radius 1 solve nonograms. Each cell has a row view and a column view, which
/// share only the candidates of the square.
///
/// NonogramRule is the automaton of van Dijk (2017, 3.2.2 and 3.2.3). Each line moves its black
/// strings through all placements:
///
///   1. A checker walks from the back of the line to the front and compares the placement with the
///      certain squares.
///   2. A recorder returns to the back of the line. If the placement was valid, the recorder stores
///      the colour of each cell.
///   3. A scanner walks to the front until it finds a string with room behind it. This string moves
///      back by one square: an anchor extends the back end, and an eraser shortens the front end.
///      Pulls move the strings behind it forward until they follow directly.
///   4. If no string has room, all placements have been tried. A committer walks to the back, marks
///      each square with only one recorded colour as certain, and clears the records. Pulls from
///      the front restore the first placement.
///
/// MessageRule is for boards on which NonogramRule would be too slow, because the number of
/// placements grows exponentially. A message is a set of positions in the clue (CluePlaces):
///
///   - Each cell sends to the back neighbour the positions that can follow the positions received
///     from the front neighbour.
///   - Each cell sends to the front neighbour the positions that can precede the positions received
///     from the back neighbour.
///   - If both messages allow only black positions, the square is black. If they allow only white
///     positions, the square is white.
///
/// Messages only lose positions, so the automaton comes to rest. The result equals the result of
/// deduce_lines().
namespace marblemaze {

/// Signal that travels along a line. Front is left or up, and back is right or down. The numbers
/// refer to the steps of NonogramRule above.
enum class LineSignal : std::uint8_t {
  none,
  check_good,
  check_bad,  // to the front: 1
  record,
  pass,  // to the back: 2
  in_string,
  in_gap,
  slack,
  slack_with_tail,  // to the front: 3, the last element that the scanner passed
  anchor,
  anchor_with_tail,  // in place
  erase,             // to the front
  gate,
  gate_rest,  // in place, pulls up the strings behind
  pull,       // to the back
  finish,     // to the back, then becomes a checker
  commit,
  commit_empty,  // to the back: 4
  front_gate,
  front_rest,  // in place at the front
};

struct LineView {
  bool black = false;  ///< true if black in the current placement
  LineSignal signal = LineSignal::none;
  CandidateSet seen = 0;

  bool operator==(const LineView&) const = default;
};

/// Cell of a nonogram.
using NonogramCell = LineCell<LineView>;
using NonogramRule = LineRule<LineView>;
[[nodiscard]] LineView next_view(const LineAround<LineView>& line, DeducingCell& next);

/// Returns the first generation. All strings are pushed to the front, no square is certain, and a
/// `finish` signal is at the back of every line.
[[nodiscard]] Lattice<NonogramCell> nonogram_lattice(const Nonogram& puzzle);

/// Runs NonogramRule until all squares are certain, a square is in conflict, or `limit` iterations
/// have passed. Stalls when every line has tried all placements again without a new certain square.
[[nodiscard]] DeductionResult solve_by_automaton(const Nonogram& puzzle, int limit = 1'000'000,
                                                 const DeductionWatch& watch = {});

[[nodiscard]] DeductionResult solve_by_messages(const Nonogram& puzzle,
                                                const DeductionWatch& watch = {});

/// Estimates the number of generations in which NonogramRule tries all placements of every line
/// once. Returns at most 10^18.
[[nodiscard]] std::int64_t generations_per_round(const Nonogram& puzzle);

/// Solves a binary puzzle (van Dijk 2017, 3.3.2) by Method 1 (pairs), Method 2 (trios) and, with
/// `complete_lines`, Method 3 (complete lines). Stalls if no square becomes certain in two rounds
/// of every walker.
[[nodiscard]] DeductionResult solve_by_automaton(const BinaryPuzzle& puzzle,
                                                 bool complete_lines = true,
                                                 const DeductionWatch& watch = {});

/// Solves a Sudoku, Tectonic or Kakuro. Stalls if no candidate is removed in two rounds of every
/// group.
[[nodiscard]] DeductionResult solve_by_automaton(const DigitPuzzle& puzzle,
                                                 const DeductionWatch& watch = {});

}  // namespace marblemaze
