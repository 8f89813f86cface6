#include "maze/puzzles/exact_solver.h"

#include <algorithm>
#include <bit>
#include <utility>

#include <cadical.hpp>

#include "maze/base/stop.h"

namespace marblemaze {
namespace {

// Stop point for CaDiCaL. Exceptions must not propagate through the solver.
struct StopPoint final : CaDiCaL::Terminator {
  bool terminate() override {
    try {
      check_stop();
      return false;
    } catch (const Interrupted&) {
      return true;
    }
  }
};

// CaDiCaL configurations, which take turns. For some nonograms, either configuration may take ten
// times as long as the other. Shorter turns would interrupt the search too often.
constexpr std::array<const char*, 2> kStrategies{"sat", "default"};
constexpr int kFirstTurn = 60'000;  // conflicts, a few seconds

constexpr int kUnknown = 0, kUnsatisfiable = 20;

void add(CaDiCaL::Solver& solver, const std::vector<int>& clause) {
  for (int literal : clause) solver.add(literal);
  solver.add(0);
}

}  // namespace

// A cell with two candidates has one literal, which is true for the greater value. A cell with more
// candidates has a literal for each candidate. CaDiCaL tries true first. Random 30x30 nonograms are
// solved faster if true means black instead of white.
Encoding::Encoding(Candidates cells) : cells_(std::move(cells)), first_(cells_.size(), 0) {
  require({kTrue});
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    const int candidates = std::popcount(cells_[cell]);
    if (candidates < 2) continue;
    first_[cell] = literals_ + 1;
    literals_ += candidates == 2 ? 1 : candidates;
    if (candidates == 2) continue;
    std::vector<int> any;
    for (int literal = first_[cell]; literal <= literals_; ++literal) {
      for (int other : any) require({-literal, -other});
      any.push_back(literal);
    }
    require(std::move(any));
  }
}

int Encoding::literal(int cell, int value) const {
  const CandidateSet set = cells_[cell];
  const int first = first_[cell];
  if ((set & only(value)) == 0) return -kTrue;
  if (!is_open(set)) return kTrue;
  const int rank = std::popcount(static_cast<unsigned>(set & (only(value) - 1)));
  return std::popcount(set) > 2 ? first + rank : rank == 0 ? -first : first;
}

void Encoding::require(std::vector<int> clause) {
  std::erase(clause, -kTrue);
  if (clauses_.empty() || std::ranges::find(clause, kTrue) == clause.end())
    clauses_.push_back(std::move(clause));
}

// Sequential counter: at_least[j] is true if more than j of the literals so far are true.
void Encoding::require_count(const std::vector<int>& literals, int count) {
  std::vector<int> at_least(count + 1, -kTrue);
  for (int literal : literals) {
    std::vector<int> next;
    for (std::size_t j = 0; j < at_least.size(); ++j) {
      const int before = at_least[j], one_less = j == 0 ? kTrue : at_least[j - 1];
      next.push_back(new_literal());
      require({-before, next[j]});
      require({-literal, -one_less, next[j]});
      require({before, literal, -next[j]});
      require({before, one_less, -next[j]});
    }
    at_least = std::move(next);
  }
  require({-at_least.back()});
  if (count > 0) require({at_least[count - 1]});
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
  for (int cell = 0; cell < std::ssize(given); ++cell)
    for (int value : values_of(encoding_.cells()[cell] & ~given[cell]))
      solver().assume(-encoding_.literal(cell, value));
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
    check_stop();
    strategy_ = 1 - strategy_;
  }
  if (status == kUnsatisfiable) return std::nullopt;
  Candidates solution = encoding_.cells();
  for (int cell = 0; cell < std::ssize(solution); ++cell) {
    if (!is_open(solution[cell])) continue;
    for (int value : values_of(encoding_.cells()[cell])) {
      const int literal = encoding_.literal(cell, value);
      if ((solver().val(std::abs(literal)) > 0) == (literal > 0)) solution[cell] = only(value);
    }
  }
  return solution;
}

void ExactSolver::exclude(const Candidates& solution) {
  std::vector<int> clause;
  for (int cell = 0; cell < std::ssize(solution); ++cell)
    if (is_open(encoding_.cells()[cell]))
      clause.push_back(-encoding_.literal(cell, std::countr_zero(solution[cell])));
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

bool remove_redundant_clues(Candidates& given, const Candidates& blank, const Encoding& encoding,
                            Rng& rng, GeneratorBudget& budget) {
  ExactSolver solver(encoding);
  solver.exclude(given);
  return remove_clues(given, blank, rng, budget, [&] {
    budget.spend();
    return !solver.solve(given);
  });
}

}  // namespace marblemaze
