#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "agent/automata/puzzle_automata.h"

namespace marblemaze {
namespace {

using Signal = LineSignal;

using SignalLine = LineAround<LineView>;

bool is_scan(Signal signal) {
  return signal == Signal::in_string || signal == Signal::in_gap || signal == Signal::slack ||
         signal == Signal::slack_with_tail;
}

bool is_check(Signal signal) { return signal == Signal::check_good || signal == Signal::check_bad; }

CandidateSet shade_of(const LineView& view) { return view.black ? Shade::black : Shade::white; }

Signal check(const SignalLine& line, bool good_so_far) {
  const bool agrees = (line.candidates & shade_of(line.self)) != 0;
  return good_so_far && agrees ? Signal::check_good : Signal::check_bad;
}

// Returns the signal of the scanner after the next cell. A black cell after slack belongs to the
// string that will be pushed. The scanner stops behind this string and becomes the anchor.
Signal scan(Signal before, bool black) {
  switch (before) {
    case Signal::in_string: return black ? Signal::in_string : Signal::in_gap;
    case Signal::in_gap: return black ? Signal::in_string : Signal::slack_with_tail;
    default: return black ? Signal::none : before;
  }
}

// Returns the next signal if the current signal stays in the cell, turns around or starts another
// signal.
Signal in_place(const SignalLine& line) {
  const Signal signal = line.self.signal;
  const bool slack = signal == Signal::slack || signal == Signal::slack_with_tail;
  if (slack && line.front.black)
    return signal == Signal::slack ? Signal::anchor : Signal::anchor_with_tail;
  if (line.at_front && is_scan(signal))
    return signal == Signal::slack ? Signal::commit_empty : Signal::commit;
  if (line.at_front && is_check(signal))
    return signal == Signal::check_good ? Signal::record : Signal::pass;
  switch (signal) {
    case Signal::gate: return line.back.black ? Signal::none : Signal::gate_rest;
    case Signal::gate_rest: return Signal::gate;
    case Signal::front_gate:
      return !line.self.black ? Signal::front_rest : line.at_back ? Signal::finish : Signal::none;
    case Signal::front_rest: return Signal::front_gate;
    case Signal::commit: return line.at_front ? Signal::front_gate : Signal::none;
    case Signal::commit_empty: return line.at_front ? Signal::finish : Signal::none;
    default: break;
  }
  if (!line.at_back) return Signal::none;
  switch (signal) {
    case Signal::anchor: return Signal::finish;
    case Signal::finish: return check(line, true);
    case Signal::record:
    case Signal::pass: return line.self.black ? Signal::in_string : Signal::slack;
    default: return Signal::none;
  }
}

Signal from_front(const SignalLine& line) {
  switch (line.front.signal) {
    case Signal::record:
    case Signal::pass:
    case Signal::pull:
    case Signal::finish: return line.front.signal;
    case Signal::commit:
    case Signal::commit_empty: return Signal::commit;
    case Signal::anchor: return Signal::finish;
    case Signal::anchor_with_tail: return Signal::gate;
    case Signal::gate: return line.self.black ? Signal::finish : Signal::pull;
    case Signal::front_gate: return line.front.black ? Signal::finish : Signal::pull;
    default: return Signal::none;
  }
}

Signal from_back(const SignalLine& line) {
  const Signal signal = line.back.signal;
  if (is_check(signal)) return check(line, signal == Signal::check_good);
  if (is_scan(signal)) return scan(signal, line.self.black);
  const bool eraser =
      signal == Signal::erase || signal == Signal::anchor || signal == Signal::anchor_with_tail;
  return eraser && line.self.black ? Signal::erase : Signal::none;
}

Signal next_signal(const SignalLine& line) {
  Signal next = in_place(line);
  if (next == Signal::none && !line.at_front) next = from_front(line);
  if (next == Signal::none && !line.at_back) next = from_back(line);
  return next;
}

bool next_black(const SignalLine& line) {
  switch (line.self.signal) {
    case Signal::slack:
    case Signal::slack_with_tail:
    case Signal::erase: return line.front.black;
    case Signal::pull: return line.back.black;
    case Signal::front_gate: return line.self.black || line.back.black;
    default: return line.self.black;
  }
}

bool committing(const LineView& view) {
  return view.signal == Signal::commit || view.signal == Signal::commit_empty;
}

int count_commit(int& commits, const LineView& view, int idle) {
  return commits = (idle == 0 ? 0 : commits) + (committing(view) ? 1 : 0);
}

struct MessageView {
  CluePlaces clue;
  Places forward;  // message to the back neighbour
  Places back;     // message to the front neighbour

