#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace marblemaze {

/// Returns element `index` of a list. Throws std::out_of_range in every build if the list does not
/// have it; the message calls an element `what`.
template <class List, class Index>
[[nodiscard]] decltype(auto) checked(const List& list, Index index, const char* what) {
  if (std::cmp_less(index, 0) || std::cmp_greater_equal(index, list.size()))
    throw std::out_of_range(std::string(what) + " " + std::to_string(index) +
                            " is out of range: there are " + std::to_string(list.size()));
  return list[static_cast<typename List::size_type>(index)];
}

}  // namespace marblemaze
