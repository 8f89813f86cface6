#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace marblemaze {

template <class Rows>
[[nodiscard]] auto* find_by_name(const Rows& rows, std::string_view name) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

/// Returns list[index]. Throws std::out_of_range in every build if the index is out of range.
/// `what` is the noun for an element in the message.
template <class List, class Index>
[[nodiscard]] decltype(auto) checked(const List& list, Index index, const char* what) {
  if (std::cmp_less(index, 0) || std::cmp_greater_equal(index, list.size()))
    throw std::out_of_range(std::string(what) + " " + std::to_string(index) +
                            " is out of range; the number of elements is " +
                            std::to_string(list.size()));
  return list[static_cast<typename List::size_type>(index)];
}

}  // namespace marblemaze
