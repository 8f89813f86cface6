#pragma once

#include <optional>
#include <string>
#include <vector>

#include "maze/puzzles/exact_solver.h"

/// Binary puzzles, also known as Takuzu (van Dijk 2017, 3.3). Fill a grid with zeros and ones so
/// that (1) no three adjacent digits in a row or column are equal, (2) every row and column
/// contains as many zeros as ones, and (3) no two rows and no two columns are equal.
///
/// The level of a puzzle is determined by the methods that solve it (van Dijk 2017, 4.3):
///
///   1  easy: pairs and trios, Methods 1 and 2
///   2  medium: complete lines too, Method 3
///   3  hard: also lines that would equal a complete line, Method 4
///   4  extreme: all other puzzles with exactly one solution
///
/// The automaton solves levels 1 and 2.
namespace marblemaze {

/// Candidates of a square.
struct Digit {
  static constexpr CandidateSet zero = 1, one = 2, unknown = zero | one;
  /// Returns one for zero and zero for one.
  [[nodiscard]] static constexpr CandidateSet other(CandidateSet digit) { return unknown ^ digit; }
};

struct BinaryPuzzle {
  int size = 0;              ///< squares on each side, even
  Candidates squares;        ///< row by row
  bool unique_lines = true;  ///< whether rule 3 applies; some other programs omit it

  static constexpr int kLargestSize = 20;

  [[nodiscard]] CandidateSet at(int x, int y) const { return squares[y * size + x]; }
  bool operator==(const BinaryPuzzle&) const = default;
};

/// Counts the squares with exactly these candidates.
[[nodiscard]] int count(const CandidateBoard& board, const std::vector<int>& squares,
                        CandidateSet set);
/// Adds the consequences of rule 1 and, with `halves`, of rule 2 within each row and column. The
/// rules may overlook a board that already breaks rule 2; faults() detects it.
void add_line_rules(CandidateRules& rules, int size, bool halves);

/// Returns the squares of an empty board.
[[nodiscard]] Candidates unknown_squares(int size);

/// Returns one line for each rule that is broken. Unknown squares break no rule.
[[nodiscard]] std::vector<std::string> faults(const BinaryPuzzle& puzzle);

[[nodiscard]] Encoding encoding_of(const BinaryPuzzle& puzzle);

/// Returns a puzzle with exactly one solution, in which every given square is necessary, or nullopt
/// if the budget runs out. A step is one guess or one omitted square. Throws BadInput for odd sizes
/// and sizes outside 4..12.
[[nodiscard]] std::optional<BinaryPuzzle> make_binary_puzzle(int size, Rng& rng,
                                                             GeneratorBudget& budget);
/// Returns a complete board, or nullopt if the budget runs out.
[[nodiscard]] std::optional<BinaryPuzzle> make_complete_board(int size, Rng& rng,
                                                              GeneratorBudget& budget);

/// Reads 0, 1 and . * or _ for unknown squares, in rows like grid_rows() or in a single row; or a
/// game description of sgt-unruly, in which lines may be equal unless it contains "u". Throws
/// BadInput for anything else, for grids that are not square or have an odd size, and for broken
/// rules.
[[nodiscard]] BinaryPuzzle parse_binary_puzzle(const std::string& text, bool unique_lines = true);
/// Writes each row on its own line.
[[nodiscard]] std::string to_text(const BinaryPuzzle& puzzle);
/// Writes the rows on one line, separated by spaces.
[[nodiscard]] std::string to_takuzu(const BinaryPuzzle& puzzle);
[[nodiscard]] std::string to_dot(const BinaryPuzzle& puzzle);

constexpr int kEasiestLevel = 1, kHardestLevel = 4;

/// Applies the methods up to `level`, at most 3, until nothing more follows.
[[nodiscard]] BinaryPuzzle apply_methods(const BinaryPuzzle& puzzle, int level);

/// Returns the level of a puzzle with exactly one solution.
[[nodiscard]] int difficulty(const BinaryPuzzle& puzzle);

/// Returns a puzzle of exactly this level, or nullopt if the budget runs out. Without any of its
/// given squares, it would be harder or have several solutions. Steps and errors are as in
/// make_binary_puzzle().
[[nodiscard]] std::optional<BinaryPuzzle> make_binary_puzzle_of_level(int size, int level, Rng& rng,
                                                                      GeneratorBudget& budget);

}  // namespace marblemaze
