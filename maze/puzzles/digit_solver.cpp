#include <algorithm>
#include <array>
#include <bit>

#include "maze/puzzles/digit_puzzle.h"

namespace marblemaze {
namespace {

constexpr int kMasks = 512;  // sets of digits 1 to 9

// What the cells of a run can hold: all digits that some way to fill the whole run uses there. The
// ways are followed as the sets of digits that the first cells of the run have used up.
class RunFilling {
 public:
  RunFilling(const std::vector<int>& cells, int sum, const Candidates& domains)
      : cells_(cells), domains_(domains), used_(cells.size() + 1) {
    used_[0] = {0};
    for (std::size_t i = 0; i < cells.size(); ++i) extend(i);
    std::erase_if(used_.back(), [&](unsigned mask) { return sum_of(mask) != sum; });
  }

  // In the order of the cells; empty sets where there is no way.
  Candidates possible() {
    Candidates sets(cells_.size(), 0);
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
  const Candidates& domains_;
  std::vector<std::vector<unsigned>> used_;
};

// The cells of a run make up its sum.
bool respect_sum(CandidateBoard& board, const std::vector<int>& cells, int sum) {
  const Candidates possible = RunFilling(cells, sum, board.cells()).possible();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!board.keep(cells[i], possible[i])) return false;
  }
  return true;
}

// Every digit has a place in a complete group; where it has one only, it stands there.
bool give_places(CandidateBoard& board, const std::vector<int>& cells) {
  unsigned once = 0, often = 0;
  for (int cell : cells) {
    often |= once & board[cell];
    once |= board[cell];
  }
  if (std::popcount(once) < static_cast<int>(cells.size())) return false;
  const auto single = static_cast<DigitSet>(once & ~often);
  return std::all_of(cells.begin(), cells.end(), [&](int cell) {
    return (board[cell] & single) == 0 || board.keep(cell, single);
  });
}

CandidateRules rules_of(const DigitPuzzle& puzzle) {
  CandidateRules rules(puzzle.cells());
  rules.values = numbers_below(9);
  rules.unequal = peers_of(puzzle);
  for (DigitGroup& group : groups_of(puzzle)) {
    if (group.sum != 0) {
      rules.add(std::move(group.cells),
                [sum = group.sum](CandidateBoard& board, const auto& cells) {
                  return respect_sum(board, cells, sum);
                });
    } else if (group.complete) {
      rules.add(std::move(group.cells), give_places);
    }
  }
  return rules;
}

}  // namespace

Solutions search_solutions(const DigitPuzzle& puzzle, std::size_t limit, Rng* rng,
                           GeneratorBudget& guesses) {
  return search_solutions(rules_of(puzzle), puzzle.candidates, limit, rng, guesses);
}

std::vector<Candidates> solve_exactly(const DigitPuzzle& puzzle, std::size_t limit) {
  GeneratorBudget guesses(200'000);
  Solutions solutions = search_solutions(puzzle, limit, nullptr, guesses);
  auto& found = solutions.found;
  if (!solutions.complete && !found.empty() && found.size() < limit) found.push_back(found.front());
  return std::move(found);
}

Candidates eliminate(const DigitPuzzle& puzzle) {
  const CandidateRules rules = rules_of(puzzle);
  CandidateBoard board(rules, puzzle.candidates);
  return board.settle() ? board.cells() : Candidates{};
}

}  // namespace marblemaze
