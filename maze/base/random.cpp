#include "maze/base/random.h"

#include "maze/base/errors.h"
#include "maze/base/hash.h"
#include "maze/base/text.h"

namespace marblemaze {

SeedRange parse_seeds(const std::string& text) {
  constexpr std::uint64_t kMost = 1'000'000;
  const auto ends = parse_number_pair<std::uint64_t>(text, '-');
  if (!ends || ends->second < ends->first || ends->second - ends->first >= kMost)
    throw BadInput("seeds", "'" + text + "'", "A-B with 0 <= A <= B and at most 1000000 mazes");
  return {ends->first, ends->second};
}

std::uint64_t stream_number(std::string_view purpose,
                            std::initializer_list<std::uint64_t> numbers) {
  Hash hash;
  hash.add_bytes(purpose);
  for (std::uint64_t number : numbers) hash.add(number);
  return hash.value();
}

}  // namespace marblemaze
