#pragma once

#include <cstdint>

#include "agent/automata/deduction.h"
#include "maze/puzzles/nonogram.h"

/// A second automaton that solves nonograms, for boards on which that of van Dijk 2017
/// (nonogram_rule.h) would take too long: that one pushes its strings through all placements of a
/// line, whose number grows exponentially, this one passes on what all placements have in common.
///
/// A message is the set of places in the clue (CluePlaces) that a square can have for all that lies
/// on one side of it:
///
///   - every cell tells its back neighbour which of its places can follow those that its front
///     neighbour told it;
///   - and its front neighbour which can come before those that its back neighbour told it;
///   - a square whose places, by both messages, are all black is black; all white, white.
///
/// Both views share what is certain of a square. Radius 1; every message only ever loses places, so
/// the automaton comes to rest, and what it then knows is what deduce_lines() knows. The clue
/// stands in every cell of its line from the start: the set of white places. That makes a cell's
/// states depend on the line's length, which van Dijk's automaton avoids.
namespace marblemaze {

/// One view, horizontal or vertical, of one square.
struct MessageView {
  CluePlaces clue;     ///< of the line; constant
  Places forward = 0;  ///< told to the back neighbour: right or below
  Places back = 0;     ///< told to the front neighbour

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
