#include "maze/puzzles/candidates.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>
#include <utility>

namespace marblemaze {
namespace {

std::optional<Candidates> solution_from(const CandidateBoard& board, const std::vector<int>& values,
                                        Rng& rng, GeneratorBudget& budget, std::int64_t& left) {
  const Candidates& cells = board.cells();
  const auto most_constrained = std::ranges::min_element(
      cells, {}, [](CandidateSet set) { return is_open(set) ? std::popcount(set) : 17; });
  if (!is_open(*most_constrained)) return cells;
  const int cell = static_cast<int>(most_constrained - cells.begin());
  std::vector<int> order = values;
  rng.shuffle(std::span(order));
  for (int value : order) {
    if ((board[cell] & only(value)) == 0 || budget.exhausted() || left-- <= 0) continue;
    budget.spend();
    CandidateBoard next = board;
    if (!next.keep(cell, only(value)) || !next.propagate()) continue;
    if (auto solution = solution_from(next, values, rng, budget, left)) return solution;
  }
  return std::nullopt;
}

}  // namespace

std::vector<int> values_of(unsigned set) {
  std::vector<int> values;
  for (; set != 0; set &= set - 1) values.push_back(std::countr_zero(set));
  return values;
}

bool complete(const Candidates& cells) { return std::ranges::none_of(cells, is_open); }

char letter_of(CandidateSet set, std::string_view letters) {
  return is_certain(set) ? letters[std::countr_zero(set)] : letters.back();
}

std::string to_text(const Candidates& cells, int width, std::string_view letters) {
  return board_text(static_cast<int>(cells.size()), width,
                    [&](int cell) { return letter_of(cells[cell], letters); });
}

void CandidateRules::add(std::vector<int> cells, Narrow narrow) {
  for (int cell : cells) rules_at[cell].push_back(static_cast<int>(rules.size()));
  rules.push_back({std::move(cells), std::move(narrow)});
}

CandidateBoard::CandidateBoard(const CandidateRules& rules, Candidates cells)
    : rules_(&rules), cells_(std::move(cells)), is_scheduled_(rules.rules.size(), false) {
  for (int cell = 0; cell < std::ssize(cells_); ++cell)
    if (is_certain(cells_[cell])) newly_certain_.push_back(cell);
  for (int rule = 0; rule < std::ssize(rules.rules); ++rule) schedule(rule);
}

bool CandidateBoard::keep(int cell, CandidateSet possible) {
  const auto left = static_cast<CandidateSet>(cells_[cell] & possible);
  if (left == cells_[cell]) return true;
  cells_[cell] = left;
  if (is_certain(left)) newly_certain_.push_back(cell);
  for (int rule : rules_->rules_at[cell]) schedule(rule);
  return left != 0;
}

bool CandidateBoard::propagate() {
  while (!newly_certain_.empty() || !scheduled_.empty()) {
    if (!newly_certain_.empty()) {
      const int cell = newly_certain_.back();
      newly_certain_.pop_back();
      if (!exclude_from_unequal(cell)) return false;
      continue;
    }
    const int rule = scheduled_.back();
    const auto& [cells, narrow] = rules_->rules[rule];
    scheduled_.pop_back();
    is_scheduled_[rule] = false;
    if (!narrow(*this, cells)) return false;
  }
  return true;
}

void CandidateBoard::schedule(int rule) {
  if (!is_scheduled_[rule]) scheduled_.push_back(rule);
  is_scheduled_[rule] = true;
}

bool CandidateBoard::exclude_from_unequal(int cell) {
  const auto others = static_cast<CandidateSet>(~cells_[cell]);
  return std::ranges::all_of(rules_->unequal[cell], [&](int other) { return keep(other, others); });
}

std::optional<Candidates> random_solution(const CandidateRules& rules, const Candidates& cells,
                                          Rng& rng, GeneratorBudget& budget, std::int64_t most) {
  CandidateBoard board(rules, cells);
  if (!board.propagate()) return std::nullopt;
  return solution_from(board, rules.values, rng, budget, most);
}

std::vector<int> numbers_below(std::size_t count) {
  std::vector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

bool remove_clues(Candidates& given, const Candidates& blank, Rng& rng,
                  const GeneratorBudget& budget, const std::function<bool()>& good) {
  std::vector<int> order = numbers_below(given.size());
  rng.shuffle(std::span(order));
  for (int cell : order) {
    if (given[cell] == blank[cell]) continue;
    const CandidateSet before = std::exchange(given[cell], blank[cell]);
    if (!good()) given[cell] = before;
    if (budget.exhausted()) return false;
  }
  return true;
}

}  // namespace marblemaze
