#pragma once

#include <cstdint>

#include "agent/automata/deduction.h"
#include "maze/puzzles/nonogram.h"

/// Two automata of radius 1 that solve nonograms. In both, every cell has a view of its row and a
/// view of its column, which share only the candidates of the square.
///
/// NonogramRule is the automaton of van Dijk (2017, 3.2.2 and 3.2.3). Every line pushes its black
/// strings through all placements:
///
///   1. A checker walks from the back of the line to its front and compares the placement with the
///      certain squares.
///   2. A recorder returns to the back of the line. If the placement was valid, it records the
///   colour
///      that occurred in each cell.
///   3. A scanner walks to the front over the strings that are pushed against the back, until it
///      finds a string with room behind it. This string moves on by one square: an anchor grows it
///      at its back end, and an eraser walks to its front end. Pulls draw the strings behind it up
///      to it. Each pull moves everything behind the gate by one square.
///   4. If no string has room, all placements have been tried. A committer walks to the back, marks
///      as certain every square in which only one colour occurred, and clears the records. Pulls
///      from the front restore the first placement.
///
/// The states of a cell do not depend on the length of the line. A cell has fewer states than in
/// van Dijk's document.
///
/// MessageRule is for boards on which NonogramRule would be too slow, because the number of
/// placements grows exponentially. It exchanges messages about the positions that all placements
/// have in common. A message is a set of positions in the clue (CluePlaces):
///
///   - Every cell sends its back neighbour those of its positions that can follow the positions
///     that its front neighbour sent.
///   - Every cell sends its front neighbour those of its positions that can precede the positions
///     that its back neighbour sent.
///   - If both messages allow only black positions, the square is black. If they allow only white
///     positions, it is white.
///
/// Messages only lose positions, so the automaton comes to rest, and its result equals the result
/// of deduce_lines(). Every cell contains the clue of its line, so its states depend on the length
/// of the line.
namespace marblemaze {

/// A signal on its way through a cell of a line. Front is left or up, back is right or down. The
/// comments state the direction and the number of the step above.
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
  bool black = false;  ///< in the current placement
  LineSignal signal = LineSignal::none;
  CandidateSet seen = 0;  ///< colours of the square in valid placements

  bool operator==(const LineView&) const = default;
};

/// Cell of a nonogram. It is in conflict if no placement was valid or the views disagree.
using NonogramCell = LineCell<LineView>;

struct NonogramRule {
  using Cell = NonogramCell;
  using Shape = VonNeumannShape<1>;

  NonogramCell operator()(const Neighbourhood<NonogramCell, Shape>& cells) const;
};

/// Returns the first generation, with strings pushed to the front in both views, no certain
/// squares, and a `finish` at the back of every line.
[[nodiscard]] Lattice<NonogramCell> nonogram_lattice(const Nonogram& puzzle);

/// Returns a function that names the first line without a valid placement, such as "row 3: no way
/// to place 4 1 agrees with the squares that are certain", or a square for which its row and its
/// column need different colours. Requires: the puzzle outlives the function.
[[nodiscard]] WhyContradictory why_contradictory(const Nonogram& puzzle);

/// Runs NonogramRule until all squares are certain, a square is in conflict, every line has
/// repeated all its placements without a new certain square (stalled), or `limit` iterations are
/// over.
[[nodiscard]] DeductionResult solve_by_automaton(const Nonogram& puzzle, int limit = 1'000'000,
                                                 const DeductionWatch& watch = {});

/// Horizontal or vertical view of a square.
struct MessageView {
  CluePlaces clue;  ///< clue of the line, which never changes
  Places forward;   ///< message to the back neighbour
  Places back;      ///< message to the front neighbour

  bool operator==(const MessageView&) const = default;
};

/// A cell that is in conflict if no position is left or if the views disagree.
using MessageCell = LineCell<MessageView>;

struct MessageRule {
  using Cell = MessageCell;
  using Shape = VonNeumannShape<1>;

  MessageCell operator()(const Neighbourhood<MessageCell, Shape>& cells) const;
};

/// Returns the first generation, in which every position is possible in every cell.
[[nodiscard]] Lattice<MessageCell> message_lattice(const Nonogram& puzzle);

/// Runs MessageRule until all squares are certain, a square is in conflict, or nothing changes.
[[nodiscard]] DeductionResult solve_by_messages(const Nonogram& puzzle,
                                                const DeductionWatch& watch = {});

/// Estimates how many generations NonogramRule needs to try all placements of every line once. A
/// solution takes several such rounds. Returns at most 10^18.
[[nodiscard]] std::int64_t round_of_placements(const Nonogram& puzzle);

}  // namespace marblemaze
