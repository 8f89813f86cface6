#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "maze/base/rng.h"
#include "maze/puzzles/generator_budget.h"

/// Nonograms (seed document 003, section 3.2): clues give the lengths of the black strings of every
/// row and column, in order, with at least one white square between them.
namespace marblemaze {

/// What is known of a square; also the squares of a finished picture.
enum class Shade : std::uint8_t { white = 0, black = 1, unknown = 2 };

using Clue = std::vector<int>;  ///< lengths of the strings; empty for an all-white line

struct Nonogram {
  std::vector<Clue> rows;     ///< from top to bottom
  std::vector<Clue> columns;  ///< from left to right

  static constexpr int kLargestSide = 50;

  [[nodiscard]] int width() const { return static_cast<int>(columns.size()); }
  [[nodiscard]] int height() const { return static_cast<int>(rows.size()); }
  bool operator==(const Nonogram&) const = default;
};

/// Squares row by row, width * height of them.
using Picture = std::vector<Shade>;

/// The clue that a line of black and white squares answers.
[[nodiscard]] Clue clue_of(std::span<const Shade> line);
/// The puzzle whose answer is the picture. Throws BadInput for sides outside 1..kLargestSide.
[[nodiscard]] Nonogram nonogram_of(const Picture& picture, int width);

/// Every way to place a clue in a line, in the document's order: strings as far to the front as
/// they go, then the last one pushed on first. "3 1 2" in 10 squares has 10 of them.
[[nodiscard]] std::vector<std::vector<Shade>> placements(const Clue& clue, int length);

/// The line rule: what all placements that agree with the known squares have in common. Empty when
/// no placement agrees.
[[nodiscard]] std::vector<Shade> deduce_line(const Clue& clue, std::span<const Shade> known);

/// Applies the line rule to all rows and columns until nothing new follows. What it leaves unknown
/// no automaton of this kind can decide. Empty when the clues contradict each other.
[[nodiscard]] Picture deduce_lines(const Nonogram& puzzle);

/// Answers to a puzzle by line rules and guessing, at most `limit` of them.
[[nodiscard]] std::vector<Picture> solve_exactly(const Nonogram& puzzle, std::size_t limit = 2);

/// The same; a step is one run of the line rules over the board. Where the budget is exhausted,
/// what was found so far.
[[nodiscard]] std::vector<Picture> solve_within(const Nonogram& puzzle, std::size_t limit,
                                                GeneratorBudget& budget);

/// Whether a finished picture answers all clues.
[[nodiscard]] bool answers(const Nonogram& puzzle, const Picture& picture);

/// The puzzle of a random picture with a unique answer; `simple` asks for one that line rules
/// decide. Where no picture of the density comes out so, squares that are left open are changed
/// until one does. Throws BadInput for sides outside 1..kLargestSide or density outside (0, 1).
[[nodiscard]] Nonogram random_nonogram(int width, int height, double density, bool simple,
                                       Rng& rng);

/// The same, or none where the budget runs out first. A step is one run of the line rules over the
/// board.
[[nodiscard]] std::optional<Nonogram> make_nonogram(int width, int height, double density,
                                                    bool simple, Rng& rng, GeneratorBudget& budget);

/// Reads "rows -, 2, 1, 1 1; columns 1, 1, 2, 1" (one line or several) or the .non format (width,
/// height, rows and columns sections with a comma-separated clue a line). Throws BadInput for
/// anything else, for clues too long for their line, and when rows and columns
/// differ in black squares.
[[nodiscard]] Nonogram parse_nonogram(const std::string& text);
[[nodiscard]] std::string to_text(const Nonogram& puzzle);
[[nodiscard]] std::string to_non(const Nonogram& puzzle);
[[nodiscard]] std::string to_text(const Clue& clue);

/// Rows as lines of # (black), . (white) and ? (unknown).
[[nodiscard]] std::string to_text(const Picture& picture, int width);
/// Graphviz: clues and squares as one table.
[[nodiscard]] std::string to_dot(const Nonogram& puzzle, const Picture& picture);

}  // namespace marblemaze
