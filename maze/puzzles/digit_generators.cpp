#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "maze/puzzles/board.h"
#include "maze/puzzles/digit_puzzle.h"

namespace marblemaze {
namespace {

// The Sudoku is figure 5.1 of van Dijk 2017; the other two came out of the generators below.
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
  if (!thin_out_uniquely(puzzle.candidates, blank, encoding, rng, budget)) return std::nullopt;
  return puzzle;
}

// Sections and digits at once, since nearly no random division into sections has a solution: of any
// four squares around a corner all digits differ, so that only one square in four can hold a 1, and
// sections of less than four cells are too many ones. A piece is a section with its digits. It is
// laid where the board has least room left; where none fits, pieces around that place are taken up.
class TectonicBuilder {
 public:
  TectonicBuilder(int width, int height, Rng& rng, GeneratorBudget& budget)
      : width_(width),
        height_(height),
        section_(static_cast<std::size_t>(width) * height, kNone),
        digit_(section_.size(), 0),
        rng_(rng),
        budget_(budget) {}

  // False when the budget ran out. Where pieces are laid and taken up without end, the board is
  // cleared and begun again.
  bool build() {
    int pieces = 0;
    for (int cell = tightest(); cell != kNone; cell = tightest()) {
      if (!budget_.spend()) return false;
      if (!lay_piece(cell)) make_room(cell);
      if (++pieces % kPatience == 0) clear();
    }
    return true;
  }

  [[nodiscard]] const std::vector<int>& sections() const { return section_; }
  [[nodiscard]] const std::vector<int>& digits() const { return digit_; }

 private:
  static constexpr int kNone = -1;
  static constexpr int kPatience = 3'000;  // pieces; most boards take a few hundred

  template <class Visit>
  void around(int cell, Corners corners, Visit&& visit) const {
    visit_around(cell, width_, height_, corners, visit);
  }

  // The open cell with the fewest open neighbours.
  [[nodiscard]] int tightest() const {
    int best = kNone, fewest = 5;
    for (int cell = 0; cell < width_ * height_; ++cell) {
      if (section_[cell] != kNone) continue;
      int open = 0;
      around(cell, Corners::no, [&](int other) { open += section_[other] == kNone ? 1 : 0; });
      if (open < fewest) best = cell, fewest = open;
    }
    return best;
  }

  // Mostly five cells, then four; small ones only where nothing else fits.
  std::size_t size_of_try(int attempt) {
    if (attempt < 9) return rng_.below(4) == 0 ? 4 : 5;
    return attempt < 11 ? 3 + rng_.below(2) : 1 + rng_.below(3);
  }

  bool lay_piece(int cell) {
    for (int attempt = 0; attempt < 16; ++attempt) {
      const std::vector<int> cells = grow(cell, size_of_try(attempt));
      std::vector<int> digits(cells.size());
      std::iota(digits.begin(), digits.end(), 1);
      rng_.shuffle(std::span<int>(digits));
      if (!number(cells, digits, 0)) continue;
      for (int member : cells) section_[member] = next_;
      ++next_;
      return true;
    }
    return false;
  }

  std::vector<int> grow(int seed, std::size_t size) {
    std::vector<int> cells{seed};
    while (cells.size() < size) {
      std::vector<int> free;
      const auto offer = [&](int other) {
        if (section_[other] == kNone && std::find(cells.begin(), cells.end(), other) == cells.end())
          free.push_back(other);
      };
      for (int cell : cells) around(cell, Corners::no, offer);
      if (free.empty()) break;
      cells.push_back(free[rng_.below(free.size())]);
    }
    return cells;
  }

  // Gives the cells from the i-th on the digits, each once, so that none touches its equal.
  bool number(const std::vector<int>& cells, const std::vector<int>& digits, std::size_t i) {
    if (i == cells.size()) return true;
    for (int digit : digits) {
      bool fits = std::none_of(cells.begin(), cells.begin() + static_cast<long>(i),
                               [&](int cell) { return digit_[cell] == digit; });
      around(cells[i], Corners::yes, [&](int other) { fits = fits && digit_[other] != digit; });
      if (!fits) continue;
      digit_[cells[i]] = digit;
      if (number(cells, digits, i + 1)) return true;
      digit_[cells[i]] = 0;
    }
    return false;
  }

  void clear() {
    std::fill(section_.begin(), section_.end(), kNone);
    std::fill(digit_.begin(), digit_.end(), 0);
  }

  void make_room(int cell) {
    std::vector<int> touched;
    around(cell, Corners::yes, [&](int other) { touched.push_back(section_[other]); });
    for (int section : touched) {
      if (section == kNone || rng_.below(3) != 0) continue;
      for (std::size_t i = 0; i < section_.size(); ++i) {
        if (section_[i] == section) section_[i] = kNone, digit_[i] = 0;
      }
    }
  }

