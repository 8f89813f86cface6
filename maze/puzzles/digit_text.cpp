#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/base/numbers.h"
#include "maze/base/words.h"
#include "maze/puzzles/board.h"
#include "maze/puzzles/digit_puzzle.h"

namespace marblemaze {
namespace {

DigitPuzzle read_sudoku(const std::string& text) {
  DigitPuzzle puzzle;
  for (char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '/') continue;
    if (c != '.' && (c < '0' || c > '9'))
      throw BadInput("sudoku cell", std::string("'") + c + "'", "a digit or .");
    const int cell = static_cast<int>(puzzle.candidates.size());
    puzzle.section.push_back(cell / 27 * 3 + cell % 9 / 3);
    puzzle.candidates.push_back(c == '.' || c == '0' ? kAllDigits : digit_bit(c - '0'));
  }
  if (puzzle.candidates.size() != 81)
    throw BadInput("sudoku of", fmt::format("{} cells", puzzle.candidates.size()), "81 cells");
  require_square_rows("sudoku", text);
  return puzzle;
}

// "A4" or "A."
void read_tectonic_cell(const std::string& word, DigitPuzzle& puzzle,
                        std::map<char, int>& letters) {
  const bool digit = word.size() == 2 && word[1] >= '1' && word[1] <= '5';
  if (word.size() != 2 || std::isalpha(static_cast<unsigned char>(word[0])) == 0 ||
      !(digit || word[1] == '.'))
    throw BadInput("tectonic cell", "'" + word + "'",
                   "a section's letter and a digit from 1 to 5 or .");
  puzzle.section.push_back(
      letters.try_emplace(word[0], static_cast<int>(letters.size())).first->second);
  puzzle.candidates.push_back(digit ? digit_bit(word[1] - '0') : kAllDigits);
}

// Sections must hang together and have at most five cells; their sizes bound the digits.
void finish_tectonic(DigitPuzzle& puzzle) {
  for (const DigitGroup& group : groups_of(puzzle)) {
    const std::size_t size = group.cells.size();
    if (size > 5)
      throw BadInput("tectonic section of", fmt::format("{} cells", size), "1 to 5 cells");
    std::vector<int> reached{group.cells[0]};
    const auto reach = [&](int cell) {
      if (puzzle.section[cell] == puzzle.section[reached[0]] &&
          std::find(reached.begin(), reached.end(), cell) == reached.end())
        reached.push_back(cell);
    };
    for (std::size_t i = 0; i < reached.size(); ++i)
      visit_around(reached[i], puzzle.width, puzzle.height, Corners::no, reach);
    if (reached.size() != size)
      throw BadInput("tectonic section", "in two pieces", "cells that hang together");
    for (int cell : group.cells) {
      puzzle.candidates[cell] &= digits_up_to(static_cast<int>(size));
      if (puzzle.candidates[cell] == 0)
        throw BadInput("tectonic digit", "in a section of " + std::to_string(size),
                       "a digit up to the section's size");
    }
  }
}

int read_sum(const std::string& text, const std::string& word) {
  if (text.empty()) return 0;
  const auto sum = number_from<int>(text);
  if (!sum || *sum < 1 || *sum > 45)
    throw BadInput("kakuro clue", "'" + word + "'", "sums from 1 to 45 as down\\across");
  return *sum;
}

void read_kakuro_cell(const std::string& word, DigitPuzzle& puzzle) {
  const auto slash = word.find('\\');
  const bool digit = word.size() == 1 && word[0] >= '1' && word[0] <= '9';
  const bool grey = word == "#" || slash != std::string::npos;
  if (!digit && !grey && word != ".")
    throw BadInput("kakuro cell", "'" + word + "'", "#, down\\across, . or a digit");
  puzzle.candidates.push_back(digit ? digit_bit(word[0] - '0') : grey ? DigitSet{0} : kAllDigits);
  puzzle.down.push_back(slash == std::string::npos ? 0 : read_sum(word.substr(0, slash), word));
  puzzle.across.push_back(slash == std::string::npos ? 0 : read_sum(word.substr(slash + 1), word));
}

void finish_kakuro(const DigitPuzzle& puzzle) {
  const auto is_white = [&](int cell) { return puzzle.candidates[cell] != 0; };
  for (int cell = 0; cell < puzzle.cells(); ++cell) {
    const bool across = (cell + 1) % puzzle.width != 0 && is_white(cell + 1);
    const bool down = cell + puzzle.width < puzzle.cells() && is_white(cell + puzzle.width);
    if ((puzzle.across[cell] != 0 && !across) || (puzzle.down[cell] != 0 && !down))
      throw BadInput("kakuro clue", "in " + square_name(cell, puzzle.width),
                     "a run of white cells for each sum");
  }
  std::vector<int> runs(puzzle.cells(), 0);
  for (const DigitGroup& group : groups_of(puzzle)) {
    if (group.sum == 0) throw BadInput("kakuro run", "without a sum", "a clue for every run");
    if (group.cells.size() > 9)
      throw BadInput("kakuro run of", fmt::format("{} cells", group.cells.size()), "at most 9");
    for (int cell : group.cells) ++runs[cell];
  }
  for (int cell = 0; cell < puzzle.cells(); ++cell) {
    if (puzzle.candidates[cell] != 0 && runs[cell] != 2)
      throw BadInput("kakuro cell", "in " + square_name(cell, puzzle.width),
                     "a clue to its left and one above");
  }
}

std::string cell_text(const DigitPuzzle& puzzle, int cell) {
  const int digit = only_digit(puzzle.candidates[cell]);
  const std::string content = digit != 0 ? std::to_string(digit) : ".";
  if (puzzle.kind == DigitKind::sudoku) return content;
  if (puzzle.kind == DigitKind::tectonic) {
    const int section = puzzle.section[cell];
    return std::string(1, static_cast<char>(section < 26 ? 'A' + section : 'a' + section - 26)) +
           content;
  }
  if (puzzle.candidates[cell] != 0) return content;
  if (puzzle.down[cell] == 0 && puzzle.across[cell] == 0) return "#";
  const auto sum = [](int value) { return value == 0 ? std::string() : std::to_string(value); };
  return sum(puzzle.down[cell]) + "\\" + sum(puzzle.across[cell]);
}

}  // namespace

