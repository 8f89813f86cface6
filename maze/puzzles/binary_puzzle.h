#pragma once

#include <optional>
#include <string>
#include <vector>

#include "maze/puzzles/exact_solver.h"

/// Binary puzzles, also known as Takuzu (van Dijk 2017, 3.3): fill a grid with zeros
/// and ones so that (1) no three equal ones stand next to each other in a row or column, (2) every
/// row and column holds as many zeros as ones, (3) no two rows and no two columns are equal.
///
/// How hard a binary puzzle is, by the methods that solve it (van Dijk 2017, 4.3):
///
///   1  easy: pairs and trios, Methods 1 and 2
///   2  medium: complete lines too, Method 3
///   3  hard: also lines that would equal a complete one, Method 4
///   4  extreme: anything else that has one solution
///
/// An automaton reaches levels 1 and 2.
namespace marblemaze {

/// What a square can be.
struct Digit {
  static constexpr CandidateSet zero = 1, one = 2, unknown = zero | one;
  /// Of a zero or a one.
  [[nodiscard]] static constexpr CandidateSet other(CandidateSet digit) { return unknown ^ digit; }
};

struct BinaryPuzzle {
  int size = 0;              ///< squares a side, even
  Candidates squares;        ///< row by row
  bool unique_lines = true;  ///< rule 3 holds; boards from elsewhere may do without

  static constexpr int kLargestSize = 20;

  [[nodiscard]] CandidateSet at(int x, int y) const { return squares[y * size + x]; }
  bool operator==(const BinaryPuzzle&) const = default;
};

/// How many of these squares can hold just that.
[[nodiscard]] int count(const CandidateBoard& board, const std::vector<int>& squares,
                        CandidateSet set);
/// Adds what follows in each row and column by itself from rule 1 and, with `halves`, from rule 2.
/// A board that breaks rule 2 already may go unnoticed; faults() tells.
void add_line_rules(CandidateRules& rules, int size, bool halves);

/// The squares of an empty board.
[[nodiscard]] Candidates unknown_squares(int size);

/// One line for each rule that is broken; unknown squares break none.
[[nodiscard]] std::vector<std::string> faults(const BinaryPuzzle& puzzle);

[[nodiscard]] Encoding encoding_of(const BinaryPuzzle& puzzle);

/// Returns a puzzle with one solution from which no given square can be left out, or nothing if the
/// budget runs out. A step is one guess or one square left out. Throws BadInput for odd sizes and
/// sizes outside 4..12.
[[nodiscard]] std::optional<BinaryPuzzle> make_binary_puzzle(int size, Rng& rng,
                                                             GeneratorBudget& budget);
/// A complete board. None where the budget runs out first.
[[nodiscard]] std::optional<BinaryPuzzle> make_complete_board(int size, Rng& rng,
                                                              GeneratorBudget& budget);

/// Reads 0, 1 and . * or _ for unknown, in rows as grid_rows() reads them or all in one; or a game
/// description of sgt-unruly, in which lines may be equal unless it says "u". Throws BadInput for
/// anything else, grids that are not square or of odd size, and broken rules.
[[nodiscard]] BinaryPuzzle parse_binary_puzzle(const std::string& text, bool unique_lines = true);
/// Rows on lines.
[[nodiscard]] std::string to_text(const BinaryPuzzle& puzzle);
/// Rows separated by one blank.
[[nodiscard]] std::string to_takuzu(const BinaryPuzzle& puzzle);
[[nodiscard]] std::string to_dot(const BinaryPuzzle& puzzle);

constexpr int kEasiestLevel = 1, kHardestLevel = 4;

/// What the methods of a level up to 3 make certain, applied until nothing follows.
[[nodiscard]] BinaryPuzzle apply_methods(const BinaryPuzzle& puzzle, int level);

/// The level of a puzzle with exactly one solution.
[[nodiscard]] int difficulty(const BinaryPuzzle& puzzle);

/// A puzzle of just that level, from which no given square can be left out without making it harder
/// or ambiguous. None where the budget runs out first. Steps are those of make_binary_puzzle().
/// Throws BadInput for sizes that make_binary_puzzle() refuses.
[[nodiscard]] std::optional<BinaryPuzzle> make_binary_puzzle_of_level(int size, int level, Rng& rng,
                                                                      GeneratorBudget& budget);

}  // namespace marblemaze
