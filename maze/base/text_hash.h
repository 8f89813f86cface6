#pragma once

#include <string>
#include <string_view>

namespace marblemaze {

/// FNV-1a of 64 bits as 16 hexadecimal digits: tells texts apart, and keeps nobody from making
/// another text of the same hash.
[[nodiscard]] std::string text_hash(std::string_view text);

}  // namespace marblemaze
