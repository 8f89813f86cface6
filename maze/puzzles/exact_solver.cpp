#include "maze/puzzles/exact_solver.h"

#include <algorithm>
#include <bit>
#include <utility>

#include <cadical.hpp>

#include "maze/base/stop.h"

namespace marblemaze {
namespace {

// CaDiCaL asks it often. An exception must not pass through the solver.
struct StopPoint final : CaDiCaL::Terminator {
  bool terminate() override {
    try {
      stop_point();
      return false;
    } catch (const Interrupted&) {
      return true;
    }
  }
};

CandidateSet bit(int value) { return static_cast<CandidateSet>(1U << value); }

}  // namespace

// Two candidates share a literal, and each of three or more candidates has a literal of its own. A
// shared literal is true for the greater value. CaDiCaL tries true first, and with black squares
// first it solves random nonograms of 30x30 squares faster than with white squares first.
Encoding::Encoding(Candidates cells) : cells_(std::move(cells)), first_(cells_.size(), 0) {
  require({kTrue});
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    const int candidates = std::popcount(cells_[cell]);
    if (candidates < 2) continue;
    first_[cell] = literals_ + 1;
    literals_ += candidates == 2 ? 1 : candidates;
    if (candidates == 2) continue;
    std::vector<int> any(static_cast<std::size_t>(candidates));
    for (int i = 0; i < candidates; ++i) {
      any[static_cast<std::size_t>(i)] = first_[cell] + i;
      for (int other = 0; other < i; ++other) require({-first_[cell] - i, -first_[cell] - other});
    }
    require(std::move(any));
  }
}

int Encoding::holds(int cell, int value) const {
  const CandidateSet set = cells_[static_cast<std::size_t>(cell)];
  const int first = first_[static_cast<std::size_t>(cell)];
  if ((set & bit(value)) == 0) return -kTrue;
  if (!is_open(set)) return kTrue;
  const int rank = std::popcount(static_cast<unsigned>(set & (bit(value) - 1)));
  return std::popcount(set) > 2 ? first + rank : rank == 0 ? -first : first;
}

void Encoding::require(std::vector<int> clause) {
  std::erase(clause, -kTrue);
  if (clauses_.empty() || std::ranges::find(clause, kTrue) == clause.end())
    clauses_.push_back(std::move(clause));
}

// A unary counter: at_least[j] says that more than j of the literals so far are true.
void Encoding::require_count(const std::vector<int>& literals, int count) {
  std::vector<int> at_least(static_cast<std::size_t>(count) + 1, -kTrue);
  for (int literal : literals) {
    std::vector<int> next;
    for (std::size_t j = 0; j < at_least.size(); ++j) {
      const int before = at_least[j], one_less = j == 0 ? kTrue : at_least[j - 1];
      next.push_back(fresh_literal());
      require({-before, next[j]});
      require({-literal, -one_less, next[j]});
      require({before, literal, -next[j]});
      require({before, one_less, -next[j]});
    }
    at_least = std::move(next);
  }
  require({-at_least.back()});
  if (count > 0) require({at_least[static_cast<std::size_t>(count) - 1]});
}

ExactSolver::ExactSolver(const Encoding& encoding)
    : encoding_(encoding), solver_(std::make_unique<CaDiCaL::Solver>()) {
  solver_->set("quiet", 1);
  solver_->reserve(encoding.literals());
  for (const std::vector<int>& clause : encoding.clauses()) {
    for (int literal : clause) solver_->add(literal);
    solver_->add(0);
  }
}

ExactSolver::~ExactSolver() = default;

std::optional<Candidates> ExactSolver::solve(const Candidates& given) {
  const Candidates& cells = encoding_.cells();
  for (std::size_t cell = 0; cell < given.size(); ++cell)
    for (int value = 0; given[cell] != cells[cell] && value < 16; ++value)
      if ((cells[cell] & ~given[cell] & bit(value)) != 0)
        solver_->assume(-encoding_.holds(static_cast<int>(cell), value));
  StopPoint stop;
  solver_->connect_terminator(&stop);
  const int status = solver_->solve();
  solver_->disconnect_terminator();
  if (status == 0) throw Interrupted{};
  if (status != 10) return std::nullopt;  // 10 and 20: satisfiable or not
  Candidates solution = cells;
  for (std::size_t cell = 0; cell < cells.size(); ++cell)
    for (int value = 0; is_open(cells[cell]) && value < 16; ++value)
      if ((cells[cell] & bit(value)) != 0) {
        const int literal = encoding_.holds(static_cast<int>(cell), value);
        if ((solver_->val(std::abs(literal)) > 0) == (literal > 0)) solution[cell] = bit(value);
      }
  return solution;
}

void ExactSolver::exclude(const Candidates& solution) {
  for (std::size_t cell = 0; cell < solution.size(); ++cell)
    if (is_open(encoding_.cells()[cell]))
      solver_->add(-encoding_.holds(static_cast<int>(cell), std::countr_zero(solution[cell])));
  solver_->add(0);
}

std::vector<Candidates> solve_exactly(const Encoding& encoding, std::size_t limit) {
  ExactSolver solver(encoding);
  std::vector<Candidates> found;
  while (found.size() < limit) {
    auto solution = solver.solve();
    if (!solution) break;
    solver.exclude(*solution);
    found.push_back(std::move(*solution));
  }
  return found;
}

bool is_only_solution(const Candidates& solution, const Encoding& encoding) {
  ExactSolver solver(encoding);
  solver.exclude(solution);
  return !solver.solve();
}

bool thin_out_uniquely(Candidates& given, const Candidates& blank, const Encoding& encoding,
                       Rng& rng, GeneratorBudget& budget) {
  ExactSolver solver(encoding);
  solver.exclude(given);
  return thin_out(given, blank, rng, budget, [&] {
    budget.spend();
    return !solver.solve(given);
  });
}

}  // namespace marblemaze
