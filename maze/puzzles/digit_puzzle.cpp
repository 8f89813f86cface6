#include "maze/puzzles/digit_puzzle.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <set>

#include <fmt/format.h>

namespace marblemaze {
namespace {

bool fillable(const DigitPuzzle& puzzle, int cell) { return puzzle.candidates[cell] != 0; }

std::vector<DigitGroup> sections(const DigitPuzzle& puzzle) {
  std::map<int, DigitGroup> by_number;
  for (int cell = 0; cell < puzzle.cells(); ++cell) {
    auto [place, fresh] = by_number.try_emplace(puzzle.section[cell],
                                                DigitGroup{DigitGroup::View::section, {}, 0, true});
    place->second.cells.push_back(cell);
  }
  std::vector<DigitGroup> groups;
  for (auto& [number, group] : by_number) groups.push_back(std::move(group));
  return groups;
}

void add_sudoku_lines(std::vector<DigitGroup>& groups) {
  for (int line = 0; line < 9; ++line) {
    DigitGroup row{DigitGroup::View::across, {}, 0, true},
        column{DigitGroup::View::down, {}, 0, true};
    for (int i = 0; i < 9; ++i) {
      row.cells.push_back(line * 9 + i);
      column.cells.push_back(i * 9 + line);
    }
    groups.push_back(std::move(row));
    groups.push_back(std::move(column));
  }
}

void add_runs(const DigitPuzzle& puzzle, std::vector<DigitGroup>& groups) {
  const auto run = [&](int clue, int step, int room, DigitGroup::View view, int sum) {
    DigitGroup group{view, {}, sum, false};
    for (int cell = clue + step; room > 0 && fillable(puzzle, cell); cell += step, --room)
      group.cells.push_back(cell);
    if (!group.cells.empty()) groups.push_back(std::move(group));
  };
  for (int cell = 0; cell < puzzle.cells(); ++cell) {
    if (fillable(puzzle, cell)) continue;
    run(cell, 1, puzzle.width - 1 - cell % puzzle.width, DigitGroup::View::across,
        puzzle.across[cell]);
    run(cell, puzzle.width, puzzle.height - 1 - cell / puzzle.width, DigitGroup::View::down,
        puzzle.down[cell]);
  }
}

// Least and largest sum of `count` different digits from a set; {1, 0} when there are too few.
std::pair<int, int> sum_range(DigitSet available, int count) {
  if (std::popcount(available) < count) return {1, 0};
  int least = 0, most = 0;
  for (int digit = 1, taken = 0; taken < count; ++digit) {
    if ((available & digit_bit(digit)) != 0) least += digit, ++taken;
  }
  for (int digit = 9, taken = 0; taken < count; --digit) {
    if ((available & digit_bit(digit)) != 0) most += digit, ++taken;
  }
  return {least, most};
}

// Elimination by peers and sums, then guessing in the cell with the fewest candidates.
class Solver {
 public:
  Solver(const DigitPuzzle& puzzle, std::size_t limit, Rng* rng, long effort)
      : puzzle_(puzzle),
        groups_(groups_of(puzzle)),
        peers_(peers_of(puzzle)),
        limit_(limit),
        rng_(rng),
        effort_(effort) {
    std::erase_if(groups_, [](const DigitGroup& group) { return group.sum == 0; });
  }

  std::vector<DigitPuzzle> run() {
    std::vector<DigitSet> domains = puzzle_.candidates;
    std::vector<int> fixed;
    for (int cell = 0; cell < puzzle_.cells(); ++cell) {
      if (only_digit(domains[cell]) != 0) fixed.push_back(cell);
    }
    if (spread(domains, fixed)) search(domains);
    if (effort_ < 0 && !found_.empty() && found_.size() < limit_) found_.push_back(found_.front());
    return std::move(found_);
  }

 private:
  using Domains = std::vector<DigitSet>;

  // Takes the digits of newly fixed cells from their peers, again and again.
  bool spread(Domains& domains, std::vector<int>& fixed) const {
    do {
      while (!fixed.empty()) {
        const int cell = fixed.back();
        fixed.pop_back();
        for (int peer : peers_[cell]) {
          if ((domains[peer] & domains[cell]) == 0) continue;
          domains[peer] &= static_cast<DigitSet>(~domains[cell]);
          if (domains[peer] == 0) return false;
          if (only_digit(domains[peer]) != 0) fixed.push_back(peer);
        }
      }
      for (const DigitGroup& group : groups_) {
        if (!respect_sum(domains, group, fixed)) return false;
      }
    } while (!fixed.empty());
    return true;
  }

  // Removes digits with which the rest of a run cannot make up its sum.
  static bool respect_sum(Domains& domains, const DigitGroup& group, std::vector<int>& fixed) {
    int left = group.sum, open = 0;
    DigitSet used = 0;
    for (int cell : group.cells) {
      const int digit = only_digit(domains[cell]);
      left -= digit;
      open += digit == 0 ? 1 : 0;
      used |= digit == 0 ? DigitSet{0} : domains[cell];
    }
    if (open == 0) return left == 0;
    DigitSet possible = 0;
    for (int digit = 1; digit <= 9; ++digit) {
      const auto unused = static_cast<DigitSet>(0x1FF & ~used & ~digit_bit(digit));
      const auto [least, most] = sum_range(unused, open - 1);
      if ((used & digit_bit(digit)) == 0 && left - digit >= least && left - digit <= most)
        possible |= digit_bit(digit);
    }
    for (int cell : group.cells) {
      if (only_digit(domains[cell]) != 0 || (domains[cell] & ~possible) == 0) continue;
      domains[cell] &= possible;
      if (domains[cell] == 0) return false;
      if (only_digit(domains[cell]) != 0) fixed.push_back(cell);
    }
    return true;
  }

