#include "maze/base/hash.h"

#include <fmt/format.h>

namespace marblemaze {

std::string text_hash(std::string_view text) { return fmt::format("{:016x}", hash_of(text)); }

}  // namespace marblemaze
