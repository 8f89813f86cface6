#include "maze/puzzles/exact_solver.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include <cadical.hpp>

#include "maze/base/stop.h"

namespace marblemaze {
namespace {

// CaDiCaL calls terminate() often. An exception must not pass through the solver.
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

// Configurations of CaDiCaL that take turns. "sat" is faster for most random nonograms. A few take
// ten times as long with one configuration as with the other. Shorter turns interrupt the search
// too often.
constexpr std::array<const char*, 2> kStrategies{"sat", "default"};
constexpr int kFirstTurn = 60'000;  // conflicts, a few seconds

constexpr int kUnknown = 0, kUnsatisfiable = 20;  // answers of CaDiCaL

void add(CaDiCaL::Solver& solver, const std::vector<int>& clause) {
  for (int literal : clause) solver.add(literal);
  solver.add(0);
}

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

ExactSolver::ExactSolver(const Encoding& encoding) : encoding_(encoding) {}

ExactSolver::~ExactSolver() = default;

CaDiCaL::Solver& ExactSolver::solver() {
  std::unique_ptr<CaDiCaL::Solver>& solver = solvers_[strategy_];
  if (solver) return *solver;
  solver = std::make_unique<CaDiCaL::Solver>();
  solver->set("quiet", 1);
  solver->configure(kStrategies[strategy_]);
  solver->reserve(encoding_.literals());
  for (const std::vector<int>& clause : encoding_.clauses()) add(*solver, clause);
  return *solver;
}

int ExactSolver::take_turn(const Candidates& given, int conflicts) {
  const Candidates& cells = encoding_.cells();
  for (std::size_t cell = 0; cell < given.size(); ++cell)
    for (int value = 0; given[cell] != cells[cell] && value < 16; ++value)
      if ((cells[cell] & ~given[cell] & bit(value)) != 0)
        solver().assume(-encoding_.holds(static_cast<int>(cell), value));
  StopPoint stop;
  solver().limit("conflicts", conflicts);
  solver().connect_terminator(&stop);
  const int status = solver().solve();
  solver().disconnect_terminator();
  return status;
}

std::optional<Candidates> ExactSolver::solve(const Candidates& given) {
  int status = kUnknown;
  for (int turn = kFirstTurn; (status = take_turn(given, turn)) == kUnknown; turn *= 2) {
    stop_point();
    strategy_ = 1 - strategy_;
  }
  if (status == kUnsatisfiable) return std::nullopt;
  Candidates solution = encoding_.cells();
  for (std::size_t cell = 0; cell < solution.size(); ++cell)
    for (int value = 0; is_open(encoding_.cells()[cell]) && value < 16; ++value)
      if ((encoding_.cells()[cell] & bit(value)) != 0) {
        const int literal = encoding_.holds(static_cast<int>(cell), value);
        if ((solver().val(std::abs(literal)) > 0) == (literal > 0)) solution[cell] = bit(value);
      }
  return solution;
}

void ExactSolver::exclude(const Candidates& solution) {
  std::vector<int> clause;
  for (std::size_t cell = 0; cell < solution.size(); ++cell)
    if (is_open(encoding_.cells()[cell]))
      clause.push_back(-encoding_.holds(static_cast<int>(cell), std::countr_zero(solution[cell])));
  for (const auto& solver : solvers_)
    if (solver) add(*solver, clause);
  encoding_.require(std::move(clause));
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
