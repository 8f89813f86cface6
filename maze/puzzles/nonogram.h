#pragma once

#include <bitset>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "maze/puzzles/exact_solver.h"

/// Nonograms (van Dijk 2017, 3.2): clues give the lengths of the black strings of every
/// row and column, in order, with at least one white square between them.
namespace marblemaze {

/// What a square can be.
struct Shade {
  static constexpr CandidateSet white = 1, black = 2, unknown = white | black;
};

using Clue = std::vector<int>;  ///< lengths of the strings; empty for an all-white line

struct Nonogram {
  std::vector<Clue> rows;     ///< from top to bottom
  std::vector<Clue> columns;  ///< from left to right

  static constexpr int kLargestSide = 100;

  [[nodiscard]] int width() const { return static_cast<int>(columns.size()); }
  [[nodiscard]] int height() const { return static_cast<int>(rows.size()); }
  bool operator==(const Nonogram&) const = default;
};

/// A row or a column.
struct NonogramLine {
  bool row;    ///< else a column
  int number;  ///< from 1
  Clue clue;
  std::vector<int> squares;  ///< from left to right or from top to bottom, by number on the board
};
/// The rows, then the columns.
[[nodiscard]] std::vector<NonogramLine> lines_of(const Nonogram& puzzle);

/// Where a square can be in its line's clue. Write the squares of a line one after another, with
/// the clue as the places they can have in it: white before the first string, first square of the
/// first string, ..., white after the last.
using Places = std::bitset<128>;  ///< bit p: the square can be at place p

/// The places of a clue.
struct CluePlaces {
  CluePlaces() = default;
  explicit CluePlaces(const Clue& clue);

  /// Those of such a square.
  [[nodiscard]] Places of(CandidateSet shade) const;
  /// Where the next square can be: from a white place it is there too or begins the next string,
  /// from a black one it is one place further.
  [[nodiscard]] Places after(Places square) const { return (square & white) | (square << 1); }
  [[nodiscard]] Places before(Places square) const { return (square & white) | (square >> 1); }
  /// Before the first square of a line only the first place has been; after the last, all have.
  [[nodiscard]] Places first() const { return 1; }
  [[nodiscard]] Places last() const { return all & ~(all >> 1); }

  bool operator==(const CluePlaces&) const = default;

  Places all, white;
};

/// The squares of a picture, row by row.
using Picture = Candidates;
/// Of a puzzle of which nothing is known.
[[nodiscard]] Picture all_unknown(const Nonogram& puzzle);

/// The clue that a line of black and white squares answers.
[[nodiscard]] Clue clue_of(std::span<const CandidateSet> line);
/// The puzzle whose answer is the picture. Throws BadInput for sides outside 1..kLargestSide.
[[nodiscard]] Nonogram nonogram_of(const Picture& picture, int width);

/// The line rule: what all placements that agree with the known squares have in common. Empty when
/// no placement agrees.
[[nodiscard]] Picture deduce_line(const Clue& clue, std::span<const CandidateSet> known);

/// Applies the line rule to all rows and columns until nothing new follows. What it leaves unknown
/// no automaton of this kind can decide. Empty when the clues contradict each other.
[[nodiscard]] Picture deduce_lines(const Nonogram& puzzle);

[[nodiscard]] Encoding encoding_of(const Nonogram& puzzle);

/// The puzzle of a random picture with a unique answer; `simple` asks for one that line rules
/// decide. Where no picture of the density comes out so, squares that are left open are changed
/// until one does. None where the budget runs out first; a step is one run of the line rules over
/// the board. Throws BadInput for sides outside 1..kLargestSide or density outside (0, 1).
[[nodiscard]] std::optional<Nonogram> make_nonogram(int width, int height, double density,
                                                    bool simple, Rng& rng, GeneratorBudget& budget);

/// The texts of several puzzles in the .non format, which lines of ==== separate.
[[nodiscard]] std::vector<std::string> nonograms_in(const std::string& text);

/// Reads a game description of sgt-pattern, "rows -, 2, 1, 1 1; columns 1, 1, 2, 1" (one line or
/// several) or the .non format: `width N`, `height N`, below `rows` and `columns` a comma-separated
/// clue per line, and optional lines that describe the puzzle. Throws BadInput for anything else: a
/// second puzzle, an unknown line, a number of clues that differs from the size, a goal that does
/// not answer the clues, clues too long for their line, and rows that differ from columns in black
/// squares.
[[nodiscard]] Nonogram parse_nonogram(const std::string& text);
[[nodiscard]] std::string to_text(const Nonogram& puzzle);
[[nodiscard]] std::string to_non(const Nonogram& puzzle);
[[nodiscard]] std::string to_text(const Clue& clue);

constexpr std::string_view kShades = ".#?";  ///< the letters of white, black and unknown squares
/// Graphviz: clues and squares as one table.
[[nodiscard]] std::string to_dot(const Nonogram& puzzle, const Picture& picture);

}  // namespace marblemaze
