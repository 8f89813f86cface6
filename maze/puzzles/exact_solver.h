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

/// Exact solving of puzzles with the SAT solver CaDiCaL. Each type of puzzle has a function
/// encoding_of(puzzle), which translates its rules to clauses.

namespace marblemaze {

/// Boards of candidates, for puzzles in which every cell has one of several values: binary puzzles,
/// nonograms, Sudoku, Tectonic and Kakuro.

/// Set of values: bit v stands for value v. Empty if no value is possible or the cell is not part
/// of the puzzle.
using CandidateSet = std::uint16_t;
/// Candidates for each cell of a board, row by row.
using Candidates = std::vector<CandidateSet>;

/// Returns true if more than one value is possible.
[[nodiscard]] constexpr bool is_open(CandidateSet set) { return (set & (set - 1)) != 0; }
/// Returns true if exactly one value is possible.
[[nodiscard]] constexpr bool is_certain(CandidateSet set) { return set != 0 && !is_open(set); }
/// Returns true if no cell is open.
[[nodiscard]] bool complete(const Candidates& cells);

/// Returns letters[value] if the value of a cell is certain, or the last letter if it is not.
[[nodiscard]] char letter_of(CandidateSet set, std::string_view letters);
/// Returns the letters of the cells, with `width` letters per line.
[[nodiscard]] std::string to_text(const Candidates& cells, int width, std::string_view letters);

/// Returns a Graphviz graph that shows a board as a table. `head` is the HTML of a row above the
/// board, or empty. square(number) returns the HTML of a square.
[[nodiscard]] std::string board_dot(std::string_view name, std::string_view head, int width,
                                    int squares,
                                    const std::function<std::string(int number)>& square);

class CandidateBoard;

/// Rules of a puzzle for constraint propagation.
struct CandidateRules {
  /// Removes candidates that violate the rule. Returns false if it detects that there is no
  /// solution.
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

/// Board of candidates with constraint propagation. Requires: the rules outlive the board.
class CandidateBoard {
 public:
  CandidateBoard(const CandidateRules& rules, Candidates cells);

  [[nodiscard]] CandidateSet operator[](int cell) const { return cells_[cell]; }
  [[nodiscard]] const Candidates& cells() const { return cells_; }

  /// Intersects the candidates of a cell with `possible`. Returns false if the result is empty.
  bool keep(int cell, CandidateSet possible);
  /// Applies the rules until they remove no more candidates. Returns false if there is no solution.
  bool settle();

 private:
  void wake(int rule);
  bool keep_unequal(int cell);

  const CandidateRules* rules_;
  Candidates cells_;
  std::vector<int> fixed_, awake_;  // cells that became certain; rules with a changed cell
  std::vector<bool> is_awake_;
};

/// Finds a random solution by propagation and backtracking. Always guesses in a cell with the
/// fewest candidates. Each guess is a step of the budget. Returns nullopt if there is no solution,
/// the budget runs out, or `most` guesses are not enough.
[[nodiscard]] std::optional<Candidates> random_solution(
    const CandidateRules& rules, const Candidates& cells, Rng& rng, GeneratorBudget& budget,
    std::int64_t most = std::numeric_limits<std::int64_t>::max());

/// Returns the numbers 0, 1, 2, ..., count - 1.
[[nodiscard]] std::vector<int> numbers_below(std::size_t count);

/// Clears cells of a puzzle in random order. Restores a cell if good() returns false without it.
/// good() must spend the budget. Returns false if the budget runs out.
[[nodiscard]] bool thin_out(Candidates& given, const Candidates& blank, Rng& rng,
                            const GeneratorBudget& budget, const std::function<bool()>& good);

/// Puzzle in conjunctive normal form. Literals are integers. A negative integer is a negated
/// literal.
class Encoding {
 public:
  /// Adds clauses that give every cell exactly one of its candidates. Cells without candidates are
  /// not part of the puzzle.
  explicit Encoding(Candidates cells);

  /// Returns the literal that is true if the cell has this value.
  [[nodiscard]] int holds(int cell, int value) const;
  [[nodiscard]] int fresh_literal() { return ++literals_; }
  /// Adds a clause: at least one of its literals must be true.
  void require(std::vector<int> clause);
  /// Adds the constraint that exactly `count` of the literals are true.
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

/// Incremental solver, which keeps learned clauses between calls. Two configurations of CaDiCaL
/// alternate in turns of increasing length, because puzzles that are hard for one configuration are
/// often easy for the other. The length of a turn is a number of conflicts instead of a time, so
/// the solutions are the same on every machine.
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
  /// Returns the current solver. Creates it if necessary.
  [[nodiscard]] CaDiCaL::Solver& solver();
  /// Runs the current solver until it has a result or reaches the number of conflicts. Returns the
  /// status code of CaDiCaL.
  [[nodiscard]] int take_turn(const Candidates& given, int conflicts);

  Encoding encoding_;
  std::array<std::unique_ptr<CaDiCaL::Solver>, 2> solvers_;  // created on demand
  // Index of the current solver. The last solver that found an answer remains current.
  std::size_t strategy_ = 0;
};

/// Returns up to `limit` solutions. With a limit of at least 2, a single result is the unique
/// solution.
[[nodiscard]] std::vector<Candidates> solve_exactly(const Encoding& encoding,
                                                    std::size_t limit = 2);
template <class Puzzle>
[[nodiscard]] std::vector<Candidates> solve_exactly(const Puzzle& puzzle, std::size_t limit = 2) {
  return solve_exactly(encoding_of(puzzle), limit);
}

/// Returns true if `solution` is the only solution of the puzzle.
[[nodiscard]] bool is_only_solution(const Candidates& solution, const Encoding& encoding);

/// Clears cells of a solved board in random order as long as the solution remains unique.
/// `encoding` is the encoding of the blank board. Each cell is a step. Returns false if the budget
/// runs out.
[[nodiscard]] bool thin_out_uniquely(Candidates& given, const Candidates& blank,
                                     const Encoding& encoding, Rng& rng, GeneratorBudget& budget);

}  // namespace marblemaze
