#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "maze/puzzles/board.h"
#include "maze/puzzles/digit_puzzle.h"

namespace marblemaze {
namespace {

// The Sudoku is figure 5.1 of van Dijk 2017.
constexpr const char* kSudoku =
    "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79";
constexpr const char* kTectonic =
    "A. A. A. B. B. C. C3 / D. D. B. B. E. C4 C. / D. D. F. F3 E. E. C. /"
    "G. D5 F. F. H. I. I. / G. G. J1 F4 H. I. K. / L. L. L. L. I. I4 K.";
constexpr const char* kKakuro =
    "#    22\\  6\\  #    #    #  / \\11  .  .  18\\  #    #  / \\14  .  .  .  13\\  8\\ /"
    "\\15  .    .    .    .    .  / #    #  \\24  .    .    .  / #    #   \\3  .  .   #";

std::optional<DigitPuzzle> make_sudoku(Rng& rng, GeneratorBudget& budget) {
  DigitPuzzle puzzle = parse_digit_puzzle(DigitKind::sudoku, std::string(81, '.'));
  const Candidates blank = puzzle.candidates;
  const auto filled = random_solution(puzzle, rng, budget);
  if (!filled) return std::nullopt;
  const Encoding encoding = encoding_of(puzzle);
  puzzle.candidates = *filled;
  if (!remove_redundant_clues(puzzle.candidates, blank, encoding, rng, budget)) return std::nullopt;
  return puzzle;
}

// Builds the sections of a Tectonic together with the digits, because very few random sections have
// a solution. A piece is a section with its digits. The builder places each piece where the board
// has the least room. If no piece fits there, the builder removes the surrounding pieces.
struct TectonicBuilder {
  static constexpr int kNone = -1;
  static constexpr int kMaxPieces = 3'000;  // per attempt

  // Fills the board with pieces. Starts over with an empty board after many pieces. Returns false
  // if the budget runs out.
  bool build() {
    int pieces = 0;
    for (int cell = most_constrained_cell(); cell != kNone; cell = most_constrained_cell()) {
      if (!budget.spend()) return false;
      if (!place_piece(cell)) make_room(cell);
      if (++pieces % kMaxPieces == 0) clear();
    }
    return true;
  }

  template <class Visit>
  void around(int cell, Corners corners, Visit&& visit) const {
    visit_around(cell, width, height, corners, visit);
  }

  [[nodiscard]] int most_constrained_cell() const {
    int best = kNone, fewest = 5;
    for (int cell = 0; cell < width * height; ++cell) {
      if (section[cell] != kNone) continue;
      int open = 0;
      around(cell, Corners::no, [&](int other) { open += section[other] == kNone ? 1 : 0; });
      if (open < fewest) best = cell, fewest = open;
    }
    return best;
  }

  // Returns the size of the next piece: usually five, and smaller after failed attempts.
  std::size_t piece_size(int attempt) {
    if (attempt < 9) return rng.uniform_int(4) == 0 ? 4 : 5;
    return attempt < 11 ? 3 + rng.uniform_int(2) : 1 + rng.uniform_int(3);
  }

  bool place_piece(int cell) {
    for (int attempt = 0; attempt < 16; ++attempt) {
      const std::vector<int> cells = grow(cell, piece_size(attempt));
      std::vector<int> digits(cells.size());
      std::iota(digits.begin(), digits.end(), 1);
      rng.shuffle(std::span(digits));
      if (!assign_digits(cells, digits, 0)) continue;
      for (int member : cells) section[member] = next;
      ++next;
      return true;
    }
    return false;
  }

  std::vector<int> grow(int seed, std::size_t size) {
    std::vector<int> cells{seed};
    while (cells.size() < size) {
      std::vector<int> free;
      const auto offer = [&](int other) {
        if (section[other] == kNone && std::find(cells.begin(), cells.end(), other) == cells.end())
          free.push_back(other);
      };
      for (int cell : cells) around(cell, Corners::no, offer);
      if (free.empty()) break;
      cells.push_back(free[rng.uniform_int(free.size())]);
    }
    return cells;
  }

  // Assigns the digits to the cells from index i on, so that equal digits do not touch. Returns
  // false if no assignment exists.
  bool assign_digits(const std::vector<int>& cells, const std::vector<int>& digits, std::size_t i) {
    if (i == cells.size()) return true;
    for (int value : digits) {
      bool fits = std::none_of(cells.begin(), cells.begin() + static_cast<long>(i),
                               [&](int cell) { return digit[cell] == value; });
      around(cells[i], Corners::yes, [&](int other) { fits = fits && digit[other] != value; });
      if (!fits) continue;
      digit[cells[i]] = value;
      if (assign_digits(cells, digits, i + 1)) return true;
      digit[cells[i]] = 0;
    }
    return false;
  }

