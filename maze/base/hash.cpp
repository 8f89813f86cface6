#include "maze/base/hash.h"

#include <fmt/format.h>

namespace marblemaze {

std::string text_hash(std::string_view text) {
  Hash hash;
  hash.add_bytes(text);
  return fmt::format("{:016x}", hash.value());
}

}  // namespace marblemaze
