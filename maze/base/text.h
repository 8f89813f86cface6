#pragma once

#include <charconv>
#include <concepts>
#include <functional>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace marblemaze {

/// Reads a number at the beginning of `text` and removes it from the text. Returns nullopt without
/// changing the text if there is no number or the number is out of range. Uses the syntax of
/// std::from_chars: no spaces, no +, and - for signed types only.
template <class Number>
[[nodiscard]] std::optional<Number> take_number(std::string_view& text) {
  Number value{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return value;
}

/// Returns the number that the whole text represents, or nullopt.
template <class Number>
[[nodiscard]] std::optional<Number> number_from(std::string_view text) {
  const auto value = take_number<Number>(text);
  return text.empty() ? value : std::nullopt;
}

/// Reads two numbers with a separator, such as "1-200" or "2/8". Returns nullopt for any other
/// text.
template <class Number>
[[nodiscard]] std::optional<std::pair<Number, Number>> numbers_from(std::string_view text,
                                                                    char mark) {
  const auto first = take_number<Number>(text);
  if (!first || !text.starts_with(mark)) return std::nullopt;
  const auto second = number_from<Number>(text.substr(1));
  if (!second) return std::nullopt;
  return std::pair(*first, *second);
}

/// Returns "1 move", "2 moves" and so on.
[[nodiscard]] std::string counted(std::integral auto count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

/// Splits a text at a separator, for example into lines. A trailing separator adds no empty part.
[[nodiscard]] inline std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}
/// Splits a text at spaces and line ends.
[[nodiscard]] inline std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

/// Joins the results of `words` for each element of a list, with a separator.
template <class List, class Words>
[[nodiscard]] std::string chained(const List& list, const char* mark, Words words) {
  std::string text;
  for (const auto& element : list) {
    if (!text.empty()) text += mark;
    text += std::invoke(words, element);
  }
  return text;
}

/// Lists ascending numbers with ranges joined by a hyphen: 1, 2, 3 and 5 become "1-3" and "5".
template <class Numbers>
[[nodiscard]] std::vector<std::string> runs_of(const Numbers& numbers) {
  std::vector<std::string> runs;
  for (auto first = numbers.begin(); first != numbers.end();) {
    auto last = first, next = std::next(first);
    while (next != numbers.end() && *next == *last + 1) last = next++;
    runs.push_back(std::to_string(*first));
    if (last != first) runs.back() += "-" + std::to_string(*last);
    first = next;
  }
  return runs;
}

/// Makes external text safe to display in a terminal, a window, a page or a table. Characters that
/// could move a cursor, change colours, start a line or reverse the order of characters become
/// question marks: the control characters C0 and C1, U+2028 and U+2029, the bidirectional controls
/// (Unicode's UAX #9), and bytes that are not valid UTF-8. Line ends and tabs are preserved.
[[nodiscard]] std::string visible_text(std::string_view text);

/// Escapes these characters in a JSON document in UTF-8. They occur only in strings, where they
/// become escape sequences.
[[nodiscard]] std::string with_json_escapes(std::string json);

/// Returns the hash of a text as 16 hexadecimal digits. Files and results identify settings and
/// mazes by this hash.
[[nodiscard]] std::string text_hash(std::string_view text);

/// Escapes &, <, > and " for XML, and replaces control characters.
[[nodiscard]] std::string xml_escaped(const std::string& text);

/// Returns a <text> element on a separate line. `anchor` is start, middle or end.
[[nodiscard]] std::string svg_text(double x, double y, double size, const std::string& anchor,
                                   const std::string& text, const std::string& more = "");

}  // namespace marblemaze
