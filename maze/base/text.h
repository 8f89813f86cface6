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

/// Reads a number at the beginning of `text` and takes it away from there; nothing, and the text
/// left as it was, where none stands there or the type cannot hold it. As std::from_chars reads: no
/// blanks, no +, and - for signed types only.
template <class Number>
[[nodiscard]] std::optional<Number> take_number(std::string_view& text) {
  Number value{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return value;
}

/// The number that `text` is, or nothing where it is more, less or something else.
template <class Number>
[[nodiscard]] std::optional<Number> number_from(std::string_view text) {
  const auto value = take_number<Number>(text);
  return text.empty() ? value : std::nullopt;
}

/// Two numbers with a mark between them, as "1-200" or "2/8", or nothing where `text` is not that.
template <class Number>
[[nodiscard]] std::optional<std::pair<Number, Number>> numbers_from(std::string_view text,
                                                                    char mark) {
  const auto first = take_number<Number>(text);
  if (!first || !text.starts_with(mark)) return std::nullopt;
  const auto second = number_from<Number>(text.substr(1));
  if (!second) return std::nullopt;
  return std::pair(*first, *second);
}

/// "1 move", "2 moves".
[[nodiscard]] std::string counted(std::integral auto count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

/// The parts of a text between separators, such as its lines; none behind a last separator.
[[nodiscard]] inline std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}
/// What stands between blanks and ends of lines.
[[nodiscard]] inline std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

/// What `words` says of each element of a list, with a mark between them.
template <class List, class Words>
[[nodiscard]] std::string chained(const List& list, const char* mark, Words words) {
  std::string text;
  for (const auto& element : list) {
    if (!text.empty()) text += mark;
    text += std::invoke(words, element);
  }
  return text;
}

/// Ascending numbers, those in a row together: "1-3" and "5" of 1, 2, 3 and 5.
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

/// Text that came from elsewhere, as it can be shown: in a terminal, a window, a page or a table.
/// What would move a cursor, change colours, begin a line of its own or turn the order of letters
/// becomes a question mark: the control characters C0 and C1, U+2028 and U+2029, the controls of
/// two-way writing (Unicode's UAX #9), and bytes that are no UTF-8. Line ends and tabs stay.
[[nodiscard]] std::string visible_text(std::string_view text);

/// The same for a document of JSON, which must be UTF-8: such characters stand in strings, where
/// they become escapes.
[[nodiscard]] std::string with_json_escapes(std::string json);

/// With &, < and > written so that a reader of XML takes them for text.
[[nodiscard]] std::string xml_escaped(const std::string& text);

/// A <text> element on a line of its own; `anchor` is start, middle or end.
[[nodiscard]] std::string svg_text(double x, double y, double size, const std::string& anchor,
                                   const std::string& text, const std::string& more = "");

}  // namespace marblemaze
