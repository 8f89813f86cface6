#pragma once

#include <concepts>
#include <string>

namespace marblemaze {

/// "1 move", "2 moves".
[[nodiscard]] std::string counted(std::integral auto count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace marblemaze
