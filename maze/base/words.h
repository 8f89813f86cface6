#pragma once

#include <concepts>
#include <functional>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace marblemaze {

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

}  // namespace marblemaze
