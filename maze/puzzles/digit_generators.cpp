#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/puzzles/digit_puzzle.h"

namespace marblemaze {
namespace {

DigitSet digits_up_to(int largest) { return static_cast<DigitSet>((1U << largest) - 1); }

// Takes away given digits in random order as long as the solution stays the only one. `blank` are
// the candidates of cells that are not given.
void thin_out(DigitPuzzle& puzzle, const std::vector<DigitSet>& blank, Rng& rng) {
  std::vector<int> order(puzzle.cells());
  std::iota(order.begin(), order.end(), 0);
  rng.shuffle(std::span<int>(order));
  for (int cell : order) {
    const DigitSet given = std::exchange(puzzle.candidates[cell], blank[cell]);
    if (solve_exactly(puzzle).size() != 1) puzzle.candidates[cell] = given;
  }
}

void check_sides(int width, int height, int least, int most) {
  for (int side : {width, height}) {
    if (side < least || side > most)
      throw BadInput("board side", std::to_string(side), fmt::format("{} to {}", least, most));
  }
}

// Grows sections of up to five cells over the whole board.
std::vector<int> random_sections(int width, int height, Rng& rng) {
  std::vector<int> section(static_cast<std::size_t>(width) * height, -1), order(section.size());
  std::iota(order.begin(), order.end(), 0);
  rng.shuffle(std::span<int>(order));
  int next = 0;
  for (int seed : order) {
    if (section[seed] >= 0) continue;
    std::vector<int> members{seed};
    section[seed] = next;
    const std::size_t target = 3 + rng.below(3);
    while (members.size() < target) {
      std::vector<int> free;
      for (int cell : members) {
        const int x = cell % width, y = cell / width;
        if (x > 0) free.push_back(cell - 1);
        if (x + 1 < width) free.push_back(cell + 1);
        if (y > 0) free.push_back(cell - width);
        if (y + 1 < height) free.push_back(cell + width);
      }
      std::erase_if(free, [&](int cell) { return section[cell] >= 0; });
      if (free.empty()) break;
      members.push_back(free[rng.below(free.size())]);
      section[members.back()] = next;
    }
    ++next;
  }
  return section;
}

// A board whose fillable cells are exactly the true ones, its sums not set yet.
DigitPuzzle kakuro_board(int width, int height, const std::vector<bool>& white) {
  DigitPuzzle puzzle{DigitKind::kakuro, width, height, {}, {}, {}, {}};
  puzzle.candidates.assign(puzzle.cells(), 0);
  puzzle.across.assign(puzzle.cells(), 0);
  puzzle.down.assign(puzzle.cells(), 0);
  for (int cell = 0; cell < puzzle.cells(); ++cell)
    puzzle.candidates[cell] = white[cell] ? digits_up_to(9) : DigitSet{0};
  return puzzle;
}

// Random grey cells; then everything that would be a run of one cell turns grey as well.
std::vector<bool> random_layout(int width, int height, Rng& rng) {
  std::vector<bool> white(static_cast<std::size_t>(width) * height, false);
  for (int y = 1; y < height; ++y) {
    for (int x = 1; x < width; ++x) white[y * width + x] = rng.unit() < 0.72;
  }
  const auto lonely = [&](int x, int y) {
    const auto is_white = [&](int cx, int cy) {
      return cx < width && cy < height && white[cy * width + cx];
    };
    return (!is_white(x - 1, y) && !is_white(x + 1, y)) ||
           (!is_white(x, y - 1) && !is_white(x, y + 1));
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (int y = 1; y < height; ++y) {
      for (int x = 1; x < width; ++x) {
        if (!white[y * width + x] || !lonely(x, y)) continue;
        white[y * width + x] = false;
        changed = true;
      }
    }
  }
  return white;
}

// Low and high digits make rare sums, and rare sums make the solution unique more often.
void lean_to_extremes(DigitPuzzle& puzzle, Rng& rng) {
  for (DigitSet& set : puzzle.candidates) {
    if (set == 0) continue;
    const auto draw = rng.below(10);
    if (draw < 4) set = digits_up_to(4);
    if (draw >= 4 && draw < 8) set = static_cast<DigitSet>(digits_up_to(9) & ~digits_up_to(5));
  }
}

void set_sums(DigitPuzzle& puzzle, const DigitPuzzle& solution) {
  for (const DigitGroup& group : groups_of(puzzle)) {
    int sum = 0;
    for (int cell : group.cells) sum += only_digit(solution.candidates[cell]);
    const bool across = group.view == DigitGroup::View::across;
    (across ? puzzle.across[group.cells[0] - 1] : puzzle.down[group.cells[0] - puzzle.width]) = sum;
  }
}

// The Sudoku is figure 5.1 of the document; the other two came out of the generators below.
constexpr const char* kSudoku =
    "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79";
constexpr const char* kTectonic =
    "A. A. A. B. B. C. C3 / D. D. B. B. E. C4 C. / D. D. F. F3 E. E. C. /"
    "G. D5 F. F. H. I. I. / G. G. J1 F4 H. I. K. / L. L. L. L. I. I4 K.";
constexpr const char* kKakuro =
    "#    22\\  6\\  #    #    #  / \\11  .  .  18\\  #    #  / \\14  .  .  .  13\\  8\\ /"
    "\\15  .    .    .    .    .  / #    #  \\24  .    .    .  / #    #   \\3  .  .   #";

}  // namespace

DigitPuzzle bundled_puzzle(DigitKind kind) {
  return parse_digit_puzzle(kind, kind == DigitKind::sudoku     ? kSudoku
                                  : kind == DigitKind::tectonic ? kTectonic
                                                                : kKakuro);
}

DigitPuzzle random_sudoku(Rng& rng) {
  DigitPuzzle puzzle;
  puzzle.candidates.assign(81, digits_up_to(9));
  for (int cell = 0; cell < 81; ++cell) puzzle.section.push_back(cell / 27 * 3 + cell % 9 / 3);
  const std::vector<DigitSet> blank = puzzle.candidates;
  puzzle = solve_exactly(puzzle, 1, &rng).front();
  thin_out(puzzle, blank, rng);
  return puzzle;
}

DigitPuzzle random_tectonic(int width, int height, Rng& rng) {
  check_sides(width, height, 3, 10);
  for (;;) {
    DigitPuzzle puzzle{
        DigitKind::tectonic, width, height, {}, random_sections(width, height, rng), {}, {}};
    puzzle.candidates.assign(puzzle.cells(), 0);
    for (const DigitGroup& group : groups_of(puzzle)) {
      for (int cell : group.cells)
        puzzle.candidates[cell] = digits_up_to(static_cast<int>(group.cells.size()));
    }
    const std::vector<DigitSet> blank = puzzle.candidates;
    const auto solutions = solve_exactly(puzzle, 1, &rng, 2'000);
    if (solutions.empty()) continue;
    puzzle = solutions.front();
    thin_out(puzzle, blank, rng);
    return puzzle;
  }
}

DigitPuzzle random_kakuro(int width, int height, Rng& rng) {
  check_sides(width, height, 4, 10);
  for (;;) {
    DigitPuzzle puzzle = kakuro_board(width, height, random_layout(width, height, rng));
    const auto whites = std::count_if(puzzle.candidates.begin(), puzzle.candidates.end(),
                                      [](DigitSet set) { return set != 0; });
    if (whites * 3 < (width - 1) * (height - 1)) continue;
    DigitPuzzle filled = puzzle;
    lean_to_extremes(filled, rng);
    const auto solutions = solve_exactly(filled, 1, &rng, 2'000);
    if (solutions.empty()) continue;
    set_sums(puzzle, solutions.front());
    if (solve_exactly(puzzle, 2, nullptr, 20'000).size() == 1) return puzzle;
  }
}

}  // namespace marblemaze
