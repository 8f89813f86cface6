#include "agent/automata/binary_rule.h"

#include <fmt/format.h>

namespace marblemaze {
namespace {

using Walker = BinaryWalker;

struct Line {
  const BinaryView& front;
  const BinaryView& self;
  const BinaryView& back;
  bool at_front, at_back;
  Digit sure;
};

bool filling(Walker walker) { return walker != Walker::none && walker != Walker::counting; }

BinaryView counted(BinaryView so_far, Digit sure) {
  so_far.walker = Walker::counting;
  so_far.rest = 0;
  if (sure == Digit::unknown) {
    ++so_far.unknown;
  } else {
    so_far.surplus = static_cast<std::int8_t>(so_far.surplus + (sure == Digit::one ? 1 : -1));
  }
  return so_far;
}

// As many unknown squares as one value lacks: all of them have it. The counts may be older than the
// squares; that does no harm, since squares that were certain then are certain still.
Walker decide(const BinaryView& counts) {
  if (counts.surplus == counts.unknown) return Walker::filling_zeros;
  if (-counts.surplus == counts.unknown) return Walker::filling_ones;
  return Walker::filling_nothing;
}

BinaryView next_view(const Line& line) {
  BinaryView next;
  const Walker own = line.self.walker;
  if (line.at_front && own == Walker::counting) {
    next.walker = decide(line.self);
  } else if (!line.at_front && filling(line.front.walker)) {
    next.walker = line.front.walker;
  } else if (!line.at_back && line.back.walker == Walker::counting) {
    next = counted(line.back, line.sure);
  } else if (line.at_back && filling(own)) {
    next.rest = 2;
  } else if (line.at_back && own == Walker::none && line.self.rest > 0) {
    next.rest = static_cast<std::uint8_t>(line.self.rest - 1);
    if (next.rest == 0) next = counted({}, line.sure);
  }
  return next;
}

Digit walker_fills(const BinaryView& view) {
  if (view.walker == Walker::filling_zeros) return Digit::zero;
  if (view.walker == Walker::filling_ones) return Digit::one;
  return Digit::unknown;
}

// The value that two equal certain squares force on the cell, if any.
Digit forced_by(Digit a, Digit b) {
  if (a == Digit::unknown || a != b) return Digit::unknown;
  return a == Digit::zero ? Digit::one : Digit::zero;
}

int certain_squares(const Lattice<BinaryCell>& cells, bool& conflict) {
  int certain = 0;
  cells.for_each([&](int, int, int, const BinaryCell& cell) {
    certain += cell.sure != Digit::unknown ? 1 : 0;
    conflict = conflict || cell.conflict;
  });
  return certain;
}

// The first square in conflict says more than the rules it then breaks. Empty where all is well.
std::string why_contradictory(const Lattice<BinaryCell>& cells, const BinaryPuzzle& puzzle) {
  std::string reason;
  cells.for_each([&](int x, int y, int, const BinaryCell& cell) {
    if (cell.conflict && reason.empty())
      reason = fmt::format("row {} column {} would have to be both 0 and 1", y + 1, x + 1);
  });
  const std::vector<std::string> broken = faults(puzzle);
  if (!broken.empty()) reason += (reason.empty() ? "" : "; ") + broken.front();
  return reason;
}

}  // namespace

BinaryCell BinaryRule::operator()(const Neighbourhood<BinaryCell, Shape>& cells) const {
  const BinaryCell& self = cells.self();
  if (self.border) return self;
  BinaryCell next = self;
  if (complete_lines) {
    const BinaryCell &left = cells(-1, 0), &right = cells(1, 0), &up = cells(0, -1),
                     &below = cells(0, 1);
    next.across =
        next_view({left.across, self.across, right.across, left.border, right.border, self.sure});
    next.down = next_view({up.down, self.down, below.down, up.border, below.border, self.sure});
  }
  const auto at = [&](int x, int y) { return cells(x, y).sure; };
  const Digit wanted[] = {
      forced_by(at(-1, 0), at(-2, 0)),
      forced_by(at(1, 0), at(2, 0)),  // Method 1
      forced_by(at(0, -1), at(0, -2)),
      forced_by(at(0, 1), at(0, 2)),
      forced_by(at(-1, 0), at(1, 0)),
      forced_by(at(0, -1), at(0, 1)),                                            // Method 2
      self.sure == Digit::unknown ? walker_fills(next.across) : Digit::unknown,  // Method 3
      self.sure == Digit::unknown ? walker_fills(next.down) : Digit::unknown};
  for (Digit digit : wanted) {
    if (digit == Digit::unknown) continue;
    next.conflict = next.conflict || (next.sure != Digit::unknown && next.sure != digit);
    if (next.sure == Digit::unknown) next.sure = digit;
  }
  return next;
}

BinaryCell binary_border() {
  BinaryCell cell;
  cell.border = true;
  return cell;
}

Lattice<BinaryCell> binary_lattice(const BinaryPuzzle& puzzle) {
  Lattice<BinaryCell> cells(puzzle.size, puzzle.size, 1, BinaryCell{}, binary_border());
  for (int y = 0; y < puzzle.size; ++y) {
    for (int x = 0; x < puzzle.size; ++x) cells.at(x, y).sure = puzzle.at(x, y);
  }
  for (int i = 0; i < puzzle.size; ++i) {
    cells.at(puzzle.size - 1, i).across.rest = 1;
    cells.at(i, puzzle.size - 1).down.rest = 1;
  }
  return cells;
}

BinaryResult solve_by_automaton(const BinaryPuzzle& puzzle, bool complete_lines,
                                const std::function<void(const Lattice<BinaryCell>&)>& watch) {
  Automaton<BinaryRule> automaton(binary_lattice(puzzle), {complete_lines});
  const int patience = complete_lines ? 2 * (2 * puzzle.size + 2) : 1;
  bool conflict = false;
  int certain = certain_squares(automaton.now(), conflict);
  BinaryResult result;
  if (watch) watch(automaton.now());
  while (certain < puzzle.size * puzzle.size && !conflict &&
         automaton.iterations() < result.iterations + patience) {
    automaton.step();
    const int now = certain_squares(automaton.now(), conflict);
    if (now != certain) result.iterations = automaton.iterations();
    certain = now;
    if (watch) watch(automaton.now());
  }
  result.observed = automaton.iterations();
  result.puzzle = puzzle;
  automaton.now().for_each([&](int x, int y, int, const BinaryCell& cell) {
    result.puzzle.squares[y * puzzle.size + x] = cell.sure;
  });
  result.reason = why_contradictory(automaton.now(), result.puzzle);
  result.ending = !result.reason.empty()     ? Deduction::contradiction
                  : result.puzzle.complete() ? Deduction::solved
                                             : Deduction::stalled;
  return result;
}

}  // namespace marblemaze
