#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "maze/base/random.h"
#include "maze/puzzles/board.h"

namespace CaDiCaL {
class Solver;
}

/// Exact solutions by the SAT solver CaDiCaL. Each puzzle has a function encoding_of(puzzle), which
/// writes its rules as clauses.

namespace marblemaze {

/// Puzzles in which each cell has to be filled with one of its candidates: binary puzzles,
/// nonograms, Sudoku, Tectonic and Kakuro.

/// Set of values: bit v represents value v. Empty if no value is possible, or if the cell is not to
/// be filled.
using CandidateSet = std::uint16_t;
/// Candidates for each cell of a board, row by row.
using Candidates = std::vector<CandidateSet>;

/// Returns whether more than one value is possible.
[[nodiscard]] constexpr bool is_open(CandidateSet set) { return (set & (set - 1)) != 0; }
/// Returns whether exactly one value is possible.
[[nodiscard]] constexpr bool is_certain(CandidateSet set) { return set != 0 && !is_open(set); }
/// Returns whether no cell is open.
[[nodiscard]] bool complete(const Candidates& cells);

/// Returns the character for the value of a certain cell, or the last character for other cells.
[[nodiscard]] char letter_of(CandidateSet set, std::string_view letters);
/// Returns the characters of the cells on lines of length `width`.
[[nodiscard]] std::string to_text(const Candidates& cells, int width, std::string_view letters);

/// Returns a Graphviz graph that shows a board as a table. `head` is a row above the board, or
/// empty. `square` returns the HTML of a square.
[[nodiscard]] std::string board_dot(std::string_view name, std::string_view head, int width,
                                    int squares,
                                    const std::function<std::string(int number)>& square);

class CandidateBoard;

/// The rules of a puzzle.
struct CandidateRules {
  /// Removes the candidates that the rule does not allow. Returns false if it detects that there is
  /// no solution.
  using Narrow = std::function<bool(CandidateBoard& board, const std::vector<int>& cells)>;
  struct Rule {
    std::vector<int> cells;
    Narrow narrow;
  };

  explicit CandidateRules(int cells) : unequal(cells), rules_at(cells) {}
  void add(std::vector<int> cells, Narrow narrow);

  std::vector<int> values;  ///< values that random_solution() shuffles and tries
  std::vector<std::vector<int>>
      unequal;  ///< for each cell, the cells that must have a different value
  std::vector<Rule> rules;
  std::vector<std::vector<int>> rules_at;  ///< for each cell, the indices of its rules
};

/// A board from which rules remove candidates. Requires: the rules outlive it.
class CandidateBoard {
 public:
  CandidateBoard(const CandidateRules& rules, Candidates cells);

  [[nodiscard]] CandidateSet operator[](int cell) const { return cells_[cell]; }
  [[nodiscard]] const Candidates& cells() const { return cells_; }

  /// Removes all other candidates of a cell. Returns false if none is left.
  bool keep(int cell, CandidateSet possible);
  /// Applies the rules until nothing more follows. Returns false if there is no solution.
  bool settle();

 private:
  void wake(int rule);
  bool keep_unequal(int cell);

  const CandidateRules* rules_;
  Candidates cells_;
  std::vector<int> fixed_, awake_;  // cells that became certain; rules with a changed cell
  std::vector<bool> is_awake_;
};

/// Returns a random solution, found by settling and by random guesses in the cell with the fewest
/// candidates. A guess is a step of the budget. Returns nullopt if there is no solution, the budget
/// runs out, or `most` guesses were not enough.
[[nodiscard]] std::optional<Candidates> random_solution(
    const CandidateRules& rules, const Candidates& cells, Rng& rng, GeneratorBudget& budget,
    std::int64_t most = std::numeric_limits<std::int64_t>::max());

/// Returns the numbers 0, 1, 2, ..., count - 1.
[[nodiscard]] std::vector<int> numbers_below(std::size_t count);

/// Clears given cells in random order as long as the puzzle stays `good`, which spends the budget.
/// Returns false if the budget runs out.
[[nodiscard]] bool thin_out(Candidates& given, const Candidates& blank, Rng& rng,
                            const GeneratorBudget& budget, const std::function<bool()>& good);

/// A puzzle as clauses. A literal is an integer; a negative integer is a negated literal.
class Encoding {
 public:
  /// Every cell has one of its candidates as its value. Cells without candidates are not part of
  /// the puzzle.
  explicit Encoding(Candidates cells);

  /// Returns the literal that is true if the cell has this value.
  [[nodiscard]] int holds(int cell, int value) const;
  [[nodiscard]] int fresh_literal() { return ++literals_; }
  /// Requires at least one literal of the clause to be true.
  void require(std::vector<int> clause);
  /// Requires exactly `count` of the literals to be true.
  void require_count(const std::vector<int>& literals, int count);

  [[nodiscard]] const Candidates& cells() const { return cells_; }
  [[nodiscard]] int literals() const { return literals_; }
  [[nodiscard]] const std::vector<std::vector<int>>& clauses() const { return clauses_; }

  static constexpr int kTrue = 1;  ///< literal that is always true

 private:
  Candidates cells_;
  std::vector<int> first_;  // for each cell, its first literal
  std::vector<std::vector<int>> clauses_;
  int literals_ = kTrue;
};

/// Finds solutions one after another and retains what it has learned between calls. Two
/// configurations of CaDiCaL alternate in turns of growing length, because puzzles that are hard
/// for one configuration are often easy for the other. A turn ends after a number of conflicts, not
/// after a time, so the solutions are the same on every machine.
class ExactSolver {
 public:
  explicit ExactSolver(const Encoding& encoding);
  ~ExactSolver();
  ExactSolver(const ExactSolver&) = delete;
  ExactSolver& operator=(const ExactSolver&) = delete;

  /// Returns a solution that agrees with `given` and is not excluded, or nullopt if there is none.
  /// Throws Interrupted if a stop was requested for the work of this thread (maze/base/stop.h).
  [[nodiscard]] std::optional<Candidates> solve(const Candidates& given = {});
  void exclude(const Candidates& solution);

 private:
  /// Returns the solver whose turn it is.
  [[nodiscard]] CaDiCaL::Solver& solver();
  /// Lets the current solver search. Returns the result of CaDiCaL.
  [[nodiscard]] int take_turn(const Candidates& given, int conflicts);

  Encoding encoding_;
  std::array<std::unique_ptr<CaDiCaL::Solver>, 2> solvers_;  // created on demand
  // Index of the solver whose turn it is: the last solver that found an answer.
  std::size_t strategy_ = 0;
};

/// Returns all solutions, but at most `limit`. With a limit of 2, the solution is unique if exactly
/// one is returned.
[[nodiscard]] std::vector<Candidates> solve_exactly(const Encoding& encoding,
                                                    std::size_t limit = 2);
template <class Puzzle>
[[nodiscard]] std::vector<Candidates> solve_exactly(const Puzzle& puzzle, std::size_t limit = 2) {
  return solve_exactly(encoding_of(puzzle), limit);
}

/// Returns whether this is the only solution of a puzzle.
[[nodiscard]] bool is_only_solution(const Candidates& solution, const Encoding& encoding);

/// Clears cells of a solution in random order as long as the solution remains unique. `encoding`
/// describes the empty puzzle. Each cell is a step. Returns false if the budget runs out.
[[nodiscard]] bool thin_out_uniquely(Candidates& given, const Candidates& blank,
                                     const Encoding& encoding, Rng& rng, GeneratorBudget& budget);

}  // namespace marblemaze
