#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "maze/base/random.h"
#include "maze/base/stop.h"

/// Puzzles in which each cell is to be filled with one of its candidates: binary puzzles,
/// nonograms, Sudoku, Tectonic and Kakuro. exact_solver.h solves them.
namespace marblemaze {

/// Number of steps that a generator of puzzles may take before it gives up. A budget counts steps
/// and never time, so that a seed gives the same puzzle on every machine. Each generator documents
/// its steps. A budget of 0 is unlimited.
class GeneratorBudget {
 public:
  explicit GeneratorBudget(std::int64_t allowed = 0) : allowed_(allowed) {}

  /// Returns false if nothing is left. Is a stop point and reports the progress.
  bool spend(std::int64_t steps = 1) {
    spent_ += steps;
    stop_point(spent_, allowed_);
    return !exhausted();
  }
  [[nodiscard]] bool exhausted() const { return allowed_ > 0 && spent_ >= allowed_; }
  [[nodiscard]] std::int64_t spent() const { return spent_; }

 private:
  std::int64_t allowed_;
  std::int64_t spent_ = 0;
};

/// Set of values: bit v stands for value v. It is empty if no value is possible, or if the cell is
/// not to be filled.
using CandidateSet = std::uint16_t;
/// Candidates of the cells of a board, row by row.
using Candidates = std::vector<CandidateSet>;

/// Returns whether the cell can hold more than one value.
[[nodiscard]] constexpr bool is_open(CandidateSet set) { return (set & (set - 1)) != 0; }
/// Returns whether the cell can hold only one value.
[[nodiscard]] constexpr bool is_certain(CandidateSet set) { return set != 0 && !is_open(set); }
/// Returns whether no cell is open.
[[nodiscard]] bool complete(const Candidates& cells);

/// Returns the letter of the value of a certain cell, or the last letter for other cells.
[[nodiscard]] char letter_of(CandidateSet set, std::string_view letters);
/// Writes the letters of cells on lines of `width` letters.
[[nodiscard]] std::string to_text(const Candidates& cells, int width, std::string_view letters);

/// Returns a Graphviz graph with a board as a table. `head` is a row above it, or empty. `square`
/// returns the HTML of a square.
[[nodiscard]] std::string board_dot(std::string_view name, std::string_view head, int width,
                                    int squares,
                                    const std::function<std::string(int number)>& square);

class CandidateBoard;

/// The rules of a puzzle.
struct CandidateRules {
  /// Removes the candidates that the rule does not allow. Returns false if it finds that there is
  /// no solution.
  using Narrow = std::function<bool(CandidateBoard& board, const std::vector<int>& cells)>;
  struct Rule {
    std::vector<int> cells;
    Narrow narrow;
  };

  explicit CandidateRules(int cells) : unequal(cells), rules_at(cells) {}
  void add(std::vector<int> cells, Narrow narrow);

  std::vector<int> values;                ///< that random_solution() shuffles and tries
  std::vector<std::vector<int>> unequal;  ///< for each cell the cells with another value
  std::vector<Rule> rules;
  std::vector<std::vector<int>> rules_at;  ///< for each cell the numbers of its rules
};

/// A board from which rules remove candidates. Requires: the rules outlive it.
class CandidateBoard {
 public:
  CandidateBoard(const CandidateRules& rules, Candidates cells);

  [[nodiscard]] CandidateSet operator[](int cell) const { return cells_[cell]; }
  [[nodiscard]] const Candidates& cells() const { return cells_; }

  /// Removes all candidates that are not possible. Returns false if none is left.
  bool keep(int cell, CandidateSet possible);
  /// Applies the rules until nothing more follows. Returns false if there is no solution.
  bool settle();

 private:
  void wake(int rule);
  bool keep_unequal(int cell);

  const CandidateRules* rules_;
  Candidates cells_;
  std::vector<int> fixed_, awake_;  // cells that became certain, rules with a changed cell
  std::vector<bool> is_awake_;
};

/// Returns a random solution, by settling and by random guesses in the cell with the fewest
/// candidates. A guess is a step of the budget. Returns nothing if there is no solution, the budget
/// runs out, or `most` guesses were not enough.
[[nodiscard]] std::optional<Candidates> random_solution(
    const CandidateRules& rules, const Candidates& cells, Rng& rng, GeneratorBudget& budget,
    std::int64_t most = std::numeric_limits<std::int64_t>::max());

/// Returns 0, 1, 2 and so on.
[[nodiscard]] std::vector<int> numbers_below(std::size_t count);

/// Blanks given cells in random order as long as the puzzle stays `good`, which spends the budget.
/// Returns false if the budget runs out.
[[nodiscard]] bool thin_out(Candidates& given, const Candidates& blank, Rng& rng,
                            const GeneratorBudget& budget, const std::function<bool()>& good);

}  // namespace marblemaze
