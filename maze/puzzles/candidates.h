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

/// Puzzles in which cells are to be filled, seen as what each cell can still hold. Binary puzzles,
/// nonograms, Sudoku, Tectonic and Kakuro are such. exact_solver.h answers for all of them.
namespace marblemaze {

/// Steps that a generator of puzzles may take before it gives up. A budget counts steps and never
/// time, so that a seed gives the same puzzle on every machine; each generator says what its steps
/// are. A budget without a number never ends.
class GeneratorBudget {
 public:
  explicit GeneratorBudget(std::int64_t allowed = 0) : allowed_(allowed) {}

  /// Returns false if nothing is left. It is a stop point and tells how far the work is.
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

/// Bit v stands for a puzzle's value v. Empty: nothing fits, or not a cell to be filled.
using CandidateSet = std::uint16_t;
/// The cells of a board, row by row.
using Candidates = std::vector<CandidateSet>;

/// Whether the cell can hold more than one value.
[[nodiscard]] constexpr bool is_open(CandidateSet set) { return (set & (set - 1)) != 0; }
/// Whether it can hold one only.
[[nodiscard]] constexpr bool is_certain(CandidateSet set) { return set != 0 && !is_open(set); }
/// Whether no cell is open.
[[nodiscard]] bool complete(const Candidates& cells);

/// The letter of a certain cell's value, the last of the letters for all others.
[[nodiscard]] char letter_of(CandidateSet set, std::string_view letters);
/// Letters as lines of so many.
[[nodiscard]] std::string to_text(const Candidates& cells, int width, std::string_view letters);

/// Graphviz: a graph of that name with a board as its table. `head` is a row above it, or empty;
/// `square` writes the square of a number as HTML.
[[nodiscard]] std::string board_dot(std::string_view name, std::string_view head, int width,
                                    int squares,
                                    const std::function<std::string(int number)>& square);

class CandidateBoard;

/// The rules of a puzzle.
struct CandidateRules {
  /// Takes away from the cells what the rule does not allow there. False when it finds that there
  /// is no solution.
  using Narrow = std::function<bool(CandidateBoard& board, const std::vector<int>& cells)>;
  struct Rule {
    std::vector<int> cells;
    Narrow narrow;
  };

  /// In a board of so many cells.
  explicit CandidateRules(int cells) : unequal(cells), rules_at(cells) {}
  void add(std::vector<int> cells, Narrow narrow);

  std::vector<int> values;                ///< what random_solution() tries, before it shuffles them
  std::vector<std::vector<int>> unequal;  ///< for each cell those that hold another value
  std::vector<Rule> rules;
  std::vector<std::vector<int>> rules_at;  ///< for each cell the numbers of its rules
};

/// A board from which rules take candidates away. The rules must outlive it.
class CandidateBoard {
 public:
  CandidateBoard(const CandidateRules& rules, Candidates cells);

  [[nodiscard]] CandidateSet operator[](int cell) const { return cells_[cell]; }
  [[nodiscard]] const Candidates& cells() const { return cells_; }

  /// Leaves the cell only what is possible. False when that is nothing.
  bool keep(int cell, CandidateSet possible);
  /// Applies the rules until nothing follows any more. False when there is no solution.
  bool settle();

 private:
  void wake(int rule);
  bool keep_unequal(int cell);

  const CandidateRules* rules_;
  Candidates cells_;
  std::vector<int> fixed_, awake_;  // cells that became certain; rules with a cell that changed
  std::vector<bool> is_awake_;
};

/// Returns a random solution, by settling and by random guesses in the cell with the fewest
/// candidates. A guess is a step of the budget. Returns nothing if there is no solution, the budget
/// runs out, or `most` guesses were not enough.
[[nodiscard]] std::optional<Candidates> random_solution(
    const CandidateRules& rules, const Candidates& cells, Rng& rng, GeneratorBudget& budget,
    std::int64_t most = std::numeric_limits<std::int64_t>::max());

/// 0, 1, 2 and so on.
[[nodiscard]] std::vector<int> numbers_below(std::size_t count);

/// Blanks given cells in random order as long as the puzzle stays `good`, which spends the budget.
/// False when that was exhausted.
[[nodiscard]] bool thin_out(Candidates& given, const Candidates& blank, Rng& rng,
                            const GeneratorBudget& budget, const std::function<bool()>& good);

}  // namespace marblemaze
