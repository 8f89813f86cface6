#include "agent/automata/binary_rule.h"

namespace marblemaze {
namespace {

using Walker = BinaryWalker;

using BinaryLine = LineAround<BinaryView>;

bool filling(Walker walker) { return walker != Walker::none && walker != Walker::counting; }

BinaryView counted(BinaryView so_far, CandidateSet candidates) {
  so_far.walker = Walker::counting;
  so_far.rest = 0;
  if (is_open(candidates)) {
    ++so_far.unknown;
  } else {
    so_far.surplus = static_cast<std::int8_t>(so_far.surplus + (candidates == Digit::one ? 1 : -1));
  }
  return so_far;
}

// Chooses the digit that the walker fills in. All unknown squares get the same digit if the line
// can only be balanced in this way. The counts may be stale, but certain squares never change.
Walker decide(const BinaryView& counts) {
  if (counts.surplus == counts.unknown) return Walker::filling_zeros;
  if (-counts.surplus == counts.unknown) return Walker::filling_ones;
  return Walker::filling_nothing;
}

BinaryView next_view(const BinaryLine& line) {
  BinaryView next;
  const Walker own = line.self.walker;
  if (line.at_front && own == Walker::counting) {
    next.walker = decide(line.self);
  } else if (!line.at_front && filling(line.front.walker)) {
    next.walker = line.front.walker;
  } else if (!line.at_back && line.back.walker == Walker::counting) {
    next = counted(line.back, line.candidates);
  } else if (line.at_back && filling(own)) {
    next.rest = 2;
  } else if (line.at_back && own == Walker::none && line.self.rest > 0) {
    next.rest = static_cast<std::uint8_t>(line.self.rest - 1);
    if (next.rest == 0) next = counted({}, line.candidates);
  }
  return next;
}

CandidateSet walker_fills(const BinaryView& view) {
  if (view.walker == Walker::filling_zeros) return Digit::zero;
  if (view.walker == Walker::filling_ones) return Digit::one;
  return Digit::unknown;
}

// Returns the candidates of a cell that are compatible with two other squares of its line. Two
// equal certain squares exclude their digit.
CandidateSet forced_by(CandidateSet a, CandidateSet b) {
  return is_certain(a) && a == b ? Digit::unknown ^ a : Digit::unknown;
}

}  // namespace

BinaryCell BinaryRule::operator()(const Neighbourhood<BinaryCell, Shape>& cells) const {
  const BinaryCell& self = cells.self();
  if (!self.part) return self;
  BinaryCell next = self;
  if (complete_lines) {
    next.across = next_view(row_around(cells));
    next.down = next_view(column_around(cells));
  }
  const auto at = [&](int x, int y) { return cells(x, y).candidates; };
  next.keep(forced_by(at(-1, 0), at(-2, 0)));  // Method 1
  next.keep(forced_by(at(1, 0), at(2, 0)));
  next.keep(forced_by(at(0, -1), at(0, -2)));
  next.keep(forced_by(at(0, 1), at(0, 2)));
  next.keep(forced_by(at(-1, 0), at(1, 0)));  // Method 2
  next.keep(forced_by(at(0, -1), at(0, 1)));
  if (is_open(self.candidates)) {  // Method 3
    next.keep(walker_fills(next.across));
    next.keep(walker_fills(next.down));
  }
  return next;
}

Lattice<BinaryCell> binary_lattice(const BinaryPuzzle& puzzle) {
  auto cells = deducing_lattice<BinaryCell>(puzzle.squares, puzzle.size);
  for (int i = 0; i < puzzle.size; ++i) {
    cells.at(puzzle.size - 1, i).across.rest = 1;
    cells.at(i, puzzle.size - 1).down.rest = 1;
  }
  return cells;
}

DeductionResult solve_by_automaton(const BinaryPuzzle& puzzle, bool complete_lines,
                                   const DeductionWatch& watch) {
  const auto why = [&](const Candidates& squares, int conflict) {
    return why_contradictory(puzzle.size, conflict, " would have to be both 0 and 1",
                             faults({puzzle.size, squares, puzzle.unique_lines}));
  };
  const int patience = complete_lines ? 2 * (2 * puzzle.size + 2) : 1;
  return deduce(Automaton<BinaryRule>(binary_lattice(puzzle), {complete_lines}), why, watch,
                [&](const auto&, int quiet, bool) { return quiet >= patience; });
}

}  // namespace marblemaze
