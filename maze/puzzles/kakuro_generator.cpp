#include <algorithm>
#include <bit>
#include <limits>

#include "maze/puzzles/board.h"
#include "maze/puzzles/digit_generators.h"

namespace marblemaze {
namespace {

// A random board with a random filling nearly always has more than one solution. So it is mended:
// while eliminating candidates leaves cells open, digits in the runs of such a cell are drawn
// again, and kept where no more candidates are left than before. Where that leads no further, one
// of the cells in which two solutions differ turns grey, which makes its runs shorter.
class KakuroMender {
 public:
  KakuroMender(int width, int height, Rng& rng, GeneratorBudget& budget)
      : width_(width), height_(height), rng_(rng), budget_(budget) {}

  // A board as it was drawn, which on small ones has a single solution now and then; some of those
  // take more than elimination, which mended boards hardly ever do.
  std::optional<DigitPuzzle> draw() {
    draw_layout();
    if (too_grey() || !fill()) return std::nullopt;
    const Solutions two = search(board_, 2, nullptr, 500);
    return two.complete && two.found.size() == 1 ? std::optional(board_) : std::nullopt;
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
        const auto two = search(board_, 2, nullptr, 500);
        if (two.complete && two.found.size() == 1) return board_;
        turn_grey(disputed(two));
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

  Solutions search(const DigitPuzzle& puzzle, std::size_t limit, Rng* rng, std::int64_t most) {
    GeneratorBudget guesses(most);
    Solutions solutions = search_solutions(puzzle, limit, rng, guesses);
    budget_.spend(1 + guesses.spent());
    return solutions;
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
    const Solutions one = search(leaning, 1, &rng_, 2'000);
    if (one.found.empty()) return false;
    solution_ = one.found.front();
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
    const Solutions one = search(changed, 1, &rng_, 100);
    return !one.found.empty() && adopt(one.found.front());
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

  // Cells in which two solutions differ, or which stay open where there was no time to find two.
  std::vector<int> disputed(const Solutions& two) {
    if (two.found.size() < 2) return measure(board_, left_);
    std::vector<int> cells;
    for (int cell = 0; cell < board_.cells(); ++cell) {
      if (two.found[0][cell] != two.found[1][cell]) cells.push_back(cell);
    }
    return cells;
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

}  // namespace

std::optional<DigitPuzzle> make_kakuro(int width, int height, Rng& rng, GeneratorBudget& budget) {
  check_sides("board side", width, height, 4, 10);
  // Drawing pays on small boards only: of ten a side hardly one in thousands has one solution.
  const int draws = (width - 1) * (height - 1) <= 36 ? 200 : 0;
  for (int draw = 0; budget.spend(); ++draw) {
    KakuroMender mender(width, height, rng, budget);
    if (auto puzzle = draw < draws ? mender.draw() : mender.mend()) return puzzle;
  }
  return std::nullopt;
}

}  // namespace marblemaze
