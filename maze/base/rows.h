#pragma once

#include <algorithm>
#include <string_view>

namespace marblemaze {

/// The row of a table that has this name, or null.
template <class Rows>
[[nodiscard]] auto* row_named(const Rows& rows, std::string_view name) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace marblemaze
