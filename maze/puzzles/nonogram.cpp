#include "maze/puzzles/nonogram.h"

#include <cassert>

#include "maze/puzzles/board.h"

namespace marblemaze {
namespace {

// A line of n squares needs at most n + 2 places.
static_assert(Nonogram::kLargestSide + 2 <= 64);

Picture read(const Picture& picture, const std::vector<int>& squares) {
  Picture line;
  for (int square : squares) line.push_back(picture[square]);
  return line;
}

// The lines must outlive the rules.
CandidateRules rules_of(const std::vector<NonogramLine>& lines, std::size_t squares) {
  CandidateRules rules(static_cast<int>(squares));
  rules.values = {1, 0};  // black first
  for (const NonogramLine& line : lines) {
    rules.add(line.squares, [&](CandidateBoard& board, const std::vector<int>& cells) {
      const Picture deduced = deduce_line(line.clue, read(board.cells(), cells));
      for (std::size_t i = 0; i < deduced.size(); ++i) board.keep(cells[i], deduced[i]);
      return !deduced.empty();
    });
  }
  return rules;
}

}  // namespace

Picture all_unknown(const Nonogram& puzzle) {
  return Picture(static_cast<std::size_t>(puzzle.width()) * puzzle.height(), Shade::unknown);
}

std::vector<NonogramLine> lines_of(const Nonogram& puzzle) {
  std::vector<NonogramLine> lines;
  const int width = puzzle.width(), height = puzzle.height();
  for (int y = 0; y < height; ++y)
    lines.push_back({true, y + 1, puzzle.rows[y], squares_of_line(width, height, true, y)});
  for (int x = 0; x < width; ++x)
    lines.push_back({false, x + 1, puzzle.columns[x], squares_of_line(width, height, false, x)});
  return lines;
}

CluePlaces::CluePlaces(const Clue& clue) : white(1) {
  int place = 0;
  for (int length : clue) {
    place += length + 1;
    assert(place < 63);
    white |= Places{1} << place;
  }
  all = (Places{2} << place) - 1;
}

Places CluePlaces::of(CandidateSet shade) const {
  return ((shade & Shade::white) != 0 ? white : 0) |
         ((shade & Shade::black) != 0 ? all & ~white : 0);
}

Clue clue_of(std::span<const CandidateSet> line) {
  Clue clue;
  bool inside = false;
  for (CandidateSet shade : line) {
    const bool black = shade == Shade::black;
    if (black && !inside) clue.push_back(0);
    if (black) ++clue.back();
    inside = black;
  }
  return clue;
}

Nonogram nonogram_of(const Picture& picture, int width) {
  const int height = width > 0 ? static_cast<int>(picture.size()) / width : 0;
  check_sides("picture side", width, height, 1, Nonogram::kLargestSide);
  Nonogram puzzle{std::vector<Clue>(height), std::vector<Clue>(width)};
  const std::vector<NonogramLine> lines = lines_of(puzzle);
  for (int y = 0; y < height; ++y) puzzle.rows[y] = clue_of(read(picture, lines[y].squares));
  for (int x = 0; x < width; ++x)
    puzzle.columns[x] = clue_of(read(picture, lines[height + x].squares));
  return puzzle;
}

// Places that the squares before can lead to, and of these those that lead on to the end; listing
// placements one by one would be exponential.
Picture deduce_line(const Clue& clue, std::span<const CandidateSet> known) {
  const CluePlaces places(clue);
  std::vector<Places> reached;
  for (const CandidateSet shade : known)
    reached.push_back(places.after(reached.empty() ? places.first() : reached.back()) &
                      places.of(shade));
  Picture deduced(known.size());
  Places leading_on = places.last();
  for (std::size_t i = known.size(); i-- > 0;) {
    leading_on = places.before(leading_on) & reached[i];
    if (leading_on == 0) return {};
    if ((leading_on & places.white) != 0) deduced[i] |= Shade::white;
    if ((leading_on & ~places.white) != 0) deduced[i] |= Shade::black;
  }
  return deduced;
}

Picture deduce_lines(const Nonogram& puzzle) {
  const std::vector<NonogramLine> lines = lines_of(puzzle);
  const Picture open = all_unknown(puzzle);
  const CandidateRules rules = rules_of(lines, open.size());
  CandidateBoard board(rules, open);
  return board.settle() ? board.cells() : Picture{};
}

std::vector<Picture> solve_exactly(const Nonogram& puzzle, std::size_t limit) {
  GeneratorBudget endless;
  return solve_within(puzzle, limit, endless);
}

std::vector<Picture> solve_within(const Nonogram& puzzle, std::size_t limit,
                                  GeneratorBudget& budget) {
  if (budget.exhausted()) return {};
  budget.spend();
  const std::vector<NonogramLine> lines = lines_of(puzzle);
  const Picture open = all_unknown(puzzle);
  return search_solutions(rules_of(lines, open.size()), open, limit, nullptr, budget).found;
}

}  // namespace marblemaze
