#pragma once

#include <cstdint>
#include <string>

namespace marblemaze {

/// "1 move", "2 moves".
[[nodiscard]] inline std::string counted(std::uint64_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace marblemaze