  bool operator==(const MessageView&) const = default;
};
using MessageRule = LineRule<MessageView>;

// Returns the next view of a line. Removes colours that no position allows from the cell `next`.
MessageView next_view(const LineAround<MessageView>& line, DeducingCell& next) {
  const CluePlaces& clue = line.self.clue;
  const Places own = clue.of(line.candidates);
  const Places forward = clue.after(line.at_front ? clue.first() : line.front.forward) & own;
  const Places back = clue.before(line.at_back ? clue.last() : line.back.back) & own;
  const Places possible = forward & back;
  next.conflict = next.conflict || possible.none();
  if ((possible & ~clue.white).none())
    next.keep(Shade::white);
  else if ((possible & clue.white).none())
    next.keep(Shade::black);
  return {clue, forward, back};
}

// Returns (room + k) choose k, the number of placements of k strings with `room` spare squares.
std::int64_t placements_of(const Clue& clue, int length) {
  constexpr std::int64_t kMost = 1'000'000'000'000'000;
  const int strings = static_cast<int>(clue.size());
  const int room = length + 1 - std::accumulate(clue.begin(), clue.end(), strings);
  std::int64_t ways = 1;
  for (int i = 1; i <= strings && ways < kMost; ++i) ways = ways * (room + i) / i;
  return std::min(ways, kMost);
}

/// Returns a function that names the first line without a valid placement. Otherwise, the function
/// names a square whose row and column require different colours. Requires: the puzzle outlives the
/// function.
WhyContradictory explain_contradiction(const Nonogram& puzzle) {
  return [&](const Picture& certain, int conflict) {
    for (const NonogramLine& line : lines_of(puzzle)) {
      Picture known;
      for (int square : line.squares) known.push_back(certain[square]);
      if (deduce_line(line.clue, known).empty())
        return fmt::format("{} {}: no way to place {} agrees with the known squares",
                           line.row ? "row" : "column", line.number, to_text(line.clue));
    }
    return why_contradictory(puzzle.width(), conflict,
                             ": its row and its column require different colours", {});
  };
}

}  // namespace

LineView next_view(const SignalLine& line, DeducingCell& next) {
  LineView view{next_black(line), next_signal(line), line.self.seen};
  if (line.self.signal == Signal::record) view.seen |= shade_of(line.self);
  if (committing(line.self)) {
    next.keep(view.seen);
    view.seen = 0;
  }
  return view;
}

Lattice<NonogramCell> nonogram_lattice(const Nonogram& puzzle) {
  auto cells = deducing_lattice<NonogramCell>(all_unknown(puzzle), puzzle.width());
  for (const NonogramLine& line : lines_of(puzzle)) {
    const auto view = [&](std::size_t i) -> LineView& {
      NonogramCell& cell = cells.square(line.squares[i]);
      return line.row ? cell.across : cell.down;
    };
    std::size_t at = 0;
    for (int length : line.clue) {
      for (int i = 0; i < length; ++i) view(at++).black = true;
      ++at;
    }
    view(line.squares.size() - 1).signal = Signal::finish;
  }
  return cells;
}

DeductionResult solve_by_automaton(const Nonogram& puzzle, int limit, const DeductionWatch& watch) {
  // Number of commits of each line since the last square became certain. The first commit may end
  // an earlier round. The second commit ends a complete round. By the third commit, the second
  // commit has reached every square of the line.
  std::vector<int> rows(puzzle.height(), 0), columns(puzzle.width(), 0);
  const auto at_rest = [&](const Lattice<NonogramCell>& cells, int idle, bool) {
    int fewest = 3;
    for (int y = 0; y < cells.height(); ++y)
      fewest = std::min(fewest, count_commit(rows[y], cells.at(0, y).across, idle));
    for (int x = 0; x < cells.width(); ++x)
      fewest = std::min(fewest, count_commit(columns[x], cells.at(x, 0).down, idle));
    return fewest >= 3;
  };
  return deduce(Automaton<NonogramRule>(nonogram_lattice(puzzle)), explain_contradiction(puzzle),
                watch, at_rest, limit);
}

DeductionResult solve_by_messages(const Nonogram& puzzle, const DeductionWatch& watch) {
  auto cells = deducing_lattice<MessageRule::Cell>(all_unknown(puzzle), puzzle.width());
  for (const NonogramLine& line : lines_of(puzzle)) {
    const CluePlaces places(line.clue);
    for (const int square : line.squares) {
      MessageRule::Cell& cell = cells.square(square);
      (line.row ? cell.across : cell.down) = {places, places.all, places.all};
    }
  }
  return deduce(Automaton<MessageRule>(std::move(cells)), explain_contradiction(puzzle), watch,
                [](const auto&, int, bool changed) { return !changed; });
}

std::int64_t generations_per_round(const Nonogram& puzzle) {
  std::int64_t longest = 0;
  for (const NonogramLine& line : lines_of(puzzle)) {
    const int length = static_cast<int>(line.squares.size());
    longest = std::max(longest, placements_of(line.clue, length) * 3 * length);
  }
  return longest;
}

}  // namespace marblemaze
