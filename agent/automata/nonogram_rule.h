#pragma once

#include <cstdint>

#include "agent/automata/deduction.h"
#include "maze/puzzles/nonogram.h"

/// The automaton that solves nonograms (van Dijk 2017, 3.2.2 and 3.2.3). Every row and
/// every column is a machine of its own that pushes its black strings through all placements; the
/// two views share only what is certain of a square. All information is in the states of the cells:
///
///   1. A checker walks from the back of the line to its front and compares the placement with the
///      certain squares.
///   2. A recorder walks back; if the placement was valid it notes "black seen" or "white seen".
///   3. A scanner walks to the front over the strings that are pushed against the back, until it
///      meets one with room behind it. That string is pushed on by one square: an anchor grows it
///      at its back end and an eraser walks to its front end. The strings behind it are drawn up to
///      it by pulls, each of which moves everything behind the gate by one square.
///   4. When no string has room, all placements have been seen: a committer walks to the back,
///      makes certain every square of which only one colour was seen, and forgets; pulls from the
///      front restore the first placement.
///
/// Radius 1. Nothing depends on the length of a line; one cell has fewer states than the
/// document's.
///
/// A second automaton that solves nonograms, for boards on which that of van Dijk 2017
/// would take too long: that one pushes its strings through all placements of a
/// line, whose number grows exponentially, this one passes on what all placements have in common.
///
/// A message is the set of places in the clue (CluePlaces) that a square can have for all that lies
/// on one side of it:
///
///   - every cell sends its back neighbour those of its places that can follow the places which
///     its front neighbour sent;
///   - and sends its front neighbour those that can precede the places which its back neighbour
///     sent;
///   - a square whose places, by both messages, are all black is black; all white, white.
///
/// Both views share what is certain of a square. Radius 1; every message only ever loses places, so
/// the automaton comes to rest, and what it then knows is what deduce_lines() knows. The clue
/// stands in every cell of its line from the start: the set of white places. That makes a cell's
/// states depend on the line's length, which van Dijk's automaton avoids.
namespace marblemaze {

/// What is on its way through a cell of a line. Front is left or up, back is right or down.
enum class LineSignal : std::uint8_t {
  none,
  check_good,
  check_bad,  // to the front: 1
  record,
  pass,  // to the back: 2
  in_string,
  in_gap,
  slack,
  slack_with_tail,  // to the front: 3, what the scanner last saw
  anchor,
  anchor_with_tail,  // in place, one step
  erase,             // to the front
  gate,
  gate_rest,  // in place: draws up the strings behind
  pull,       // to the back
  finish,     // to the back, then becomes a checker
  commit,
  commit_empty,  // to the back: 4
  front_gate,
  front_rest,  // in place at the front
};

/// One view, horizontal or vertical, of one square.
struct LineView {
  bool black = false;  ///< in the present placement
  LineSignal signal = LineSignal::none;
  CandidateSet seen = 0;  ///< colours of the square in valid placements

  bool operator==(const LineView&) const = default;
};

/// In conflict where no placement was valid, or the views disagree.
using NonogramCell = LineCell<LineView>;

struct NonogramRule {
  using Cell = NonogramCell;
  using Shape = VonNeumannShape<1>;

  NonogramCell operator()(const Neighbourhood<NonogramCell, Shape>& cells) const;
};

/// The first generation: strings pushed to the front in both views, nothing certain, a `finish` at
/// the back of every line. The border is what lies outside the lattice.
[[nodiscard]] Lattice<NonogramCell> nonogram_lattice(const Nonogram& puzzle);

/// For a puzzle that outlives it: "row 3: no way to place 4 1 agrees with the squares that are
/// certain", for the first such line; where every line has one, a square that its row and its
/// column want in different colours. Empty where neither is known.
[[nodiscard]] WhyContradictory why_contradictory(const Nonogram& puzzle);

/// Runs the automaton until all squares are certain, or a square is in conflict, or every line has
/// gone through all its placements once more without any square becoming certain (stalled), or
/// `limit` iterations are over.
[[nodiscard]] DeductionResult solve_by_automaton(const Nonogram& puzzle, int limit = 1'000'000,
                                                 const DeductionWatch& watch = {});

/// One view, horizontal or vertical, of one square.
struct MessageView {
  CluePlaces clue;  ///< of the line; constant
  Places forward;   ///< sent to the back neighbour: right or below
  Places back;      ///< sent to the front neighbour

  bool operator==(const MessageView&) const = default;
};

/// In conflict where no place is left, or the views disagree.
using MessageCell = LineCell<MessageView>;

struct MessageRule {
  using Cell = MessageCell;
  using Shape = VonNeumannShape<1>;

  MessageCell operator()(const Neighbourhood<MessageCell, Shape>& cells) const;
};

/// The first generation: every place still possible everywhere.
[[nodiscard]] Lattice<MessageCell> message_lattice(const Nonogram& puzzle);

/// Runs the automaton until all squares are certain, a square is in conflict, or nothing changes.
[[nodiscard]] DeductionResult solve_by_messages(const Nonogram& puzzle,
                                                const DeductionWatch& watch = {});

/// Generations that the placements' automaton needs to go through all placements of every line
/// once, roughly; it takes several such rounds. At most 10^18.
[[nodiscard]] std::int64_t round_of_placements(const Nonogram& puzzle);

}  // namespace marblemaze