  void search(const Domains& domains) {
    int best = -1, fewest = 10;
    for (int cell = 0; cell < puzzle_.cells(); ++cell) {
      const int count = std::popcount(domains[cell]);
      if (count > 1 && count < fewest) best = cell, fewest = count;
    }
    if (best < 0) {
      found_.push_back(puzzle_);
      found_.back().candidates = domains;
      return;
    }
    std::vector<int> digits(9);
    std::iota(digits.begin(), digits.end(), 1);
    if (rng_ != nullptr) rng_->shuffle(std::span<int>(digits));
    for (int digit : digits) {
      if ((domains[best] & digit_bit(digit)) == 0 || found_.size() >= limit_ || --effort_ < 0)
        continue;
      Domains guess = domains;
      guess[best] = digit_bit(digit);
      std::vector<int> fixed{best};
      if (spread(guess, fixed)) search(guess);
    }
  }

  DigitPuzzle puzzle_;
  std::vector<DigitGroup> groups_;  // only those with a sum; the others are in peers_
  std::vector<std::vector<int>> peers_;
  std::size_t limit_;
  Rng* rng_;
  long effort_;
  std::vector<DigitPuzzle> found_;
};

}  // namespace

int only_digit(DigitSet set) { return std::has_single_bit(set) ? std::countr_zero(set) + 1 : 0; }

const char* to_string(DigitKind kind) {
  return kind == DigitKind::sudoku ? "sudoku" : kind == DigitKind::tectonic ? "tectonic" : "kakuro";
}

bool DigitPuzzle::solved() const {
  return std::all_of(candidates.begin(), candidates.end(),
                     [](DigitSet set) { return set == 0 || only_digit(set) != 0; });
}

std::vector<DigitGroup> groups_of(const DigitPuzzle& puzzle) {
  std::vector<DigitGroup> groups;
  if (puzzle.kind == DigitKind::kakuro) {
    add_runs(puzzle, groups);
    return groups;
  }
  groups = sections(puzzle);
  if (puzzle.kind == DigitKind::sudoku) add_sudoku_lines(groups);
  return groups;
}

std::vector<std::vector<int>> peers_of(const DigitPuzzle& puzzle) {
  std::vector<std::set<int>> peers(puzzle.cells());
  for (const DigitGroup& group : groups_of(puzzle)) {
    for (int cell : group.cells) peers[cell].insert(group.cells.begin(), group.cells.end());
  }
  for (int cell = 0; puzzle.kind == DigitKind::tectonic && cell < puzzle.cells(); ++cell) {
    const int x = cell % puzzle.width, y = cell / puzzle.width;
    for (int ny = std::max(0, y - 1); ny <= std::min(puzzle.height - 1, y + 1); ++ny) {
      for (int nx = std::max(0, x - 1); nx <= std::min(puzzle.width - 1, x + 1); ++nx)
        peers[cell].insert(ny * puzzle.width + nx);
    }
  }
  std::vector<std::vector<int>> lists(puzzle.cells());
  for (int cell = 0; cell < puzzle.cells(); ++cell) {
    peers[cell].erase(cell);
    lists[cell].assign(peers[cell].begin(), peers[cell].end());
  }
  return lists;
}

std::vector<std::string> faults(const DigitPuzzle& puzzle) {
  std::vector<std::string> found;
  const auto place = [&](int cell) {
    return fmt::format("row {} column {}", cell / puzzle.width + 1, cell % puzzle.width + 1);
  };
  const auto peers = peers_of(puzzle);
  for (int cell = 0; cell < puzzle.cells(); ++cell) {
    const int digit = only_digit(puzzle.candidates[cell]);
    for (int peer : peers[cell]) {
      if (digit != 0 && peer < cell && puzzle.candidates[peer] == puzzle.candidates[cell])
        found.push_back(fmt::format("{} and {} both hold {}", place(peer), place(cell), digit));
    }
  }
  for (const DigitGroup& group : groups_of(puzzle)) {
    int sum = 0;
    bool full = true;
    for (int cell : group.cells) {
      sum += only_digit(puzzle.candidates[cell]);
      full = full && only_digit(puzzle.candidates[cell]) != 0;
    }
    if (group.sum != 0 && full && sum != group.sum)
      found.push_back(fmt::format("the run from {} adds up to {}, not {}",
                                  place(group.cells.front()), sum, group.sum));
  }
  return found;
}

std::vector<DigitPuzzle> solve_exactly(const DigitPuzzle& puzzle, std::size_t limit, Rng* rng,
                                       long effort) {
  return Solver(puzzle, limit, rng, effort).run();
}

}  // namespace marblemaze
