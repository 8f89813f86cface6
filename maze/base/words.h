#pragma once

#include <concepts>
#include <iterator>
#include <string>
#include <vector>

namespace marblemaze {

/// "1 move", "2 moves".
[[nodiscard]] std::string counted(std::integral auto count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
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
