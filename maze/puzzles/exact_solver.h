#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "maze/puzzles/candidates.h"

namespace CaDiCaL {
class Solver;
}

/// Exact solving of puzzles with the SAT solver CaDiCaL. The function encoding_of(puzzle) of each
/// puzzle type translates the rules to clauses.

namespace marblemaze {

/// Puzzle in conjunctive normal form. A negative integer is a negated literal.
class Encoding {
 public:
  /// Adds clauses that give every cell exactly one of its candidates.
  explicit Encoding(Candidates cells);

  [[nodiscard]] int literal(int cell, int value) const;
  [[nodiscard]] int new_literal() { return ++literals_; }
  /// Adds a clause.
  void require(std::vector<int> clause);
  /// Adds the constraint that exactly `count` of the literals are true.
  void require_count(const std::vector<int>& literals, int count);

  [[nodiscard]] const Candidates& cells() const { return cells_; }
  [[nodiscard]] int literals() const { return literals_; }
  [[nodiscard]] const std::vector<std::vector<int>>& clauses() const { return clauses_; }

  static constexpr int kTrue = 1;

 private:
  Candidates cells_;
  std::vector<int> first_;
  std::vector<std::vector<int>> clauses_;
  int literals_ = kTrue;
};

/// Incremental solver, which keeps learned clauses between calls. Two CaDiCaL configurations
/// alternate, because puzzles that are hard for one configuration are often easy for the other.
/// Turns are measured in conflicts instead of time, so the solutions are the same on every machine.
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
  [[nodiscard]] CaDiCaL::Solver& solver();
  /// Runs the current solver until it has a result or reaches the conflict limit. Returns the
  /// CaDiCaL status code.
  [[nodiscard]] int take_turn(const Candidates& given, int conflicts);

  Encoding encoding_;
  std::array<std::unique_ptr<CaDiCaL::Solver>, 2> solvers_;
  std::size_t strategy_ = 0;
};

/// Returns up to `limit` solutions. If `limit` is at least 2, a single result is the unique
/// solution.
[[nodiscard]] std::vector<Candidates> solve_exactly(const Encoding& encoding,
                                                    std::size_t limit = 2);
template <class Puzzle>
[[nodiscard]] std::vector<Candidates> solve_exactly(const Puzzle& puzzle, std::size_t limit = 2) {
  return solve_exactly(encoding_of(puzzle), limit);
}

[[nodiscard]] bool is_only_solution(const Candidates& solution, const Encoding& encoding);

/// Clears cells of a solved board in random order as long as the solution remains unique.
/// `encoding` is the encoding of the blank board. Each cell is a step. Returns false if the budget
/// runs out.
[[nodiscard]] bool remove_redundant_clues(Candidates& given, const Candidates& blank,
                                          const Encoding& encoding, Rng& rng,
                                          GeneratorBudget& budget);

}  // namespace marblemaze
