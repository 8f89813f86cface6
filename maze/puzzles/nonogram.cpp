#include "maze/puzzles/nonogram.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include <fmt/format.h>

#include "maze/base/errors.h"

namespace marblemaze {
namespace {

int least_length(const Clue& clue) {
  return std::accumulate(clue.begin(), clue.end(), 0) +
         std::max(0, static_cast<int>(clue.size()) - 1);
}

// Squares of one row or column of a picture, by index in the picture.
struct LineOfSquares {
  int first, stride, length;
  [[nodiscard]] int at(int i) const { return first + i * stride; }
};

LineOfSquares row_of(const Nonogram& puzzle, int y) {
  return {y * puzzle.width(), 1, puzzle.width()};
}
LineOfSquares column_of(const Nonogram& puzzle, int x) {
  return {x, puzzle.width(), puzzle.height()};
}

std::vector<Shade> read(const Picture& picture, const LineOfSquares& line) {
  std::vector<Shade> squares(line.length);
  for (int i = 0; i < line.length; ++i) squares[i] = picture[line.at(i)];
  return squares;
}

void place_from(const Clue& clue, std::size_t string, int from, std::vector<Shade>& line,
                std::vector<std::vector<Shade>>& found) {
  if (string == clue.size()) {
    found.push_back(line);
    return;
  }
  const int length = static_cast<int>(line.size());
  const int rest = least_length(Clue(clue.begin() + static_cast<long>(string), clue.end()));
  for (int start = from; start + rest <= length; ++start) {
    std::fill_n(line.begin() + start, clue[string], Shade::black);
    place_from(clue, string + 1, start + clue[string] + 1, line, found);
    std::fill_n(line.begin() + start, clue[string], Shade::white);
  }
}

// Where a line can be after so many squares: which strings are complete, seen from one end.
// fits[i][k]: the first i squares can hold exactly the first k strings, a string's closing white
// square not counted.
class Fitting {
 public:
  Fitting(const Clue& clue, std::span<const Shade> known) : clue_(clue), known_(known) {
    const int n = static_cast<int>(known.size()), k = static_cast<int>(clue.size());
    fits_.assign(n + 1, std::vector<bool>(k + 1, false));
    fits_[0][0] = true;
    for (int i = 1; i <= n; ++i) {
      for (int string = 0; string <= k; ++string) fits_[i][string] = reach(i, string);
    }
  }
  [[nodiscard]] bool fits(int squares, int strings) const { return fits_[squares][strings]; }
  [[nodiscard]] bool can_be_black(int first, int last) const {
    return std::none_of(known_.begin() + first, known_.begin() + last,
                        [](Shade s) { return s == Shade::white; });
  }
  [[nodiscard]] bool can_be_white(int i) const { return known_[i] != Shade::black; }

 private:
  [[nodiscard]] bool reach(int i, int string) const {
    if (can_be_white(i - 1) && fits_[i - 1][string]) return true;
    if (string == 0 || i < clue_[string - 1]) return false;
    const int start = i - clue_[string - 1];
    if (!can_be_black(start, i)) return false;
    if (start == 0) return string == 1;
    return can_be_white(start - 1) && fits_[start - 1][string - 1];
  }

