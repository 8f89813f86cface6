#include "maze/puzzles/digit_puzzle.h"

#include <bit>
#include <map>
#include <set>

#include <fmt/format.h>

#include "maze/puzzles/board.h"

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
  for (int line = 0; line < 9; ++line)
    for (const bool row : {true, false})
      groups.push_back({row ? DigitGroup::View::across : DigitGroup::View::down,
                        squares_of_line(9, 9, row, line), 0, true});
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

}  // namespace

int only_digit(DigitSet set) { return is_certain(set) ? std::countr_zero(set) + 1 : 0; }

int sum_of(unsigned digits) {
  int sum = 0;
  for (; digits != 0; digits &= digits - 1) sum += std::countr_zero(digits) + 1;
  return sum;
}

const char* to_string(DigitKind kind) {
  return kind == DigitKind::sudoku ? "sudoku" : kind == DigitKind::tectonic ? "tectonic" : "kakuro";
}

DigitPuzzle DigitPuzzle::with(Candidates other) const {
  return {kind, width, height, std::move(other), section, across, down};
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
  for (int cell = 0; puzzle.kind == DigitKind::tectonic && cell < puzzle.cells(); ++cell)
    visit_around(cell, puzzle.width, puzzle.height, Corners::yes,
                 [&](int other) { peers[cell].insert(other); });
  std::vector<std::vector<int>> lists(puzzle.cells());
  for (int cell = 0; cell < puzzle.cells(); ++cell) {
    peers[cell].erase(cell);
    lists[cell].assign(peers[cell].begin(), peers[cell].end());
  }
  return lists;
}

std::vector<std::string> faults(const DigitPuzzle& puzzle) {
  std::vector<std::string> found;
  const auto place = [&](int cell) { return square_name(cell, puzzle.width); };
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

}  // namespace marblemaze
