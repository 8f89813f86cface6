#pragma once

#include <cstdint>

#include "agent/automata/deduction.h"
#include "maze/puzzles/binary_puzzle.h"
#include "maze/puzzles/digit_puzzle.h"
#include "maze/puzzles/nonogram.h"

/// Automata that solve puzzles by removing candidates. They never guess.
///
/// Two automata of radius 1 solve nonograms. Each cell has a view of its row and a view of its
/// column. The views share only the candidates of the square.
///
/// NonogramRule is the automaton of van Dijk (2017, 3.2.2 and 3.2.3). Each line moves its black
/// strings through all placements:
///
///   1. A checker walks from the back of the line to the front and compares the placement with the
///      certain squares.
///   2. A recorder returns to the back of the line. If the placement was valid, it records the
///      colour of each cell.
///   3. A scanner walks to the front past the strings that are pushed against the back, until it
///      finds a string with room behind it. This string moves back by one square: an anchor extends
///      its back end, and an eraser shortens its front end. Pulls move the strings behind it
///      forward until they follow directly. Each pull moves everything behind the gate by one
///      square.
///   4. If no string has room, all placements have been tried. A committer walks to the back, marks
///      each square with only one recorded colour as certain, and clears the records. Pulls from
///      the front restore the first placement.
///
/// The number of states of a cell does not depend on the length of the line. It is smaller than in
/// van Dijk's document.
///
/// MessageRule is for boards on which NonogramRule would be too slow, because the number of
/// placements grows exponentially. It exchanges messages about the positions that all placements
/// have in common. A message is a set of positions in the clue (CluePlaces):
///
///   - Each cell sends to its back neighbour its positions that can follow the positions received
///     from its front neighbour.
///   - Each cell sends to its front neighbour its positions that can precede the positions received
///     from its back neighbour.
///   - If both messages allow only black positions, the square is black. If they allow only white
///     positions, the square is white.
///
/// Messages only lose positions, so the automaton comes to rest. Its result equals the result of
/// deduce_lines(). Each cell contains the clue of its line, so the number of states depends on the
/// length of the line.
namespace marblemaze {

/// Signal that travels through the cells of a line. Front is left or up, and back is right or down.
/// The comments give the direction and the number of the step above.
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
  anchor_with_tail,  // in place, one step
  erase,             // to the front
  gate,
  gate_rest,  // in place: pulls up the strings behind
  pull,       // to the back
  finish,     // to the back, then becomes a checker
  commit,
  commit_empty,  // to the back: 4
  front_gate,
  front_rest,  // in place at the front
};

/// Horizontal or vertical view of a square.
struct LineView {
  bool black = false;  ///< true if black in the current placement
  LineSignal signal = LineSignal::none;
  CandidateSet seen = 0;  ///< colours recorded in valid placements

  bool operator==(const LineView&) const = default;
};

/// Cell of a nonogram. The cell is in conflict if no placement was valid or if the views disagree.
using NonogramCell = LineCell<LineView>;
using NonogramRule = LineRule<LineView>;
[[nodiscard]] LineView next_view(const LineAround<LineView>& line, DeducingCell& next);

/// Returns the first generation. All strings are pushed to the front, no square is certain, and a
/// `finish` signal is at the back of every line.
[[nodiscard]] Lattice<NonogramCell> nonogram_lattice(const Nonogram& puzzle);

/// Runs NonogramRule until all squares are certain, a square is in conflict, or `limit` iterations
/// have passed. Stalls when every line has repeated all its placements without a new certain
/// square.
[[nodiscard]] DeductionResult solve_by_automaton(const Nonogram& puzzle, int limit = 1'000'000,
                                                 const DeductionWatch& watch = {});

/// Runs MessageRule until all squares are certain, a square is in conflict, or nothing changes.
[[nodiscard]] DeductionResult solve_by_messages(const Nonogram& puzzle,
                                                const DeductionWatch& watch = {});

/// Estimates the number of generations in which NonogramRule tries all placements of every line
/// once. A solution takes several of these rounds. Returns at most 10^18.
[[nodiscard]] std::int64_t round_of_placements(const Nonogram& puzzle);

/// Solves a binary puzzle (van Dijk 2017, 3.3.2) by Method 1 (pairs), Method 2 (trios) and, with
/// `complete_lines`, Method 3 (complete lines, counted by a walker). Methods 4 and 5 start with a
/// guess, which an automaton cannot make. Runs until all squares are certain or a square is in
/// conflict. Stalls if no square becomes certain in two rounds of every walker.
[[nodiscard]] DeductionResult solve_by_automaton(const BinaryPuzzle& puzzle,
                                                 bool complete_lines = true,
                                                 const DeductionWatch& watch = {});

/// Solves a Sudoku, Tectonic or Kakuro, which van Dijk (2017, chapter 5) mentions as future work.
/// Runs until every cell has one candidate or a cell has none. Stalls if no candidate is removed in
/// two rounds of every group.
[[nodiscard]] DeductionResult solve_by_automaton(const DigitPuzzle& puzzle,
                                                 const DeductionWatch& watch = {});

}  // namespace marblemaze
