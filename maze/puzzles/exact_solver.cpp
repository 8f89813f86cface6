#include "maze/puzzles/exact_solver.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <span>
#include <utility>

#include <cadical.hpp>
#include <fmt/format.h>

#include "maze/base/stop.h"
#include "maze/puzzles/board.h"

namespace marblemaze {

namespace {

// Stop point for CaDiCaL, which calls terminate() often. Exceptions must not propagate through the
// solver.
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

// Configurations of CaDiCaL, which take turns. "sat" is faster for most random nonograms, but for a
// few nonograms, either configuration may take ten times as long as the other. Shorter turns would
// interrupt the search too often.
constexpr std::array<const char*, 2> kStrategies{"sat", "default"};
constexpr int kFirstTurn = 60'000;  // conflicts, a few seconds

constexpr int kUnknown = 0, kUnsatisfiable = 20;  // status codes of CaDiCaL

void add(CaDiCaL::Solver& solver, const std::vector<int>& clause) {
  for (int literal : clause) solver.add(literal);
  solver.add(0);
}

CandidateSet bit(int value) { return static_cast<CandidateSet>(1U << value); }

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

// Sequential counter: at_least[j] is true if more than j of the literals so far are true.
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