  const Clue& clue_;
  std::span<const Shade> known_;
  std::vector<std::vector<bool>> fits_;
};

// One pass over all lines. False on a contradiction; `changed` tells of new squares.
bool sweep(const Nonogram& puzzle, Picture& picture, bool& changed) {
  const auto apply = [&](const Clue& clue, const LineOfSquares& line) {
    const std::vector<Shade> deduced = deduce_line(clue, read(picture, line));
    if (deduced.empty() && line.length > 0) return false;
    for (int i = 0; i < line.length; ++i) {
      changed = changed || picture[line.at(i)] != deduced[i];
      picture[line.at(i)] = deduced[i];
    }
    return true;
  };
  for (int y = 0; y < puzzle.height(); ++y) {
    if (!apply(puzzle.rows[y], row_of(puzzle, y))) return false;
  }
  for (int x = 0; x < puzzle.width(); ++x) {
    if (!apply(puzzle.columns[x], column_of(puzzle, x))) return false;
  }
  return true;
}

bool propagate(const Nonogram& puzzle, Picture& picture) {
  for (bool changed = true; changed;) {
    changed = false;
    if (!sweep(puzzle, picture, changed)) return false;
  }
  return true;
}

void search(const Nonogram& puzzle, Picture picture, std::size_t limit, GeneratorBudget& budget,
            std::vector<Picture>& found) {
  if (found.size() >= limit || budget.exhausted()) return;
  budget.spend();
  if (!propagate(puzzle, picture)) return;
  const auto open = std::find(picture.begin(), picture.end(), Shade::unknown);
  if (open == picture.end()) {
    found.push_back(std::move(picture));
    return;
  }
  for (Shade guess : {Shade::black, Shade::white}) {
    *open = guess;
    search(puzzle, picture, limit, budget, found);
  }
}

Picture all_unknown(const Nonogram& puzzle) {
  return Picture(static_cast<std::size_t>(puzzle.width()) * puzzle.height(), Shade::unknown);
}

}  // namespace

Clue clue_of(std::span<const Shade> line) {
  Clue clue;
  bool inside = false;
  for (Shade shade : line) {
    const bool black = shade == Shade::black;
    if (black && !inside) clue.push_back(0);
    if (black) ++clue.back();
    inside = black;
  }
  return clue;
}

Nonogram nonogram_of(const Picture& picture, int width) {
  const int height = width > 0 ? static_cast<int>(picture.size()) / width : 0;
  for (int side : {width, height}) {
    if (side < 1 || side > Nonogram::kLargestSide)
      throw BadInput("picture side", std::to_string(side),
                     fmt::format("1 to {}", Nonogram::kLargestSide));
  }
  Nonogram puzzle{std::vector<Clue>(height), std::vector<Clue>(width)};
  for (int y = 0; y < height; ++y) puzzle.rows[y] = clue_of(read(picture, row_of(puzzle, y)));
  for (int x = 0; x < width; ++x) puzzle.columns[x] = clue_of(read(picture, column_of(puzzle, x)));
  return puzzle;
}

std::vector<std::vector<Shade>> placements(const Clue& clue, int length) {
  std::vector<std::vector<Shade>> found;
  std::vector<Shade> line(length, Shade::white);
  place_from(clue, 0, 0, line, found);
  return found;
}

// Two fittings, from the front and from the back, meet in every possible string and gap; counting
// placements one by one would be exponential.
std::vector<Shade> deduce_line(const Clue& clue, std::span<const Shade> known) {
  const int n = static_cast<int>(known.size()), k = static_cast<int>(clue.size());
  const Clue backward(clue.rbegin(), clue.rend());
  const std::vector<Shade> mirrored(known.rbegin(), known.rend());
  const Fitting front(clue, known), back(backward, mirrored);
  if (!front.fits(n, k)) return {};
  std::vector<bool> white(n, false), black(n, false);
  for (int i = 0; i < n; ++i) {
    for (int string = 0; string <= k && front.can_be_white(i); ++string) {
      if (front.fits(i, string) && back.fits(n - 1 - i, k - string)) white[i] = true;
    }
  }
  for (int string = 0; string < k; ++string) {
    for (int start = 0; start + clue[string] <= n; ++start) {
      const int end = start + clue[string];
      const bool left =
          start == 0 ? string == 0 : front.can_be_white(start - 1) && front.fits(start - 1, string);
      const bool right = end == n
                             ? string + 1 == k
                             : front.can_be_white(end) && back.fits(n - end - 1, k - string - 1);
      if (left && right && front.can_be_black(start, end))
        std::fill(black.begin() + start, black.begin() + end, true);
    }
  }
  std::vector<Shade> deduced(n);
  for (int i = 0; i < n; ++i)
    deduced[i] = white[i] && black[i] ? Shade::unknown : black[i] ? Shade::black : Shade::white;
  return deduced;
}

Picture deduce_lines(const Nonogram& puzzle) {
  Picture picture = all_unknown(puzzle);
  return propagate(puzzle, picture) ? picture : Picture{};
}

std::vector<Picture> solve_exactly(const Nonogram& puzzle, std::size_t limit) {
  GeneratorBudget endless(std::numeric_limits<std::int64_t>::max());
  return solve_within(puzzle, limit, endless);
}

std::vector<Picture> solve_within(const Nonogram& puzzle, std::size_t limit,
                                  GeneratorBudget& budget) {
  std::vector<Picture> found;
  search(puzzle, all_unknown(puzzle), limit, budget, found);
  return found;
}

bool answers(const Nonogram& puzzle, const Picture& picture) {
  if (std::find(picture.begin(), picture.end(), Shade::unknown) != picture.end()) return false;
  return nonogram_of(picture, puzzle.width()) == puzzle;
}

}  // namespace marblemaze
