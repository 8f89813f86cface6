#pragma once

#include <cstdint>
#include <functional>

#include "agent/automata/lattice.h"
#include "agent/automata/nonogram_rule.h"
#include "maze/puzzles/nonogram.h"

/// A second automaton that solves nonograms, for boards on which the document's own (see
/// nonogram_rule.h) would take too long: that one pushes its strings through all placements of a
/// line, whose number grows exponentially, this one passes on what all placements have in common.
///
/// Write the squares of a line one after another, with the clue as the places they can have in it:
/// white before the first string, first square of the first string, ..., white after the last. From
/// a white place the next square is there too or begins the next string; from a black one it is one
/// place further. A message is the set of places a square can have for all that lies on one side of
/// it:
///
///   - every cell tells its back neighbour which of its places can follow those that its front
///     neighbour told it;
///   - and its front neighbour which can come before those that its back neighbour told it;
///   - a square whose places, by both messages, are all black is black; all white, white.
///
/// Both views share what is certain of a square. Radius 1; every message only ever loses places, so
/// the automaton comes to rest, and what it then knows is what deduce_lines() knows. The clue
/// stands in every cell of its line from the start: the set of white places. That makes a cell's
/// states depend on the line's length, which the document's automaton avoids.
namespace marblemaze {

/// Bit p: the square can be at place p of its line's clue.
using Places = std::uint64_t;

/// One view, horizontal or vertical, of one square.
struct MessageView {
  Places all = 0;      ///< the places that the clue has; constant
  Places white = 0;    ///< those that are white; constant
  Places forward = 0;  ///< told to the back neighbour: right or below
  Places back = 0;     ///< told to the front neighbour

  bool operator==(const MessageView&) const = default;
};

struct MessageCell {
  Shade sure = Shade::unknown;
  bool border = false;    ///< not a square of the puzzle; never changes
  bool conflict = false;  ///< no place is left, or the views disagree: there is no answer
  MessageView across, down;

  bool operator==(const MessageCell&) const = default;
};

struct MessageRule {
  using Cell = MessageCell;
  using Shape = VonNeumannShape<1>;

  MessageCell operator()(const Neighbourhood<MessageCell, Shape>& cells) const;
};

/// The first generation: every place still possible everywhere.
[[nodiscard]] Lattice<MessageCell> message_lattice(const Nonogram& puzzle);

/// Runs the automaton until all squares are certain, a square is in conflict, or nothing changes.
/// `watch` sees every generation, the first included.
[[nodiscard]] NonogramResult solve_by_messages(
    const Nonogram& puzzle, const std::function<void(const Lattice<MessageCell>&)>& watch = {});

/// Generations that the placements' automaton needs to go through all placements of every line
/// once, roughly; it takes several such rounds. At most 10^18.
[[nodiscard]] std::int64_t round_of_placements(const Nonogram& puzzle);

}  // namespace marblemaze
