#include "maze/puzzles/binary_level.h"

#include <algorithm>
#include <cassert>

namespace marblemaze {
namespace {

CandidateSet other(CandidateSet digit) { return Digit::unknown ^ digit; }

// One row or column of a board, read and written in place.
class Line {
 public:
  Line(BinaryPuzzle& puzzle, bool row, int number) : puzzle_(puzzle), row_(row), number_(number) {}

  [[nodiscard]] int length() const { return puzzle_.size; }
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] CandidateSet& at(int i) const {
    return puzzle_.squares[row_ ? number_ * puzzle_.size + i : i * puzzle_.size + number_];
  }
  [[nodiscard]] Line twin(int number) const { return {puzzle_, row_, number}; }
  [[nodiscard]] int count(CandidateSet digit) const {
    int found = 0;
    for (int i = 0; i < length(); ++i) found += at(i) == digit ? 1 : 0;
    return found;
  }
  [[nodiscard]] bool complete() const { return count(Digit::unknown) == 0; }

 private:
  BinaryPuzzle& puzzle_;
  bool row_;
  int number_;
};

// Methods 1 and 2: of three squares in a row two are equal, so the third one differs.
bool prevent_trios(const Line& line) {
  bool changed = false;
  for (int i = 0; i + 2 < line.length(); ++i) {
    for (int open = 0; open < 3; ++open) {
      const CandidateSet a = line.at(i + (open + 1) % 3), b = line.at(i + (open + 2) % 3);
      if (line.at(i + open) != Digit::unknown || a == Digit::unknown || a != b) continue;
      line.at(i + open) = other(a);
      changed = true;
    }
  }
  return changed;
}

// Method 3: half of the squares have one digit, so the open ones have the other.
bool complete_line(const Line& line) {
  bool changed = false;
  for (const CandidateSet digit : {Digit::zero, Digit::one}) {
    if (line.count(digit) != line.length() / 2) continue;
    for (int i = 0; i < line.length(); ++i) {
      if (line.at(i) != Digit::unknown) continue;
      line.at(i) = other(digit);
      changed = true;
    }
  }
  return changed;
}

long choose(int n, int k) {
  long ways = k < 0 || k > n ? 0 : 1;
  for (int i = 1; i <= k && ways > 0; ++i) ways = ways * (n - k + i) / i;
  return ways;
}

bool agree(const Line& line, const Line& complete) {
  for (int i = 0; i < line.length(); ++i) {
    if (line.at(i) != Digit::unknown && line.at(i) != complete.at(i)) return false;
  }
  return true;
}

// Method 4: of all ways to fill the line with as many zeros as ones, those that equal a complete
// line are out. A digit that no other way has in some square cannot be there.
bool avoid_equal(const Line& line) {
  const int open = line.count(Digit::unknown);
  if (open == 0) return false;
  std::vector<Line> taken;
  for (int number = 0; number < line.length(); ++number) {
    const Line twin = line.twin(number);
    if (number != line.number() && twin.complete() && agree(line, twin)) taken.push_back(twin);
  }
  for (int i = 0; i < line.length() && !taken.empty(); ++i) {
    if (line.at(i) != Digit::unknown) continue;
    for (const CandidateSet digit : {Digit::zero, Digit::one}) {
      const long ways = choose(open - 1, line.length() / 2 - line.count(digit) - 1);
      const long out = std::count_if(taken.begin(), taken.end(),
                                     [&](const Line& twin) { return twin.at(i) == digit; });
      if (ways != out) continue;
      line.at(i) = other(digit);
      return true;  // the counts above are those of the line as it was
    }
  }
  return false;
}

bool solved(const BinaryPuzzle& puzzle) {
  return complete(puzzle.squares) && faults(puzzle).empty();
}

}  // namespace

BinaryPuzzle apply_methods(const BinaryPuzzle& puzzle, int level) {
  assert(level >= kEasiestLevel && level < kHardestLevel);
  BinaryPuzzle now = puzzle;
  for (bool changed = true; changed;) {
    changed = false;
    for (int number = 0; number < now.size; ++number) {
      for (const bool row : {true, false}) {
        const Line line(now, row, number);
        changed = prevent_trios(line) || changed;
        if (level >= 2) changed = complete_line(line) || changed;
        if (level >= 3 && now.unique_lines) changed = avoid_equal(line) || changed;
      }
    }
  }
  return now;
}

int difficulty(const BinaryPuzzle& puzzle) {
  for (int level = kEasiestLevel; level < kHardestLevel; ++level) {
    if (solved(apply_methods(puzzle, level))) return level;
  }
  return kHardestLevel;
}

std::optional<BinaryPuzzle> make_binary_puzzle_of_level(int size, int level, Rng& rng,
                                                        GeneratorBudget& budget) {
  for (;;) {
    std::optional<BinaryPuzzle> puzzle = level == kHardestLevel
                                             ? make_binary_puzzle(size, rng, budget)
                                             : make_complete_board(size, rng, budget);
    if (!puzzle) return std::nullopt;
    const auto good = [&] {
      budget.spend();
      return solved(apply_methods(*puzzle, level));
    };
    if (level < kHardestLevel &&
        !thin_out(puzzle->squares, unknown_squares(size), rng, budget, good))
      return std::nullopt;
    if (difficulty(*puzzle) == level) return puzzle;
  }
}

}  // namespace marblemaze
