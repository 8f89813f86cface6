#include "agent/automata/nonogram_rule.h"

#include <algorithm>

#include <fmt/format.h>

namespace marblemaze {
namespace {

using Signal = LineSignal;

// A cell of a line with its two neighbours in that line. The border shows as an empty view.
struct Line {
  const LineView& front;
  const LineView& self;
  const LineView& back;
  bool at_front;  // the neighbour to the front is border
  bool at_back;
  Shade sure;
};

bool is_scan(Signal signal) {
  return signal == Signal::in_string || signal == Signal::in_gap || signal == Signal::slack ||
         signal == Signal::slack_with_tail;
}

bool is_check(Signal signal) { return signal == Signal::check_good || signal == Signal::check_bad; }

Signal check(const Line& line, bool good_so_far) {
  const bool agrees = line.sure == Shade::unknown || (line.sure == Shade::black) == line.self.black;
  return good_so_far && agrees ? Signal::check_good : Signal::check_bad;
}

// What the scanner is after looking at one more cell. A black cell after slack is the string to be
// pushed: the scanner stays behind it and becomes the anchor there.
Signal scan(Signal before, bool black) {
  switch (before) {
    case Signal::in_string: return black ? Signal::in_string : Signal::in_gap;
    case Signal::in_gap: return black ? Signal::in_string : Signal::slack_with_tail;
    default: return black ? Signal::none : before;
  }
}

// The signal of a cell whose own signal stays, turns round or starts something in place.
Signal in_place(const Line& line) {
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

Signal from_front(const Line& line) {
  switch (line.front.signal) {
    case Signal::record:
    case Signal::pass:
    case Signal::pull:
    case Signal::finish: return line.front.signal;
    // The front cell's own variant stays with it; what travels is a plain commit.
    case Signal::commit:
    case Signal::commit_empty: return Signal::commit;
    case Signal::anchor: return Signal::finish;
    case Signal::anchor_with_tail: return Signal::gate;
    case Signal::gate: return line.self.black ? Signal::finish : Signal::pull;
    case Signal::front_gate: return line.front.black ? Signal::finish : Signal::pull;
    default: return Signal::none;
  }
}

Signal from_back(const Line& line) {
  const Signal signal = line.back.signal;
  if (is_check(signal)) return check(line, signal == Signal::check_good);
  if (is_scan(signal)) return scan(signal, line.self.black);
  const bool eraser =
      signal == Signal::erase || signal == Signal::anchor || signal == Signal::anchor_with_tail;
  return eraser && line.self.black ? Signal::erase : Signal::none;
}

Signal next_signal(const Line& line) {
  Signal next = in_place(line);
  if (next == Signal::none && !line.at_front) next = from_front(line);
  if (next == Signal::none && !line.at_back) next = from_back(line);
  return next;
}

bool next_black(const Line& line) {
  switch (line.self.signal) {
    case Signal::slack:
    case Signal::slack_with_tail: return line.front.black;  // becomes the anchor
    case Signal::erase: return line.front.black;            // white at the string's front end
    case Signal::pull: return line.back.black;
    case Signal::front_gate: return line.self.black || line.back.black;
    default: return line.self.black;
  }
}

bool committing(const LineView& view) {
  return view.signal == Signal::commit || view.signal == Signal::commit_empty;
}

LineView next_view(const Line& line) {
  LineView next{next_black(line), line.self.white_seen, line.self.black_seen, next_signal(line)};
  if (line.self.signal == Signal::record)
    (line.self.black ? next.black_seen : next.white_seen) = true;
  if (committing(line.self)) next.white_seen = next.black_seen = false;
  return next;
}

// What a view knows of its square at the moment of committing.
Shade verdict(const LineView& view) {
  if (!committing(view) || view.white_seen == view.black_seen) return Shade::unknown;
  return view.black_seen ? Shade::black : Shade::white;
}

bool no_placement(const LineView& view) {
  return committing(view) && !view.white_seen && !view.black_seen;
}

// Counts how often every line has gone through all its placements since the last certain square.
class RoundCounter {
 public:
  explicit RoundCounter(const Lattice<NonogramCell>& cells)
      : rounds_(cells.width() + cells.height(), 0) {}

  void reset() { std::fill(rounds_.begin(), rounds_.end(), 0); }
  void look(const Lattice<NonogramCell>& cells) {
    for (int x = 0; x < cells.width(); ++x) rounds_[x] += committing(cells.at(x, 0).down) ? 1 : 0;
    for (int y = 0; y < cells.height(); ++y)
      rounds_[cells.width() + y] += committing(cells.at(0, y).across) ? 1 : 0;
  }
  // The first commit may belong to a round that began before; the second closes a whole round, and
  // the third says that its committer has reached the back.
  [[nodiscard]] bool all_idle() const {
    return std::all_of(rounds_.begin(), rounds_.end(), [](int rounds) { return rounds >= 3; });
  }

 private:
  std::vector<int> rounds_;
};

struct Census {
  int certain = 0;
  bool conflict = false;
};

Census count(const Lattice<NonogramCell>& cells) {
  Census census;
  cells.for_each([&](int, int, int, const NonogramCell& cell) {
    census.certain += cell.sure != Shade::unknown ? 1 : 0;
    census.conflict = census.conflict || cell.conflict;
  });
  return census;
}

void lay_strings(const Clue& clue, const std::function<LineView&(int)>& view) {
  int at = 0;
  for (int length : clue) {
    for (int i = 0; i < length; ++i) view(at++).black = true;
    ++at;
  }
}

std::vector<int> conflicts(const Lattice<NonogramCell>& cells) {
  std::vector<int> squares;
  cells.for_each([&](int x, int y, int, const NonogramCell& cell) {
    if (cell.conflict) squares.push_back(y * cells.width() + x);
  });
  return squares;
}

Picture certain_squares(const Lattice<NonogramCell>& cells) {
  Picture picture;
  cells.for_each([&](int, int, int, const NonogramCell& cell) { picture.push_back(cell.sure); });
  return picture;
}

}  // namespace

NonogramCell NonogramRule::operator()(const Neighbourhood<NonogramCell, Shape>& cells) const {
  const NonogramCell& self = cells.self();
  if (self.border) return self;
  const NonogramCell &left = cells(-1, 0), &right = cells(1, 0), &up = cells(0, -1),
                     &below = cells(0, 1);
  NonogramCell next = self;
  next.across =
      next_view({left.across, self.across, right.across, left.border, right.border, self.sure});
  next.down = next_view({up.down, self.down, below.down, up.border, below.border, self.sure});
  for (const Shade found : {verdict(self.across), verdict(self.down)}) {
    if (found == Shade::unknown) continue;
    next.conflict = next.conflict || (next.sure != Shade::unknown && next.sure != found);
    if (next.sure == Shade::unknown) next.sure = found;
  }
  next.conflict = next.conflict || no_placement(self.across) || no_placement(self.down);
  return next;
}

NonogramCell nonogram_border() {
  NonogramCell cell;
  cell.border = true;
  return cell;
}

Lattice<NonogramCell> nonogram_lattice(const Nonogram& puzzle) {
  Lattice<NonogramCell> cells(puzzle.width(), puzzle.height(), 1, NonogramCell{},
                              nonogram_border());
  for (int y = 0; y < puzzle.height(); ++y) {
    lay_strings(puzzle.rows[y], [&](int i) -> LineView& { return cells.at(i, y).across; });
    cells.at(puzzle.width() - 1, y).across.signal = Signal::finish;
  }
  for (int x = 0; x < puzzle.width(); ++x) {
    lay_strings(puzzle.columns[x], [&](int i) -> LineView& { return cells.at(x, i).down; });
    cells.at(x, puzzle.height() - 1).down.signal = Signal::finish;
  }
  return cells;
}

const char* to_string(Deduction ending) {
  switch (ending) {
    case Deduction::solved: return "solved";
    case Deduction::stalled: return "stalled";
    case Deduction::contradiction: return "contradiction";
    default: return "out of time";
  }
}

std::string why_contradictory(const Nonogram& puzzle, const Picture& certain,
                              std::span<const int> squares_in_conflict) {
  const auto fault = [&](const char* what, int number, const Clue& clue, int first, int stride,
                         int length) -> std::string {
    std::vector<Shade> line(length);
    for (int i = 0; i < length; ++i) line[i] = certain[first + i * stride];
    if (!deduce_line(clue, line).empty()) return {};
    return fmt::format("{} {}: no way to place {} agrees with the squares that are certain", what,
                       number, to_text(clue));
  };
  const int width = puzzle.width(), height = puzzle.height();
  for (int y = 0; y < height; ++y) {
    const auto found = fault("row", y + 1, puzzle.rows[y], y * width, 1, width);
    if (!found.empty()) return found;
  }
  for (int x = 0; x < width; ++x) {
    const auto found = fault("column", x + 1, puzzle.columns[x], x, width, height);
    if (!found.empty()) return found;
  }
  if (squares_in_conflict.empty()) return {};
  const int square = squares_in_conflict.front();
  return fmt::format("row {} column {}: its row and its column want different colours",
                     square / width + 1, square % width + 1);
}

NonogramResult solve_by_automaton(const Nonogram& puzzle, int limit,
                                  const std::function<void(const Lattice<NonogramCell>&)>& watch) {
  Automaton<NonogramRule> automaton(nonogram_lattice(puzzle));
  RoundCounter rounds(automaton.now());
  NonogramResult result;
  const int squares = puzzle.width() * puzzle.height();
  Census before;
  for (result.ending = Deduction::out_of_time;;) {
    if (watch) watch(automaton.now());
    if (automaton.iterations() >= limit) break;
    automaton.step();
    const Census census = count(automaton.now());
    if (census.certain != before.certain) {
      result.iterations = automaton.iterations();
      rounds.reset();
    }
    before = census;
    rounds.look(automaton.now());
    if (census.conflict) {
      result.ending = Deduction::contradiction;
    } else if (census.certain == squares) {
      result.ending = answers(puzzle, certain_squares(automaton.now())) ? Deduction::solved
                                                                        : Deduction::contradiction;
    } else if (rounds.all_idle()) {
      result.ending = Deduction::stalled;
    } else {
      continue;
    }
    if (watch) watch(automaton.now());
    break;
  }
  result.observed = automaton.iterations();
  result.picture = certain_squares(automaton.now());
  if (result.ending == Deduction::contradiction)
    result.reason = why_contradictory(puzzle, result.picture, conflicts(automaton.now()));
  return result;
}

}  // namespace marblemaze
