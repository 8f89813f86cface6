#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace marblemaze {

/// The words of a line of the protocol: what blanks separate.
[[nodiscard]] inline std::vector<std::string_view> line_words(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return words;
    line.remove_prefix(begin);
    const std::size_t end = line.find_first_of(" \t");
    words.push_back(line.substr(0, end));
    if (end == std::string_view::npos) return words;
    line.remove_prefix(end);
  }
}

/// What follows the first word of a line.
[[nodiscard]] inline std::string_view rest_of(std::string_view line, std::string_view first) {
  line.remove_prefix(static_cast<std::size_t>(first.data() - line.data()) + first.size());
  const std::size_t begin = line.find_first_not_of(' ');
  return begin == std::string_view::npos ? "" : line.substr(begin);
}

/// For messages, stories and recordings: all but printable ASCII becomes a question mark.
[[nodiscard]] inline std::string printable(std::string_view text) {
  std::string shown(text);
  for (char& c : shown)
    if (c < ' ' || c > '~') c = '?';
  return shown;
}

}  // namespace marblemaze
