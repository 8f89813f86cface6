#include "maze/base/seeds.h"

#include <charconv>

#include "maze/base/errors.h"

namespace marblemaze {

SeedRange parse_seeds(const std::string& text) {
  constexpr std::uint64_t kMost = 1'000'000;
  SeedRange seeds;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, seeds.first);
  const bool dash = first.ec == std::errc() && first.ptr != end && *first.ptr == '-';
  const auto last = dash ? std::from_chars(first.ptr + 1, end, seeds.last) : first;
  if (!dash || last.ec != std::errc() || last.ptr != end || seeds.last < seeds.first ||
      seeds.last - seeds.first >= kMost)
    throw BadInput("seeds", "'" + text + "'", "A-B with 0 <= A <= B and at most 1000000 mazes");
  return seeds;
}

}  // namespace marblemaze