  int width_, height_;
  std::vector<int> section_, digit_;
  int next_ = 0;
  Rng& rng_;
  GeneratorBudget& budget_;
};

// Sections numbered as they come in reading order, which is how a reader of the text numbers them.
std::vector<int> renumbered(const std::vector<int>& sections) {
  std::vector<int> order, numbers;
  for (int section : sections) {
    const auto found = std::find(order.begin(), order.end(), section);
    numbers.push_back(static_cast<int>(found - order.begin()));
    if (found == order.end()) order.push_back(section);
  }
  return numbers;
}

// A random board with a random filling nearly always has more than one solution. So it is mended:
// while eliminating candidates leaves cells open, digits in the runs of such a cell are drawn
// again, and kept where no more candidates are left than before. Where that leads no further, one
// of the open cells turns grey, which makes its runs shorter.
class KakuroMender {
 public:
  KakuroMender(int width, int height, Rng& rng, GeneratorBudget& budget)
      : width_(width), height_(height), rng_(rng), budget_(budget) {}

  // A board as it was drawn, which on small ones has a single solution now and then; some of those
  // take more than elimination, which mended boards hardly ever do.
  std::optional<DigitPuzzle> draw() {
    draw_layout();
    if (too_grey() || !fill()) return std::nullopt;
    return has_one_solution() ? std::optional(board_) : std::nullopt;
  }

  // None when the board has turned too grey, or the budget ran out.
  std::optional<DigitPuzzle> mend() {
    draw_layout();
    if (too_grey() || !fill()) return std::nullopt;
    int idle = 0;
    for (measure(board_, left_); left_ > 0 && !budget_.exhausted();) {
      if (idle < kPatience) {
        idle = redraw_digits() ? 0 : idle + 1;
      } else {
        if (has_one_solution()) return board_;
        turn_grey(measure(board_, left_));
        if (too_grey()) return std::nullopt;
        measure(board_, left_);
        idle = 0;
      }
    }
    return left_ == 0 ? std::optional(board_) : std::nullopt;
  }

 private:
  static constexpr int kPatience = 150;

  // Random grey cells; then everything that would be a run of one cell turns grey as well.
  void draw_layout() {
    board_ = {DigitKind::kakuro, width_, height_, {}, {}, {}, {}};
    board_.candidates.assign(board_.cells(), 0);
    board_.across = board_.down = std::vector<int>(board_.cells(), 0);
    for (int y = 1; y < height_; ++y) {
      for (int x = 1; x < width_; ++x)
        board_.candidates[y * width_ + x] = rng_.unit() < 0.72 ? kAllDigits : DigitSet{0};
    }
    drop_lonely();
  }

  [[nodiscard]] bool white(int x, int y) const {
    return x < width_ && y < height_ && board_.candidates[y * width_ + x] != 0;
  }

  void drop_lonely() {
    for (bool changed = true; changed;) {
      changed = false;
      for (int y = 1; y < height_; ++y) {
        for (int x = 1; x < width_; ++x) {
          const bool across = white(x - 1, y) || white(x + 1, y),
                     down = white(x, y - 1) || white(x, y + 1);
          if (!white(x, y) || (across && down)) continue;
          board_.candidates[y * width_ + x] = 0;
          changed = true;
        }
      }
    }
  }

  [[nodiscard]] bool too_grey() const {
    const auto whites = std::count_if(board_.candidates.begin(), board_.candidates.end(),
                                      [](DigitSet set) { return set != 0; });
    return whites * 3 < (width_ - 1) * (height_ - 1);
  }

  std::optional<Candidates> random_filling(const DigitPuzzle& puzzle, std::int64_t most) {
    budget_.spend();
    return random_solution(puzzle, rng_, budget_, most);
  }

  bool has_one_solution() {
    budget_.spend();
    return is_only_solution(solution_, encoding_of(board_));
  }

