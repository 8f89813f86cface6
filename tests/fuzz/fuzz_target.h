#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "maze/base/errors.h"

/// Shared functions of the fuzz targets. A fuzz target must either reject its input with BadInput
/// or produce a result that satisfies all invariants. Another exception, a message of more than one
/// line, a violated invariant or a sanitizer report aborts the program.
namespace marblemaze::fuzz {

[[noreturn]] inline void fail(const std::string& what) {
  std::fprintf(stderr, "FAULT: %s\n", what.c_str());
  std::abort();
}

inline void require(bool condition, const char* expectation) {
  if (!condition) fail(expectation);
}

inline void require_one_line(std::string_view message, std::size_t max_bytes = 1000) {
  require(!message.empty(), "a message says something");
  require(message.size() <= max_bytes, "a message can be read");
  for (const char c : message)
    require(static_cast<unsigned char>(c) >= ' ' && c != 0x7f, "a message is one line of letters");
}

/// Calls `parse`, which may reject the input with BadInput.
template <class Parse>
void try_to(Parse&& parse) {
  try {
    parse();
  } catch (const BadInput& error) {
    require_one_line(error.what());
  }
}

/// Decisions read from the fuzzer input. After the end of the input, all decisions are 0.
class Choices {
 public:
  explicit Choices(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] bool empty() const { return rest_.empty(); }
  std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const auto value = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return value;
  }
  /// Reads a little-endian integer of `count` bytes.
  std::uint64_t number(int count) {
    std::uint64_t value = 0;
    for (int i = 0; i < count; ++i) value |= std::uint64_t{byte()} << 8 * i;
    return value;
  }
  /// Returns a number from 0 to `bound` - 1. Requires: bound <= 256.
  int below(int bound) { return byte() % bound; }
  std::string_view take(std::size_t count) {
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  /// Reads a line, without the newline.
  std::string_view line() {
    const std::string_view taken = take(rest_.find('\n'));
    if (!rest_.empty()) rest_.remove_prefix(1);
    return taken;
  }
  std::string_view rest() { return take(rest_.size()); }

 private:
  std::string_view rest_;
};

/// Tests one input, and aborts if the program misbehaves. Each fuzz target defines this function.
void test_input(const std::string& input);

}  // namespace marblemaze::fuzz
