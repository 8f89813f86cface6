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

/// Parses a number at the beginning of `text` and removes the number from the text. Returns nullopt
/// and leaves the text unchanged if there is no number or the number is out of range. Accepts the
/// syntax of std::from_chars: no leading spaces and no plus sign.
template <class Number>
[[nodiscard]] std::optional<Number> consume_number(std::string_view& text) {
  Number value{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return value;
}

template <class Number>
[[nodiscard]] std::optional<Number> parse_number(std::string_view text) {
  const auto value = consume_number<Number>(text);
  return text.empty() ? value : std::nullopt;
}

/// Parses two numbers with a separator, such as "1-200" or "2/8".
template <class Number>
[[nodiscard]] std::optional<std::pair<Number, Number>> parse_number_pair(std::string_view text,
                                                                         char mark) {
  const auto first = consume_number<Number>(text);
  if (!first || !text.starts_with(mark)) return std::nullopt;
  const auto second = parse_number<Number>(text.substr(1));
  if (!second) return std::nullopt;
  return std::pair(*first, *second);
}

/// Returns a number with its noun, for example "1 move" or "2 moves".
[[nodiscard]] std::string pluralize(std::integral auto count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

/// Splits a text at a separator. A trailing separator adds no empty part.
[[nodiscard]] inline std::vector<std::string> split_text(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}
[[nodiscard]] inline std::vector<std::string> split_words(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

template <class List, class Words>
[[nodiscard]] std::string join_mapped(const List& list, const char* mark, Words words) {
  std::string text;
  bool first = true;
  for (const auto& element : list) {
    if (!std::exchange(first, false)) text += mark;
    text += std::invoke(words, element);
  }
  return text;
}

/// Combines consecutive numbers into ranges: 1, 2, 3 and 5 become "1-3" and "5". Requires: the
/// numbers are ascending.
template <class Numbers>
[[nodiscard]] std::vector<std::string> format_ranges(const Numbers& numbers) {
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

/// Makes untrusted text safe to display. Question marks replace characters that could move a
/// cursor, change colours, start a line or reverse the order of characters: C0 and C1 control
/// characters, U+2028 and U+2029, bidirectional controls (Unicode's UAX #9), and invalid UTF-8
/// bytes.
[[nodiscard]] std::string visible_text(std::string_view text);

/// Escapes the characters that visible_text() replaces in a JSON document. Requires: the document
/// is valid UTF-8.
[[nodiscard]] std::string with_json_escapes(std::string json);

[[nodiscard]] std::string text_hash(std::string_view text);

/// Escapes &, <, > and " for XML. Replaces control characters with question marks.
[[nodiscard]] std::string xml_escaped(const std::string& text);

/// Returns an SVG <text> element on its own line. `anchor` is start, middle or end. `more` contains
/// additional attributes.
[[nodiscard]] std::string svg_text(double x, double y, double size, const std::string& anchor,
                                   const std::string& text, const std::string& more = "");

}  // namespace marblemaze