  // Low and high digits make rare sums, and rare sums make the solution unique more often.
  bool fill() {
    DigitPuzzle leaning = board_;
    for (DigitSet& set : leaning.candidates) {
      if (set == 0) continue;
      const auto draw = rng_.below(10);
      if (draw < 4) set = digits_up_to(4);
      if (draw >= 4 && draw < 8) set = static_cast<DigitSet>(digits_up_to(9) & ~digits_up_to(5));
    }
    const auto filling = random_filling(leaning, 2'000);
    if (!filling) return false;
    solution_ = *filling;
    set_sums(board_, solution_);
    return true;
  }

  void set_sums(DigitPuzzle& puzzle, const Candidates& solution) const {
    clear_sums(puzzle);
    for (const DigitGroup& group : groups_of(puzzle)) {
      int sum = 0;
      for (int cell : group.cells) sum += only_digit(solution[cell]);
      const bool across = group.view == DigitGroup::View::across;
      (across ? puzzle.across[group.cells[0] - 1] : puzzle.down[group.cells[0] - width_]) = sum;
    }
  }

  static void clear_sums(DigitPuzzle& puzzle) {
    std::fill(puzzle.across.begin(), puzzle.across.end(), 0);
    std::fill(puzzle.down.begin(), puzzle.down.end(), 0);
  }

  // Candidates beyond one a cell that elimination leaves, and the cells that have them.
  std::vector<int> measure(const DigitPuzzle& puzzle, int& left) {
    budget_.spend();
    const Candidates candidates = eliminate(puzzle);
    std::vector<int> open;
    left = 0;
    for (int cell = 0; cell < static_cast<int>(candidates.size()); ++cell) {
      if (!is_open(candidates[cell])) continue;
      open.push_back(cell);
      left += std::popcount(candidates[cell]) - 1;
    }
    return open;
  }

  // About half the digits in the two runs of an open cell, drawn again. True when that helped.
  bool redraw_digits() {
    const std::vector<int> open = measure(board_, left_);
    const int chosen = open[rng_.below(open.size())];
    DigitPuzzle changed = board_;
    clear_sums(changed);
    changed.candidates = solution_;
    for (const DigitGroup& group : groups_of(board_)) {
      if (std::find(group.cells.begin(), group.cells.end(), chosen) == group.cells.end()) continue;
      for (int cell : group.cells) {
        if (rng_.below(2) == 0) changed.candidates[cell] = kAllDigits;
      }
    }
    changed.candidates[chosen] = kAllDigits;
    const auto filling = random_filling(changed, 100);
    return filling && adopt(*filling);
  }

  bool adopt(const Candidates& solution) {
    DigitPuzzle changed = board_;
    set_sums(changed, solution);
    int left = std::numeric_limits<int>::max();
    measure(changed, left);
    if (left > left_) return false;
    const bool better = left < left_;
    board_ = std::move(changed);
    solution_ = solution;
    left_ = left;
    return better;
  }

  void turn_grey(const std::vector<int>& cells) {
    board_.candidates[cells[rng_.below(cells.size())]] = 0;
    drop_lonely();
    for (int cell = 0; cell < board_.cells(); ++cell) {
      if (board_.candidates[cell] == 0) solution_[cell] = 0;
    }
    set_sums(board_, solution_);
  }

  int width_, height_;
  Rng& rng_;
  GeneratorBudget& budget_;
  DigitPuzzle board_;
  Candidates solution_;  // one digit a cell, empty sets where a cell is grey
  int left_ = 0;
};

/// A step is one piece laid or one guess of a solver. Throws BadInput for sides outside 3..10.
std::optional<DigitPuzzle> make_tectonic(int width, int height, Rng& rng, GeneratorBudget& budget) {
  check_sides("board side", width, height, 3, 10);
  TectonicBuilder builder(width, height, rng, budget);
  if (!builder.build()) return std::nullopt;
  DigitPuzzle puzzle{
      DigitKind::tectonic, width, height, {}, renumbered(builder.sections()), {}, {}};
  puzzle.candidates.assign(puzzle.cells(), 0);
  Candidates blank = puzzle.candidates;
  for (const DigitGroup& group : groups_of(puzzle)) {
    for (int cell : group.cells) {
      blank[cell] = digits_up_to(static_cast<int>(group.cells.size()));
      puzzle.candidates[cell] = digit_bit(builder.digits()[cell]);
    }
  }
  const Encoding encoding = encoding_of(puzzle.with(blank));
  if (!thin_out_uniquely(puzzle.candidates, blank, encoding, rng, budget)) return std::nullopt;
  return puzzle;
}

/// A step is one board from which candidates are eliminated or one guess of a solver. Throws
/// BadInput for sides outside 4..16.
std::optional<DigitPuzzle> make_kakuro(int width, int height, Rng& rng, GeneratorBudget& budget) {
  check_sides("board side", width, height, 4, 16);
  // Drawing pays on small boards only: of ten a side hardly one in thousands has one solution.
  const int draws = (width - 1) * (height - 1) <= 36 ? 200 : 0;
  for (int draw = 0; budget.spend(); ++draw) {
    KakuroMender mender(width, height, rng, budget);
    if (auto puzzle = draw < draws ? mender.draw() : mender.mend()) return puzzle;
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
