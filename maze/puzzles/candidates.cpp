#include "maze/puzzles/candidates.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "maze/puzzles/board.h"

namespace marblemaze {
namespace {

// Returns the first of the open cells with the fewest candidates, or -1.
int most_constrained(const Candidates& cells) {
  int best = -1, fewest = 17;
  for (int cell = 0; cell < static_cast<int>(cells.size()); ++cell) {
    const int count = std::popcount(cells[cell]);
    if (count > 1 && count < fewest) best = cell, fewest = count;
  }
  return best;
}

std::optional<Candidates> solution_from(const CandidateBoard& board, const std::vector<int>& values,
                                        Rng& rng, GeneratorBudget& budget, std::int64_t& left) {
  const int cell = most_constrained(board.cells());
  if (cell < 0) return board.cells();
  std::vector<int> order = values;
  rng.shuffle(std::span<int>(order));
  for (int value : order) {
    const auto set = static_cast<CandidateSet>(1U << value);
    if ((board[cell] & set) == 0 || budget.exhausted() || left-- <= 0) continue;
    budget.spend();
    CandidateBoard next = board;
    if (!next.keep(cell, set) || !next.settle()) continue;
    if (auto solution = solution_from(next, values, rng, budget, left)) return solution;
  }
  return std::nullopt;
}

}  // namespace

bool complete(const Candidates& cells) {
  return std::none_of(cells.begin(), cells.end(), [](CandidateSet set) { return is_open(set); });
}

char letter_of(CandidateSet set, std::string_view letters) {
  return is_certain(set) ? letters[std::countr_zero(set)] : letters.back();
}

std::string to_text(const Candidates& cells, int width, std::string_view letters) {
  return board_text(static_cast<int>(cells.size()), width,
                    [&](int cell) { return letter_of(cells[cell], letters); });
}

std::string board_dot(std::string_view name, std::string_view head, int width, int squares,
                      const std::function<std::string(int)>& square) {
  std::string dot = fmt::format(
      "graph {} {{\n  node [shape=none, fontname=monospace];\n  board [label=<<table border=\"0\" "
      "cellborder=\"1\" cellspacing=\"0\">\n{}",
      name, head);
  for (int number = 0; number < squares; ++number) {
    if (number % width == 0) dot += "    <tr>";
    dot += square(number);
    if ((number + 1) % width == 0) dot += "</tr>\n";
  }
  return dot + "  </table>>];\n}\n";
}

void CandidateRules::add(std::vector<int> cells, Narrow narrow) {
  for (int cell : cells) rules_at[cell].push_back(static_cast<int>(rules.size()));
  rules.push_back({std::move(cells), std::move(narrow)});
}

CandidateBoard::CandidateBoard(const CandidateRules& rules, Candidates cells)
    : rules_(&rules), cells_(std::move(cells)), is_awake_(rules.rules.size(), false) {
  for (int cell = 0; cell < static_cast<int>(cells_.size()); ++cell) {
    if (is_certain(cells_[cell])) fixed_.push_back(cell);
  }
  for (int rule = 0; rule < static_cast<int>(rules.rules.size()); ++rule) wake(rule);
}

bool CandidateBoard::keep(int cell, CandidateSet possible) {
  const auto left = static_cast<CandidateSet>(cells_[cell] & possible);
  if (left == cells_[cell]) return true;
  cells_[cell] = left;
  if (is_certain(left)) fixed_.push_back(cell);
  for (int rule : rules_->rules_at[cell]) wake(rule);
  return left != 0;
}

bool CandidateBoard::settle() {
  while (!fixed_.empty() || !awake_.empty()) {
    if (!fixed_.empty()) {
      const int cell = fixed_.back();
      fixed_.pop_back();
      if (!keep_unequal(cell)) return false;
      continue;
    }
    const int rule = awake_.back();
    awake_.pop_back();
    is_awake_[rule] = false;
    if (!rules_->rules[rule].narrow(*this, rules_->rules[rule].cells)) return false;
  }
  return true;
}

void CandidateBoard::wake(int rule) {
  if (!is_awake_[rule]) awake_.push_back(rule);
  is_awake_[rule] = true;
}

bool CandidateBoard::keep_unequal(int cell) {
  const auto others = static_cast<CandidateSet>(~cells_[cell]);
  const std::vector<int>& unequal = rules_->unequal[cell];
  return std::all_of(unequal.begin(), unequal.end(),
                     [&](int other) { return keep(other, others); });
}

std::optional<Candidates> random_solution(const CandidateRules& rules, const Candidates& cells,
                                          Rng& rng, GeneratorBudget& budget, std::int64_t most) {
  CandidateBoard board(rules, cells);
  if (!board.settle()) return std::nullopt;
  return solution_from(board, rules.values, rng, budget, most);
}

std::vector<int> numbers_below(std::size_t count) {
  std::vector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

bool thin_out(Candidates& given, const Candidates& blank, Rng& rng, const GeneratorBudget& budget,
              const std::function<bool()>& good) {
  std::vector<int> order = numbers_below(given.size());
  rng.shuffle(std::span<int>(order));
  for (int cell : order) {
    if (given[cell] == blank[cell]) continue;
    const CandidateSet before = std::exchange(given[cell], blank[cell]);
    if (!good()) given[cell] = before;
    if (budget.exhausted()) return false;
  }
  return true;
}

}  // namespace marblemaze
