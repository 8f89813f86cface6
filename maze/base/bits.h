#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

namespace marblemaze {

/// The same bits as a value of another type: std::bit_cast, which the C++ library of WebAssembly's
/// compiler does not have yet.
template <class To, class From>
[[nodiscard]] To same_bits(const From& from) {
  static_assert(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To> &&
                std::is_trivially_copyable_v<From>);
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

/// Appends the lowest bytes of a number, `count` of them, the lowest first.
inline void put_number(std::string& bytes, std::uint64_t number, int count) {
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<char>(number >> 8 * i & 0xff));
}

}  // namespace marblemaze
