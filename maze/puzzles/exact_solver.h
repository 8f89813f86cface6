#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "maze/puzzles/candidates.h"

namespace CaDiCaL {
class Solver;
}

/// Exact answers by the SAT solver CaDiCaL. Each puzzle has a function encoding_of(puzzle), which
/// writes its rules as clauses.
namespace marblemaze {

/// A puzzle as clauses. A literal is a number; a negative one is negated.
class Encoding {
 public:
  /// Each cell holds one of its candidates. Cells without candidates are not part of the puzzle.
  explicit Encoding(Candidates cells);

  /// Literal that is true if the cell holds the value.
  [[nodiscard]] int holds(int cell, int value) const;
  [[nodiscard]] int fresh_literal() { return ++literals_; }
  /// Requires that at least one literal of the clause is true.
  void require(std::vector<int> clause);
  /// Requires that exactly `count` of the literals are true.
  void require_count(const std::vector<int>& literals, int count);

  [[nodiscard]] const Candidates& cells() const { return cells_; }
  [[nodiscard]] int literals() const { return literals_; }
  [[nodiscard]] const std::vector<std::vector<int>>& clauses() const { return clauses_; }

  static constexpr int kTrue = 1;  ///< literal that is always true

 private:
  Candidates cells_;
  std::vector<int> first_;  // for each cell its first literal
  std::vector<std::vector<int>> clauses_;
  int literals_ = kTrue;
};

/// Finds solutions one after another and keeps what it has learned between questions. Two
/// configurations of CaDiCaL take turns of growing length, so that a puzzle that is hard for one of
/// them is answered by the other. A turn ends after a number of conflicts, not after a time, so
/// that the solutions are the same on every machine.
class ExactSolver {
 public:
  explicit ExactSolver(const Encoding& encoding);
  ~ExactSolver();
  ExactSolver(const ExactSolver&) = delete;
  ExactSolver& operator=(const ExactSolver&) = delete;

  /// Returns a solution that agrees with `given`, if there is one that is not excluded. Throws
  /// Interrupted if the work of this thread is to stop (maze/base/stop.h).
  [[nodiscard]] std::optional<Candidates> solve(const Candidates& given = {});
  void exclude(const Candidates& solution);

 private:
  /// Returns the solver whose turn it is.
  [[nodiscard]] CaDiCaL::Solver& solver();
  /// Lets it search. Returns the answer of CaDiCaL.
  [[nodiscard]] int take_turn(const Candidates& given, int conflicts);

  Encoding encoding_;
  std::array<std::unique_ptr<CaDiCaL::Solver>, 2> solvers_;  // made when they are needed
  std::size_t strategy_ = 0;  // number of the solver whose turn it is: the last that had an answer
};

/// Returns all solutions, but at most `limit`: with 2, the puzzle has one solution if one returns.
[[nodiscard]] std::vector<Candidates> solve_exactly(const Encoding& encoding,
                                                    std::size_t limit = 2);
template <class Puzzle>
[[nodiscard]] std::vector<Candidates> solve_exactly(const Puzzle& puzzle, std::size_t limit = 2) {
  return solve_exactly(encoding_of(puzzle), limit);
}

/// Returns whether a puzzle has no solution besides this one.
[[nodiscard]] bool is_only_solution(const Candidates& solution, const Encoding& encoding);

/// Blanks cells of a solution in random order as long as it stays the only one. `encoding` is that
/// of the blank puzzle. Each cell is a step. Returns false if the budget runs out.
[[nodiscard]] bool thin_out_uniquely(Candidates& given, const Candidates& blank,
                                     const Encoding& encoding, Rng& rng, GeneratorBudget& budget);

}  // namespace marblemaze
