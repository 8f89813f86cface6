#pragma once

#include <bitset>
#include <optional>
#include <string>
#include <vector>

#include "maze/puzzles/exact_solver.h"

/// The three digit puzzles that van Dijk (2017, chapter 5) mentions as future work: Sudoku,
/// Tectonic and Kakuro. The digits of a group of cells must differ. In Tectonic, adjacent cells
/// must also differ. In Kakuro, the digits of a group must add up to a given sum.
namespace marblemaze {

using DigitSet = CandidateSet;  ///< bit d-1 stands for digit d

[[nodiscard]] constexpr DigitSet digit_bit(int digit) {
  return static_cast<DigitSet>(1U << (digit - 1));
}
[[nodiscard]] constexpr DigitSet digits_up_to(int largest) {
  return static_cast<DigitSet>((1U << largest) - 1);
}
constexpr DigitSet kAllDigits = digits_up_to(9);
[[nodiscard]] int only_digit(DigitSet set);

[[nodiscard]] int sum_of(unsigned digits);

using DigitSets = std::bitset<512>;  ///< family of digit sets: bit s stands for set s
/// Returns all sets that consist of one of the sets and one more candidate.
[[nodiscard]] DigitSets with_one_more(const DigitSets& sets, DigitSet candidates);

enum class DigitKind { sudoku, tectonic, kakuro };
[[nodiscard]] const char* to_string(DigitKind kind);

/// Board of a digit puzzle. The index of a cell is y * width + x.
struct DigitPuzzle {
  DigitKind kind = DigitKind::sudoku;
  int width = 9;
  int height = 9;
  Candidates candidates;     ///< for each cell; an empty set for a grey cell in Kakuro
  std::vector<int> section;  ///< box (Sudoku) or section (Tectonic) of each cell, from 0
  /// Kakuro: sums of the runs to the right of and below a grey cell, or 0.
  std::vector<int> across, down;

  static constexpr int kLargestSide = 50;

  [[nodiscard]] int cells() const { return width * height; }
  [[nodiscard]] DigitPuzzle with(Candidates other) const;
  bool operator==(const DigitPuzzle&) const = default;
};

struct DigitGroup {
  enum class View { across, down, section };
  View view;
  std::vector<int> cells;
  int sum = 0;            ///< Kakuro: sum of the digits; 0: any sum
  bool complete = false;  ///< as many cells as digits, so every digit occurs
};
[[nodiscard]] std::vector<DigitGroup> groups_of(const DigitPuzzle& puzzle);

/// Returns one line of text for each violated rule.
[[nodiscard]] std::vector<std::string> rule_violations(const DigitPuzzle& puzzle);

[[nodiscard]] Encoding encoding_of(const DigitPuzzle& puzzle);

[[nodiscard]] std::optional<Candidates> random_solution(
    const DigitPuzzle& puzzle, Rng& rng, GeneratorBudget& budget,
    std::int64_t most = std::numeric_limits<std::int64_t>::max());

/// Eliminates candidates without guessing. Returns an empty board if a cell loses all candidates.
[[nodiscard]] Candidates eliminate(const DigitPuzzle& puzzle);

/// Generates a puzzle with exactly one solution. Returns nullopt if the budget runs out. A step is
/// one guess of a solver, one board or one piece. A Sudoku has 9x9 cells. A Tectonic has sections
/// of 1 to 5 cells and side lengths from 3 to 10. A Kakuro has side lengths from 4 to 16, including
/// the row and the column of the clues. Throws BadInput for other side lengths.
[[nodiscard]] std::optional<DigitPuzzle> make_digit_puzzle(DigitKind kind, int width, int height,
                                                           Rng& rng, GeneratorBudget& budget);

[[nodiscard]] DigitPuzzle bundled_puzzle(DigitKind kind);

/// Returns the cells of each Sudoku in a text. With several puzzles, each line contains 81 cells
/// and up to two other words. A text with one puzzle may have any layout of grid_rows(), be a file
/// with a section [Puzzle], or be a game description of sgt-solo.
[[nodiscard]] std::vector<std::string> sudokus_in(const std::string& text);

/// Parses a puzzle in the notation of its kind. Sudoku: . 0 * and _ are empty cells. Tectonic: rows
/// of section letter and digit or '.', as in "A. A4 B.". Kakuro: rows of "#" (grey), "down\across"
/// (grey with clues, either of which may be omitted), "." and digits. Rows are lines, or are
/// separated by '/' unless the clues contain '/'. Throws BadInput for other text and for boards
/// that violate a rule.
[[nodiscard]] DigitPuzzle parse_digit_puzzle(DigitKind kind, const std::string& text);
[[nodiscard]] std::string to_text(const DigitPuzzle& puzzle);
[[nodiscard]] std::string to_dot(const DigitPuzzle& puzzle);

}  // namespace marblemaze
