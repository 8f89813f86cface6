#include <cstdint>

#include "agent/automata/puzzle_automata.h"

namespace marblemaze {
namespace {

/// State of the walker of a line. The walker counts digits from the back (right or bottom) to the
/// front, decides there, and fills squares on the way back. The period is 2 * length + 2 steps.
enum class Walker : std::uint8_t { none, counting, filling_nothing, filling_zeros, filling_ones };

struct BinaryView {
  Walker walker = Walker::none;
  std::int8_t surplus = 0;  // ones minus zeros so far
  std::int8_t unknown = 0;
  std::uint8_t rest = 0;  // steps until a new walker starts at the back

  bool operator==(const BinaryView&) const = default;
};

bool is_filling(Walker walker) { return walker != Walker::none && walker != Walker::counting; }

BinaryView with_counted(BinaryView so_far, CandidateSet candidates) {
  so_far.walker = Walker::counting;
  so_far.rest = 0;
  if (is_open(candidates)) {
    ++so_far.unknown;
  } else {
    so_far.surplus = static_cast<std::int8_t>(so_far.surplus + (candidates == Digit::one ? 1 : -1));
  }
  return so_far;
}

// Chooses the digit that the walker fills in. All unknown squares get the same digit if no other
// filling balances the line.
Walker decide(const BinaryView& counts) {
  if (counts.surplus == counts.unknown) return Walker::filling_zeros;
  if (-counts.surplus == counts.unknown) return Walker::filling_ones;
  return Walker::filling_nothing;
}

BinaryView next_view(const LineAround<BinaryView>& line) {
  BinaryView next;
  const Walker own = line.self.walker;
  if (line.at_front && own == Walker::counting) {
    next.walker = decide(line.self);
  } else if (!line.at_front && is_filling(line.front.walker)) {
    next.walker = line.front.walker;
  } else if (!line.at_back && line.back.walker == Walker::counting) {
    next = with_counted(line.back, line.candidates);
  } else if (line.at_back && is_filling(own)) {
    next.rest = 2;
  } else if (line.at_back && own == Walker::none && line.self.rest > 0) {
    next.rest = static_cast<std::uint8_t>(line.self.rest - 1);
    if (next.rest == 0) next = with_counted({}, line.candidates);
  }
  return next;
}

CandidateSet candidates_left_by(const BinaryView& view) {
  if (view.walker == Walker::filling_zeros) return Digit::zero;
  if (view.walker == Walker::filling_ones) return Digit::one;
  return Digit::unknown;
}

// Returns the candidates of a cell that forms a trio with two other squares of a line. Two squares
// with the same digit exclude this digit.
CandidateSet compatible_with(CandidateSet a, CandidateSet b) {
  return is_certain(a) && a == b ? Digit::unknown ^ a : Digit::unknown;
}

struct BinaryRule {
  using Cell = LineCell<BinaryView>;
  using Shape = VonNeumannShape<2>;
  bool complete_lines = true;  // use Method 3 (complete lines)

  Cell operator()(const Neighbourhood<Cell, Shape>& cells) const {
    const Cell& self = cells.self();
    if (!self.part) return self;
    Cell next = self;
    if (complete_lines) {
      next.across = next_view(row_around(cells));
      next.down = next_view(column_around(cells));
    }
    const auto at = [&](int x, int y) { return cells(x, y).candidates; };
    next.keep(compatible_with(at(-1, 0), at(-2, 0)));  // Method 1
    next.keep(compatible_with(at(1, 0), at(2, 0)));
    next.keep(compatible_with(at(0, -1), at(0, -2)));
    next.keep(compatible_with(at(0, 1), at(0, 2)));
    next.keep(compatible_with(at(-1, 0), at(1, 0)));  // Method 2
    next.keep(compatible_with(at(0, -1), at(0, 1)));
    if (is_open(self.candidates)) {  // Method 3
      next.keep(candidates_left_by(next.across));
      next.keep(candidates_left_by(next.down));
    }
    return next;
  }
};

}  // namespace

DeductionResult solve_by_automaton(const BinaryPuzzle& puzzle, bool complete_lines,
                                   const DeductionWatch& watch) {
  const auto why = [&](const Candidates& squares, int conflict) {
    return why_contradictory(puzzle.size, conflict, " would have to be both 0 and 1",
                             rule_violations({puzzle.size, squares, puzzle.unique_lines}));
  };
  auto cells = deducing_lattice<BinaryRule::Cell>(puzzle.squares, puzzle.size);
  for (int i = 0; i < puzzle.size; ++i) {
    cells.at(puzzle.size - 1, i).across.rest = 1;
    cells.at(i, puzzle.size - 1).down.rest = 1;
  }
  const int patience = complete_lines ? 2 * (2 * puzzle.size + 2) : 1;
  return deduce(Automaton<BinaryRule>(std::move(cells), {complete_lines}), why, watch,
                [&](const auto&, int idle, bool) { return idle >= patience; });
}

}  // namespace marblemaze
