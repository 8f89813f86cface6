#pragma once

#include <optional>
#include <string>
#include <vector>

#include "maze/puzzles/exact_solver.h"

/// Binary puzzles, also known as Takuzu (van Dijk 2017, 3.3). Fill a grid with zeros and ones so
/// that (1) no three adjacent digits in a row or column are equal, (2) every row and column
/// contains as many zeros as ones, and (3) no two rows and no two columns are equal.
///
/// The methods that solve a puzzle determine its level (van Dijk 2017, 4.3):
///
///   1  easy: pairs and trios, Methods 1 and 2
///   2  medium: also complete lines, Method 3
///   3  hard: also lines that would equal a complete line, Method 4
///   4  extreme: all other puzzles with exactly one solution
///
/// The automaton solves levels 1 and 2.
namespace marblemaze {

struct Digit {
  static constexpr CandidateSet zero = 1, one = 2, unknown = zero | one;
  [[nodiscard]] static constexpr CandidateSet other(CandidateSet digit) { return unknown ^ digit; }
};

struct BinaryPuzzle {
  int size = 0;
  Candidates squares;
  bool unique_lines = true;  ///< rule 3 applies; some other programs omit this rule

  static constexpr int kLargestSize = 20;

  bool operator==(const BinaryPuzzle&) const = default;
};

[[nodiscard]] Candidates unknown_squares(int size);

/// Returns one line of text for each violated rule.
[[nodiscard]] std::vector<std::string> rule_violations(const BinaryPuzzle& puzzle);

[[nodiscard]] Encoding encoding_of(const BinaryPuzzle& puzzle);

/// Generates a puzzle with exactly one solution and without redundant squares. Returns nullopt if
/// the budget runs out. A step is one guess, or one attempt to clear a square. Throws BadInput for
/// odd sizes and sizes outside 4..12.
[[nodiscard]] std::optional<BinaryPuzzle> make_binary_puzzle(int size, Rng& rng,
                                                             GeneratorBudget& budget);

/// Parses a board of 0, 1, and . * or _ for unknown squares. Accepts the layouts of grid_rows(), a
/// single row, and game descriptions of sgt-unruly. Throws BadInput for other text, for boards that
/// are not square or have an odd size, and for boards that violate a rule.
[[nodiscard]] BinaryPuzzle parse_binary_puzzle(const std::string& text, bool unique_lines = true);
[[nodiscard]] std::string to_text(const BinaryPuzzle& puzzle);
/// Returns the rows on one line, separated by spaces.
[[nodiscard]] std::string to_takuzu(const BinaryPuzzle& puzzle);
[[nodiscard]] std::string to_dot(const BinaryPuzzle& puzzle);

constexpr int kEasiestLevel = 1, kHardestLevel = 4;

/// Applies the methods of all levels up to `level` until they fill no more squares. Requires: level
/// is from 1 to 3.
[[nodiscard]] BinaryPuzzle apply_methods(const BinaryPuzzle& puzzle, int level);

[[nodiscard]] int difficulty(const BinaryPuzzle& puzzle);

/// Generates a puzzle of exactly this level. Returns nullopt if the budget runs out. Steps and
/// errors are as in make_binary_puzzle().
[[nodiscard]] std::optional<BinaryPuzzle> make_binary_puzzle_of_level(int size, int level, Rng& rng,
                                                                      GeneratorBudget& budget);

}  // namespace marblemaze
