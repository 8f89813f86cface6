#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/base/numbers.h"
#include "maze/base/words.h"
#include "maze/puzzles/nonogram.h"

namespace marblemaze {
namespace {

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// "3 1 2", "3,1,2", "-" or "0" for a white line.
Clue read_clue(std::string text) {
  std::replace(text.begin(), text.end(), ',', ' ');
  Clue clue;
  for (const std::string& word : words_of(text)) {
    if (word == "-" || word == "0") continue;
    const auto length = number_from<int>(word);
    if (!length || *length < 1 || *length > Nonogram::kLargestSide)
      throw BadInput(
          "nonogram clue", "'" + trimmed(text) + "'",
          fmt::format("lengths from 1 to {}, or - for a white line", Nonogram::kLargestSide));
    clue.push_back(*length);
  }
  return clue;
}

std::vector<Clue> read_list(const std::string& text) {
  std::vector<Clue> clues;
  for (const std::string& part : parts_of(text, ',')) clues.push_back(read_clue(part));
  return clues;
}

void check_lines(const std::vector<Clue>& clues, int length, const char* what) {
  if (clues.empty() || clues.size() > Nonogram::kLargestSide)
    throw BadInput(fmt::format("number of {}", what), std::to_string(clues.size()),
                   fmt::format("1 to {}", Nonogram::kLargestSide));
  for (const Clue& clue : clues) {
    const int least = std::accumulate(clue.begin(), clue.end(), 0) +
                      std::max(0, static_cast<int>(clue.size()) - 1);
    if (least > length)
      throw BadInput(fmt::format("clue '{}' among the {},", to_text(clue), what),
                     fmt::format("which needs {} squares", least),
                     fmt::format("at most {}", length));
  }
}

Nonogram checked(Nonogram puzzle) {
  check_lines(puzzle.rows, puzzle.width(), "rows");
  check_lines(puzzle.columns, puzzle.height(), "columns");
  const auto blacks = [](const std::vector<Clue>& clues) {
    int sum = 0;
    for (const Clue& clue : clues) sum = std::accumulate(clue.begin(), clue.end(), sum);
    return sum;
  };
  if (blacks(puzzle.rows) != blacks(puzzle.columns))
    throw BadInput("nonogram with",
                   fmt::format("{} black squares in rows and {} in columns", blacks(puzzle.rows),
                               blacks(puzzle.columns)),
                   "the same number");
  return puzzle;
}

// "rows ...; columns ..." on one line.
Nonogram read_one_line(const std::string& text) {
  const auto rows = text.find("rows"), columns = text.find("columns"), between = text.find(';');
  if (rows == std::string::npos || columns == std::string::npos || between == std::string::npos ||
      between < rows || columns < between)
    throw BadInput("nonogram", "'" + text + "'",
                   "'rows CLUES; columns CLUES' with clues separated by commas");
  return checked(
      {read_list(text.substr(rows + 4, between - rows - 4)), read_list(text.substr(columns + 7))});
}

// The .non format: a "rows" or "columns" line, then a clue a line; other keywords are skipped.
Nonogram read_non(const std::string& text) {
  Nonogram puzzle;
  std::vector<Clue>* section = nullptr;
  for (const std::string& untrimmed : parts_of(text, '\n')) {
    const std::string line = trimmed(untrimmed);
    if (line == "rows") {
      section = &puzzle.rows;
    } else if (line == "columns") {
      section = &puzzle.columns;
    } else if (line.empty() || (line[0] != '-' && (line[0] < '0' || line[0] > '9'))) {
      section = line.empty() ? section : nullptr;
    } else if (section != nullptr) {
      section->push_back(read_clue(line));
    }
  }
  return checked(std::move(puzzle));
}

// A title may hold anything, a ; too; the keywords stand on lines of their own.
bool is_non(const std::string& text) {
  bool rows = false, columns = false;
  for (const std::string& line : parts_of(text, '\n')) {
    rows = rows || trimmed(line) == "rows";
    columns = columns || trimmed(line) == "columns";
  }
  return rows && columns;
}

}  // namespace

Nonogram parse_nonogram(const std::string& text) {
  if (is_non(text) || text.find(';') == std::string::npos) return read_non(text);
  std::string joined = trimmed(text);
  std::replace(joined.begin(), joined.end(), '\n', ' ');
  return read_one_line(joined);
}

std::string to_text(const Clue& clue) {
  return clue.empty() ? "-" : fmt::format("{}", fmt::join(clue, " "));
}

std::string to_text(const Nonogram& puzzle) {
  const auto list = [](const std::vector<Clue>& clues) {
    return chained(clues, ", ", [](const Clue& clue) { return to_text(clue); });
  };
  return fmt::format("rows {}; columns {}\n", list(puzzle.rows), list(puzzle.columns));
}

std::string to_non(const Nonogram& puzzle) {
  const auto list = [](const std::vector<Clue>& clues) {
    std::string text;
    for (const Clue& clue : clues)
      text += (clue.empty() ? "0" : fmt::format("{}", fmt::join(clue, ","))) + "\n";
    return text;
  };
  return fmt::format("width {}\nheight {}\n\nrows\n{}\ncolumns\n{}", puzzle.width(),
                     puzzle.height(), list(puzzle.rows), list(puzzle.columns));
}

std::string to_dot(const Nonogram& puzzle, const Picture& picture) {
  std::string head = "    <tr><td></td>";
  for (const Clue& clue : puzzle.columns)
    head += fmt::format("<td>{}</td>",
                        clue.empty() ? "-" : fmt::format("{}", fmt::join(clue, "<br/>")));
  head += "</tr>\n";
  const int width = puzzle.width(), squares = static_cast<int>(picture.size());
  return board_dot("nonogram", head, width, squares, [&](int square) {
    static constexpr const char* colours[] = {"white", "black", "gray80"};
    const std::string clue =
        square % width == 0 ? fmt::format("<td>{}</td>", to_text(puzzle.rows[square / width])) : "";
    return clue + fmt::format("<td bgcolor=\"{}\" width=\"20\" height=\"20\"></td>",
                              colours[picture[square] - 1]);
  });
}

}  // namespace marblemaze
