#include <algorithm>
#include <array>
#include <cctype>
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

// The parts of a list with commas between them, the last one too, even if it is empty.
std::vector<std::string> elements_of(const std::string& list) { return parts_of(list + ",", ','); }

// "3 1 2" or "3,1,2"; "-" or "0" for a white line.
Clue read_clue(const std::string& text) {
  const std::string shown = trimmed(text);
  if (shown == "-" || shown == "0") return {};
  Clue clue;
  const auto refuse = [&](const std::string& expected) {
    throw BadInput("nonogram clue", "'" + shown + "'", expected);
  };
  const auto lengths =
      fmt::format("lengths from 1 to {}, or - for a white line", Nonogram::kLargestSide);
  for (const std::string& element : elements_of(shown)) {
    const std::vector<std::string> words = words_of(element);
    if (words.empty()) refuse(lengths);
    for (const std::string& word : words) {
      std::string_view rest = word;
      const auto length = take_number<int>(rest);
      if (length && rest.size() == 1 && std::isalpha(static_cast<unsigned char>(rest[0])) != 0)
        refuse("black and white only, without letters of colours");
      if (!length || !rest.empty() || *length < 1 || *length > Nonogram::kLargestSide)
        refuse(lengths);
      clue.push_back(*length);
    }
  }
  return clue;
}

std::vector<Clue> read_list(const std::string& text) {
  std::vector<Clue> clues;
  for (const std::string& element : elements_of(text)) clues.push_back(read_clue(element));
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
  const std::vector<std::string> halves = parts_of(text, ';');
  const std::string columns = halves.size() == 2 ? trimmed(halves[1]) : "";
  if (!text.starts_with("rows") || !columns.starts_with("columns"))
    throw BadInput("nonogram", "'" + text + "'",
                   "'rows CLUES; columns CLUES' with clues separated by commas, or a .non file "
                   "with width, height, rows and columns");
  return checked({read_list(halves[0].substr(4)), read_list(columns.substr(7))});
}

// What a .non file says of its rows or of its columns.
struct NonLines {
  const char *name, *size_name;
  std::optional<int> size{};
  std::optional<std::vector<std::string>> lines{};  // below the line `name`, the empty ones too

  // As many clues as the declared size. An empty line is a white line of the picture; where there
  // are enough other lines, empty ones only separate them.
  [[nodiscard]] std::vector<Clue> clues() const {
    if (!size) throw BadInput("nonogram", fmt::format("without '{}'", size_name), "its number");
    if (!lines) throw BadInput("nonogram", fmt::format("without '{}'", name), "lines of clues");
    std::vector<std::string> chosen = *lines;
    const auto empty = std::erase(chosen, "");
    const auto wanted = static_cast<std::size_t>(std::max(*size, 0));
    if (chosen.size() != wanted) {
      chosen = *lines;
      while (chosen.size() > wanted && chosen.back().empty()) chosen.pop_back();
    }
    if (chosen.size() != wanted)
      throw BadInput("nonogram with",
                     fmt::format("{} and {} below '{}'", counted(lines->size() - empty, "clue"),
                                 counted(empty, "empty line"), name),
                     fmt::format("as many as '{} {}' says", size_name, *size));
    std::vector<Clue> clues;
    for (const std::string& line : chosen) clues.push_back(line.empty() ? Clue() : read_clue(line));
    return clues;
  }
};

// The .non format: `width N`, `height N`, below `rows` and `columns` a clue a line, and lines that
// describe the puzzle. https://github.com/mikix/nonogram-db/blob/master/FORMAT.md
class NonReader {
 public:
  explicit NonReader(const std::string& text) {
    for (const std::string& untrimmed : parts_of(text, '\n')) read(trimmed(untrimmed));
  }

  [[nodiscard]] Nonogram puzzle() const {
    Nonogram puzzle = checked({rows_.clues(), columns_.clues()});
    if (goal_ && !answers(puzzle, *goal_))
      throw BadInput("nonogram goal", "'" + *goal_ + "'", "a picture that answers the clues");
    return puzzle;
  }

 private:
  static constexpr std::array<std::string_view, 7> kDescriptions{
      "catalogue", "title", "by", "copyright", "license", "color", "maxrule"};

  void read(const std::string& line) {
    const bool is_clue = line.empty() || line[0] == '-' || (line[0] >= '0' && line[0] <= '9');
    if (is_clue && section_ != nullptr) return section_->push_back(line);
    if (line.empty()) return;
    section_ = nullptr;
    const std::size_t end = line.find_first_of(" \t");
    const std::string word = line.substr(0, end);
    const std::string value = end == std::string::npos ? "" : trimmed(line.substr(end));
    if (word.starts_with("====")) refuse_second(line);
    for (NonLines* lines : {&rows_, &columns_}) {
      if (word == lines->name && value.empty()) {
        if (lines->lines) refuse_second(line);
        section_ = &lines->lines.emplace();
        return;
      }
      // `rows N` and `columns N` are an older spelling of `height N` and `width N`.
      if (word == lines->size_name || word == lines->name) {
        if (lines->size) refuse_second(line);
        lines->size = number_from<int>(value);
        if (!lines->size) throw BadInput("nonogram line", "'" + line + "'", "a number of lines");
        return;
      }
    }
    if (word == "goal") {
      if (goal_) refuse_second(line);
      goal_ = value.substr(std::min(value.find_first_not_of('"'), value.size()));
      goal_->erase(goal_->find_last_not_of('"') + 1);
    } else if (std::find(kDescriptions.begin(), kDescriptions.end(), word) == kDescriptions.end()) {
      throw BadInput(
          "nonogram line", "'" + line + "'",
          fmt::format("width, height, rows, columns, goal, {}", fmt::join(kDescriptions, ", ")));
    }
  }

  [[noreturn]] static void refuse_second(const std::string& line) {
    throw BadInput("nonogram file with another puzzle at", "'" + line + "'",
                   "one puzzle in a file");
  }

  static bool answers(const Nonogram& puzzle, const std::string& goal) {
    Picture picture;
    for (const char square : goal) picture.push_back(square == '0' ? Shade::white : Shade::black);
    return picture.size() == puzzle.rows.size() * puzzle.columns.size() &&
           nonogram_of(picture, puzzle.width()) == puzzle;
  }

  NonLines rows_{"rows", "height"}, columns_{"columns", "width"};
  std::vector<std::string>* section_ = nullptr;
  std::optional<std::string> goal_;
};

// A title may hold anything, a ; too; the keywords stand on lines of their own.
bool is_non(const std::string& text) {
  bool rows = false, columns = false, size = false;
  for (const std::string& untrimmed : parts_of(text, '\n')) {
    const std::string line = trimmed(untrimmed);
    rows = rows || line == "rows";
    columns = columns || line == "columns";
    size = size || line.starts_with("width ") || line.starts_with("height ");
  }
  return (rows && columns) || (text.find(';') == std::string::npos && (rows || columns || size));
}

}  // namespace

Nonogram parse_nonogram(const std::string& text) {
  if (is_non(text)) return NonReader(text).puzzle();
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
