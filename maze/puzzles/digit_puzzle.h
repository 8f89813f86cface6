#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "maze/base/rng.h"
#include "maze/puzzles/generator_budget.h"

/// The three digit puzzles that seed document 003 only speculates about (chapter 5): Sudoku,
/// Tectonic and Kakuro. All three are cells with candidate digits, groups of cells whose digits
/// differ, and for Tectonic also neighbours that differ, for Kakuro also sums.
namespace marblemaze {

using DigitSet = std::uint16_t;  ///< bit d-1 stands for digit d

[[nodiscard]] constexpr DigitSet digit_bit(int digit) {
  return static_cast<DigitSet>(1U << (digit - 1));
}
/// The digit of a set with one element, else 0.
[[nodiscard]] int only_digit(DigitSet set);

enum class DigitKind { sudoku, tectonic, kakuro };
[[nodiscard]] const char* to_string(DigitKind kind);

/// Cells are numbered y * width + x.
struct DigitPuzzle {
  DigitKind kind = DigitKind::sudoku;
  int width = 9;
  int height = 9;
  std::vector<DigitSet> candidates;  ///< empty set: not a cell to be filled (Kakuro's grey cells)
  std::vector<int> section;          ///< Sudoku's boxes, Tectonic's sections; Kakuro: none
  std::vector<int> across,
      down;  ///< Kakuro: sum of the run to the right of / below a grey cell, else 0

  static constexpr int kLargestSide = 20;

  [[nodiscard]] int cells() const { return width * height; }
  [[nodiscard]] bool solved() const;  ///< every cell to be filled has one candidate
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

/// Solutions by elimination and guessing, at most `limit` of them. With an rng, digits are tried in
/// random order, which makes the first solution a random one.
struct DigitSolutions {
  std::vector<DigitPuzzle> found;
  long guesses = 0;      ///< spent
  bool complete = true;  ///< false: given up after `effort` guesses; there may be more solutions
};
[[nodiscard]] DigitSolutions search_solutions(const DigitPuzzle& puzzle, std::size_t limit,
                                              Rng* rng, long effort);

/// The same, at most 200,000 guesses. Where they run out after a solution, a second one is
/// pretended so that nobody takes it for unique.
[[nodiscard]] std::vector<DigitPuzzle> solve_exactly(const DigitPuzzle& puzzle,
                                                     std::size_t limit = 2, Rng* rng = nullptr,
                                                     long effort = 200'000);

/// What elimination without a guess leaves of the candidates; empty when it leaves a cell without.
[[nodiscard]] std::vector<DigitSet> eliminate(const DigitPuzzle& puzzle);

/// A Sudoku with a unique solution and no given digit to spare.
[[nodiscard]] DigitPuzzle random_sudoku(Rng& rng);
/// A Tectonic with sections of 1 to 5 cells, a unique solution and no digit to spare. Sides 3
/// to 10.
[[nodiscard]] DigitPuzzle random_tectonic(int width, int height, Rng& rng);
/// A Kakuro with runs of 2 to 9 cells and a unique solution. Sides 4 to 10, the clues' row and
/// column included.
[[nodiscard]] DigitPuzzle random_kakuro(int width, int height, Rng& rng);

/// One of the three above, or none where the budget runs out first. A step is one guess of a solver
/// or one board looked at. Sudoku has no other size than 9x9.
[[nodiscard]] std::optional<DigitPuzzle> make_digit_puzzle(DigitKind kind, int width, int height,
                                                           Rng& rng, GeneratorBudget& budget);

/// One instance of each kind that comes with the program; the Sudoku is the document's figure 5.1.
[[nodiscard]] DigitPuzzle bundled_puzzle(DigitKind kind);

/// Sudoku: 81 characters, digits and . or 0, blanks ignored.
/// Tectonic: rows of section letter and digit or '.', as in "A. A4 B.".
/// Kakuro: rows of "#" (grey), "down\across" (grey with clues, either may be left out), "." and
/// digits. Rows are lines or separated by '/'. Throws BadInput for anything
/// else and for broken rules.
[[nodiscard]] DigitPuzzle parse_digit_puzzle(DigitKind kind, const std::string& text);
/// The same notation; cells with several candidates as '.'. Sudoku in nine rows.
[[nodiscard]] std::string to_text(const DigitPuzzle& puzzle);
/// Graphviz: the board as a table.
[[nodiscard]] std::string to_dot(const DigitPuzzle& puzzle);

}  // namespace marblemaze