  void clear() {
    std::fill(section.begin(), section.end(), kNone);
    std::fill(digit.begin(), digit.end(), 0);
  }

  void make_room(int cell) {
    std::vector<int> touched;
    around(cell, Corners::yes, [&](int other) { touched.push_back(section[other]); });
    for (int piece : touched) {
      if (piece == kNone || rng.uniform_int(3) != 0) continue;
      for (std::size_t i = 0; i < section.size(); ++i) {
        if (section[i] == piece) section[i] = kNone, digit[i] = 0;
      }
    }
  }

  int width, height;
  Rng& rng;
  GeneratorBudget& budget;
  std::vector<int> section = std::vector<int>(width * height, kNone);
  std::vector<int> digit = std::vector<int>(section.size(), 0);
  int next = 0;
};

std::vector<int> renumber(std::vector<int> sections) {
  std::map<int, int> numbers;
  for (int& section : sections)
    section = numbers.try_emplace(section, static_cast<int>(numbers.size())).first->second;
  return sections;
}

// Repairs random Kakuro boards, which nearly always have several solutions. While eliminate()
// leaves cells open, the mender redraws the digits in the runs of an open cell. The mender accepts
// new digits that leave no more candidates than before. After many redraws without progress, an
// open cell turns grey, which shortens its runs.
struct KakuroMender {
  static constexpr int kMaxIdle = 150;

  // Draws a random board. Without `mends`, returns the board only if the solution happens to be
  // unique. With `mends`, repairs the board until the solution is unique. Returns nullopt if the
  // solution is not unique, too many cells turn grey or the budget runs out.
  std::optional<DigitPuzzle> draw(bool mends) {
    draw_layout();
    if (too_grey() || !fill()) return std::nullopt;
    if (!mends) return has_one_solution() ? std::optional(board) : std::nullopt;
    int idle = 0;
    for (measure(board, left); left > 0 && !budget.exhausted();) {
      if (idle < kMaxIdle) {
        idle = redraw_digits() ? 0 : idle + 1;
      } else {
        if (has_one_solution()) return board;
        turn_grey(measure(board, left));
        if (too_grey()) return std::nullopt;
        measure(board, left);
        idle = 0;
      }
    }
    return left == 0 ? std::optional(board) : std::nullopt;
  }

  void draw_layout() {
    board = {DigitKind::kakuro, width, height, {}, {}, {}, {}};
    board.candidates.assign(board.cells(), 0);
    board.across = board.down = std::vector<int>(board.cells(), 0);
    for (int y = 1; y < height; ++y) {
      for (int x = 1; x < width; ++x)
        board.candidates[y * width + x] = rng.uniform() < 0.72 ? kAllDigits : DigitSet{0};
    }
    remove_short_runs();
  }

  [[nodiscard]] bool white(int x, int y) const {
    return x < width && y < height && board.candidates[y * width + x] != 0;
  }

  void remove_short_runs() {
    for (bool changed = true; changed;) {
      changed = false;
      for (int y = 1; y < height; ++y) {
        for (int x = 1; x < width; ++x) {
          const bool across = white(x - 1, y) || white(x + 1, y),
                     down = white(x, y - 1) || white(x, y + 1);
          if (!white(x, y) || (across && down)) continue;
          board.candidates[y * width + x] = 0;
          changed = true;
        }
      }
    }
  }

  [[nodiscard]] bool too_grey() const {
    const auto whites = std::count_if(board.candidates.begin(), board.candidates.end(),
                                      [](DigitSet set) { return set != 0; });
    return whites * 3 < (width - 1) * (height - 1);
  }

  std::optional<Candidates> random_filling(const DigitPuzzle& puzzle, std::int64_t most) {
    budget.spend();
    return random_solution(puzzle, rng, budget, most);
  }

  bool has_one_solution() {
    budget.spend();
    return is_only_solution(solution, encoding_of(board));
  }

