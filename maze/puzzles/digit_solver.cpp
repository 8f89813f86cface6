#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "maze/puzzles/digit_puzzle.h"

namespace marblemaze {
namespace {

using Domains = std::vector<DigitSet>;

constexpr int kMasks = 512;  // sets of digits 1 to 9

int sum_of(unsigned mask) {
  int sum = 0;
  for (int digit = 1; digit <= 9; ++digit) sum += (mask & digit_bit(digit)) != 0 ? digit : 0;
  return sum;
}

// What the cells of a run can hold: all digits that some way to fill the whole run uses there. The
// ways are followed as the sets of digits that the first cells of the run have used up.
class RunFilling {
 public:
  RunFilling(const std::vector<int>& cells, int sum, const Domains& domains)
      : cells_(cells), domains_(domains), used_(cells.size() + 1) {
    used_[0] = {0};
    for (std::size_t i = 0; i < cells.size(); ++i) extend(i);
    std::erase_if(used_.back(), [&](unsigned mask) { return sum_of(mask) != sum; });
  }

  // In the order of the cells; empty sets where there is no way.
  std::vector<DigitSet> possible() {
    std::vector<DigitSet> sets(cells_.size(), 0);
    for (std::size_t i = cells_.size(); i-- > 0;) sets[i] = keep_what_leads_on(i);
    return sets;
  }

 private:
  void extend(std::size_t i) {
    std::array<bool, kMasks> seen{};
    for (unsigned mask : used_[i]) {
      for (unsigned left = domains_[cells_[i]] & ~mask; left != 0; left &= left - 1) {
        const unsigned next = mask | (left & -left);
        if (!std::exchange(seen[next], true)) used_[i + 1].push_back(next);
      }
    }
  }

  DigitSet keep_what_leads_on(std::size_t i) {
    std::array<bool, kMasks> good{};
    for (unsigned mask : used_[i + 1]) good[mask] = true;
    unsigned digits = 0;
    std::erase_if(used_[i], [&](unsigned mask) {
      unsigned here = 0;
      for (unsigned left = domains_[cells_[i]] & ~mask; left != 0; left &= left - 1) {
        if (good[mask | (left & -left)]) here |= left & -left;
      }
      digits |= here;
      return here == 0;
    });
    return static_cast<DigitSet>(digits);
  }

  const std::vector<int>& cells_;
  const Domains& domains_;
  std::vector<std::vector<unsigned>> used_;
};

// Elimination by peers, by sums and by digits that have one place left in a complete group; then
// guessing in the cell with the fewest candidates.
class Solver {
 public:
  Solver(const DigitPuzzle& puzzle, std::size_t limit, Rng* rng, long effort)
      : puzzle_(puzzle),
        groups_(groups_of(puzzle)),
        peers_(peers_of(puzzle)),
        groups_at_(puzzle.cells()),
        limit_(limit),
        rng_(rng),
        effort_(effort) {
    std::erase_if(groups_,
                  [](const DigitGroup& group) { return group.sum == 0 && !group.complete; });
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      for (int cell : groups_[g].cells) groups_at_[cell].push_back(static_cast<int>(g));
    }
  }

  DigitSolutions run() {
    Domains domains = puzzle_.candidates;
    if (settle_all(domains)) search(domains);
    return {std::move(found_), guesses_, complete_};
  }

  // False when a cell has no candidate left.
  bool settle_all(Domains& domains) {
    Work work(groups_.size());
    for (int cell = 0; cell < puzzle_.cells(); ++cell) {
      if (only_digit(domains[cell]) != 0) work.fixed.push_back(cell);
    }
    for (std::size_t g = 0; g < groups_.size(); ++g) work.add(static_cast<int>(g));
    return settle(domains, work);
  }

 private:
  // Cells whose digit has become known, and groups in which something has changed.
  struct Work {
    explicit Work(std::size_t count) : waiting(count, false) {}
    void add(int group) {
      if (!waiting[group]) groups.push_back(group);
      waiting[group] = true;
    }
    std::vector<int> fixed, groups;
    std::vector<bool> waiting;
  };

  bool narrow(Domains& domains, int cell, DigitSet to, Work& work) const {
    const auto set = static_cast<DigitSet>(domains[cell] & to);
    if (set == domains[cell]) return true;
    domains[cell] = set;
    if (only_digit(set) != 0) work.fixed.push_back(cell);
    for (int group : groups_at_[cell]) work.add(group);
    return set != 0;
  }

