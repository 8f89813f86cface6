#pragma once

#include <bitset>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "maze/puzzles/exact_solver.h"

/// Nonograms (van Dijk 2017, 3.2). A clue lists the lengths of the black strings of a row or column
/// in order. At least one white square separates two strings.
namespace marblemaze {

struct Shade {
  static constexpr CandidateSet white = 1, black = 2, unknown = white | black;
};

using Clue = std::vector<int>;  ///< lengths of the strings; empty for an all-white line

struct Nonogram {
  std::vector<Clue> rows;
  std::vector<Clue> columns;

  static constexpr int kLargestSide = 100;

  [[nodiscard]] int width() const { return static_cast<int>(columns.size()); }
  [[nodiscard]] int height() const { return static_cast<int>(rows.size()); }
  bool operator==(const Nonogram&) const = default;
};

struct NonogramLine {
  bool row;
  int number;  ///< from 1
  Clue clue;
  std::vector<int> squares;
};
[[nodiscard]] std::vector<NonogramLine> lines_of(const Nonogram& puzzle);

/// Set of possible positions of a square in the clue of a line. Positions are numbered along the
/// line, from "white before the first string" and "first square of the first string" to "white
/// after the last string".
using Places = std::bitset<128>;

struct CluePlaces {
  CluePlaces() = default;
  explicit CluePlaces(const Clue& clue);

  [[nodiscard]] Places of(CandidateSet shade) const;
  /// Returns the positions of the next square. After a white position, the next square has the same
  /// position or begins the next string.
  [[nodiscard]] Places after(Places square) const { return (square & white) | (square << 1); }
  [[nodiscard]] Places before(Places square) const { return (square & white) | (square >> 1); }
  /// Return the position before the first square of a line, and the possible positions of the last
  /// square.
  [[nodiscard]] Places first() const { return 1; }
  [[nodiscard]] Places last() const { return all & ~(all >> 1); }

  bool operator==(const CluePlaces&) const = default;

  Places all, white;
};

using Picture = Candidates;
[[nodiscard]] Picture all_unknown(const Nonogram& puzzle);

[[nodiscard]] Clue clue_of(std::span<const CandidateSet> line);
/// Returns the puzzle whose solution is the picture. Throws BadInput for sides outside
/// 1..kLargestSide.
[[nodiscard]] Nonogram nonogram_of(const Picture& picture, int width);

/// Applies the line rule: returns the squares that have the same shade in all placements consistent
/// with the known squares. Returns an empty picture if no placement is consistent.
[[nodiscard]] Picture deduce_line(const Clue& clue, std::span<const CandidateSet> known);

/// Applies the line rule to all rows and columns until it decides no more squares. Returns an empty
/// picture if the clues contradict each other.
[[nodiscard]] Picture deduce_lines(const Nonogram& puzzle);

[[nodiscard]] Encoding encoding_of(const Nonogram& puzzle);

/// Generates a puzzle with exactly one solution from a random picture. With `simple`, the line rule
/// alone solves the puzzle. `density` is the probability of a black square. Returns nullopt if the
/// budget runs out. A step is one call of deduce_lines(). Throws BadInput for side lengths outside
/// 1..kLargestSide or a density outside (0, 1).
[[nodiscard]] std::optional<Nonogram> make_nonogram(int width, int height, double density,
                                                    bool simple, Rng& rng, GeneratorBudget& budget);

/// Splits a text at the lines of ==== that separate puzzles in the .non format.
[[nodiscard]] std::vector<std::string> nonograms_in(const std::string& text);

/// Parses a nonogram in one of three formats: a game description of sgt-pattern, a list of clues
/// such as "rows -, 2, 1, 1 1; columns 1, 1, 2, 1", or the .non format. Throws BadInput for any
/// other text, for a second puzzle, and for clues that contradict the size, the goal or each other.
[[nodiscard]] Nonogram parse_nonogram(const std::string& text);
[[nodiscard]] std::string to_text(const Nonogram& puzzle);
[[nodiscard]] std::string to_non(const Nonogram& puzzle);
[[nodiscard]] std::string to_text(const Clue& clue);

constexpr std::string_view kShades = ".#?";
/// Returns a Graphviz graph with the clues and the squares that the line rule decides.
[[nodiscard]] std::string to_dot(const Nonogram& puzzle);

}  // namespace marblemaze