  // Fills the board with random digits. Prefers low and high digits, because their sums have few
  // combinations.
  bool fill() {
    DigitPuzzle biased = board;
    for (DigitSet& set : biased.candidates) {
      if (set == 0) continue;
      const auto draw = rng.uniform_int(10);
      if (draw < 4) set = digits_up_to(4);
      if (draw >= 4 && draw < 8) set = static_cast<DigitSet>(digits_up_to(9) & ~digits_up_to(5));
    }
    const auto filling = random_filling(biased, 2'000);
    if (!filling) return false;
    solution = *filling;
    set_sums(board, solution);
    return true;
  }

  void set_sums(DigitPuzzle& puzzle, const Candidates& filling) const {
    clear_sums(puzzle);
    for (const DigitGroup& group : groups_of(puzzle)) {
      int sum = 0;
      for (int cell : group.cells) sum += only_digit(filling[cell]);
      const bool across = group.view == DigitGroup::View::across;
      (across ? puzzle.across[group.cells[0] - 1] : puzzle.down[group.cells[0] - width]) = sum;
    }
  }

  static void clear_sums(DigitPuzzle& puzzle) {
    std::fill(puzzle.across.begin(), puzzle.across.end(), 0);
    std::fill(puzzle.down.begin(), puzzle.down.end(), 0);
  }

  std::vector<int> measure(const DigitPuzzle& puzzle, int& count) {
    budget.spend();
    const Candidates candidates = eliminate(puzzle);
    std::vector<int> open;
    count = 0;
    for (int cell = 0; cell < static_cast<int>(candidates.size()); ++cell) {
      if (!is_open(candidates[cell])) continue;
      open.push_back(cell);
      count += std::popcount(candidates[cell]) - 1;
    }
    return open;
  }

  // Redraws about half of the digits in the two runs of an open cell. Returns true if the board
  // improves.
  bool redraw_digits() {
    const std::vector<int> open = measure(board, left);
    const int chosen = open[rng.uniform_int(open.size())];
    DigitPuzzle changed = board;
    clear_sums(changed);
    changed.candidates = solution;
    for (const DigitGroup& group : groups_of(board)) {
      if (std::find(group.cells.begin(), group.cells.end(), chosen) == group.cells.end()) continue;
      for (int cell : group.cells) {
        if (rng.uniform_int(2) == 0) changed.candidates[cell] = kAllDigits;
      }
    }
    changed.candidates[chosen] = kAllDigits;
    const auto filling = random_filling(changed, 100);
    return filling && accept(*filling);
  }

  // Adopts a filling unless the filling leaves more candidates. Returns true if the filling leaves
  // fewer candidates.
  bool accept(const Candidates& filling) {
    DigitPuzzle changed = board;
    set_sums(changed, filling);
    int count = 0;
    measure(changed, count);
    if (count > left) return false;
    board = std::move(changed);
    solution = filling;
    return count < std::exchange(left, count);
  }

  void turn_grey(const std::vector<int>& cells) {
    board.candidates[cells[rng.uniform_int(cells.size())]] = 0;
    remove_short_runs();
    for (int cell = 0; cell < board.cells(); ++cell) {
      if (board.candidates[cell] == 0) solution[cell] = 0;
    }
    set_sums(board, solution);
  }

  int width, height;
  Rng& rng;
  GeneratorBudget& budget;
  DigitPuzzle board{};
  Candidates solution{};
  int left = 0;
};

std::optional<DigitPuzzle> make_tectonic(int width, int height, Rng& rng, GeneratorBudget& budget) {
  check_sides("board side", width, height, 3, 10);
  TectonicBuilder builder{width, height, rng, budget};
  if (!builder.build()) return std::nullopt;
  DigitPuzzle puzzle{DigitKind::tectonic, width, height, {}, renumber(builder.section), {}, {}};
  puzzle.candidates.assign(puzzle.cells(), 0);
  Candidates blank = puzzle.candidates;
  for (const DigitGroup& group : groups_of(puzzle)) {
    for (int cell : group.cells) {
      blank[cell] = digits_up_to(static_cast<int>(group.cells.size()));
      puzzle.candidates[cell] = digit_bit(builder.digit[cell]);
    }
  }
  const Encoding encoding = encoding_of(puzzle.with(blank));
  if (!remove_redundant_clues(puzzle.candidates, blank, encoding, rng, budget)) return std::nullopt;
  return puzzle;
}

std::optional<DigitPuzzle> make_kakuro(int width, int height, Rng& rng, GeneratorBudget& budget) {
  check_sides("board side", width, height, 4, 16);
  // Random boards of 10x10 cells almost never have a unique solution.
  const int draws = (width - 1) * (height - 1) <= 36 ? 200 : 0;
  for (int draw = 0; budget.spend(); ++draw) {
    KakuroMender mender{width, height, rng, budget};
    if (auto puzzle = mender.draw(draw >= draws)) return puzzle;
  }
  return std::nullopt;
}

}  // namespace

DigitPuzzle bundled_puzzle(DigitKind kind) {
  return parse_digit_puzzle(kind, kind == DigitKind::sudoku     ? kSudoku
                                  : kind == DigitKind::tectonic ? kTectonic
                                                                : kKakuro);
}

std::optional<DigitPuzzle> make_digit_puzzle(DigitKind kind, int width, int height, Rng& rng,
                                             GeneratorBudget& budget) {
  switch (kind) {
    case DigitKind::sudoku: return make_sudoku(rng, budget);
    case DigitKind::tectonic: return make_tectonic(width, height, rng, budget);
    case DigitKind::kakuro: return make_kakuro(width, height, rng, budget);
  }
  return std::nullopt;
}

}  // namespace marblemaze
