#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "maze/base/errors.h"
#include "maze/base/stop.h"
#include "maze/base/text.h"

/// Boards of squares, stored row by row.
namespace marblemaze {

/// Limit on the steps of a puzzle generator. Budgets count steps instead of time, so a seed
/// produces the same puzzle on every machine. A budget of 0 is unlimited.
class GeneratorBudget {
 public:
  explicit GeneratorBudget(std::int64_t allowed = 0) : allowed_(allowed) {}

  /// Spends steps, reports progress and checks for a stop request (maze/base/stop.h). Returns false
  /// if the budget is exhausted.
  bool spend(std::int64_t steps = 1) {
    spent_ += steps;
    check_stop(spent_, allowed_);
    return !exhausted();
  }
  [[nodiscard]] bool exhausted() const { return allowed_ > 0 && spent_ >= allowed_; }

 private:
  std::int64_t allowed_;
  std::int64_t spent_ = 0;
};

/// Throws BadInput, such as "board side 3: expected 4 to 10", unless both side lengths are within
/// bounds.
inline void check_sides(const char* what, int width, int height, int least, int most) {
  for (int side : {width, height}) {
    if (side < least || side > most)
      throw BadInput(what, std::to_string(side),
                     std::to_string(least) + " to " + std::to_string(most));
  }
}

/// Returns a name such as "row 2 column 3".
[[nodiscard]] inline std::string square_name(int square, int width) {
  return "row " + std::to_string(square / width + 1) + " column " +
         std::to_string(square % width + 1);
}

/// Returns the squares of a row or a column, from left to right or from top to bottom.
[[nodiscard]] inline std::vector<int> squares_of_line(int width, int height, bool row, int line) {
  const int count = row ? width : height;
  std::vector<int> squares;
  squares.reserve(count);
  for (int i = 0; i < count; ++i) squares.push_back(row ? line * width + i : i * width + line);
  return squares;
}

enum class Corners { yes, no };
/// Visits the neighbours of a square, row by row. Corners::yes includes diagonal neighbours.
template <class Visit>
void visit_around(int square, int width, int height, Corners corners, Visit&& visit) {
  const int x = square % width, y = square / width;
  for (int ny = std::max(0, y - 1); ny <= std::min(height - 1, y + 1); ++ny) {
    for (int nx = std::max(0, x - 1); nx <= std::min(width - 1, x + 1); ++nx) {
      if ((nx == x) == (ny == y) && (nx == x || corners == Corners::no)) continue;
      visit(ny * width + nx);
    }
  }
}

/// Returns read(row) for each row of a text. Rows are lines, or parts of lines separated by '/'.
/// Skips lines that begin with `comment`, and empty rows at the beginning and the end. Throws
/// BadInput for an empty row between two rows, because an empty row separates two puzzles.
template <class Read>
[[nodiscard]] auto read_rows(const char* puzzle, const std::string& text, char comment, Read read) {
  std::vector<decltype(read(text))> rows;
  bool gap = false;
  for (const std::string& line : split_text(text, '\n')) {
    if (line.starts_with(comment)) continue;
    for (const std::string& row : split_text(line.empty() ? " " : line, '/')) {
      if (row.find_first_not_of(" \t\r") == std::string::npos) {
        gap = !rows.empty();
        continue;
      }
      if (gap)
        throw BadInput(puzzle, "with an empty row before '" + row + "'",
                       "one puzzle, without empty rows inside it");
      rows.push_back(read(row));
    }
  }
  return rows;
}

/// Splits a board of single characters into rows. Rows are lines, parts of lines separated by '/',
/// or the words of a single line. Ignores spaces, frames, and lines that begin with '#'. An empty
/// field between commas or semicolons is an open square, '.'.
[[nodiscard]] std::vector<std::string> grid_rows(const std::string& text);

/// Game description of Simon Tatham's puzzles, such as "8x8u:cAb".
struct SgtGame {
  int width = 0, height = 0;
  std::string flags, squares;
};
/// Parses a game description. Returns nullopt for any other text. Throws BadInput for a random
/// seed, such as "8x8#123".
[[nodiscard]] std::optional<SgtGame> sgt_game(const std::string& text);

/// Throws BadInput if the rows have different lengths or a side of the board is longer than `most`.
/// `squares` is the noun for row elements in error messages. Requires: `rows` is not empty.
template <class Row>
void check_rows(const std::vector<Row>& rows, const std::string& squares, std::size_t most) {
  const std::size_t width = rows.front().size();
  for (const Row& row : rows) {
    if (row.size() != width)
      throw BadInput("row of", std::to_string(row.size()) + " " + squares,
                     std::to_string(width) + " " + squares + " as in the first row");
  }
  const std::size_t longer = std::max(width, rows.size());
  if (longer > most)
    throw BadInput("board side", std::to_string(longer), "at most " + std::to_string(most));
}

template <class Label>
[[nodiscard]] std::string board_text(int squares, int width, Label label) {
  std::string text;
  for (int square = 0; square < squares; ++square) {
    text += label(square);
    if ((square + 1) % width == 0) text += '\n';
  }
  return text;
}

/// Returns a Graphviz graph that shows a board as a table. `head` is the HTML of a row above the
/// board, or empty. square(number) returns the HTML of a square.
[[nodiscard]] std::string board_dot(std::string_view name, std::string_view head, int width,
                                    int squares,
                                    const std::function<std::string(int number)>& square);

}  // namespace marblemaze
