#include "maze/puzzles/nonogram.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/base/text.h"
#include "maze/puzzles/board.h"

namespace marblemaze {
namespace {

// A clue for a line of n squares has at most n + 2 positions.
static_assert(Nonogram::kLargestSide + 2 <= Places().size());

Picture read(const Picture& picture, const std::vector<int>& squares) {
  Picture line;
  for (int square : squares) line.push_back(picture[square]);
  return line;
}

// Requires: the lines outlive the rules.
CandidateRules rules_of(const std::vector<NonogramLine>& lines, std::size_t squares) {
  CandidateRules rules(static_cast<int>(squares));
  for (const NonogramLine& line : lines) {
    rules.add(line.squares, [&](CandidateBoard& board, const std::vector<int>& cells) {
      const Picture deduced = deduce_line(line.clue, read(board.cells(), cells));
      for (std::size_t i = 0; i < deduced.size(); ++i) board.keep(cells[i], deduced[i]);
      return !deduced.empty();
    });
  }
  return rules;
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::vector<std::string> split_at_commas(const std::string& list) {
  return split_text(list + ",", ',');
}

// Parses a clue such as "3 1 2" or "3,1,2". The clue of a white line is "-" or "0".
Clue read_clue(const std::string& text) {
  const std::string shown = trimmed(text);
  if (shown == "-" || shown == "0") return {};
  Clue clue;
  const auto reject = [&](const std::string& expected) {
    throw BadInput("nonogram clue", "'" + shown + "'", expected);
  };
  const auto lengths =
      fmt::format("lengths from 1 to {}, or - for a white line", Nonogram::kLargestSide);
  for (const std::string& element : split_at_commas(shown)) {
    const std::vector<std::string> words = split_words(element);
    if (words.empty()) reject(lengths);
    for (const std::string& word : words) {
      std::string_view rest = word;
      const auto length = consume_number<int>(rest);
      if (length && rest.size() == 1 && std::isalpha(static_cast<unsigned char>(rest[0])) != 0)
        reject("a black-and-white puzzle, because coloured nonograms are not supported");
      if (!length || !rest.empty() || *length < 1 || *length > Nonogram::kLargestSide)
        reject(lengths);
      clue.push_back(*length);
    }
  }
  return clue;
}

std::vector<Clue> read_list(const std::string& text) {
  std::vector<Clue> clues;
  for (const std::string& element : split_at_commas(text)) clues.push_back(read_clue(element));
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

Nonogram validated(Nonogram puzzle) {
  check_lines(puzzle.rows, puzzle.width(), "rows");
  check_lines(puzzle.columns, puzzle.height(), "columns");
  const auto black_squares = [](const std::vector<Clue>& clues) {
    int sum = 0;
    for (const Clue& clue : clues) sum = std::accumulate(clue.begin(), clue.end(), sum);
    return sum;
  };
  const int in_rows = black_squares(puzzle.rows), in_columns = black_squares(puzzle.columns);
  if (in_rows != in_columns)
    throw BadInput("nonogram with",
                   fmt::format("{} black squares in rows and {} in columns", in_rows, in_columns),
                   "the same number");
  return puzzle;
}

Nonogram read_one_line(const std::string& text) {
  const std::vector<std::string> halves = split_text(text, ';');
  const std::string columns = halves.size() == 2 ? trimmed(halves[1]) : "";
  if (!text.starts_with("rows") || !columns.starts_with("columns"))
    throw BadInput("nonogram", "'" + text + "'",
                   "'rows CLUES; columns CLUES' with clues separated by commas, or a .non file "
                   "with width, height, rows and columns");
  return validated({read_list(halves[0].substr(4)), read_list(columns.substr(7))});
}

// Returns the clues below `rows` or `columns`. Skips empty lines if there are enough other lines.
// Otherwise, each empty line is the clue of a white line.
std::vector<Clue> clues_below(const char* name, const char* size_name,
                              const std::map<std::string, std::vector<std::string>>& parts) {
  const auto part = [&](const char* key, const char* expected) -> const auto& {
    const auto found = parts.find(key);
    if (found != parts.end()) return found->second;
    throw BadInput("nonogram", fmt::format("without '{}'", key), expected);
  };
  const std::string& value = part(size_name, "its number").front();
  const std::vector<std::string>& lines = part(name, "lines of clues");
  const auto size = parse_number<int>(value);
  if (!size)
    throw BadInput("nonogram line", fmt::format("'{} {}'", size_name, value), "a number of lines");
  std::vector<std::string> chosen = lines;
  const auto empty = std::erase(chosen, "");
  const int wanted = std::max(*size, 0);
  if (std::ssize(chosen) != wanted) {
    chosen = lines;
    while (std::ssize(chosen) > wanted && chosen.back().empty()) chosen.pop_back();
  }
  if (std::ssize(chosen) != wanted)
    throw BadInput("nonogram with",
                   fmt::format("{} and {} below '{}'", pluralize(lines.size() - empty, "clue"),
                               pluralize(empty, "empty line"), name),
                   fmt::format("the number in '{} {}'", size_name, *size));
  std::vector<Clue> clues;
  clues.reserve(chosen.size());
  for (const std::string& line : chosen) clues.push_back(line.empty() ? Clue() : read_clue(line));
  return clues;
}

void check_goal(std::string goal, const Nonogram& puzzle) {
  std::erase(goal, '"');
  Picture picture;
  for (const char square : goal) picture.push_back(square == '0' ? Shade::white : Shade::black);
  if (picture.size() != puzzle.rows.size() * puzzle.columns.size() ||
      nonogram_of(picture, puzzle.width()) != puzzle)
    throw BadInput("nonogram goal", "'" + goal + "'", "a picture that matches the clues");
}

// Parses the .non format (https://github.com/mikix/nonogram-db/blob/master/FORMAT.md).
Nonogram read_non(const std::string& text) {
  static const std::set<std::string> descriptions{"catalogue", "title", "by",     "copyright",
                                                  "license",   "color", "maxrule"};
  std::map<std::string, std::vector<std::string>> parts;
  std::vector<std::string>* clues = nullptr;
  for (const std::string& untrimmed : split_text(text, '\n')) {
    const std::string line = trimmed(untrimmed);
    if (clues != nullptr && (line.empty() || line[0] == '-' ||
                             std::isdigit(static_cast<unsigned char>(line[0])) != 0)) {
      clues->push_back(line);
      continue;
    }
    if (line.empty()) continue;
    clues = nullptr;
    const std::string word = line.substr(0, line.find_first_of(" \t"));
    const std::string value = trimmed(line.substr(word.size()));
    if (descriptions.contains(word)) continue;
    const bool list = value.empty() && (word == "rows" || word == "columns");
    // `rows N` and `columns N` are an older spelling of `height N` and `width N`.
    const std::string name = list                ? word
                             : word == "rows"    ? "height"
                             : word == "columns" ? "width"
                                                 : word;
    if (!list && name != "width" && name != "height" && name != "goal" && !word.starts_with("===="))
      throw BadInput(
          "nonogram line", "'" + line + "'",
          fmt::format("width, height, rows, columns, goal, {}", fmt::join(descriptions, ", ")));
    if (word.starts_with("====") || parts.contains(name))
      throw BadInput("nonogram file with another puzzle at", "'" + line + "'",
                     "one puzzle in a file");
    parts[name] = list ? std::vector<std::string>() : std::vector{value};
    if (list) clues = &parts[name];
  }
  Nonogram puzzle =
      validated({clues_below("rows", "height", parts), clues_below("columns", "width", parts)});
  if (parts.contains("goal")) check_goal(parts["goal"].front(), puzzle);
  return puzzle;
}

// Returns true if the text is in the .non format. Keywords must be on separate lines, because a
// title may contain any text.
bool is_non(const std::string& text) {
  bool rows = false, columns = false, size = false;
  for (const std::string& untrimmed : split_text(text, '\n')) {
    const std::string line = trimmed(untrimmed);
    rows |= line == "rows";
    columns |= line == "columns";
    size |= line.starts_with("width ") || line.starts_with("height ");
  }
  return (rows && columns) || (text.find(';') == std::string::npos && (rows || columns || size));
}

}  // namespace

Picture all_unknown(const Nonogram& puzzle) {
  return Picture(puzzle.width() * puzzle.height(), Shade::unknown);
}

std::vector<NonogramLine> lines_of(const Nonogram& puzzle) {
  std::vector<NonogramLine> lines;
  for (const bool row : {true, false}) {
    int number = 0;
    for (const Clue& clue : row ? puzzle.rows : puzzle.columns) {
      std::vector<int> squares = squares_of_line(puzzle.width(), puzzle.height(), row, number);
      lines.push_back({row, ++number, clue, std::move(squares)});
    }
  }
  return lines;
}

CluePlaces::CluePlaces(const Clue& clue) : white(1) {
  int place = 0;
  for (int length : clue) white.set(place += length + 1);
  for (int i = 0; i <= place; ++i) all.set(i);
}

Places CluePlaces::of(CandidateSet shade) const {
  return ((shade & Shade::white) != 0 ? white : Places()) |
         ((shade & Shade::black) != 0 ? all & ~white : Places());
}

Clue clue_of(std::span<const CandidateSet> line) {
  Clue clue;
  bool inside = false;
  for (CandidateSet shade : line) {
    const bool black = shade == Shade::black;
    if (black && !inside) clue.push_back(0);
    if (black) ++clue.back();
    inside = black;
  }
  return clue;
}

Nonogram nonogram_of(const Picture& picture, int width) {
  const int height = width > 0 ? static_cast<int>(picture.size()) / width : 0;
  check_sides("picture side", width, height, 1, Nonogram::kLargestSide);
  Nonogram puzzle{std::vector<Clue>(height), std::vector<Clue>(width)};
  for (const NonogramLine& line : lines_of(puzzle))
    (line.row ? puzzle.rows : puzzle.columns)[line.number - 1] =
        clue_of(read(picture, line.squares));
  return puzzle;
}

// Finds the positions that each square can have, by a forward and a backward pass over the line.
// Enumerating the placements would take exponential time.
Picture deduce_line(const Clue& clue, std::span<const CandidateSet> known) {
  const CluePlaces places(clue);
  std::vector<Places> forward;
  for (const CandidateSet shade : known)
    forward.push_back(places.after(forward.empty() ? places.first() : forward.back()) &
                      places.of(shade));
  Picture deduced(known.size());
  Places backward = places.last();
  for (std::size_t i = known.size(); i-- > 0;) {
    backward = places.before(backward) & forward[i];
    if (backward.none()) return {};
    if ((backward & places.white).any()) deduced[i] |= Shade::white;
    if ((backward & ~places.white).any()) deduced[i] |= Shade::black;
  }
  return deduced;
}

Picture deduce_lines(const Nonogram& puzzle) {
  const std::vector<NonogramLine> lines = lines_of(puzzle);
  const Picture open = all_unknown(puzzle);
  const CandidateRules rules = rules_of(lines, open.size());
  CandidateBoard board(rules, open);
  return board.propagate() ? board.cells() : Picture{};
}

// starts[x] is true if the string starts at or before x.
Encoding encoding_of(const Nonogram& puzzle) {
  const Picture deduced = deduce_lines(puzzle);
  Encoding encoding(deduced.empty() ? all_unknown(puzzle) : deduced);
  if (deduced.empty()) encoding.require({});
  for (const NonogramLine& line : lines_of(puzzle)) {
    const int length = static_cast<int>(line.squares.size());
    const auto black = [&](int x) { return encoding.literal(line.squares[x], 1); };
    // Literal that is true if the previous string ends at or before x. Always true for the first
    // string.
    std::function<int(int)> ended = [](int) { return Encoding::kTrue; };
    int first = 0;
    int last =
        length + 1 -
        std::accumulate(line.clue.begin(), line.clue.end(), static_cast<int>(line.clue.size()));
    for (int string : line.clue) {
      std::vector<int> starts;
      for (int x = first; x < last; ++x) starts.push_back(encoding.new_literal());
      const auto started = [=](int x) {
        return x < first ? -Encoding::kTrue : x >= last ? Encoding::kTrue : starts[x - first];
      };
      for (int x = 0; x < length; ++x) {
        encoding.require({-started(x - 1), started(x)});
        encoding.require({-started(x), ended(x - 1)});
        encoding.require({-started(x), started(x - string), black(x)});
        encoding.require({-ended(x), started(x), -black(x)});
      }
      ended = [=](int x) { return started(x - string); };
      first += string + 1;
      last += string + 1;
    }
    for (int x = 0; x < length; ++x) encoding.require({-ended(x), -black(x)});
  }
  return encoding;
}

// Parses a game of sgt-pattern: the clues of the columns, then of the rows, separated by '/'.
Nonogram read_sgt(const SgtGame& game) {
  Nonogram puzzle;
  for (std::string clue : split_text(game.squares + "/", '/')) {
    std::replace(clue.begin(), clue.end(), '.', ' ');
    const bool column = puzzle.width() < game.width;
    (column ? puzzle.columns : puzzle.rows).push_back(clue.empty() ? Clue() : read_clue(clue));
  }
  if (puzzle.width() != game.width || puzzle.height() != game.height)
    throw BadInput("pattern game with", pluralize(puzzle.width() + puzzle.height(), "clue"),
                   fmt::format("the clues of {} columns and {} rows", game.width, game.height));
  return validated(std::move(puzzle));
}

std::vector<std::string> nonograms_in(const std::string& text) {
  std::vector<std::string> found(1);
  for (const std::string& line : split_text(text, '\n')) {
    if (line.starts_with("===="))
      found.emplace_back();
    else
      found.back() += line + "\n";
  }
  return found;
}

Nonogram parse_nonogram(const std::string& text) {
  if (const auto game = sgt_game(text)) return read_sgt(*game);
  if (is_non(text)) return read_non(text);
  std::string joined = trimmed(text);
  std::replace(joined.begin(), joined.end(), '\n', ' ');
  return read_one_line(joined);
}

std::string to_text(const Clue& clue) {
  return clue.empty() ? "-" : fmt::format("{}", fmt::join(clue, " "));
}

std::string to_text(const Nonogram& puzzle) {
  const auto list = [](const std::vector<Clue>& clues) {
    return join_mapped(clues, ", ", [](const Clue& clue) { return to_text(clue); });
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

std::string to_dot(const Nonogram& puzzle) {
  const Picture deduced = deduce_lines(puzzle);
  const Picture picture = deduced.empty() ? all_unknown(puzzle) : deduced;
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

// Draws small random pictures until one qualifies. Large random pictures almost never qualify, so
// the generator redraws some squares that the clues leave open.
std::optional<Nonogram> make_nonogram(int width, int height, double density, bool simple, Rng& rng,
                                      GeneratorBudget& budget) {
  constexpr int kDraws = 100;  // enough for about ten squares per side
  constexpr int kChanges = 1'000;
  check_sides("nonogram side", width, height, 1, Nonogram::kLargestSide);
  if (!(density > 0 && density < 1))
    throw BadInput("density", fmt::format("{}", density), "between 0 and 1");
  const auto shade = [&] { return rng.uniform() < density ? Shade::black : Shade::white; };
  Picture picture(width * height);
  for (int draw = 0; !budget.exhausted(); ++draw) {
    std::generate(picture.begin(), picture.end(), shade);
    for (int change = 0; change < kChanges && !budget.exhausted(); ++change) {
      budget.spend();
      const Nonogram puzzle = nonogram_of(picture, width);
      const Picture deduced = deduce_lines(puzzle);
      std::vector<int> open;
      for (int i = 0; i < std::ssize(picture); ++i)
        if (deduced[i] != picture[i]) open.push_back(i);
      if (open.empty() || (!simple && is_only_solution(picture, encoding_of(puzzle))))
        return budget.exhausted() ? std::nullopt : std::optional(puzzle);
      if (draw < kDraws) break;
      rng.shuffle(std::span(open));
      // Changes more squares while more squares are open, because each board costs a step.
      for (std::size_t i = 0; i < 1 + open.size() / 20; ++i) picture[open[i]] = shade();
    }
  }
  return std::nullopt;
}

}  // namespace marblemaze
