#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

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

}  // namespace marblemaze