DigitPuzzle parse_digit_puzzle(DigitKind kind, const std::string& text) {
  DigitPuzzle puzzle;
  if (kind == DigitKind::sudoku) {
    puzzle = read_sudoku(text);
  } else {
    const auto rows = read_rows(to_string(kind), text, '%', words_of);
    if (rows.empty()) throw BadInput(to_string(kind), "''", "rows of cells separated by blanks");
    check_rows(rows, "cells", DigitPuzzle::kLargestSide);
    puzzle = {kind, static_cast<int>(rows[0].size()), static_cast<int>(rows.size()), {}, {}, {},
              {}};
    std::map<char, int> letters;
    for (const auto& row : rows) {
      for (const std::string& word : row) {
        if (kind == DigitKind::tectonic) read_tectonic_cell(word, puzzle, letters);
        if (kind == DigitKind::kakuro) read_kakuro_cell(word, puzzle);
      }
    }
    if (kind == DigitKind::tectonic) finish_tectonic(puzzle);
    if (kind == DigitKind::kakuro) finish_kakuro(puzzle);
  }
  const auto broken = faults(puzzle);
  if (!broken.empty())
    throw BadInput(to_string(kind), "in which " + broken.front(), "digits that break no rule");
  return puzzle;
}

std::string to_text(const DigitPuzzle& puzzle) {
  const int wide = puzzle.kind == DigitKind::kakuro     ? 6
                   : puzzle.kind == DigitKind::tectonic ? 3
                                                        : 2;
  return board_text(puzzle.cells(), puzzle.width, [&](int cell) {
    const bool last = (cell + 1) % puzzle.width == 0;
    return fmt::format("{:<{}}", cell_text(puzzle, cell), last ? 0 : wide);
  });
}

std::string to_dot(const DigitPuzzle& puzzle) {
  return board_dot(to_string(puzzle.kind), "", puzzle.width, puzzle.cells(), [&](int cell) {
    static constexpr const char* tints[] = {"white", "gray90", "lightyellow", "lightblue",
                                            "mistyrose"};
    const bool grey = puzzle.candidates[cell] == 0;
    const char* tint = grey                     ? "gray60"
                       : puzzle.section.empty() ? "white"
                                                : tints[puzzle.section[cell] % 5];
    const std::string label = cell_text(puzzle, cell);
    return fmt::format("<td bgcolor=\"{}\">{}</td>", tint,
                       puzzle.kind == DigitKind::tectonic ? label.substr(1) : label);
  });
}

}  // namespace marblemaze
