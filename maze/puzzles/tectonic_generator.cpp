#include <algorithm>
#include <numeric>

#include "maze/puzzles/board.h"
#include "maze/puzzles/digit_generators.h"

namespace marblemaze {
namespace {

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

}  // namespace

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
  if (!thin_out(puzzle, blank, rng, budget)) return std::nullopt;
  return puzzle;
}

}  // namespace marblemaze
