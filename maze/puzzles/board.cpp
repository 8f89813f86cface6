#include "maze/puzzles/board.h"

#include <cctype>

#include <fmt/format.h>

namespace marblemaze {
namespace {

constexpr const char* kSpaces = " \t\r\n";

std::string without(std::string text, std::string_view characters) {
  std::erase_if(text, [&](char c) { return characters.find(c) != std::string_view::npos; });
  return text;
}

bool is_frame(const std::string& line) {
  const bool long_line =
      line.find("--") != std::string::npos || line.find("==") != std::string::npos;
  return long_line && line.find_first_not_of("-=+*|: \t\r") == std::string::npos;
}

}  // namespace

std::vector<std::string> grid_rows(const std::string& text) {
  std::vector<std::string> rows, words;
  for (const std::string& line : split_text(text, '\n')) {
    if (line.starts_with('#') || is_frame(line)) continue;
    for (const std::string& part : split_text(line, '/')) {
      const std::size_t mark = part.find_first_of(",;");
      std::string row = mark == std::string::npos ? part : "";
      if (mark != std::string::npos)
        for (const std::string& field : split_text(without(part, kSpaces) + part[mark], part[mark]))
          row += field.empty() ? "." : without(field, "\"");
      words = split_words(without(row, "|"));
      row = without(row, std::string("|") + kSpaces);
      if (!row.empty()) rows.push_back(row);
    }
  }
  const auto is_long = [](const std::string& word) { return word.size() > 1; };
  return rows.size() == 1 && std::any_of(words.begin(), words.end(), is_long) ? words : rows;
}

std::optional<SgtGame> sgt_game(const std::string& text) {
  const std::string joined = without(text, kSpaces);
  std::string_view rest = joined;
  SgtGame game;
  const auto width = consume_number<int>(rest);
  if (!width || !rest.starts_with('x')) return std::nullopt;
  rest.remove_prefix(1);
  const auto height = consume_number<int>(rest);
  const std::size_t end = rest.find_first_of(":#");
  if (!height || end == std::string_view::npos) return std::nullopt;
  if (rest[end] == '#')
    throw BadInput("game of sgt-puzzles", "'" + joined + "'",
                   "a description such as '8x8:bAc', not a random seed");
  return SgtGame{*width, *height, std::string(rest.substr(0, end)),
                 std::string(rest.substr(end + 1))};
}

std::string board_dot(std::string_view name, std::string_view head, int width, int squares,
                      const std::function<std::string(int)>& square) {
  std::string dot = fmt::format(
      "graph {} {{\n  node [shape=none, fontname=monospace];\n  board [label=<<table border=\"0\" "
      "cellborder=\"1\" cellspacing=\"0\">\n{}",
      name, head);
  for (int number = 0; number < squares; ++number) {
    if (number % width == 0) dot += "    <tr>";
    dot += square(number);
    if ((number + 1) % width == 0) dot += "</tr>\n";
  }
  return dot + "  </table>>];\n}\n";
}

}  // namespace marblemaze