  bool settle(Domains& domains, Work& work) const {
    while (!work.fixed.empty() || !work.groups.empty()) {
      if (!work.fixed.empty()) {
        const int cell = work.fixed.back();
        work.fixed.pop_back();
        const auto others = static_cast<DigitSet>(~domains[cell]);
        for (int peer : peers_[cell]) {
          if (!narrow(domains, peer, others, work)) return false;
        }
        continue;
      }
      const int group = work.groups.back();
      work.groups.pop_back();
      work.waiting[group] = false;
      if (!respect(domains, groups_[group], work)) return false;
    }
    return true;
  }

  bool respect(Domains& domains, const DigitGroup& group, Work& work) const {
    return group.sum != 0 ? respect_sum(domains, group, work) : give_places(domains, group, work);
  }

  bool respect_sum(Domains& domains, const DigitGroup& group, Work& work) const {
    const std::vector<DigitSet> possible = RunFilling(group.cells, group.sum, domains).possible();
    for (std::size_t i = 0; i < group.cells.size(); ++i) {
      if (!narrow(domains, group.cells[i], possible[i], work)) return false;
    }
    return true;
  }

  // Every digit has a place in a complete group; where it has one only, it stands there.
  bool give_places(Domains& domains, const DigitGroup& group, Work& work) const {
    unsigned once = 0, often = 0;
    for (int cell : group.cells) {
      often |= once & domains[cell];
      once |= domains[cell];
    }
    if (std::popcount(once) < static_cast<int>(group.cells.size())) return false;
    const auto single = static_cast<DigitSet>(once & ~often);
    for (int cell : group.cells) {
      if ((domains[cell] & single) != 0 &&
          !narrow(domains, cell, static_cast<DigitSet>(domains[cell] & single), work))
        return false;
    }
    return true;
  }

  [[nodiscard]] int most_constrained(const Domains& domains) const {
    int best = -1, fewest = 10;
    for (int cell = 0; cell < puzzle_.cells(); ++cell) {
      const int count = std::popcount(domains[cell]);
      if (count > 1 && count < fewest) best = cell, fewest = count;
    }
    return best;
  }

  void search(const Domains& domains) {
    const int cell = most_constrained(domains);
    if (cell < 0) {
      found_.push_back(puzzle_);
      found_.back().candidates = domains;
      return;
    }
    std::array<int, 9> digits{};
    std::iota(digits.begin(), digits.end(), 1);
    if (rng_ != nullptr) rng_->shuffle(std::span<int>(digits));
    for (int digit : digits) {
      if ((domains[cell] & digit_bit(digit)) == 0 || found_.size() >= limit_) continue;
      if (guesses_ >= effort_) {
        complete_ = false;
        return;
      }
      ++guesses_;
      Domains guess = domains;
      Work work(groups_.size());
      if (narrow(guess, cell, digit_bit(digit), work) && settle(guess, work)) search(guess);
    }
  }

  DigitPuzzle puzzle_;
  std::vector<DigitGroup> groups_;  // with a sum, or complete; the others are in peers_
  std::vector<std::vector<int>> peers_, groups_at_;
  std::size_t limit_;
  Rng* rng_;
  long effort_;
  long guesses_ = 0;
  bool complete_ = true;
  std::vector<DigitPuzzle> found_;
};

}  // namespace

DigitSolutions search_solutions(const DigitPuzzle& puzzle, std::size_t limit, Rng* rng,
                                long effort) {
  return Solver(puzzle, limit, rng, effort).run();
}

std::vector<DigitPuzzle> solve_exactly(const DigitPuzzle& puzzle, std::size_t limit, Rng* rng,
                                       long effort) {
  DigitSolutions solutions = search_solutions(puzzle, limit, rng, effort);
  auto& found = solutions.found;
  if (!solutions.complete && !found.empty() && found.size() < limit) found.push_back(found.front());
  return std::move(found);
}

std::vector<DigitSet> eliminate(const DigitPuzzle& puzzle) {
  Domains domains = puzzle.candidates;
  return Solver(puzzle, 1, nullptr, 0).settle_all(domains) ? domains : Domains{};
}

}  // namespace marblemaze
