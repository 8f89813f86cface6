#pragma once

#include <bitset>
#include <optional>
#include <string>
#include <vector>

#include "maze/puzzles/exact_solver.h"

/// The three digit puzzles that van Dijk (2017, chapter 5) only speculates about: Sudoku,
/// Tectonic and Kakuro. All three are cells with candidate digits, groups of cells whose digits
/// differ, and for Tectonic also neighbours that differ, for Kakuro also sums.
namespace marblemaze {

using DigitSet = CandidateSet;  ///< bit d-1 stands for digit d

[[nodiscard]] constexpr DigitSet digit_bit(int digit) {
  return static_cast<DigitSet>(1U << (digit - 1));
}
[[nodiscard]] constexpr DigitSet digits_up_to(int largest) {
  return static_cast<DigitSet>((1U << largest) - 1);
}
constexpr DigitSet kAllDigits = digits_up_to(9);
/// The digit of a set with one element, else 0.
[[nodiscard]] int only_digit(DigitSet set);

/// The digits of a set added up.
[[nodiscard]] int sum_of(unsigned digits);

using DigitSets = std::bitset<512>;  ///< each bit a set of digits
/// Returns the sets with one more digit each: one of the candidates that it does not have.
[[nodiscard]] DigitSets with_one_more(const DigitSets& sets, DigitSet candidates);

enum class DigitKind { sudoku, tectonic, kakuro };
[[nodiscard]] const char* to_string(DigitKind kind);

/// Cells are numbered y * width + x.
struct DigitPuzzle {
  DigitKind kind = DigitKind::sudoku;
  int width = 9;
  int height = 9;
  Candidates candidates;     ///< empty set: not a cell to be filled (Kakuro's grey cells)
  std::vector<int> section;  ///< Sudoku's boxes, Tectonic's sections; Kakuro: none
  std::vector<int> across,
      down;  ///< Kakuro: sum of the run to the right of / below a grey cell, else 0

  static constexpr int kLargestSide = 50;

  [[nodiscard]] int cells() const { return width * height; }
  /// The same puzzle with other candidates.
  [[nodiscard]] DigitPuzzle with(Candidates other) const;
  bool operator==(const DigitPuzzle&) const = default;
};

/// Cells whose digits all differ.
struct DigitGroup {
  enum class View { across, down, section };
  View view;
  std::vector<int> cells;  ///< in reading order
  int sum = 0;             ///< Kakuro: what they add up to; 0: anything
  bool complete = false;   ///< as many cells as digits: every digit occurs
};
[[nodiscard]] std::vector<DigitGroup> groups_of(const DigitPuzzle& puzzle);

/// For each cell those that must hold another digit: of its groups and, for
/// Tectonic, all around it.
[[nodiscard]] std::vector<std::vector<int>> peers_of(const DigitPuzzle& puzzle);

/// One line for each rule that the cells with a single candidate break.
[[nodiscard]] std::vector<std::string> faults(const DigitPuzzle& puzzle);

[[nodiscard]] Encoding encoding_of(const DigitPuzzle& puzzle);

/// Returns a random solution (candidates.h).
[[nodiscard]] std::optional<Candidates> random_solution(
    const DigitPuzzle& puzzle, Rng& rng, GeneratorBudget& budget,
    std::int64_t most = std::numeric_limits<std::int64_t>::max());

/// What elimination without a guess leaves of the candidates; empty when it leaves a cell without.
[[nodiscard]] Candidates eliminate(const DigitPuzzle& puzzle);

/// A puzzle with one solution, or none where the budget runs out first. A step is one guess of a
/// solver or one board looked at. No digit of a Sudoku or a Tectonic is to spare. Sudoku has no
/// other size than 9x9; a Tectonic has sections of 1 to 5 cells and sides 3 to 10, a Kakuro runs of
/// 2 to 9 cells and sides 4 to 16, the clues' row and column included. Throws BadInput for other
/// sides.
[[nodiscard]] std::optional<DigitPuzzle> make_digit_puzzle(DigitKind kind, int width, int height,
                                                           Rng& rng, GeneratorBudget& budget);

/// One instance of each kind that comes with the program; the Sudoku is van Dijk's (2017)
/// figure 5.1.
[[nodiscard]] DigitPuzzle bundled_puzzle(DigitKind kind);

/// The cells of each Sudoku in a text: lines of 81 cells, with up to two words beside them; or one
/// puzzle in rows as grid_rows() reads them, in the section [Puzzle], or as a game of sgt-solo.
[[nodiscard]] std::vector<std::string> sudokus_in(const std::string& text);

/// Sudoku: what sudokus_in() reads, of which there must be one; . 0 * and _ are empty cells.
/// Tectonic: rows of section letter and digit or '.', as in "A. A4 B.".
/// Kakuro: rows of "#" (grey), "down\across" (grey with clues, either may be left out), "." and
/// digits. Rows are lines or separated by '/', unless clues are written with '/'. Throws BadInput
/// for anything else and for broken rules.
[[nodiscard]] DigitPuzzle parse_digit_puzzle(DigitKind kind, const std::string& text);
/// The same notation; cells with several candidates as '.'. Sudoku in nine rows.
[[nodiscard]] std::string to_text(const DigitPuzzle& puzzle);
/// Graphviz: the board as a table.
[[nodiscard]] std::string to_dot(const DigitPuzzle& puzzle);

}  // namespace marblemaze
