#include "agent/automata/nonogram_messages.h"

#include <algorithm>
#include <numeric>

namespace marblemaze {
namespace {

// A line of n squares needs at most n + 2 places.
static_assert(Nonogram::kLargestSide + 2 <= 64);

// A cell of a line with its two neighbours in that line. The border shows as an empty view.
struct Line {
  const MessageView& front;
  const MessageView& self;
  const MessageView& back;
  bool at_front, at_back;
  Shade sure;
};

struct NextView {
  MessageView view;
  Shade verdict;
  bool conflict;
};

Places of_colour(const MessageView& view, Shade sure) {
  if (sure == Shade::unknown) return view.all;
  return sure == Shade::white ? view.white : view.all & ~view.white;
}

// Before the first square only the first white place has been; after the last, all strings have.
Places following(const Line& line) {
  const Places before = line.at_front ? 1 : line.front.forward;
  return (before & line.self.white) | (before << 1);
}

Places preceding(const Line& line) {
  const Places last = (line.self.all >> 1) + 1;
  const Places after = line.at_back ? last : line.back.back;
  return (after & line.self.white) | (after >> 1);
}

NextView next_view(const Line& line) {
  const Places own = of_colour(line.self, line.sure);
  const Places forward = following(line) & own, back = preceding(line) & own;
  const Places possible = forward & back;
  NextView next{line.self, Shade::unknown, possible == 0};
  next.view.forward = forward;
  next.view.back = back;
  if ((possible & line.self.white) == 0) next.verdict = Shade::black;
  if ((possible & ~line.self.white) == 0) next.verdict = Shade::white;
  return next;
}

MessageView view_of(const Clue& clue) {
  MessageView view;
  int place = 0;
  view.white = 1;
  for (int length : clue) {
    place += length + 1;
    view.white |= Places{1} << place;
  }
  view.all = (Places{2} << place) - 1;
  view.forward = view.back = view.all;
  return view;
}

struct Census {
  int certain = 0;
  bool conflict = false;
};

Census count(const Lattice<MessageCell>& cells) {
  Census census;
  cells.for_each([&](int, int, int, const MessageCell& cell) {
    census.certain += cell.sure != Shade::unknown ? 1 : 0;
    census.conflict = census.conflict || cell.conflict;
  });
  return census;
}

std::vector<int> conflicts(const Lattice<MessageCell>& cells) {
  std::vector<int> squares;
  cells.for_each([&](int x, int y, int, const MessageCell& cell) {
    if (cell.conflict) squares.push_back(y * cells.width() + x);
  });
  return squares;
}

// Placements of k strings with `room` squares to spare: the ways to put k things among room + k.
std::int64_t placements_of(const Clue& clue, int length) {
  constexpr std::int64_t kMost = 1'000'000'000'000'000;
  const int strings = static_cast<int>(clue.size());
  const int room = length + 1 - std::accumulate(clue.begin(), clue.end(), strings);
  std::int64_t ways = 1;
  for (int i = 1; i <= strings && ways < kMost; ++i) ways = ways * (room + i) / i;
  return std::min(ways, kMost);
}

}  // namespace

MessageCell MessageRule::operator()(const Neighbourhood<MessageCell, Shape>& cells) const {
  const MessageCell& self = cells.self();
  if (self.border) return self;
  const MessageCell &left = cells(-1, 0), &right = cells(1, 0), &up = cells(0, -1),
                    &below = cells(0, 1);
  const NextView across =
      next_view({left.across, self.across, right.across, left.border, right.border, self.sure});
  const NextView down =
      next_view({up.down, self.down, below.down, up.border, below.border, self.sure});
  MessageCell next = self;
  next.across = across.view;
  next.down = down.view;
  next.conflict = self.conflict || across.conflict || down.conflict;
  for (const Shade found : {across.verdict, down.verdict}) {
    if (found == Shade::unknown) continue;
    next.conflict = next.conflict || (next.sure != Shade::unknown && next.sure != found);
    if (next.sure == Shade::unknown) next.sure = found;
  }
  return next;
}

Lattice<MessageCell> message_lattice(const Nonogram& puzzle) {
  MessageCell border;
  border.border = true;
  Lattice<MessageCell> cells(puzzle.width(), puzzle.height(), 1, MessageCell{}, border);
  for (int y = 0; y < puzzle.height(); ++y) {
    for (int x = 0; x < puzzle.width(); ++x) {
      cells.at(x, y).across = view_of(puzzle.rows[y]);
      cells.at(x, y).down = view_of(puzzle.columns[x]);
    }
  }
  return cells;
}

NonogramResult solve_by_messages(const Nonogram& puzzle,
                                 const std::function<void(const Lattice<MessageCell>&)>& watch) {
  Automaton<MessageRule> automaton(message_lattice(puzzle));
  const int squares = puzzle.width() * puzzle.height();
  NonogramResult result;
  Census census;
  if (watch) watch(automaton.now());
  for (bool changed = true; changed && !census.conflict && census.certain < squares;) {
    changed = automaton.step();
    const int before = census.certain;
    census = count(automaton.now());
    if (census.certain != before) result.iterations = automaton.iterations();
    if (watch) watch(automaton.now());
  }
  automaton.now().for_each(
      [&](int, int, int, const MessageCell& cell) { result.picture.push_back(cell.sure); });
  result.observed = automaton.iterations();
  const bool wrong =
      census.conflict || (census.certain == squares && !answers(puzzle, result.picture));
  result.ending = wrong                       ? Deduction::contradiction
                  : census.certain == squares ? Deduction::solved
                                              : Deduction::stalled;
  if (wrong) result.reason = why_contradictory(puzzle, result.picture, conflicts(automaton.now()));
  return result;
}

std::int64_t round_of_placements(const Nonogram& puzzle) {
  std::int64_t longest = 0;
  for (const Clue& clue : puzzle.rows)
    longest = std::max(longest, placements_of(clue, puzzle.width()) * 3 * puzzle.width());
  for (const Clue& clue : puzzle.columns)
    longest = std::max(longest, placements_of(clue, puzzle.height()) * 3 * puzzle.height());
  return longest;
}

}  // namespace marblemaze
