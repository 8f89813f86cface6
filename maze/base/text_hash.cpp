#include "maze/base/text_hash.h"

#include <cstdint>

#include <fmt/format.h>

namespace marblemaze {

std::string text_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
  return fmt::format("{:016x}", hash);
}

}  // namespace marblemaze
