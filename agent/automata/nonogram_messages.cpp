#include "agent/automata/nonogram_messages.h"

#include <algorithm>
#include <numeric>

#include "agent/automata/nonogram_rule.h"

namespace marblemaze {
namespace {

using MessageLine = LineAround<MessageView>;

struct NextView {
  MessageView view;
  CandidateSet verdict;
  bool conflict;
};

NextView next_view(const MessageLine& line) {
  const CluePlaces& clue = line.self.clue;
  const Places own = clue.of(line.candidates);
  const Places forward = clue.after(line.at_front ? clue.first() : line.front.forward) & own;
  const Places back = clue.before(line.at_back ? clue.last() : line.back.back) & own;
  const Places possible = forward & back;
  NextView next{{clue, forward, back}, Shade::unknown, possible == 0};
  if ((possible & clue.white) == 0) next.verdict = Shade::black;
  if ((possible & ~clue.white) == 0) next.verdict = Shade::white;
  return next;
}

MessageView view_of(const Clue& clue) {
  const CluePlaces places(clue);
  return {places, places.all, places.all};
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
  if (!self.part) return self;
  const NextView across = next_view(row_around(cells)), down = next_view(column_around(cells));
  MessageCell next = self;
  next.across = across.view;
  next.down = down.view;
  next.conflict = self.conflict || across.conflict || down.conflict;
  next.keep(across.verdict);
  next.keep(down.verdict);
  return next;
}

Lattice<MessageCell> message_lattice(const Nonogram& puzzle) {
  auto cells = deducing_lattice<MessageCell>(all_unknown(puzzle), puzzle.width());
  for (int y = 0; y < puzzle.height(); ++y) {
    for (int x = 0; x < puzzle.width(); ++x) {
      cells.at(x, y).across = view_of(puzzle.rows[y]);
      cells.at(x, y).down = view_of(puzzle.columns[x]);
    }
  }
  return cells;
}

DeductionResult solve_by_messages(const Nonogram& puzzle, const DeductionWatch& watch) {
  return deduce(Automaton<MessageRule>(message_lattice(puzzle)), why_contradictory(puzzle), watch,
                [](const auto&, int, bool changed) { return !changed; });
}

std::int64_t round_of_placements(const Nonogram& puzzle) {
  std::int64_t longest = 0;
  for (const NonogramLine& line : lines_of(puzzle)) {
    const int length = static_cast<int>(line.squares.size());
    longest = std::max(longest, placements_of(line.clue, length) * 3 * length);
  }
  return longest;
}

}  // namespace marblemaze
