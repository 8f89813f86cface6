#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "maze/base/random.h"
#include "maze/puzzles/board.h"

/// Boards of candidates, for puzzles in which every cell has one of several values.
namespace marblemaze {

/// Set of values: bit v stands for value v. Empty if no value is possible or the cell is not part
/// of the puzzle.
using CandidateSet = std::uint16_t;
using Candidates = std::vector<CandidateSet>;

[[nodiscard]] constexpr CandidateSet only(int value) {
  return static_cast<CandidateSet>(1U << value);
}
[[nodiscard]] std::vector<int> values_of(unsigned set);
[[nodiscard]] constexpr bool is_open(CandidateSet set) { return (set & (set - 1)) != 0; }
[[nodiscard]] constexpr bool is_certain(CandidateSet set) { return set != 0 && !is_open(set); }
[[nodiscard]] bool complete(const Candidates& cells);

/// Returns letters[value] if the value of a cell is certain, or the last letter if it is not.
[[nodiscard]] char letter_of(CandidateSet set, std::string_view letters);
[[nodiscard]] std::string to_text(const Candidates& cells, int width, std::string_view letters);

class CandidateBoard;

struct CandidateRules {
  /// Removes candidates that violate the rule. Returns false if the rule detects that there is no
  /// solution.
  using Narrow = std::function<bool(CandidateBoard& board, const std::vector<int>& cells)>;
  struct Rule {
    std::vector<int> cells;
    Narrow narrow;
  };

  explicit CandidateRules(int cells) : unequal(cells), rules_at(cells) {}
  void add(std::vector<int> cells, Narrow narrow);

  std::vector<int> values;
  std::vector<std::vector<int>> unequal;  ///< cells that must have a different value, for each cell
  std::vector<Rule> rules;
  std::vector<std::vector<int>> rules_at;
};

/// Requires: the rules outlive the board.
class CandidateBoard {
 public:
  CandidateBoard(const CandidateRules& rules, Candidates cells);

  [[nodiscard]] CandidateSet operator[](int cell) const { return cells_[cell]; }
  [[nodiscard]] const Candidates& cells() const { return cells_; }

  /// Intersects the candidates of a cell with `possible`. Returns false if the result is empty.
  bool keep(int cell, CandidateSet possible);
  /// Applies the rules until they remove no more candidates. Returns false if there is no solution.
  bool propagate();

 private:
  void schedule(int rule);
  bool exclude_from_unequal(int cell);

  const CandidateRules* rules_;
  Candidates cells_;
  std::vector<int> newly_certain_, scheduled_;
  std::vector<bool> is_scheduled_;
};

/// Finds a random solution by propagation and backtracking. Each guess is a step of the budget.
/// Returns nullopt if there is no solution, the budget runs out, or `most` guesses are not enough.
[[nodiscard]] std::optional<Candidates> random_solution(
    const CandidateRules& rules, const Candidates& cells, Rng& rng, GeneratorBudget& budget,
    std::int64_t most = std::numeric_limits<std::int64_t>::max());

[[nodiscard]] std::vector<int> numbers_below(std::size_t count);

/// Clears cells of a puzzle in random order. Restores a cell if good() returns false without the
/// cell. good() must spend the budget. Returns false if the budget runs out.
[[nodiscard]] bool remove_clues(Candidates& given, const Candidates& blank, Rng& rng,
                                const GeneratorBudget& budget, const std::function<bool()>& good);

}  // namespace marblemaze
